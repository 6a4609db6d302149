// Types are inferred for what is built in place: inferredValues.ts says what they must be, the compiler checks it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PROJECT } from "../support/sourceFacts.js";
import { typeCheck } from "../support/typeCheck.js";

const test = suite("inferred types of values");

const source = readFileSync(join(PROJECT, "test", "idl", "inferredValues.ts"), "utf8").replace(
  "../../src/index.js",
  "rtps-lab",
);

test("TypeScript knows the values of every kind of type", () => {
  assert.equal(typeCheck({ "values.ts": source }, "src/index.ts"), []);
});

test("the check notices what it should", () => {
  const wrong = source.replace(
    "expectValues<Uint8Array>()(sequence(octet))",
    "expectValues<number[]>()(sequence(octet))",
  );
  assert.is.not(wrong, source);
  const complaints = typeCheck({ "values.ts": wrong }, "src/index.ts");
  assert.is(complaints.length, 1);
  assert.match(complaints[0]!, /^values\.ts:\d+: Expected 2 arguments, but got 1/);
});

test.run();
