// Shared by the transport tests: ports of their own and waiting for datagrams, with a limit instead of a sleep.

import type { DatagramSource, OutgoingDatagram, PortPlan, UdpTransport } from "../../src/transport/index.js";

export const CONTROL = 0;
export const BULK = 1;

/** Ports that no domain uses, different for each process and each `slot`. */
export function testPorts(slot: number): PortPlan {
  const base = 20_000 + (process.pid % 100) * 100 + slot * 12;
  return {
    metatrafficMulticast: base,
    userMulticast: base + 1,
    metatrafficUnicast: (index) => base + 2 + 2 * index,
    userUnicast: (index) => base + 3 + 2 * index,
  };
}

export function datagram(
  parts: readonly Uint8Array[],
  address: string,
  port: number,
  trafficClass = BULK,
): OutgoingDatagram {
  return { parts, length: parts.reduce((sum, part) => sum + part.length, 0), address, port, trafficClass };
}

export interface ReceivedDatagram {
  readonly bytes: Uint8Array;
  readonly from: DatagramSource;
}

/** Keeps what a transport receives. */
export class Inbox {
  readonly received: ReceivedDatagram[] = [];
  private waiting: { count: number; resolve: () => void } | undefined;

  constructor(transport: UdpTransport) {
    transport.receive(
      () => 0,
      (_now, bytes, from) => this.add({ bytes, from: { address: from.address, port: from.port } }),
    );
  }

  /** Resolves when that many datagrams have come in; rejects after five seconds. */
  async count(count: number): Promise<readonly ReceivedDatagram[]> {
    if (this.received.length >= count) return this.received;
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(
        () => reject(new Error(`${this.received.length} of ${count} datagrams after 5 s`)),
        5000,
      );
      this.waiting = {
        count,
        resolve: () => {
          clearTimeout(limit);
          resolve();
        },
      };
    });
    return this.received;
  }

  private add(one: ReceivedDatagram): void {
    this.received.push(one);
    if (this.waiting === undefined || this.received.length < this.waiting.count) return;
    this.waiting.resolve();
    this.waiting = undefined;
  }
}
