// RTPS 2.5 §9.6.2: a group is joined once per process, however many participants listen to it. Each datagram costs one
// system call then, instead of one for each of them.

import type { Socket } from "node:dgram";
import { type MulticastReceiverOptions, openMulticastReceiver } from "./multicast.js";
import { closeQuietly } from "./udpSocket.js";

type MessageListener = (message: Buffer, from: { address: string; port: number }) => void;

/** A socket that several transports listen to. It is open as long as one of them does. */
export class GroupReceiver {
  private readonly listeners = new Set<MessageListener>();
  private readonly errorListeners = new Set<(error: Error) => void>();
  private users = 0;

  private constructor(
    readonly socket: Socket,
    private readonly key: string,
  ) {
    socket.on("message", (message, from) => {
      // They look at the bytes and do not change them.
      for (const listener of [...this.listeners]) listener(message, from);
    });
    socket.on("error", (error) => {
      for (const listener of this.errorListeners) listener(error);
    });
  }

  /** Opens the socket, or joins those who have it. Call `leave` in the end. Rejects with a TransportError. */
  static async join(options: MulticastReceiverOptions): Promise<GroupReceiver> {
    const key = JSON.stringify([options.group, options.port, options.interfaces.map(({ address }) => address)]);
    for (;;) {
      const opening = open.get(key) ?? GroupReceiver.open(key, options);
      const receiver = await opening;
      // Its last listener may have left while we waited.
      if (open.get(key) !== opening) continue;
      receiver.users++;
      return receiver;
    }
  }

  onMessage(listener: MessageListener): void {
    this.listeners.add(listener);
  }

  onError(listener: (error: Error) => void): void {
    this.errorListeners.add(listener);
  }

  /** Resolves when the socket is closed, or at once if others use it. */
  leave(listener: MessageListener | undefined, errorListener: (error: Error) => void): Promise<void> {
    if (listener !== undefined) this.listeners.delete(listener);
    this.errorListeners.delete(errorListener);
    this.users--;
    if (this.users > 0) return Promise.resolve();
    open.delete(this.key);
    const closed = new Promise<void>((resolve) => this.socket.once("close", () => resolve()));
    closeQuietly(this.socket);
    return closed;
  }

  private static open(key: string, options: MulticastReceiverOptions): Promise<GroupReceiver> {
    const opening = openMulticastReceiver(options).then((socket) => new GroupReceiver(socket, key));
    open.set(key, opening);
    opening.catch(() => open.delete(key));
    return opening;
  }
}

/** By group, port and interfaces: those being opened and those that are open. */
const open = new Map<string, Promise<GroupReceiver>>();
