// The promise of RELIABLE KEEP_ALL: a fifth of all datagrams lost, a fifth doubled, a fifth out of order, discovery
// included, and every sample is delivered once and in order. Prints the figures.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ReaderQos, WriterQos } from "../../src/qos/index.js";
import type { LinkSettings } from "../../src/simulation/index.js";
import { SimNetwork } from "../../src/simulation/index.js";
import { engineInvariants } from "../support/engineInvariants.js";
import {
  KEEP_ALL,
  prefixOf,
  RELIABLE_READER,
  RELIABLE_WRITER,
  type SimParticipant,
  simParticipant,
  TRANSIENT_LOCAL,
} from "../support/simParticipant.js";

const LOSSY: Partial<LinkSettings> = {
  loss: 0.2,
  duplication: 0.2,
  reordering: 0.2,
  reorderDelayMs: 2,
  latencyMs: 0.2,
  jitterMs: 0.1,
};

const WRITER: Partial<WriterQos> = { ...RELIABLE_WRITER, ...KEEP_ALL };
const READER: Partial<ReaderQos> = { ...RELIABLE_READER, ...KEEP_ALL };
const SEEDS = 100;
const SAMPLES = 10_000;
/** As many in one datagram as a program that writes in a loop gives the packer at once. */
const SAMPLES_PER_BURST = 10;
const BURST_PERIOD_MS = 0.5;
const TIME_LIMIT = { maxTimeMs: 120_000 };

const test = suite("RELIABLE under loss");

/** Writes `count` samples in bursts; sample i holds `first + i`. */
function writeInBursts(from: SimParticipant, writer: number, first: number, count: number, size = 12): void {
  const { network } = from;
  let done = 0;
  const burst = () => {
    for (let i = 0; i < SAMPLES_PER_BURST && done < count; i++) {
      if (from.put(writer, first + done, size) < 0) break;
      done++;
    }
    network.flush(from.node);
    if (done < count) network.at(network.now + BURST_PERIOD_MS, burst);
  };
  burst();
}

function isCounting(values: readonly number[], count: number, first = 0): boolean {
  return values.length === count && values.every((value, i) => value === first + i);
}

/** Runs on after the last sample: nothing may come twice, and everything gets acknowledged. */
function settle(network: SimNetwork, writers: readonly (readonly [SimParticipant, number])[]): void {
  network.runUntil(() => writers.every(([from, writer]) => from.engine.isAckedByAll(writer)), TIME_LIMIT);
  network.runUntil(network.now + 100);
}

class Figures {
  seeds = 0;
  datagrams = 0;
  lost = 0;
  duplicated = 0;
  reordered = 0;
  retransmitted = 0;
  virtualMs = 0;
  private readonly startedAt = process.hrtime.bigint();

  add(network: SimNetwork, writers: readonly SimParticipant[]): void {
    const { statistics } = network;
    this.seeds++;
    this.datagrams += statistics.datagramsSent;
    this.lost += statistics.lost;
    this.duplicated += statistics.duplicated;
    this.reordered += statistics.reordered;
    for (const { engine } of writers) {
      this.retransmitted += engine.counters.samplesRetransmitted + engine.counters.fragmentsRetransmitted;
    }
    this.virtualMs += network.now;
  }

  print(what: string): void {
    const wallMs = Number(process.hrtime.bigint() - this.startedAt) / 1e6;
    console.log(
      `${what}: ${this.seeds} seeds, ${this.datagrams} datagrams sent (${this.lost} lost, ${this.duplicated} doubled, ` +
        `${this.reordered} out of order), ${this.retransmitted} samples or fragments sent again, ` +
        `${(this.virtualMs / this.seeds).toFixed(0)} virtual ms each, ${(wallMs / 1000).toFixed(1)} s in all`,
    );
  }
}

test(`${SAMPLES} samples, ${SEEDS} seeds: all of them, once, in order`, () => {
  const figures = new Figures();
  for (let seed = 1; seed <= SEEDS; seed++) {
    const network = new SimNetwork({ seed, link: LOSSY });
    const from = simParticipant(network, { index: 0 });
    const to = simParticipant(network, { index: 1 });
    const writer = from.writer(WRITER);
    const reader = to.reader(READER);
    network.addInvariant(engineInvariants([[from, writer]], [[to, reader]]));
    network.runUntil(() => from.eventsOf("readerReady").length > 0, TIME_LIMIT);
    writeInBursts(from, writer, 0, SAMPLES);
    network.runUntil(() => to.samples.get(reader)!.length >= SAMPLES, TIME_LIMIT);
    settle(network, [[from, writer]]);
    assert.ok(isCounting(to.values(reader), SAMPLES), `seed ${seed}`);
    assert.is(to.engine.reader(reader).reader.pendingBytes, 0);
    assert.is(from.engine.writer(writer).writer.history.size, 0);
    assert.ok(network.statistics.datagramsSent > 500, `seed ${seed}: ${network.statistics.datagramsSent} datagrams`);
    figures.add(network, [from]);
  }
  figures.print("one writer, one reader");
});

test("two writers and three readers: each reader has each writer's samples in order", () => {
  const figures = new Figures();
  for (let seed = 1; seed <= 15; seed++) {
    const network = new SimNetwork({ seed, link: LOSSY });
    const sources = [0, 1].map((index) => simParticipant(network, { index }));
    const sinks = [2, 3, 4].map((index) => simParticipant(network, { index }));
    const writers = sources.map((from) => [from, from.writer(WRITER)] as const);
    const readers = sinks.map((to) => [to, to.reader(READER)] as const);
    network.addInvariant(engineInvariants(writers, readers));
    network.runUntil(() => sources.every((from) => from.eventsOf("readerReady").length === 3), TIME_LIMIT);
    for (const [i, [from, writer]] of writers.entries()) writeInBursts(from, writer, i * 10_000, 1000);
    network.runUntil(() => readers.every(([to, reader]) => to.samples.get(reader)!.length >= 2000), TIME_LIMIT);
    settle(network, writers);
    for (const [to, reader] of readers) {
      const values = to.values(reader);
      assert.ok(
        isCounting(
          values.filter((value) => value < 10_000),
          1000,
        ),
        `seed ${seed}`,
      );
      assert.ok(
        isCounting(
          values.filter((value) => value >= 10_000),
          1000,
          10_000,
        ),
        `seed ${seed}`,
      );
    }
    figures.add(network, sources);
  }
  figures.print("two writers, three readers");
});

test("samples of 100 kB, in fragments", () => {
  const figures = new Figures();
  for (let seed = 1; seed <= 10; seed++) {
    const network = new SimNetwork({ seed, link: LOSSY });
    const from = simParticipant(network, { index: 0 });
    const to = simParticipant(network, { index: 1 });
    const writer = from.writer(WRITER);
    const reader = to.reader(READER);
    network.addInvariant(engineInvariants([[from, writer]], [[to, reader]]));
    network.runUntil(() => from.eventsOf("readerReady").length > 0, TIME_LIMIT);
    writeInBursts(from, writer, 0, 40, 100_000);
    network.runUntil(() => to.samples.get(reader)!.length >= 40, TIME_LIMIT);
    settle(network, [[from, writer]]);
    assert.ok(isCounting(to.values(reader), 40), `seed ${seed}`);
    assert.ok(to.samples.get(reader)!.every((change) => change.payload.length === 100_000));
    assert.is(to.engine.reader(reader).reader.pendingBytes, 0);
    figures.add(network, [from]);
  }
  figures.print("40 samples of 100 kB");
});

test("KEEP_LAST: samples may be skipped, never doubled or out of order, and the last of each instance arrives", () => {
  const figures = new Figures();
  for (let seed = 1; seed <= 15; seed++) {
    const network = new SimNetwork({ seed, link: LOSSY });
    const from = simParticipant(network, { index: 0 });
    const to = simParticipant(network, { index: 1 });
    const writer = from.writer({ ...RELIABLE_WRITER, history: { kind: "KEEP_LAST", depth: 2 } }, "Square", true);
    const reader = to.reader(RELIABLE_READER, "Square", true);
    network.addInvariant(engineInvariants([[from, writer]], [[to, reader]]));
    network.runUntil(() => from.eventsOf("readerReady").length > 0, TIME_LIMIT);
    for (let i = 0; i < 2000; i++) {
      if (i % 4 === 3) network.runUntil(network.now + 0.2);
      from.write(writer, i, 12, i % 7);
    }
    settle(network, [[from, writer]]);
    const values = to.values(reader);
    assert.ok(
      values.every((value, i) => i === 0 || value > values[i - 1]!),
      `seed ${seed}`,
    );
    const expected = Array.from({ length: 14 }, (_, i) => 1986 + i);
    assert.equal(
      values.filter((value) => value >= 1986),
      expected,
      `seed ${seed}: two of each of seven instances`,
    );
    figures.add(network, [from]);
  }
  figures.print("KEEP_LAST 2 of 7 instances");
});

test("TRANSIENT_LOCAL: a late joiner gets the whole history and what follows", () => {
  const figures = new Figures();
  for (let seed = 1; seed <= 15; seed++) {
    const network = new SimNetwork({ seed, link: LOSSY });
    const from = simParticipant(network, { index: 0 });
    const writer = from.writer({ ...WRITER, ...TRANSIENT_LOCAL });
    writeInBursts(from, writer, 0, 1000);
    network.runUntil(200);
    const to = simParticipant(network, { index: 1 });
    const reader = to.reader({ ...READER, ...TRANSIENT_LOCAL });
    network.runUntil(() => from.eventsOf("publicationMatched").length > 0, TIME_LIMIT);
    writeInBursts(from, writer, 1000, 1000);
    network.runUntil(() => to.samples.get(reader)!.length >= 2000, TIME_LIMIT);
    settle(network, [[from, writer]]);
    assert.ok(isCounting(to.values(reader), 2000), `seed ${seed}`);
    assert.ok(to.samples.get(reader)![0]!.writerGuid.prefix.equals(prefixOf(0)));
    figures.add(network, [from]);
  }
  figures.print("TRANSIENT_LOCAL late joiner");
});

test("a full history makes the writer wait; no sample is lost by that", () => {
  for (let seed = 1; seed <= 5; seed++) {
    const network = new SimNetwork({ seed, link: LOSSY });
    const from = simParticipant(network, { index: 0 });
    const to = simParticipant(network, { index: 1 });
    const resourceLimits = { maxSamples: 50, maxInstances: 1, maxSamplesPerInstance: 50 };
    const writer = from.writer({ ...WRITER, resourceLimits });
    const reader = to.reader(READER);
    network.runUntil(() => from.eventsOf("readerReady").length > 0, TIME_LIMIT);
    let next = 0;
    let refused = 0;
    const fill = () => {
      while (next < 2000) {
        if (from.put(writer, next) < 0) {
          refused++;
          return;
        }
        next++;
      }
    };
    while (next < 2000) {
      fill();
      network.flush(from.node);
      const before = from.eventsOf("writerSpace").length;
      if (next < 2000) network.runUntil(() => from.eventsOf("writerSpace").length > before, TIME_LIMIT);
    }
    network.runUntil(() => to.samples.get(reader)!.length >= 2000, TIME_LIMIT);
    assert.ok(isCounting(to.values(reader), 2000), `seed ${seed}`);
    assert.ok(refused > 0);
  }
});

test.run();
