// Every case of the field's trouble is named by the test that asserts it, and so is every hand-made packet.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CASE_PACKETS, CASES } from "./support/casePackets.js";
import { listFiles, PROJECT } from "./support/sourceFacts.js";

const test = suite("case ids");

/** Numbers by section: "FR": [1, 2, 3]. */
const SECTIONS = JSON.parse(readFileSync(join(CASES, "ids.json"), "utf8")) as Record<string, readonly number[]>;
const IDS = Object.entries(SECTIONS).flatMap(([section, numbers]) =>
  numbers.map((number) => `${section}-${String(number).padStart(2, "0")}`),
);

/** Names of tests and of rows of tables: the text that names a test begins with an id, or has it in a list of them. */
function namedIn(file: string): string[] {
  return readFileSync(join(PROJECT, file), "utf8")
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("//") && /["'`]/.test(line))
    .flatMap((line) => line.match(/\b[A-Z]{2}-\d{2}\b/g) ?? []);
}

test("each of the 130 cases is named by a test", () => {
  assert.is(IDS.length, 130);
  const named = new Set(listFiles("test", /\.test\.ts$/).flatMap(namedIn));
  assert.equal(
    IDS.filter((id) => !named.has(id)),
    [],
  );
  assert.equal(
    [...named].filter((id) => !IDS.includes(id) && SECTIONS[id.slice(0, 2)] !== undefined),
    [],
    "ids that there are no cases of",
  );
});

test("each of the 44 packets belongs to a case", () => {
  assert.is(CASE_PACKETS.size, 44);
  for (const [id, { case: name, hex }] of CASE_PACKETS) {
    assert.ok(IDS.includes(name), id);
    assert.match(hex, /^52545053/);
  }
});

test.run();
