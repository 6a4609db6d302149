/** Types built in TypeScript, and the digest behind hashed ids. */
import { createHash } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  array,
  enumeration,
  IdlError,
  int32,
  md5,
  octet,
  parseIdl,
  sequence,
  string,
  struct,
} from "../../src/idl/index.js";

const test = suite("idl: build");

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

test("mistakes are one line without a place", () => {
  const wrong: readonly (readonly [() => unknown, RegExp])[] = [
    [() => struct("1A", {}), /"1A" cannot be a type name/],
    [() => struct("A", { ["__proto__"]: int32 }), /"__proto__" cannot be a member name/],
    [() => struct("A", { a: int32, A: int32 }), /two members named a/],
    [() => struct("A", { a: { type: int32, id: -1 } }), /A.a: the member id must be/],
    [() => struct("A", { a: { type: int32, defaultValue: "x" } }), /A.a: the default x does not fit int32/],
    [() => struct("A", { a: { type: array(int32, 2), defaultValue: 1 } }), /does not fit int32\[2\]/],
    [() => string(0), /a string bound must be an integer from 1/],
    [() => sequence(int32, 1.5), /a sequence bound/],
    [() => array(int32), /at least one dimension/],
    [() => enumeration("E", []), /at least one literal/],
    [() => enumeration("E", ["A", "A"]), /two literals A/],
    [() => enumeration("E", ["A"], { defaultLiteral: "B" }), /no literal B/],
    [() => enumeration("E", { A: 2 ** 31 }), /does not fit 32 bits/],
  ];
  for (const [run, message] of wrong) {
    try {
      run();
      assert.unreachable(String(message));
    } catch (error) {
      assert.instance(error, IdlError);
      assert.match((error as IdlError).message, message);
      assert.is((error as IdlError).line, 0);
      assert.is((error as IdlError).pretty(), (error as IdlError).message);
    }
  }
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
