// The soak over sockets: a writer and a reader that meet through the relay alone.

import { setTimeout as sleep } from "node:timers/promises";
import { type DataWriter, DomainParticipant } from "../../src/index.js";
import { typeOf } from "../dcps/support.js";
import { heldBytes } from "./memory.js";
import { Relay } from "./Relay.js";

export interface RealSoakResult {
  readonly written: number;
  readonly delivered: number;
  /** What was out of order, twice or missing; empty if nothing was. */
  readonly complaints: readonly string[];
  readonly forwarded: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly delayed: number;
  /** At the beginning and at the end. */
  readonly heldBytes: readonly [number, number];
}

interface Counted {
  index: number;
  bytes: Uint8Array;
}

const TYPE = typeOf("struct Counted { unsigned long index; sequence<octet> bytes; };");
const QOS = { reliability: { kind: "reliable", maxBlockingTimeMs: 10_000 }, history: "keepAll" } as const;
const PERIOD_MS = 5;
const PER_PERIOD = 3;
const LARGE_BYTES = 20_000;
const WAIT = { timeoutMs: 60_000 };

export class RealSoak {
  private readonly relay: Relay;
  private readonly complaints: string[] = [];
  private delivered = 0;

  constructor(private readonly seed: number) {
    this.relay = new Relay(seed);
  }

  /** @param durationMs of writing */
  async run(durationMs: number): Promise<RealSoakResult> {
    const { relay } = this;
    // Nothing passes before the relay knows the ports of both, or they would be told the true ones.
    relay.loss = 1;
    const a = await open([]);
    const front = await this.openRoutes(a);
    const b = await open([`127.0.0.1:${front}`]);
    await this.openRoutes(b);
    try {
      relay.loss = 0.05;
      const writer = a.createWriter(a.createTopic<Counted>("Soak", TYPE), { qos: QOS });
      b.createReader(b.createTopic<Counted>("Soak", TYPE), {
        qos: QOS,
        listener: { onSample: ({ data }) => this.check(data!) },
      });
      await writer.ready(1, WAIT);
      const before = heldBytes();
      const written = await this.write(writer, durationMs);
      relay.loss = 0.01;
      await writer.waitForAcknowledgments(WAIT);
      if (this.delivered !== written) this.complaints.push(`${this.delivered} of ${written} samples came`);
      const { forwarded, lost, duplicated, delayed } = relay;
      const held = [before, heldBytes()] as const;
      return {
        written,
        delivered: this.delivered,
        complaints: this.complaints,
        forwarded,
        lost,
        duplicated,
        delayed,
        heldBytes: held,
      };
    } finally {
      await Promise.all([a.close({ lingerMs: 0 }), b.close({ lingerMs: 0 })]);
      await relay.close();
    }
  }

  private async write(writer: DataWriter<Counted>, durationMs: number): Promise<number> {
    const end = performance.now() + durationMs;
    let written = 0;
    for (let period = 0; performance.now() < end; period++) {
      // Loss goes up and down between 1 and 30 %.
      this.relay.loss = 0.155 + 0.145 * Math.sin(period / 100 + this.seed);
      for (let i = 0; i < PER_PERIOD; i++) {
        const bytes = new Uint8Array(written % 100 === 99 ? LARGE_BYTES : 40);
        await writer.writeAsync({ index: written++, bytes });
      }
      await sleep(PERIOD_MS);
    }
    return written;
  }

  private check({ index }: Counted): void {
    if (index !== this.delivered && this.complaints.length < 10) {
      this.complaints.push(`sample ${index} came when ${this.delivered} was next`);
    }
    this.delivered++;
  }

  /** Ways to both ports of a participant. @returns the one for discovery */
  private async openRoutes({ transport }: DomainParticipant): Promise<number> {
    const front = await this.relay.open(transport.metatrafficUnicastPort);
    await this.relay.open(transport.userUnicastPort);
    return front;
  }
}

function open(peers: readonly string[]): Promise<DomainParticipant> {
  return DomainParticipant.create({ interfaces: ["127.0.0.1"], multicast: false, participantIndex: "any", peers });
}
