// RTPS 2.5 §9.6.4.8: an instance is found by the value of its one simple key member; hashing comes once.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { KeyedInstance, KeyIndex } from "../../src/dcps/KeyIndex.js";
import { compileCodec, parseIdl, type StructValue, type TypeCodec } from "../../src/index.js";

const test = suite("index of instances");

/** How often each of two values is hashed when both are looked up three times. */
function hashesOf(idl: string, first: StructValue, second: StructValue): number {
  const codec = compileCodec(parseIdl(idl).structs.at(-1)!, { representation: "xcdr1" });
  let hashes = 0;
  const counting: TypeCodec<StructValue> = Object.create(codec, {
    keyHash: {
      value: (value: StructValue) => {
        hashes++;
        return codec.keyHash(value);
      },
    },
  });
  const index = new KeyIndex(counting, (handle, keyHash) => new KeyedInstance(handle, keyHash));
  const found = [first, second, first, second, first, second].map((value) => index.find(value));
  assert.equal(
    found.map((instance) => instance?.handle),
    [1, 2, 1, 2, 1, 2],
  );
  return hashes;
}

test("one simple key member is hashed once for each value", () => {
  assert.is(hashesOf("struct T { @key string color; };", { color: "RED" }, { color: "BLUE" }), 2);
  assert.is(hashesOf("struct T { @key long id; long x; };", { id: 1, x: 5 }, { id: 2, x: 5 }), 2);
});

test("so is one whose type has a name by typedef", () => {
  const idl = "typedef string<16> Name; typedef Name Color; struct T { @key Color color; };";
  assert.is(hashesOf(idl, { color: "RED" }, { color: "BLUE" }), 2);
});

test("so are other keys, which are looked up as they are serialized", () => {
  assert.is(hashesOf("struct T { @key long a; @key long b; };", { a: 1, b: 1 }, { a: 1, b: 2 }), 2);
});

for (const [kind, idl, values] of [
  ["one string", "struct T { @key string s; };", [{ s: "a" }, { s: "b" }, { s: "c" }]],
  [
    "two members",
    "struct T { @key long a; @key string s; };",
    [
      { a: 1, s: "a" },
      { a: 1, s: "b" },
      { a: 2, s: "a" },
    ],
  ],
] as const) {
  test(`CD-26: keys with the same hash are different instances (${kind})`, () => {
    const codec = compileCodec(parseIdl(idl).structs.at(-1)!, { representation: "xcdr1" });
    const hash = new Uint8Array(16).fill(7);
    const clashing: TypeCodec<StructValue> = Object.create(codec, { keyHash: { value: () => hash } });
    const index = new KeyIndex(clashing, (handle, keyHash) => new KeyedInstance(handle, keyHash));
    const find = () => values.map((value) => index.find(value)!.handle);
    assert.equal([find(), find(), index.size], [[1, 2, 3], [1, 2, 3], 3]);
    assert.is(index.findPeerHash(hash), undefined, "the hash alone names none of them");
    index.remove(index.find(values[0])!);
    index.remove(index.find(values[1])!);
    assert.is(index.findPeerHash(hash)!.handle, 3);
    assert.equal([index.size, index.find(values[0], false)], [1, undefined]);
    assert.is(index.find(values[0])!.handle, 4);
    assert.is.not(index.nameOf(values[0]), index.nameOf(values[1]));
  });
}

test.run();
