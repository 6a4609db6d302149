// RTPS 2.5 §8.5.5 and §9.6.2: which of a peer's locators datagrams go to, and how large they may be.

import type { Limits } from "../rtps/behavior/tuning.js";
import { isUsableLocator, type Locator } from "../rtps/structure/locator.js";

/**
 * The locator to send to, undefined if none can be used. The address a peer's announcement came from is known to be
 * reachable, so it is preferred; then an address of this host if the peer is on it; then the order of the list.
 */
export function chooseUnicast(
  locators: readonly Locator[],
  sourceAddress: string,
  localAddresses: readonly string[],
): Locator | undefined {
  const usable = locators.filter(isUsableLocator);
  const bySource = usable.find((locator) => locator.host === sourceAddress);
  if (bySource !== undefined) return bySource;
  if (isLocalAddress(sourceAddress, localAddresses)) {
    const local = usable.find((locator) => isLocalAddress(locator.host, localAddresses));
    if (local !== undefined) return local;
  }
  const outside = usable.find((locator) => !locator.host.startsWith("127."));
  // A loopback address that another host announces leads to programs of ours that it cannot reach itself.
  return outside ?? (isLocalAddress(sourceAddress, localAddresses) ? usable[0] : undefined);
}

/** True for 127.0.0.0/8 and the addresses of this host's interfaces. */
export function isLocalAddress(host: string, localAddresses: readonly string[]): boolean {
  return host.startsWith("127.") || localAddresses.includes(host);
}

/** True for addresses that a participant's own datagrams can come from: those of its host, and those it announces. */
export function isOwnAddress(address: string, own: OwnAddresses): boolean {
  if (isLocalAddress(address, own.localAddresses)) return true;
  const isAnnounced = (locator: Locator) => locator.host === address;
  return own.defaultUnicast.some(isAnnounced) || own.metatrafficUnicast.some(isAnnounced);
}

export interface OwnAddresses {
  readonly localAddresses: readonly string[];
  readonly metatrafficUnicast: readonly Locator[];
  readonly defaultUnicast: readonly Locator[];
}

/** Largest UDP payload for datagrams to `host`. */
export function maxDatagramBytesTo(host: string, localAddresses: readonly string[], limits: Limits): number {
  return isLocalAddress(host, localAddresses) ? limits.maxDatagramBytesLocal : limits.maxDatagramBytes;
}
