// One socket that sends. Owns the answer to "does the socket still read my bytes?" and counts what fails.

import type { Socket } from "node:dgram";
import type { OutgoingDatagram, TransportCounters } from "./types.js";
import { wholeDatagram } from "./wholeDatagram.js";

/** Sends datagrams from one socket; the system call happens inside send(). */
export class SendLane {
  private queued = false;
  private readonly afterSend: (error: Error | null) => void;

  constructor(
    readonly socket: Socket,
    private readonly counters: TransportCounters,
  ) {
    this.afterSend = (error) => {
      if (error !== null) this.counters.countError(error);
    };
  }

  /**
   * Returns false if the socket was full and now holds a reference to the bytes: they must not change. `reportErrors`
   * costs a tick per datagram; without it Node hides errors.
   */
  send(out: OutgoingDatagram, reportErrors: boolean): boolean {
    // Behind a queued datagram this one is queued for certain, so it can be copied first.
    const copied = this.queued && this.isCongested();
    const message = copied ? wholeDatagram(out) : out.parts.length === 1 ? out.parts[0]! : out.parts;
    if (reportErrors) this.socket.send(message as Uint8Array, out.port, out.address, this.afterSend);
    else this.socket.send(message as Uint8Array, out.port, out.address);
    this.counters.datagramsSent++;
    this.counters.bytesSent += out.length;
    this.queued = this.socket.getSendQueueCount() > 0;
    return copied || !this.queued;
  }

  /** True while datagrams wait inside the process for room in the socket. */
  isCongested(): boolean {
    if (this.queued) this.queued = this.socket.getSendQueueCount() > 0;
    return this.queued;
  }
}
