// What others announce of their types in older ways: TypeObjects of XTypes 1.0 as Connext has them, of which the name
// comes out and nothing else does any harm; and the TypeInformation of Fast DDS 2.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CdrError } from "../../src/cdr/index.js";
import { olderTypeName } from "../../src/dcps/types/olderType.js";
import { DEFAULT_LIMITS } from "../../src/rtps/behavior/tuning.js";
import { compressedTypeObject, TypeProblem, TypeRegistry, typeNameInV1 } from "../../src/xtypes/index.js";
import { CAPTURES } from "../inspect/fixtures.js";
import { bytesOf } from "./support.js";

const test = suite("xtypes/older");

const CONNEXT = JSON.parse(
  readFileSync(join(CAPTURES, "..", "xtypes", "connext-7.7-typeobject-v1.json"), "utf8"),
) as Record<"compressedShape" | "shapeInModule", string>;
const COMPRESSED = bytesOf(CONNEXT.compressedShape);
const PLAIN = bytesOf(CONNEXT.shapeInModule);

const nameOf = (octets: Uint8Array, isCompressed = true, littleEndian = true) =>
  olderTypeName({ isCompressed, littleEndian, octets });

function packed(octets: Uint8Array, { classId = 1, length = octets.length, cut = 0 } = {}): Uint8Array {
  const zlib = deflateSync(octets);
  const parameter = new Uint8Array(12 + zlib.length - cut);
  const view = new DataView(parameter.buffer);
  for (const [i, word] of [classId, length, zlib.length].entries()) view.setUint32(4 * i, word, true);
  parameter.set(zlib.subarray(0, zlib.length - cut), 12);
  return parameter;
}

test("a type of Connext is named, compressed or not, with the modules that it is in", () => {
  assert.is(nameOf(COMPRESSED), "ShapeType");
  assert.is(nameOf(PLAIN, false), "lab::ShapeType");
  assert.is(nameOf(packed(PLAIN)), "lab::ShapeType");
});

test("it is the type that the TypeObject is about, not the first of its library", () => {
  // The hash at the end is that of the base type now.
  const other = PLAIN.slice();
  other.set(PLAIN.subarray(0x94, 0x9c), other.length - 12);
  assert.is(nameOf(other, false), "lab::inner::Base");
});

test("a TypeObject without its type has no name", () => {
  const other = PLAIN.slice();
  other.fill(7, other.length - 12, other.length - 4);
  assert.match((nameOf(other, false) as CdrError).message, /does not hold the type/);
});

test("what is too short, too long or no zlib says so", () => {
  const cases: readonly (readonly [Uint8Array, string, RegExp])[] = [
    [COMPRESSED.subarray(0, 11), "truncated", /too short/],
    [packed(PLAIN, { cut: 1 }), "truncated", /shorter than it says/],
    [packed(PLAIN, { classId: 2 }), "bad-value", /compression 2/],
    [packed(PLAIN, { length: 0x10001 }), "limit-exceeded", /too large/],
    // A bomb: more comes out than was said.
    [packed(new Uint8Array(1 << 20), { length: 1000 }), "bad-value", /inflated/],
    [Uint8Array.from([1, 0, 0, 0, 9, 0, 0, 0, 4, 0, 0, 0, 1, 2, 3, 4]), "bad-value", /inflated/],
  ];
  for (const [octets, code, message] of cases) {
    const error = nameOf(octets) as CdrError;
    assert.instance(error, CdrError);
    assert.is(error.code, code);
    assert.match(error.message, message);
  }
  assert.instance(compressedTypeObject(COMPRESSED, false), CdrError);
});

test("every cut and every changed octet gives a name or an error", () => {
  let errors = 0;
  for (let i = 0; i < PLAIN.length; i++) {
    const changed = PLAIN.slice();
    changed[i] = changed[i]! ^ 0xff;
    for (const octets of [PLAIN.subarray(0, i), changed]) {
      for (const littleEndian of [true, false]) {
        const name = typeNameInV1(octets, littleEndian);
        if (name instanceof CdrError) errors++;
        else assert.type(name, "string");
      }
    }
  }
  assert.ok(errors > PLAIN.length, String(errors));
});

test("modules in modules in modules are too many", () => {
  const error = typeNameInV1(modulesInEachOther(40), true) as CdrError;
  assert.is(error.code, "limit-exceeded");
});

/** Each is the one element of the library around it. */
function modulesInEachOther(depth: number): Uint8Array {
  // As octets: a library is its count and its elements; an element its discriminator, the module and a sentinel.
  let library: number[] = [0, 0, 0, 0];
  for (let i = 0; i < depth; i++) {
    const module = [2, 0, 0, 0, 0x6d, 0, 0, 0, ...library];
    library = [1, 0, 0, 0, 0, 0, 4, 0, 0x18, 0, 0, 0, ...member(100, module), 0x02, 0x7f, 0, 0];
  }
  const theType = [0x16, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8];
  return Uint8Array.from([...member(0, library), ...member(1, theType), 0x02, 0x7f, 0, 0]);
}

function member(id: number, octets: readonly number[]): number[] {
  const words = new Uint8Array(Uint32Array.of(id, octets.length).buffer);
  return [0x01, 0x7f, 8, 0, ...words, ...octets];
}

test("the TypeInformation of Fast DDS 2 is called what it is", () => {
  // The beginning of what Fast DDS 2.9.1 announced.
  const octets = bytesOf("00010000f1619a4c149f184c5c129c395058fa00670100000e0000000e00000004000000");
  const problem = new TypeRegistry(DEFAULT_LIMITS).describe(octets);
  assert.ok(problem instanceof TypeProblem);
  assert.is(
    problem.message,
    "its TypeInformation cannot be read: it is in plain CDR, a form that Fast DDS 2 alone has",
  );
});

test.run();
