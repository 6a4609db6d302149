// runner: timeout 300 s (it starts the compiler)
// Types are inferred for what is built in place: inferredValues.ts says what they must be, the compiler checks it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  boolean,
  compileCodec,
  float32,
  int64,
  map,
  octet,
  sequence,
  string,
  struct,
  uint64,
  union,
} from "../../src/index.js";
import { PROJECT } from "../support/sourceFacts.js";
import { declarationsOf, typeCheck } from "../support/typeCheck.js";

const test = suite("inferred types of values");

const source = readFileSync(join(PROJECT, "test", "idl", "inferredValues.ts"), "utf8").replace(
  "../../src/index.js",
  "rtps-lab",
);

test("TypeScript knows the values of every kind of type, and notices what it should", () => {
  const wrong = source.replace(
    "expectValues<Uint8Array>()(sequence(octet))",
    "expectValues<number[]>()(sequence(octet))",
  );
  assert.is.not(wrong, source);
  const complaints = typeCheck({ "values.ts": source, "wrong.ts": wrong }, "src/index.ts");
  assert.is(complaints.length, 1, complaints.join("\n"));
  assert.match(complaints[0]!, /^wrong\.ts:\d+: Expected 2 arguments, but got 1/);
});

test("what is inferred has names that other programs can use", () => {
  const made = declarationsOf(
    `import { alias, array, bitmask, bitset, enumeration, int32, map, sequence, string, struct, union } from "rtps-lab";
    export const tree = struct("Tree", (self) => ({ value: int32, children: sequence(self), byName: map(string(), self) }));
    export const sum = union("Sum", int32, (self) => ({ one: { type: int32, labels: [1] }, more: { type: sequence(self), labels: [2] } }));
    export const both = struct("Both", { tree, sum, grid: array(tree, 2, 2), name: alias("Name", sequence(tree)) });
    export const simple = [enumeration("E", ["A"]), bitmask("M", ["A"]), bitset("B", { a: 1 }), alias("S", sum)] as const;`,
    "src/idl/index.ts",
  );
  assert.not.match(made, /\bany\b/);
  const program = `${made}
    declare const sums: import("rtps-lab").ValueOf<typeof both>["sum"];
    export const text: string = sums.member === "more" && sums.value[0]?.member === "one" ? sums.value[0].value : 0;`;
  assert.equal(typeCheck({ "program.ts": program }, "src/idl/index.ts"), [
    `program.ts:${program.split("\n").length}: Type 'number' is not assignable to type 'string'.`,
  ]);
});

test("codecs take all forms that TypeScript lets writers give", () => {
  const either = union("Either", boolean, {
    flags: { type: sequence(int64), labels: [true] },
    text: { type: string(), labels: [false] },
  });
  const type = struct("Everything", {
    ranges: sequence(float32),
    stamp: uint64,
    note: { type: string(), optional: true },
    eithers: sequence(either),
    byName: map(string(), sequence(octet)),
  });
  for (const codegen of [true, false]) {
    const codec = compileCodec(type, { representation: "xcdr2", codegen });
    const asRead = codec.serialize({
      ranges: Float32Array.of(1, 2),
      stamp: 1n,
      note: undefined,
      eithers: [
        { $discriminator: true, member: "flags", value: BigInt64Array.of(1n, 2n) },
        { $discriminator: false, member: "text", value: "a" },
      ],
      byName: new Map([["a", Uint8Array.of(1)]]),
    });
    const asWritten = codec.serialize({
      ranges: [1, 2],
      stamp: 1,
      note: null,
      eithers: [
        { member: "flags", value: [1, 2n] },
        { member: "text", value: "a" },
      ],
      byName: new Map([["a", [1]]]),
    });
    assert.equal(asWritten, asRead);
    const value = codec.deserialize(asRead);
    assert.equal(
      [value.stamp, value.note, value.eithers[1]],
      [1n, undefined, { $discriminator: false, member: "text", value: "a" }],
    );
    assert.instance(value.ranges, Float32Array);
  }
});

test.run();
