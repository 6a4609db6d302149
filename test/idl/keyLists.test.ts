/** Keys by pragma, as OpenSplice, older Cyclone DDS and OpenDDS have them. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseIdl } from "../../src/idl/index.js";
import { checkError } from "./support.js";

const test = suite("idl: key lists");

/** The keys of each struct that has some: `A: x, y`. */
function keysOf(text: string): string[] {
  return parseIdl(text)
    .structs.map(({ name, members, hasKey }) => {
      const keys = members.filter((member) => member.key).map((member) => member.name);
      assert.is(hasKey, keys.length > 0);
      return `${name}: ${keys.join(", ")}`;
    })
    .filter((each) => !each.endsWith(": "));
}

test("before or behind the struct, with or without commas", () => {
  assert.equal(keysOf("struct A { long x, y, z; };\n#pragma keylist A x z"), ["A: x, z"]);
  assert.equal(keysOf("#pragma keylist A x, z\nstruct A { long x, y, z; };"), ["A: x, z"]);
  assert.equal(keysOf("struct A { long x; };\n#pragma keylist A"), []);
});

test("names are found from where the pragma stands", () => {
  const text = "module m { struct A { long x, y; };\n#pragma keylist A x\n}; struct A { long x, y; };";
  assert.equal(keysOf(text), ["m::A: x"]);
  assert.equal(keysOf(`${text}\n#pragma keylist A y`), ["m::A: x", "A: y"]);
  assert.equal(keysOf("module m { struct A { long x; }; };\n#pragma keylist m::A x"), ["m::A: x"]);
  assert.equal(keysOf("module m { struct A { long x; }; module n {\n#pragma keylist ::m::A x\n struct B { }; }; };"), [
    "m::A: x",
  ]);
});

test("fields of members", () => {
  const text = "struct I { long a, b; }; typedef I J; struct A { J i; long x; };";
  assert.equal(keysOf(`${text}\n#pragma keylist A i.b x`), ["I: b", "A: i, x"]);
  assert.equal(keysOf(`${text}\n#pragma keylist A i`), ["A: i"]);
  assert.equal(keysOf("struct B { long a, b; }; struct C : B { long c; };\n#pragma keylist C b c"), [
    "B: b",
    "C: b, c",
  ]);
});

test("of OpenDDS", () => {
  const text = '#pragma DCPS_DATA_TYPE "m::A"\n#pragma DCPS_DATA_KEY "m::A x"\n#pragma DCPS_DATA_KEY "m::A.z"\n';
  assert.equal(keysOf(`${text}module m { struct A { long x, y, z; }; };`), ["m::A: x, z"]);
});

test("together with @key where both say the same", () => {
  assert.equal(keysOf("#pragma keylist A x\nstruct A { @key long x; long y; };"), ["A: x"]);
  checkError("#pragma keylist A y\nstruct ~A { @key long x; long y; };", "bad-value", "keys by @key and others by");
});

test("mistakes", () => {
  checkError("~#pragma keylist", "syntax", "needs the name of a struct");
  checkError("~#pragma keylist A x\n", "unknown-name", "the key list is for A, which is no struct here");
  checkError("enum A { X };\n~#pragma keylist A x\n", "unknown-name", "which is no struct here");
  checkError("struct A { long x; };\n~#pragma keylist A y", "unknown-name", "A has no member y");
  checkError("struct A { long x; };\n~#pragma keylist A x.y", "bad-value", "what is before .y is no struct");
  const inner = "struct I { long a, b; }; struct A { I i; }; struct B { I i; };\n#pragma keylist A i.a\n";
  checkError(`${inner}~#pragma keylist B i.b`, "bad-value", "the key of I would be a by another key list");
  checkError(`${inner}~#pragma keylist B i`, "bad-value", "mark its members with @key instead");
  checkError("#pragma keylist A x\nstruct A { @optional long ~x; };", "bad-value", "a key cannot be optional");
});

test.run();
