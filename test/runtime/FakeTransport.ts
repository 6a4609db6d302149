// A transport without sockets: keeps copies of what is sent, and can be full.

import type { Transmit } from "../../src/participant/Engine.js";
import type { Source } from "../../src/participant/types.js";
import type { DatagramTransport } from "../../src/runtime/index.js";

export class FakeTransport implements DatagramTransport {
  readonly sent: number[][] = [];
  /** The memory of each datagram, to see which ones share it. */
  readonly memory: ArrayBufferLike[] = [];
  /** Sends that are still taken before the socket is full. */
  room = Number.POSITIVE_INFINITY;
  closed = 0;
  onSend: ((out: Transmit) => void) | undefined;
  private handler: ((now: number, datagram: Uint8Array, from: Source) => void) | undefined;
  private now: () => number = () => 0;

  receive(now: () => number, handler: (now: number, datagram: Uint8Array, from: Source) => void): void {
    this.now = now;
    this.handler = handler;
  }

  /** A datagram comes in. */
  deliver(...octets: number[]): void {
    this.handler!(this.now(), Uint8Array.from(octets), { address: "127.0.0.1", port: 7411 });
  }

  send(out: Transmit): boolean {
    this.onSend?.(out);
    this.sent.push(out.parts.flatMap((part) => [...part]));
    this.memory.push(out.parts[0]!.buffer);
    this.room--;
    return this.room > 0;
  }

  isCongested(): boolean {
    return this.room <= 0;
  }

  close(): Promise<void> {
    this.closed++;
    return Promise.resolve();
  }
}
