// DDS 1.4 §2.2.3.4 DURABILITY, §2.2.3.5 DURABILITY_SERVICE and §2.2.3.18 HISTORY at the writer: what a late joiner gets.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WriterPolicies } from "../../../src/index.js";
import { runFor } from "../../support/simDcps.js";
import { type Shape, shape } from "../support.js";
import { KEEP_ALL, openPair, type Pair, readerAt, takeAll } from "./writerSupport.js";

const test = suite("DURABILITY, writer");

async function lateJoiner(
  { network, b }: Pair,
  durability: "volatile" | "transientLocal" | "transient" = "transientLocal",
) {
  const reader = readerAt(b, { durability });
  await runFor(network, 100);
  const heard = takeAll(reader);
  assert.is(reader.matchedPublications.length, 1);
  await reader.close();
  await runFor(network, 50);
  return heard;
}

interface Row {
  readonly rule: string;
  readonly qos: WriterPolicies;
  /** Colors that are written, in order, with x counting from 1. */
  readonly written: string;
  readonly late: readonly string[];
}

const reliable = { reliability: "reliable" } as const;
const ROWS: Row[] = [
  {
    rule: 'VOLATILE: "the Service does not need to keep any samples on behalf of any DataReader that is not known"',
    qos: { ...KEEP_ALL },
    written: "A A B",
    late: [],
  },
  {
    rule: "TRANSIENT_LOCAL KEEP_LAST: exactly the depth of each instance",
    qos: { ...reliable, durability: "transientLocal", history: { keepLast: 2 } },
    written: "A A A B C C C C",
    late: ["A 2", "A 3", "B 4", "C 7", "C 8"],
  },
  {
    rule: "TRANSIENT_LOCAL KEEP_ALL: everything",
    qos: { ...KEEP_ALL, durability: "transientLocal" },
    written: "A A B",
    late: ["A 1", "A 2", "B 3"],
  },
  {
    rule: "TRANSIENT_LOCAL KEEP_ALL with limits: the newest that fit, of each instance one at least",
    qos: { ...KEEP_ALL, durability: "transientLocal", resourceLimits: { maxSamples: 3 } },
    written: "A B B B B",
    late: ["A 1", "B 4", "B 5"],
  },
  {
    rule: "TRANSIENT: the history of DURABILITY_SERVICE, whose default is KEEP_LAST 1, not that of HISTORY",
    qos: { ...KEEP_ALL, durability: "transient" },
    written: "A A B",
    late: ["A 2", "B 3"],
  },
  {
    rule: "PERSISTENT: the same, as long as the writer lives",
    qos: { ...reliable, durability: "persistent", durabilityService: { historyDepth: 2 } },
    written: "A A A B",
    late: ["A 2", "A 3", "B 4"],
  },
  {
    rule: "TRANSIENT KEEP_ALL: everything, up to the limits of the service",
    qos: { ...reliable, durability: "transient", durabilityService: { historyKind: "keepAll", maxSamples: 3 } },
    written: "A A A B",
    late: ["A 2", "A 3", "B 4"],
  },
  {
    rule: "TRANSIENT: no more per instance than the service may hold",
    qos: {
      ...reliable,
      durability: "transient",
      durabilityService: { historyKind: "keepAll", maxSamplesPerInstance: 1 },
    },
    written: "A A B",
    late: ["A 2", "B 3"],
  },
];

for (const { rule, qos, written, late } of ROWS) {
  test(rule, async () => {
    const pair = await openPair({ writer: qos });
    for (const [i, color] of written.split(" ").entries()) {
      pair.writer.write(shape(i + 1, color));
      await runFor(pair.network, 20);
    }
    assert.equal(await lateJoiner(pair, qos.durability === undefined ? "volatile" : "transientLocal"), late);
    assert.equal(
      takeAll(pair.reader).sort(),
      written
        .split(" ")
        .map((color, i) => `${color} ${i + 1}`)
        .sort(),
    );
    assert.equal(await lateJoiner(pair, "volatile"), [], "a VOLATILE reader begins with the next sample");
  });
}

test("TRANSIENT and PERSISTENT writers match readers that ask for it, though nothing outlives the writer", async () => {
  const pair = await openPair({ writer: { ...KEEP_ALL, durability: "persistent" } });
  pair.writer.write(shape(1));
  await runFor(pair.network, 50);
  assert.equal(await lateJoiner(pair, "transient"), ["RED 1"]);
});

test("a reader that is slower than HISTORY, and one that joins meanwhile, each get what is theirs", async () => {
  const pair = await openPair({ writer: { ...KEEP_ALL, durability: "transient" } });
  const { network, a, b, writer } = pair;
  network.partition(a.sim.node, b.sim.node);
  for (let x = 1; x <= 3; x++) writer.write(shape(x));
  const local = readerAt(a, { durability: "transientLocal" });
  await runFor(network, 100);
  assert.equal(takeAll(local), ["RED 3"]);
  network.heal(a.sim.node, b.sim.node);
  await runFor(network, 1500);
  assert.equal(takeAll(pair.reader), ["RED 1", "RED 2", "RED 3"]);
});

test("service_cleanup_delay: disposed and unregistered is remembered that long", async () => {
  const pair = await openPair({
    writer: { ...KEEP_ALL, durability: "transient", durabilityService: { serviceCleanupDelay: "1s" } },
  });
  const { network, writer } = pair;
  writer.write(shape(1));
  writer.write(shape(1, "BLUE"));
  await runFor(network, 50);
  writer.unregister({ color: "RED" });
  await runFor(network, 500);
  assert.equal(await lateJoiner(pair), ["BLUE 1", "RED NOT_ALIVE_DISPOSED"]);
  await runFor(network, 500);
  assert.equal(await lateJoiner(pair), ["BLUE 1"]);
});

test("a dispose is the last word for late joiners of TRANSIENT_LOCAL writers", async () => {
  const pair = await openPair({ writer: { ...reliable, durability: "transientLocal", history: { keepLast: 1 } } });
  const key: Partial<Shape> = { color: "RED" };
  pair.writer.write(shape(1));
  pair.writer.dispose(key);
  await runFor(pair.network, 50);
  assert.equal(await lateJoiner(pair), ["RED NOT_ALIVE_DISPOSED"]);
  pair.writer.write(shape(2));
  await runFor(pair.network, 50);
  assert.equal(await lateJoiner(pair), ["RED 2"]);
});

test.run();
