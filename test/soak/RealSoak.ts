// The soak over sockets: three writers, two readers that stay and readers that come and go, which all meet through the
// relay alone.

import { setTimeout as sleep } from "node:timers/promises";
import { type DataReader, type DataWriter, DomainParticipant } from "../../src/index.js";
import { typeOf } from "../dcps/support.js";
import { heldBytes } from "./memory.js";
import { Relay } from "./Relay.js";

export interface RealSoakResult {
  /** By all writers. */
  readonly written: number;
  /** To each reader that stays. */
  readonly delivered: readonly number[];
  readonly visitors: number;
  /** To the readers that came and went. */
  readonly deliveredToVisitors: number;
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
  writer: number;
  index: number;
  bytes: Uint8Array;
}

const TYPE = typeOf("struct Counted { unsigned long writer; unsigned long index; sequence<octet> bytes; };");
const QOS = { reliability: { kind: "reliable", maxBlockingTimeMs: 20_000 }, history: "keepAll" } as const;
const WRITERS = 3;
const PERIOD_MS = 5;
const LARGE_BYTES = 20_000;
const VISIT_PERIODS = 150;
const WAIT = { timeoutMs: 60_000 };

/** What one reader has to see: of each writer one sample after the other. */
class Expectation {
  received = 0;
  private readonly next: (number | undefined)[];

  /** @param first where every stream begins; undefined: wherever the reader comes in */
  constructor(
    private readonly name: string,
    private readonly complaints: string[],
    first: number | undefined,
  ) {
    this.next = new Array<number | undefined>(WRITERS).fill(first);
  }

  see({ writer, index }: Counted): void {
    const expected = this.next[writer] ?? index;
    if (index !== expected && this.complaints.length < MAX_COMPLAINTS)
      this.complaints.push(`${this.name}: sample ${index} of writer ${writer} came when ${expected} was next`);
    this.next[writer] = index + 1;
    this.received++;
  }
}

export class RealSoak {
  private readonly relay: Relay;
  private readonly complaints: string[] = [];
  private readonly participants: DomainParticipant[] = [];
  private written = 0;
  private readonly visits: Expectation[] = [];

  constructor(private readonly seed: number) {
    this.relay = new Relay(seed);
  }

  /** @param durationMs of writing */
  async run(durationMs: number): Promise<RealSoakResult> {
    const { relay } = this;
    // Nothing passes before the relay knows the ports of all, or they would be told the true ones.
    relay.loss = 1;
    try {
      const { participant: a, front } = await this.join([]);
      const peers = [`127.0.0.1:${front}`];
      const hosts = [await this.join(peers), await this.join(peers), await this.join(peers)];
      const [b, c, visitorsHost] = hosts.map(({ participant }) => participant);
      relay.loss = 0.05;
      const topic = a.createTopic<Counted>("Soak", TYPE);
      const writers = Array.from({ length: WRITERS }, () => a.createWriter(topic, { qos: QOS }));
      const staying = [b!, c!].map((participant, i) => {
        const expectation = new Expectation(`reader ${i}`, this.complaints, 0);
        this.readInto(expectation, participant);
        return expectation;
      });
      await Promise.all(writers.map((writer) => writer.ready(staying.length, WAIT)));
      const before = heldBytes();
      await this.write(writers, visitorsHost!, durationMs);
      relay.loss = 0.01;
      await Promise.all(writers.map((writer) => writer.waitForAcknowledgments(WAIT)));
      return this.result(staying, [before, heldBytes()]);
    } finally {
      await Promise.all(this.participants.map((participant) => participant.close({ lingerMs: 0 })));
      await relay.close();
    }
  }

  private result(staying: readonly Expectation[], held: readonly [number, number]): RealSoakResult {
    const { relay, visits, written, complaints } = this;
    for (const { received } of staying)
      if (received !== written) complaints.push(`${received} of ${written} samples came`);
    return {
      written,
      delivered: staying.map(({ received }) => received),
      visitors: visits.length,
      deliveredToVisitors: visits.reduce((sum, { received }) => sum + received, 0),
      complaints,
      forwarded: relay.forwarded,
      lost: relay.lost,
      duplicated: relay.duplicated,
      delayed: relay.delayed,
      heldBytes: held,
    };
  }

  private async write(writers: readonly DataWriter<Counted>[], host: DomainParticipant, durationMs: number) {
    const end = performance.now() + durationMs;
    let visitor: DataReader<Counted> | undefined;
    for (let period = 0; performance.now() < end; period++) {
      // Loss goes up and down between 1 and 30 %.
      this.relay.loss = 0.155 + 0.145 * Math.sin(period / 100 + this.seed);
      if (period % VISIT_PERIODS === VISIT_PERIODS / 2) visitor = this.visit(host);
      if (period % VISIT_PERIODS === 0) visitor?.close();
      for (const [number, writer] of writers.entries()) {
        const bytes = new Uint8Array(period % 100 === 99 ? LARGE_BYTES : 40);
        await writer.writeAsync({ writer: number, index: period, bytes });
        this.written++;
      }
      await sleep(PERIOD_MS);
    }
    visitor?.close();
  }

  private visit(host: DomainParticipant): DataReader<Counted> {
    const expectation = new Expectation(`visitor ${this.visits.length}`, this.complaints, undefined);
    this.visits.push(expectation);
    return this.readInto(expectation, host);
  }

  private readInto(expectation: Expectation, participant: DomainParticipant): DataReader<Counted> {
    const onSample = ({ data }: { data?: Counted | undefined }) => {
      if (data !== undefined) expectation.see(data);
    };
    return participant.createReader(participant.createTopic<Counted>("Soak", TYPE), {
      qos: QOS,
      listener: { onSample },
    });
  }

  /** A participant whose ports the relay leads to. `front`: the way to the one for discovery. */
  private async join(peers: readonly string[]): Promise<{ participant: DomainParticipant; front: number }> {
    const participant = await DomainParticipant.create({
      ...{ interfaces: ["127.0.0.1"], multicast: false, participantIndex: "any", peers },
    });
    this.participants.push(participant);
    const front = await this.relay.open(participant.transport.metatrafficUnicastPort);
    await this.relay.open(participant.transport.userUnicastPort);
    return { participant, front };
  }
}

const MAX_COMPLAINTS = 10;
