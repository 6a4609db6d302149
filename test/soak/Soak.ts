// The soak: several writers, readers that stay and readers that come and go, on a network that loses, repeats, delays and
// turns around. Everything is delivered once and in order to those that stay, and no memory is kept.

import type { ParticipantEvent } from "../../src/participant/types.js";
import type { ReceivedChange } from "../../src/rtps/structure/cacheChange.js";
import { SimNetwork } from "../../src/simulation/index.js";
import {
  KEEP_ALL,
  numberIn,
  prefixOf,
  RELIABLE_READER,
  RELIABLE_WRITER,
  type SimParticipant,
  simParticipant,
} from "../support/simParticipant.js";
import { heldBytes } from "./memory.js";

export interface SoakOptions {
  readonly seed: number;
  /** Of virtual time. */
  readonly minutes: number;
  /** Told once a virtual minute. */
  readonly onMinute?: (minute: number, heldBytes: number) => void;
}

export interface SoakResult {
  readonly written: number;
  /** To each reader that stays. */
  readonly delivered: readonly number[];
  /** What was out of order, twice or missing; empty if nothing was. */
  readonly complaints: readonly string[];
  readonly visitors: number;
  readonly datagrams: number;
  readonly lostDatagrams: number;
  readonly retransmitted: number;
  /** Held at the end of the first tenth, and at the end. */
  readonly heldBytes: readonly [number, number];
}

// A lease is twenty announcements long: on links that lose a third, losing all of them does not happen.
const DISCOVERY = { leaseDurationMs: 10_000, announcePeriodMs: 500 };
const WRITE_PERIOD_MS = 50;
const WEATHER_PERIOD_MS = 10_000;
const VISIT_PERIOD_MS = 4_000;
const SETTLE_MS = 30_000;
const MINUTE_MS = 60_000;

class StayingReader {
  readonly complaints: string[] = [];
  count = 0;
  private readonly next = new Map<string, number>();
  readonly sim: SimParticipant;

  constructor(network: SimNetwork, index: number) {
    const taken: ReceivedChange[] = [];
    this.sim = simParticipant(network, { index, discovery: DISCOVERY }, (event) => this.take(event, taken));
    this.sim.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  }

  private take(event: ParticipantEvent, taken: ReceivedChange[]): void {
    this.sim.events.length = 0;
    if (event.type !== "dataAvailable") return;
    this.sim.engine.take(event.reader, taken, 1e9);
    for (const change of taken) this.check(change.writerGuid.toString(), numberIn(change));
    taken.length = 0;
  }

  private check(writer: string, value: number): void {
    const expected = this.next.get(writer) ?? 0;
    if (value !== expected && this.complaints.length < 10)
      this.complaints.push(`${writer}: ${value}, expected ${expected}`);
    this.next.set(writer, value + 1);
    this.count++;
  }
}

export class Soak {
  private readonly network: SimNetwork;
  private readonly writers: { sim: SimParticipant; handle: number; written: number }[] = [];
  private readonly readers: StayingReader[];
  private visitor: SimParticipant | undefined;
  private visitors = 0;
  private readonly held: number[] = [];

  constructor(private readonly options: SoakOptions) {
    const network = new SimNetwork({ seed: options.seed });
    this.network = network;
    this.readers = [0, 1].map((index) => new StayingReader(network, index));
    for (const index of [2, 3, 4]) {
      const sim = simParticipant(network, { index, discovery: DISCOVERY });
      for (let i = 0; i < 2; i++) {
        this.writers.push({ sim, handle: sim.writer({ ...RELIABLE_WRITER, ...KEEP_ALL }), written: 0 });
      }
    }
    const isReady = () => [2, 3, 4].every((_, i) => this.writers[2 * i]!.sim.eventsOf("readerReady").length === 4);
    network.runUntil(isReady, { maxTimeMs: 20_000 });
  }

  run(): SoakResult {
    const { network, options } = this;
    const begin = network.now;
    const end = begin + options.minutes * MINUTE_MS;
    this.every(WRITE_PERIOD_MS, end, () => this.write());
    this.every(WEATHER_PERIOD_MS, end, () => this.changeWeather());
    this.every(VISIT_PERIOD_MS, end, () => this.receiveVisitor());
    const steps = Math.max(10, options.minutes);
    for (let step = 1; step <= steps; step++) {
      network.runUntil(begin + ((end - begin) * step) / steps, { maxSteps: 1e9 });
      this.held.push(heldBytes());
      options.onMinute?.(step, this.held.at(-1)!);
    }
    network.setDefaultLink({ loss: 0.01 });
    network.runUntil(network.now + SETTLE_MS, { maxSteps: 1e9 });
    return this.result(heldBytes());
  }

  private result(heldAtEnd: number): SoakResult {
    const { network, readers, writers } = this;
    const written = writers.reduce((sum, one) => sum + one.written, 0);
    const complaints = readers.flatMap((one) => one.complaints);
    for (const { count } of readers) if (count !== written) complaints.push(`${count} of ${written} samples came`);
    const sims = new Set(writers.map(({ sim }) => sim));
    return {
      written,
      delivered: readers.map(({ count }) => count),
      complaints,
      visitors: this.visitors,
      datagrams: network.statistics.datagramsSent,
      lostDatagrams: network.statistics.lost,
      retransmitted: [...sims].reduce(
        (sum, { engine }) => sum + (engine.countersSnapshot().samplesRetransmitted ?? 0),
        0,
      ),
      heldBytes: [this.held[0]!, heldAtEnd],
    };
  }

  private every(periodMs: number, end: number, action: () => void): void {
    const next = () => {
      action();
      if (this.network.now + periodMs < end) this.network.at(this.network.now + periodMs, next);
    };
    this.network.at(this.network.now + periodMs, next);
  }

  private write(): void {
    for (const one of this.writers) {
      const outcome = one.sim.write(one.handle, one.written, one.written % 10 === 9 ? 6000 : 40);
      if (outcome >= 0) one.written++;
      // What tests note of events is not what the engine holds.
      one.sim.events.length = 0;
    }
  }

  /** Loss from 1 to 30 %, and as much of everything else. */
  private changeWeather(): void {
    const { random } = this.network;
    this.network.setDefaultLink({
      loss: 0.01 + random.unit() * 0.29,
      duplication: random.unit() * 0.1,
      reordering: random.unit() * 0.3,
      reorderDelayMs: 20,
      latencyMs: 0.2 + random.unit() * 10,
      jitterMs: random.unit() * 10,
    });
  }

  /** The one before goes, with a goodbye or without. */
  private receiveVisitor(): void {
    const { network } = this;
    if (this.visitor !== undefined) {
      if (network.random.chance(0.5)) this.visitor.close();
      network.removeNode(this.visitor.node);
      this.visitor = undefined;
      return;
    }
    const index = 10 + this.visitors++;
    const config = { guidPrefix: prefixOf(1000 + index) };
    // Ports that the one before has left; what it takes it forgets.
    this.visitor = simParticipant(
      network,
      { index: 9, host: network.addHost(`visitor${index}`), discovery: DISCOVERY, config },
      () => undefined,
    );
    this.visitor.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  }
}
