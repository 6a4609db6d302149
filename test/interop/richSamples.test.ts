// The rich samples of the interop matrix fit their types, cover what they are for, and the judge that compares them
// sees every difference.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  RICH_KINDS,
  RICH_TYPE,
  type RichKind,
  richSample,
  valueDifference,
} from "../../interop/types/contract/richSamples.js";
import { compileCodec, fromJson, parseIdl, toJson } from "../../src/index.js";
import { PROJECT } from "../support/sourceFacts.js";

const test = suite("interop rich samples");

const typeOf = (kind: RichKind) =>
  parseIdl(readFileSync(join(PROJECT, "interop", "types", "contract", `rich_${kind}.idl`), "utf8")).struct(RICH_TYPE);

test("each sample is a value of its type, and comes back the same", () => {
  for (const kind of RICH_KINDS) {
    const type = typeOf(kind);
    assert.is(type.extensibility, kind.replace("plain_", ""));
    assert.is(type.members.filter((member) => member.optional).length, kind.startsWith("plain_") ? 0 : 4);
    for (const representation of ["xcdr1", "xcdr2"] as const) {
      const codec = compileCodec(type, { representation });
      for (let i = 0; i < 8; i++) {
        const value = fromJson(type, richSample(kind, i)) as Record<string, unknown>;
        const back = toJson(type, codec.deserialize(codec.serialize(value)));
        assert.is(valueDifference(richSample(kind, i), back), undefined);
      }
    }
  }
});

test("eight samples have every branch, and each optional member there and not there", () => {
  const samples = Array.from({ length: 8 }, (_, i) => richSample("final", i));
  const branches = (name: string) => samples.map((sample) => (sample[name] as { member: string } | null)?.member);
  assert.is(new Set(branches("current")).size, 4);
  assert.is(new Set(branches("step")).size, 2);
  for (const name of ["ratio", "remark", "place", "spare"])
    assert.is(new Set(samples.map((sample) => sample[name] === null)).size, 2, name);
});

test("the judge sees every difference, and takes the forms that readers print", () => {
  const expected = richSample("final", 3);
  assert.is(valueDifference(expected, { ...expected }), undefined);
  const { place, ...without } = expected;
  assert.is(place, null);
  assert.is(valueDifference(expected, without), undefined);
  assert.is(valueDifference({ a: "12" }, { a: 12 }), undefined);
  const differences = [
    [{ a: "9007199254740993" }, { a: 9007199254740992 }, 'a is 9007199254740992, not "9007199254740993"'],
    [{ a: [1, 2] }, { a: [1] }, "a[1] is undefined, not 2"],
    [{ a: [1] }, { a: [1, 2] }, "a[1] is 2 and should not be there"],
    [{ a: {} }, { a: { b: 1 } }, "a.b is 1 and should not be there"],
    [{ a: null }, { a: 0 }, "a is 0, not null"],
    [{ a: { b: 1 } }, { a: null }, 'a is null, not {"b":1}'],
    [{ a: 1.5 }, { a: "1.5" }, 'a is "1.5", not 1.5'],
    [{ a: [] }, { a: {} }, "a is {}, not []"],
  ] as const;
  for (const [wanted, given, words] of differences) assert.is(valueDifference(wanted, given), words);
});

test.run();
