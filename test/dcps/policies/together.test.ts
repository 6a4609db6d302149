// Every policy that decides at the reader, all of them at once, with writers that come, go, change and die, over a
// network that loses and reorders: what each policy promises holds whatever the others do.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Sample } from "../../../src/index.js";
import { Random } from "../../../src/simulation/Random.js";
import type { Shape } from "../support.js";
import { Stage, type StageWriter } from "./Stage.js";

const test = suite("policies together");

const COLORS = ["red", "blue", "green"];
const SEPARATION_MS = 40;
const LIFESPAN_MS = 150;
const ROUNDS = 400;
const ROUND_MS = 5;

const OFFERED = {
  ownership: "exclusive",
  destinationOrder: "bySourceTimestamp",
  lifespan: `${LIFESPAN_MS}ms`,
  deadline: "100ms",
  liveliness: { kind: "automatic", leaseDuration: "200ms" },
} as const;
const REQUESTED = {
  ownership: "exclusive",
  destinationOrder: "bySourceTimestamp",
  timeBasedFilter: `${SEPARATION_MS}ms`,
  deadline: "100ms",
  liveliness: { kind: "automatic", leaseDuration: "200ms" },
} as const;

interface Heard {
  readonly at: number;
  readonly sample: Sample<Shape>;
}

/** Something that may happen to a writer. */
function act(stage: Stage, writer: StageWriter, random: Random, round: number): void {
  const color = COLORS[random.below(COLORS.length)]!;
  const sourceMs = stage.now - random.below(60);
  const chance = random.below(100);
  if (chance < 75) writer.write(`${color}${round}`, sourceMs);
  else if (chance < 85) writer.dispose(color, sourceMs);
  else if (chance < 93) tryUnregister(writer, color);
  else writer.setQos({ ownershipStrength: random.below(5) });
}

/** What is not registered cannot be unregistered. */
function tryUnregister(writer: StageWriter, color: string): void {
  try {
    writer.unregister(color);
  } catch (error) {
    assert.is((error as { code?: string }).code, "PRECONDITION_NOT_MET");
  }
}

/** One participant is cut off for a while now and then. */
function disturb(stage: Stage, writers: readonly StageWriter[], random: Random): void {
  const reader = stage.readers[0]!.at.sim.node;
  for (const { at } of writers) {
    if (random.below(30) === 0) stage.network.partition(at.sim.node, reader);
    else if (random.below(4) === 0) stage.network.heal(at.sim.node, reader);
  }
}

async function run(seed: number, onRound: () => void, makeReader: (stage: Stage) => void): Promise<Stage> {
  const random = new Random(seed);
  const link = { loss: 0.1, latencyMs: 1, jitterMs: 10, reordering: 0.2, reorderDelayMs: 20 };
  const stage = new Stage({ seed, link });
  const writers = [0, 1, 2, 3].map((strength) => stage.writer({ ...OFFERED, ownershipStrength: strength }));
  makeReader(stage);
  await stage.start();
  for (let round = 1; round <= ROUNDS; round++) {
    await stage.at(ROUND_MS * round);
    for (const writer of writers) if (random.below(3) === 0) act(stage, writer, random, round);
    if (round % 10 === 0) disturb(stage, writers, random);
    onRound();
  }
  for (const { at } of writers) stage.network.heal(at.sim.node, stage.readers[0]!.at.sim.node);
  await stage.at(ROUND_MS * ROUNDS + 60_000);
  for (const writer of writers) await writer.close();
  await stage.at(ROUND_MS * ROUNDS + 70_000);
  return stage;
}

/** What each policy promises about the samples of one instance, in the order in which they were heard. */
function checkInstance(heard: readonly Heard[], startEpochMs: number, context: string): void {
  let lastValueAt = -Infinity;
  let lastSourceMs = -Infinity;
  for (const { at, sample } of heard) {
    const { info } = sample;
    const sourceMs = info.sourceTimestampMs;
    if (info.validData) {
      assert.ok(at - lastValueAt >= SEPARATION_MS - 0.01, `${context}: values ${at - lastValueAt} ms apart`);
      assert.ok(startEpochMs + at - sourceMs! < LIFESPAN_MS + 0.01, `${context}: expired at ${at}`);
      lastValueAt = at;
    }
    if (sourceMs === undefined || info.receivedInstanceState === "NOT_ALIVE_NO_WRITERS") continue;
    assert.ok(sourceMs >= lastSourceMs, `${context}: older than what was heard before, at ${at}`);
    lastSourceMs = sourceMs;
  }
}

test("a listener hears nothing too soon, too late or twice", async () => {
  for (let seed = 1; seed <= 3; seed++) {
    const heard = new Map<number, Heard[]>();
    let startEpochMs = 0;
    const stage = await run(
      seed,
      () => undefined,
      (stage) => {
        const onSample = (sample: Sample<Shape>) => {
          startEpochMs = stage.network.now - stage.now + 1_700_000_000_000;
          const list = heard.get(sample.info.instanceHandle) ?? [];
          heard.set(sample.info.instanceHandle, list);
          list.push({ at: stage.now, sample });
        };
        stage.reader(REQUESTED, stage.host(), { onSample });
      },
    );
    const all = [...heard.values()].flat();
    for (const [handle, list] of heard) checkInstance(list, startEpochMs, `seed ${seed}, instance ${handle}`);
    const ids = all
      .filter(({ sample }) => sample.info.sequenceNumber > 0)
      .map(({ sample }) => `${sample.info.writerGuid} ${sample.info.sequenceNumber}`);
    assert.is(new Set(ids).size, ids.length, `seed ${seed}: twice`);
    assert.ok(all.filter(({ sample }) => sample.info.validData).length > 20, `seed ${seed}: ${all.length} heard`);
    for (const reason of ["notOwner", "tooSoon", "staleSample"] as const) {
      assert.ok(stage.readers[0]!.drops(reason) > 0, `seed ${seed}: no ${reason}`);
    }
    for (const color of COLORS) assert.is(stage.readers[0]!.reader.lookupInstance({ color }), 0, `seed ${seed}`);
  }
});

test("a reader that is always full loses no count and ends empty", async () => {
  for (let seed = 11; seed <= 12; seed++) {
    const random = new Random(seed);
    let stage: Stage | undefined;
    let taken = 0;
    const takeOne = () => {
      if (random.below(4) === 0) taken += stage!.readers[0]!.reader.take(1).length;
      assert.ok(stage!.readers[0]!.reader.read().length <= 5, `seed ${seed}: beyond its limits`);
    };
    stage = await run(seed, takeOne, (made) => {
      stage = made;
      made.reader({ ...REQUESTED, resourceLimits: { maxSamples: 2, maxInstances: 3 } });
    });
    assert.ok(taken > 10, `seed ${seed}: ${taken}`);
    const { reader } = stage.readers[0]!;
    while (reader.take().length > 0) await stage.soon();
    for (const color of COLORS) assert.is(reader.lookupInstance({ color }), 0, `seed ${seed}`);
  }
});

test.run();
