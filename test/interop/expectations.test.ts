// The judge of the interop matrix must see what is wrong: a cell that passes although samples are missing is worse
// than none.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { PeerEvent, SampleEvent } from "../../interop/contract/events.js";
import { DEFAULT_OPTIONS } from "../../interop/contract/options.js";
import { crc32Hex, sampleEventOf, shapeOf } from "../../interop/contract/pattern.js";
import {
  checkEndings,
  checkMismatch,
  checkSamples,
  expectedEndings,
  expectedSamples,
} from "../../interop/matrix/expectations.js";
import { SCENARIOS, type Scenario } from "../../interop/matrix/scenarios.js";

const test = suite("interop expectations");

const WRITER = { ...DEFAULT_OPTIONS, role: "pub" as const, count: 6, payload: 3, colors: ["BLUE", "RED"] };
const EXCHANGE = SCENARIOS.find((scenario) => scenario.kind === "exchange")!;
const LATE: Scenario = { ...EXCHANGE, kind: "late joiner" };

function samples(): SampleEvent[] {
  return expectedSamples(EXCHANGE, WRITER);
}

test("the pattern is the one in the contract", () => {
  assert.equal([...shapeOf(WRITER, 2).additional_payload_size], [62, 69, 76]);
  assert.is(shapeOf(WRITER, 3).color, "RED");
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
  const foreign = [...all, sampleEventOf({ ...shapeOf(WRITER, 0), color: "GREEN" })];
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
  assert.ok(checkEndings(endings, [endings[0]!, ...all, endings[1]!]).length > 0, "early");
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

test.run();
