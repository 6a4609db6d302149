/** Types built in TypeScript, and the digest behind hashed ids. */
import { createHash } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  alias,
  array,
  arrayOf,
  bitmask,
  bitset,
  boolean,
  char,
  enumeration,
  float32,
  float64,
  IdlError,
  int32,
  int64,
  map,
  md5,
  memberIdHash,
  octet,
  parseIdl,
  sequence,
  string,
  struct,
  type TypeDescription,
  uint8,
  union,
  wchar,
  wstring,
} from "../../src/idl/index.js";

const test = suite("idl: build");
const color = enumeration("Color", ["RED", "GREEN"]);

test("the same type as from IDL", () => {
  const fromIdl = parseIdl(`module m { @bit_bound(16) enum E { A, @default_literal @value(7) B };
    @final @nested @topic(name="Top") struct S { @key @id(4) long id; octet grid[2][3]; sequence<string<8>, 5> names;
      E e; @must_understand @default(9) long x; }; };`).struct("S");
  const e = enumeration("m::E", { A: 0, B: 7 }, { bitBound: 16, defaultLiteral: "B" });
  const built = struct(
    "m::S",
    {
      id: { type: int32, key: true, id: 4 },
      grid: array(octet, 2, 3),
      names: sequence(string(8), 5),
      e,
      x: { type: int32, mustUnderstand: true, defaultValue: 9 },
    },
    { extensibility: "final", nested: true, topicName: "Top" },
  );
  assert.equal(built, fromIdl);
  assert.ok(Object.isFrozen(built));
});

test("members say all that annotations can say", () => {
  const [a, b] = struct("S", {
    a: {
      type: string(),
      optional: true,
      external: true,
      tryConstruct: "trim",
      unit: "m",
      annotations: [{ name: "foo::bar", parameters: { value: 1 } }],
    },
    b: { type: int32, min: -1, max: 5, hashId: "color" },
  }).members;
  assert.equal([a!.optional, a!.external, a!.tryConstruct, a!.unit], [true, true, "trim", "m"]);
  assert.equal(a!.annotations, [{ name: "foo::bar", parameters: { value: 1 } }]);
  // XTypes 1.3 §7.3.1.2.1.1 works this one out.
  assert.equal([b!.min, b!.max, b!.id, b!.hashId], [-1, 5, 0x0fa5dd70, "color"]);
});

test("ids go on after those of the base, and after explicit and hashed ones", () => {
  const base = struct("B", { a: { type: int32, key: true, id: 7 } }, { extensibility: "mutable" });
  const derived = struct(
    "D",
    { b: int32, c: { type: int32, hashId: true }, d: int32 },
    { base, extensibility: "mutable" },
  );
  assert.equal(
    derived.members.map(({ name, id }) => [name, id]),
    [
      ["a", 7],
      ["b", 8],
      ["c", memberIdHash("c")],
      ["d", memberIdHash("c") + 1],
    ],
  );
  assert.equal([derived.inheritedCount, derived.hasKey, derived.base === base], [1, true, true]);
  assert.is(struct("E", {}, { base }).extensibility, "mutable");
  assert.is(struct("H", { x: int32 }, { autoId: "hash" }).members[0]!.id, memberIdHash("x"));
});

test("unions: labels become values of the discriminator, ids begin behind it", () => {
  const u = union(
    "U",
    alias("Big", int64),
    { a: { type: int32, labels: [1, 2n] }, b: { type: string(), isDefault: true } },
    { discriminatorIsKey: true, extensibility: "final" },
  );
  assert.equal(
    u.cases.map(({ name, labels, isDefault, id }) => [name, labels, isDefault, id]),
    [
      ["a", [1n, 2n], false, 1],
      ["b", [], true, 2],
    ],
  );
  assert.equal([u.discriminatorIsKey, u.extensibility], [true, "final"]);
  const labelsOf = (on: TypeDescription, ...labels: (string | number | boolean)[]) =>
    union("V", on, { a: { type: int32, labels } }).cases[0]!.labels;
  assert.equal(labelsOf(color, "GREEN"), ["GREEN"]);
  assert.equal(labelsOf(boolean, true), [true]);
  assert.equal(labelsOf(char, "a", "ÿ"), ["a", "ÿ"]);
  assert.equal(labelsOf(wchar, "✓"), ["✓"]);
  assert.equal(labelsOf(bitmask("M", ["A", "B"]), 3), [3]);
});

test("bitmasks and bitsets place their bits", () => {
  const mask = bitmask("M", { A: 0, B: 63 }, { bitBound: 64, extensibility: "final" });
  assert.equal([mask.bitBound, mask.flags[1]], [64, { name: "B", position: 63 }]);
  const base = bitset("B", { a: 1, b: 7 });
  const derived = bitset("D", [{ bits: 4 }, { name: "c", bits: 9 }, { name: "d", bits: 20, holder: "int64" }], {
    base,
  });
  assert.equal(
    derived.fields.map(({ name, bits, position, holder }) => [name, bits, position, holder]),
    [
      ["a", 1, 0, "boolean"],
      ["b", 7, 1, "uint8"],
      [undefined, 4, 8, "uint8"],
      ["c", 9, 12, "uint16"],
      ["d", 20, 21, "int64"],
    ],
  );
});

test("collections and their elements", () => {
  assert.equal(sequence(int32).elementFlags, undefined);
  assert.equal(sequence(int32, 3, { external: true }).elementFlags, { external: true, tryConstruct: "discard" });
  assert.equal(arrayOf(string(2), [2], { tryConstruct: "trim" }).elementFlags, {
    external: false,
    tryConstruct: "trim",
  });
  const m = map(alias("K", wstring(3)), float64, 5);
  assert.equal([m.key.kind, m.value.kind, m.bound], ["alias", "float64", 5]);
});

test("types can contain themselves where that can end", () => {
  const node = struct("Node", (self) => ({
    kids: sequence(self),
    named: map(string(), self),
    next: { type: self, optional: true, external: true },
  }));
  assert.is((node.members[0]!.type as { element: unknown }).element, node);
  const tree = union("Tree", boolean, (self) => ({
    leaf: { type: int32, labels: [true] },
    branch: { type: self, labels: [false], external: true },
  }));
  assert.is(tree.cases[1]!.type, tree);
});

test("mistakes in structs are one line without a place", () => {
  const final = struct("Final", { a: int32 }, { extensibility: "final" });
  assertRefused([
    [() => struct("1A", {}), /"1A" cannot be a type name/],
    [() => struct("A::", {}), /"" cannot be a type name/],
    [() => struct("A", { ["__proto__"]: int32 }), /"__proto__" cannot be a member name/],
    [() => struct("A", { a: int32, A: int32 }), /two members that differ only in case: a and A/],
    [() => struct("A", { a: { type: int32, id: -1 } }), /struct A, a: the id must be/],
    [() => struct("A", { a: { type: int32, id: 2 ** 28 } }), /struct A, a: the id must be/],
    [() => struct("A", { a: { type: int32, id: 1 }, b: { type: int32, id: 1 } }), /a and b both have the id 1/],
    [() => struct("A", { a: { type: int32, defaultValue: "x" } }), /struct A, a: the default x does not fit int32/],
    [() => struct("A", { a: { type: float32, defaultValue: 1e39 } }), /does not fit float32/],
    [() => struct("A", { a: { type: array(int32, 2), defaultValue: 1 } }), /does not fit int32\[2\]/],
    [() => struct("A", { a: { type: int32, min: 2, max: 1 } }), /the minimum 2 is above the maximum 1/],
    [() => struct("A", { a: { type: uint8, max: 256 } }), /the maximum 256 does not fit uint8/],
    [() => struct("A", { a: { type: int32, key: true, optional: true } }), /a key cannot be optional/],
    [() => struct("A", { a: int32 }, { base: final }), /two members named a/],
    [() => struct("A", {}, { base: final, extensibility: "mutable" }), /A is mutable, its base Final is final/],
    [
      () => struct("A", (self) => ({ a: { type: self, external: true } })),
      /every A would hold another one \(A.a -> A\)/,
    ],
    [() => struct("A", (self) => ({ a: array(self, 2) })), /every A would hold another one/],
  ]);
});

test("mistakes in unions are, too", () => {
  const oneCase = (labels: (number | string | bigint | boolean)[], on: TypeDescription = int32) =>
    union("U", on, { a: { type: int32, labels } });
  assertRefused([
    [() => union("U", boolean, (self) => ({ a: { type: self, labels: [true] } })), /every U would hold another/],
    [() => union("U", int32, {}), /at least one case/],
    [() => oneCase([]), /union U, a: no label selects it/],
    [() => oneCase([1, 1]), /two cases have the label 1/],
    [() => oneCase([1.5]), /the label 1.5 does not fit int32/],
    [() => oneCase([256], octet), /the label 256 does not fit octet/],
    [() => oneCase(["BLUE"], color), /the label BLUE does not fit Color/],
    [() => oneCase(["ab"], char), /the label ab does not fit char/],
    [() => oneCase([1], float32), /float32 cannot be the discriminator/],
    [() => oneCase(["x"], string()), /string cannot be the discriminator/],
    [
      () => union("U", int32, { a: { type: int32, isDefault: true }, b: { type: int32, isDefault: true } }),
      /two default/,
    ],
    [
      () => union("U", int32, { a: { type: int32, labels: [1] }, A: { type: int32, labels: [2] } }),
      /differ only in case/,
    ],
    [
      () => union("U", int32, { a: { type: int32, labels: [1], id: 0 } }, { extensibility: "mutable" }),
      /\(the discriminator\) and a both have the id 0/,
    ],
  ]);
});

test("mistakes in other types are, too", () => {
  let deep: TypeDescription = int32;
  assertRefused([
    [() => string(0), /a string bound must be an integer from 1/],
    [() => wstring(2 ** 32), /a wstring bound must be/],
    [() => sequence(int32, 1.5), /a sequence bound/],
    [() => array(int32), /at least one dimension/],
    [() => array(int32, 65536, 65536), /more than 4294967295 elements/],
    [() => map(float64, int32), /a map key cannot be float64/],
    [() => map(string(), int32, 0), /a map bound/],
    [() => enumeration("E", []), /at least one literal/],
    [() => enumeration("E", ["A", "A"]), /two literals named A/],
    [() => enumeration("E", { A: 1, B: 1 }), /two literals have the value 1/],
    [() => enumeration("E", ["A"], { defaultLiteral: "B" }), /no literal B/],
    [() => enumeration("E", { A: -1, B: 65535 }, { bitBound: 16 }), /65535 and -1 have the same 16 bits/],
    [() => enumeration("E", { A: 2 ** 31 }), /does not fit 32 bits/],
    [() => enumeration("E", ["A"], { bitBound: 33 }), /the bit bound must be 1 to 32, not 33/],
    [() => bitmask("M", []), /at least one flag/],
    [() => bitmask("M", ["A"], { bitBound: 65 }), /the bit bound must be 1 to 64, not 65/],
    [() => bitmask("M", { A: 8 }, { bitBound: 8 }), /the bit of A must be 0 to 7, not 8/],
    [() => bitmask("M", { A: 1, B: 1 }), /two flags have the bit 1/],
    [() => bitset("B", { a: 0 }), /a must have 1 to 64 bits/],
    [() => bitset("B", { a: 60, b: 5 }), /has 65 bits/],
    [() => bitset("B", [{ name: "a", bits: 9, holder: "uint8" }]), /a has 9 bits, uint8 holds 8/],
    [() => bitset("B", [{ name: "a", bits: 9, holder: "float64" }]), /a cannot be float64/],
    [() => bitset("D", { a: 1 }, { base: bitset("B", { a: 1 }) }), /two bitfields named a/],
    [
      () => {
        for (let i = 0; i < 300; i++) deep = struct(`S${i}`, { a: deep });
      },
      /nested deeper than 256/,
    ],
  ]);
});

test("md5 is MD5, at every length around its blocks", () => {
  for (let length = 0; length < 200; length++) {
    const data = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 255);
    const expected = createHash("md5").update(data).digest("hex");
    assert.is(Buffer.from(md5(data)).toString("hex"), expected);
  }
  const large = new Uint8Array(100_003).fill(0x5a);
  assert.is(Buffer.from(md5(large)).toString("hex"), createHash("md5").update(large).digest("hex"));
});

test.run();

type Mistake = readonly [run: () => unknown, message: RegExp];

function assertRefused(wrong: readonly Mistake[]): void {
  for (const [run, message] of wrong) {
    try {
      run();
    } catch (error) {
      assert.instance(error, IdlError);
      assert.match((error as IdlError).message, message);
      assert.is((error as IdlError).line, 0);
      assert.is((error as IdlError).pretty(), (error as IdlError).message);
      continue;
    }
    assert.unreachable(String(message));
  }
}
