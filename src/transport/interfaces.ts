// Which IPv4 interfaces of this host a participant uses, and which of their addresses it announces.

import { networkInterfaces } from "node:os";
import { TransportError } from "./TransportError.js";

/** One IPv4 address of one interface. */
export interface NetworkInterface {
  readonly name: string;
  readonly address: string;
  readonly loopback: boolean;
}

/** Every IPv4 address of this host. */
export function listInterfaces(): NetworkInterface[] {
  const found: NetworkInterface[] = [];
  for (const [name, addresses] of Object.entries(networkInterfaces())) {
    for (const entry of addresses ?? []) {
      if (entry.family === "IPv4") found.push({ name, address: entry.address, loopback: entry.internal });
    }
  }
  return found;
}

/**
 * The interfaces to use. `wanted` holds names or addresses; an empty list means all of them, loopback last, so that
 * peers that are bound to loopback are heard too. Throws TransportError UNKNOWN_INTERFACE or NO_INTERFACE.
 */
export function chooseInterfaces(
  wanted: readonly string[] = [],
  available: readonly NetworkInterface[] = listInterfaces(),
): NetworkInterface[] {
  const chosen =
    wanted.length === 0
      ? [...available.filter((i) => !i.loopback), ...available.filter((i) => i.loopback)]
      : wanted.flatMap((name) => interfacesNamed(name, available));
  if (chosen.length === 0) {
    throw new TransportError(
      "NO_INTERFACE",
      "this host has no IPv4 interface that is up; bring one up, for example lo",
    );
  }
  return chosen.filter((one, i) => chosen.findIndex((other) => other.address === one.address) === i);
}

/** The addresses for unicast locators: loopback only if there is nothing else. */
export function announcedAddresses(chosen: readonly NetworkInterface[]): string[] {
  const outside = chosen.filter((i) => !i.loopback);
  return (outside.length > 0 ? outside : chosen).map((i) => i.address);
}

/** True for 127.0.0.0/8. */
export function isLoopbackAddress(address: string): boolean {
  return address.startsWith("127.");
}

/** One per interface: joining a group twice on the same interface is an error. */
export function multicastInterfaces(chosen: readonly NetworkInterface[]): NetworkInterface[] {
  return chosen.filter((one, i) => chosen.findIndex((other) => other.name === one.name) === i);
}

function interfacesNamed(wanted: string, available: readonly NetworkInterface[]): NetworkInterface[] {
  const matching = available.filter((i) => i.name === wanted || i.address === wanted);
  if (matching.length > 0) return matching;
  const known = available.map((i) => `${i.name} (${i.address})`).join(", ");
  throw new TransportError(
    "UNKNOWN_INTERFACE",
    `no IPv4 interface is called "${wanted}"; use one of: ${known === "" ? "none is up" : known}`,
  );
}
