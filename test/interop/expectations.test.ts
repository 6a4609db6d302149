// The judge of the interop matrix must see what is wrong: a cell that passes although samples are missing is worse
// than none.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { PeerEvent, SampleEvent } from "../../interop/contract/events.js";
import { DEFAULT_OPTIONS } from "../../interop/contract/options.js";
import { crc32Hex, sampleValuesOf, shapeOf } from "../../interop/contract/pattern.js";
import {
  checkEndings,
  checkMismatch,
  checkSamples,
  checkSeparation,
  checkWholeSets,
  checkWrittenOrder,
} from "../../interop/matrix/checks.js";
import { blockSamples, expectedEndings, expectedSamples } from "../../interop/matrix/expectations.js";
import type { Scenario } from "../../interop/matrix/scenario.js";
import { SCENARIOS } from "../../interop/matrix/scenarios.js";

const test = suite("interop expectations");

const WRITER = { ...DEFAULT_OPTIONS, role: "pub" as const, count: 6, payload: 3, colors: ["BLUE", "RED"] };
const EXCHANGE = SCENARIOS.find((scenario) => scenario.kind === "exchange")!;
const LATE: Scenario = { ...EXCHANGE, kind: "late joiner" };

/** As a reader that takes each sample alone tells them, 100 ms apart. */
function samples(): SampleEvent[] {
  return expectedSamples(EXCHANGE, WRITER).map((values, i) => ({ ...values, take: i + 1, sourceMs: i * 100 }));
}

test("the pattern is the one in the contract", () => {
  assert.equal([...shapeOf(WRITER, 2).additional_payload_size], [62, 69, 76]);
  assert.is(shapeOf(WRITER, 3).color, "RED");
  assert.is(shapeOf({ ...WRITER, size: 7 }, 3).shapesize, 7);
  assert.ok(Object.is(shapeOf(WRITER, 0).y, 0));
  // The check value of CRC-32.
  assert.is(crc32Hex(new TextEncoder().encode("123456789")), "cbf43926");
});

test("what is right has no complaint, in any order between instances", () => {
  assert.equal(checkSamples(samples(), samples()), []);
  const red = samples().filter((sample) => sample.color === "RED");
  const blue = samples().filter((sample) => sample.color === "BLUE");
  assert.equal(checkSamples(samples(), [...red, ...blue]), []);
});

test("missing, doubled, swapped, altered and foreign samples are complained of", () => {
  const all = samples();
  const swapped = [all[2]!, all[1]!, all[0]!, ...all.slice(3)];
  const altered = all.map((sample, i) => (i === 4 ? { ...sample, payloadCrc: "00000000" } : sample));
  const foreign = [...all, { ...all[0]!, ...sampleValuesOf({ ...shapeOf(WRITER, 0), color: "GREEN" }) }];
  for (const got of [all.slice(1), [...all, all[5]!], swapped, altered, foreign, []]) {
    assert.ok(checkSamples(all, got).length > 0, JSON.stringify(got));
  }
});

test("a late joiner gets the last samples of each instance", () => {
  const numbers = (depth: number, type: "shape" | "plain") =>
    expectedSamples(LATE, { ...WRITER, historyDepth: depth, type }).map((sample) => sample.x);
  assert.equal(numbers(0, "shape"), [0, 1, 2, 3, 4, 5]);
  assert.equal(numbers(1, "shape"), [4, 5]);
  assert.equal(numbers(2, "shape"), [2, 3, 4, 5]);
  assert.equal(numbers(1, "plain"), [5], "a keyless topic is one instance");
});

test("dispose and unregister are each told once, after the samples of their instance", () => {
  const endings = expectedEndings({ ...WRITER, dispose: "BLUE", unregister: "RED" });
  const all: PeerEvent[] = samples();
  assert.equal(checkEndings(endings, [...all, ...endings]), []);
  assert.ok(checkEndings(endings, all).length > 0, "none");
  assert.ok(checkEndings(endings, [...all, ...endings, endings[0]!]).length > 0, "twice");
  const early = [endings[0]!, ...all, endings[1]!];
  assert.ok(checkEndings(endings, early).length > 0, "early");
  assert.equal(checkEndings(endings, early, { mayRevive: true }), [], "early, and the writer came back");
  const other: PeerEvent = { ...endings[0]!, color: "GREEN" };
  assert.ok(checkEndings(endings, [...all, ...endings, other]).length > 0, "of another instance");
});

test("a mismatch is the right policy, without a match and without a sample", () => {
  const told: PeerEvent = { event: "incompatible_qos", policyId: 11 };
  assert.equal(checkMismatch("writer", 11, [told]), []);
  assert.ok(checkMismatch("writer", 11, []).length > 0);
  assert.ok(checkMismatch("writer", 4, [told]).length > 0);
  assert.ok(checkMismatch("writer", 11, [told, { event: "matched", count: 1 }]).length > 0);
  assert.ok(checkMismatch("writer", 11, [told, samples()[0]!]).length > 0);
});

test("blocks name the writer, and an open end goes on with that writer alone", () => {
  const options = { writer: { ...WRITER, size: 20 }, second: { ...WRITER, size: 10 }, reader: WRITER };
  const got = (...pairs: [size: number, x: number][]) =>
    pairs.map(([size, x]) => ({ ...samples()[0]!, ...sampleValuesOf(shapeOf({ ...WRITER, size }, x)) }));
  const complaints = (events: SampleEvent[]) => {
    const blocks = [{ of: "writer", indices: [0, 1] } as const, { of: "second", someFrom: 1 } as const];
    const { expected, rest } = blockSamples(blocks, events, (who) => options[who]);
    return [...rest, ...checkSamples(expected, events)];
  };
  assert.equal(complaints(got([20, 0], [20, 1], [10, 3], [10, 4])), []);
  assert.ok(complaints(got([20, 0], [20, 1])).length > 0, "nothing of the second");
  assert.ok(complaints(got([20, 0], [20, 1], [10, 0])).length > 0, "one that was written too early");
  assert.ok(complaints(got([20, 0], [20, 1], [10, 3], [10, 3])).length > 0, "twice");
  assert.ok(complaints(got([20, 0], [20, 1], [10, 3], [20, 4])).length > 0, "the first again");
  assert.ok(complaints(got([20, 0], [10, 3], [10, 4])).length > 0, "one of the first missing");
});

test("the written order is judged over all instances", () => {
  assert.equal(checkWrittenOrder(samples()), []);
  assert.ok(checkWrittenOrder([samples()[1]!, samples()[0]!]).length > 0);
});

test("a set is whole when all of it came in one take", () => {
  const inTakes = (...takes: number[]) => samples().map((sample, i) => ({ ...sample, take: takes[i]! }));
  assert.equal(checkWholeSets(3, inTakes(1, 1, 1, 2, 2, 2)), []);
  assert.equal(checkWholeSets(3, inTakes(1, 1, 1, 1, 1, 1)), [], "two sets in one take");
  assert.ok(checkWholeSets(3, inTakes(1, 1, 2, 2, 2, 2)).length > 0, "in two pieces");
  assert.ok(checkWholeSets(3, inTakes(1, 1, 1, 2, 2, 2).slice(0, 5)).length > 0, "not whole");
});

test("a time filter keeps samples of an instance apart, and lets some through", () => {
  // The samples of an instance are 200 ms apart.
  assert.equal(checkSeparation(200, WRITER, samples()), []);
  assert.ok(checkSeparation(300, WRITER, samples()).length > 0, "too close");
  const late = samples().map((sample, i) => ({ ...sample, arrivedMs: i * 200 }));
  assert.equal(checkSeparation(300, WRITER, late), [], "shown later, and then far enough apart");
  assert.ok(checkSeparation(200, WRITER, samples().slice(0, 3)).length > 0, "one RED proves nothing");
  const altered = samples().map((sample) => ({ ...sample, y: 1 }));
  assert.ok(checkSeparation(200, WRITER, altered).length > 0, "wrong values");
});

test.run();
