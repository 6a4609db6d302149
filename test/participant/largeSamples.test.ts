// Samples of many fragments, from 1 MB to 10 MB: nothing is sent twice without need, and loss is repaired quickly.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { carries, dropFirst, type LinkSettings, SimNetwork } from "../../src/simulation/index.js";
import { BEST_EFFORT_WRITER, KEEP_ALL, RELIABLE_READER, simParticipant } from "../support/simParticipant.js";

const test = suite("large samples");

const DATA_FRAG = 0x16;

function ready(link: Partial<LinkSettings>, seed = 1, writerTuning = {}) {
  const network = new SimNetwork({ seed, link });
  const base = simParticipant(network, { index: 9 }).engine.config.writerTuning;
  const a = simParticipant(network, { index: 0, config: { writerTuning: { ...base, ...writerTuning } } });
  const b = simParticipant(network, { index: 1 });
  const writer = a.writer(KEEP_ALL);
  const reader = b.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  network.runUntil(() => a.eventsOf("readerReady").length === 1, { maxTimeMs: 30_000 });
  return { network, a, b, writer, reader, start: network.now };
}

test("FG-11: 10 MB without loss, HEARTBEAT every 10 ms: nothing is sent again", () => {
  const { network, a, b, writer, reader, start } = ready({ latencyMs: 20 }, 1, { heartbeatPeriodMs: 10 });
  a.write(writer, 1, 10_000_000);
  network.runUntil(() => b.samples.get(reader)!.length === 1, { maxTimeMs: start + 5000 });
  network.runUntil(network.now + 500);
  assert.is(a.engine.counters.fragmentsRetransmitted, 0);
  assert.ok(a.engine.isAckedByAll(writer));
  assert.is(b.samples.get(reader)![0]!.payload.length, 10_000_000);
});

test("fragments of an odd size, wanted by the writer, are padded on the wire and put together again", () => {
  const { network, a, b, writer, reader, start } = ready({ loss: 0.05, latencyMs: 0.2 }, 3, { maxFragmentBytes: 333 });
  a.write(writer, 1, 100_000);
  network.runUntil(() => b.samples.get(reader)!.length === 1, { maxTimeMs: start + 1000 });
  const { payload } = b.samples.get(reader)![0]!;
  assert.is(payload.length, 100_000);
  assert.ok(a.engine.counters.submessagesOut[DATA_FRAG]! >= Math.ceil(100_000 / 333));
});

test("FG-09: 1 MB with 2 % loss arrives within a few round trips", () => {
  for (let seed = 1; seed <= 10; seed++) {
    const { network, a, b, writer, reader, start } = ready({ loss: 0.02, latencyMs: 0.2 }, seed);
    a.write(writer, 1, 1_000_000);
    network.runUntil(() => b.samples.get(reader)!.length === 1, { maxTimeMs: start + 200 });
    const fragments = Math.ceil(1_000_000 / 1312);
    assert.ok(
      a.engine.counters.fragmentsRetransmitted < fragments * 0.06,
      `${a.engine.counters.fragmentsRetransmitted} again`,
    );
  }
});

test("5 MB with 20 % loss, doubled and out of order: less than a second", () => {
  const link = { loss: 0.2, duplication: 0.2, reordering: 0.2, reorderDelayMs: 2, latencyMs: 0.2 };
  const { network, a, b, writer, reader, start } = ready(link, 4);
  a.write(writer, 1, 5_000_000);
  network.runUntil(() => b.samples.get(reader)!.length === 1, { maxTimeMs: start + 5000 });
  const took = network.now - start;
  const fragments = Math.ceil(5_000_000 / 1312);
  const { fragmentsRetransmitted } = a.engine.counters;
  console.log(
    `5 MB at 20 % loss: ${took.toFixed(0)} virtual ms, ${((100 * fragmentsRetransmitted) / fragments).toFixed(0)} % sent again`,
  );
  assert.ok(took < 1000, `${took} ms`);
  assert.ok(fragmentsRetransmitted < fragments * 0.5);
});

test("FG-10: a first burst that is lost as a whole is sent again in fragments", () => {
  const { network, a, b, writer, reader } = ready({});
  network.setFilter(dropFirst(51, carries(DATA_FRAG)));
  a.write(writer, 1, 66_000);
  network.runUntil(() => b.samples.get(reader)!.length === 1, { maxTimeMs: network.now + 1000 });
  assert.is(a.engine.counters.samplesRetransmitted, 0, "not as one DATA");
  assert.ok(a.engine.counters.fragmentsRetransmitted >= 51);
});

test("large samples of different sizes in a row, small ones between", () => {
  const { network, a, b, writer, reader } = ready({ loss: 0.1, latencyMs: 0.2 }, 6);
  const sizes = [12, 70_001, 1313, 1312, 200_002, 12, 999_999, 16];
  for (const [i, size] of sizes.entries()) a.put(writer, i, size);
  network.flush(a.node);
  network.runUntil(() => b.samples.get(reader)!.length === sizes.length, { maxTimeMs: network.now + 5000 });
  assert.equal(b.values(reader), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.equal(
    b.samples.get(reader)!.map((change) => change.payload.length),
    sizes.map((size) => (size <= 1312 ? (size + 3) & ~3 : size)),
  );
});

test("best effort: a large sample arrives if nothing is lost, and is dropped if something is", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0 });
  const b = simParticipant(network, { index: 1 });
  const writer = a.writer({ ...BEST_EFFORT_WRITER, ...KEEP_ALL });
  const reader = b.reader();
  network.runUntil(() => a.eventsOf("readerReady").length === 1, { maxTimeMs: 1000 });
  a.write(writer, 1, 100_000);
  network.runUntil(network.now + 100);
  network.setFilter(dropFirst(1, carries(DATA_FRAG)));
  a.write(writer, 2, 100_000);
  network.runUntil(network.now + 1000);
  a.write(writer, 3, 100_000);
  network.runUntil(network.now + 1000);
  assert.equal(b.values(reader), [1, 3]);
  assert.equal(
    b.eventsOf("sampleLost").map((event) => event.count),
    [1],
  );
  assert.is(b.engine.counters.samplesLost, 1);
  assert.is(b.engine.reader(reader).reader.pendingBytes, 0);
});

test.run();
