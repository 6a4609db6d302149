// Joining groups and choosing the interface that multicast leaves through, one interface at a time.

import type { Socket } from "node:dgram";
import type { NetworkInterface } from "./interfaces.js";
import { TransportError } from "./TransportError.js";
import { openUdpSocket } from "./udpSocket.js";

export interface MulticastReceiverOptions {
  readonly group: string;
  readonly port: number;
  readonly interfaces: readonly NetworkInterface[];
  readonly receiveBufferBytes: number;
}

/**
 * Opens a socket on a port that other participants of this host share, and joins the group on each interface. One
 * interface that refuses is tolerated as long as another one works.
 */
export async function openMulticastReceiver(options: MulticastReceiverOptions): Promise<Socket> {
  // Bound to the group, Linux and macOS filter out other groups that this host has joined. Windows cannot do that.
  const address = process.platform === "win32" ? "0.0.0.0" : options.group;
  const socket = await openUdpSocket({ ...options, address, shared: true });
  let firstError: unknown;
  let joined = 0;
  for (const one of options.interfaces) {
    try {
      socket.addMembership(options.group, one.address);
      joined++;
    } catch (error) {
      firstError ??= error;
    }
  }
  if (joined > 0) return socket;
  socket.close();
  throw noMulticast(options.group, options.interfaces, firstError);
}

/** Makes multicast of this socket leave through one interface, and come back to this host as well. */
export function sendMulticastThrough(socket: Socket, one: NetworkInterface, ttl: number): void {
  socket.setMulticastInterface(one.address);
  socket.setMulticastTTL(ttl);
  socket.setMulticastLoopback(true);
}

/** The error for a host or interface that cannot do multicast. */
export function noMulticast(group: string, tried: readonly NetworkInterface[], cause: unknown): TransportError {
  const names = tried.map((i) => `${i.name} (${i.address})`).join(", ");
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? "no reason given";
  return new TransportError(
    "NO_MULTICAST",
    `no multicast to ${group} on ${names}: ${code}; ` +
      "list an interface that has it, or turn multicast off and list unicast peers",
    { cause },
  );
}
