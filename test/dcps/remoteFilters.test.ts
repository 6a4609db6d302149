// RTPS 2.5 §8.7.4 at the writer: what content filters of peers may cost it. Beyond a limit the reader filters alone.

import { test } from "uvu";
import * as assert from "uvu/assert";
import { REMOTE_FILTER_LIMITS, RemoteFilterPool } from "../../src/dcps/writer/RemoteFilterPool.js";
import { RemoteFilters } from "../../src/dcps/writer/RemoteFilters.js";
import type { RemoteEndpointInfo } from "../../src/participant/types.js";
import { DEFAULT_READER_QOS } from "../../src/qos/index.js";
import { Guid } from "../../src/rtps/structure/guid.js";
import { SimNetwork } from "../../src/simulation/SimNetwork.js";
import { forgedPrefix } from "../soak/Forger.js";
import { runFor, simDcps, topicAt, untilMatched } from "../support/simDcps.js";
import { SHAPE, type Shape, shape } from "./support.js";

function reader(number: number, participant = 1): Guid {
  return new Guid(forgedPrefix(participant), number * 256 + 7);
}

function announced(filterExpression: string, ...expressionParameters: string[]): RemoteEndpointInfo {
  const contentFilter = {
    ...{ contentFilteredTopicName: "f", relatedTopicName: "Square", filterClassName: "DDSSQL" },
    ...{ filterExpression, expressionParameters },
  };
  return { role: "reader", qos: DEFAULT_READER_QOS, contentFilter } as unknown as RemoteEndpointInfo;
}

function setUp(limits: Partial<typeof REMOTE_FILTER_LIMITS> = {}) {
  const pool = new RemoteFilterPool({ ...REMOTE_FILTER_LIMITS, ...limits });
  const state = { refused: 0, now: 1000 };
  const context = { now: () => state.now, refused: () => void state.refused++ };
  const writer = () => new RemoteFilters<Shape>(SHAPE, context, pool);
  return { pool, state, writer };
}

/** `count` comparisons, all of them true of x = 0. */
function comparisons(count: number, first = 1): string {
  return Array.from({ length: count }, (_, i) => `x<>${first + i}`).join(" AND ");
}

const NOTHING = { length: 0, steps: 0, participants: 0 };

test("equal filters with equal parameters are compiled once and looked at once", () => {
  const { pool, state, writer } = setUp({ writerSteps: 1, participantSteps: 1000 });
  const filters = writer();
  for (let i = 0; i < 100; i++) filters.noteReader(reader(i), announced("x > %0", "5"));
  assert.is(filters.size, 100);
  assert.is(pool.held.steps, 1);
  assert.is(state.refused, 0);
  assert.is(filters.excluded(shape(5, "RED"))!.length, 100);
  assert.is(filters.excluded(shape(6, "RED")), undefined);
  filters.noteReader(reader(1), announced("x > %0", "6"));
  assert.is(state.refused, 1, "another parameter is another filter, and the writer has steps for one");
  assert.is(filters.excluded(shape(5, "RED"))!.length, 99);
});

test("one writer: the sum of comparisons, and the readers, are limited", () => {
  const { state, writer } = setUp({ writerSteps: 100, writerReaders: 20 });
  const filters = writer();
  for (let i = 0; i < 15; i++) filters.noteReader(reader(i, i), announced(comparisons(10, 1 + 10 * i)));
  assert.is(filters.size, 10);
  assert.is(state.refused, 5);
  for (let i = 20; i < 40; i++) filters.noteReader(reader(i, i), announced(comparisons(10)));
  assert.is(filters.size, 20, "ten more readers share the first filter");
  assert.is(state.refused, 15);
});

for (const limits of [{ participantSteps: 100 }, { participantLength: 1000 }, { participantReaders: 4 }]) {
  test(`one participant, at all writers: ${Object.keys(limits)[0]}`, () => {
    const { pool, state, writer } = setUp(limits);
    const writers = [writer(), writer()];
    for (let i = 0; i < 40; i++) writers[i % 2]!.noteReader(reader(i), announced(comparisons(10, 1 + 10 * i)));
    const used = writers[0]!.size + writers[1]!.size;
    assert.ok(used >= 4 && used <= 10, `${used} readers`);
    assert.is(state.refused, 40 - used);
    writers[0]!.noteReader(reader(1, 2), announced("x > 1"));
    assert.is(state.refused, 40 - used, "others have their own");
    for (const each of writers) each.clear();
    assert.equal(pool.held, NOTHING);
    writers[0]!.noteReader(reader(99), announced("x > 1"));
    assert.is(writers[0]!.size, 1, "what is released can be used again");
  });
}

for (const limits of [{ processSteps: 100 }, { processLength: 1000 }]) {
  test(`all participants: ${Object.keys(limits)[0]}`, () => {
    const { pool, state, writer } = setUp(limits);
    const filters = writer();
    for (let i = 0; i < 40; i++) filters.noteReader(reader(i, i), announced(comparisons(10, 1 + 10 * i)));
    assert.ok(filters.size >= 4 && filters.size <= 10, `${filters.size} readers`);
    assert.is(state.refused, 40 - filters.size);
    assert.ok(pool.held.steps <= 100);
    for (let i = 0; i < 40; i++) filters.removeReader(reader(i, i));
    assert.equal(pool.held, NOTHING);
  });
}

test("a filter that is too long is not read, whatever makes it long", () => {
  const { pool, state, writer } = setUp({ filterLength: 1000 });
  const filters = writer();
  filters.noteReader(reader(1), announced(comparisons(200)));
  filters.noteReader(reader(2), announced("color = %0", "R".repeat(2000)));
  filters.noteReader(reader(3), announced(`x > 1${" ".repeat(2000)}`));
  assert.is(state.refused, 3);
  assert.equal(pool.held, NOTHING);
});

test("filters that change all the time are compiled within a budget, which time fills again", () => {
  const { pool, state, writer } = setUp({ compiledLength: 1000, compiledLengthPerSecond: 100 });
  const filters = writer();
  const one = reader(1);
  let used = 0;
  for (let i = 0; i < 100; i++) {
    filters.noteReader(one, announced(`x > ${i} ${"(".repeat(3)}`));
    filters.noteReader(one, announced(`x > ${100 + i}`));
    used += filters.size;
  }
  assert.ok(used > 3 && used < 20, `${used} compiled; those with a mistake cost too`);
  assert.ok(state.refused > 150);
  state.now += 1000;
  filters.noteReader(one, announced("x > 7"));
  assert.is(filters.size, 1);
  assert.is(pool.held.steps, 1);
});

test("what is looked up counts, each time", () => {
  const { pool, writer } = setUp();
  const filters = writer();
  filters.noteReader(reader(1), announced("x BETWEEN 1 AND 2 OR y = x"));
  assert.is(pool.held.steps, 4);
});

test("on the wire: the reader filters what the writer does not, and the writer counts it", async () => {
  const network = new SimNetwork({ seed: 5 });
  const a = simDcps(network, { index: 0 });
  const b = simDcps(network, { index: 1 });
  const qos = { reliability: "reliable", history: "keepAll" } as const;
  const writer = a.participant.createWriter(topicAt<Shape>(a, "Square", SHAPE), { qos });
  const topic = b.participant.createContentFilteredTopic(
    "Long",
    topicAt<Shape>(b, "Square", SHAPE),
    `x > 2 AND (${comparisons(2000, 100)})`,
  );
  const filtered = b.participant.createReader(topic, { qos });
  await untilMatched(network, [writer], [filtered]);
  for (let i = 0; i < 6; i++) writer.write(shape(i, "RED"));
  await runFor(network, 500);
  assert.equal(
    filtered.take().map(({ data }) => data!.x),
    [3, 4, 5],
  );
  assert.is(a.participant.counters.dropped.limitFilters, 1);
});

test.run();
