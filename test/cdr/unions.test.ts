/** Unions: what the discriminator selects, in every extensibility and representation (XTypes 1.3 §7.4.3.5). */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { CdrError } from "../../src/cdr/index.js";
import { parseIdl, type StructType } from "../../src/idl/index.js";
import { both, bytesOf, errorOf, hexOf, plain } from "./support.js";

const test = suite("cdr: unions");

const REPRESENTATIONS = ["xcdr1", "xcdr2"] as const;

function holder(union: string, kind = "final", before = ""): StructType {
  return parseIdl(`${before} @${kind} union U ${union}; @final struct T { U u; octet end; };`).struct("T");
}

const NUMBERS = "switch (long) { case 1: octet o; case 2: case 3: double d; default: string s; }";
const HOLES = "switch (short) { case -1: octet o; case 7: long l; }";

test("cases, several labels, the default, and nothing at all", () => {
  for (const kind of ["final", "appendable", "mutable"]) {
    for (const representation of REPRESENTATIONS) {
      for (const codec of both(holder(NUMBERS, kind), { representation })) {
        for (const u of [
          { $discriminator: 1, member: "o", value: 9 },
          { $discriminator: 2, member: "d", value: 0.5 },
          { $discriminator: 3, member: "d", value: -0.5 },
          { $discriminator: -100, member: "s", value: "other" },
        ]) {
          assert.equal(codec.deserialize(codec.serialize({ u, end: 7 })), { u, end: 7 });
        }
      }
      for (const codec of both(holder(HOLES, kind), { representation })) {
        const u = { $discriminator: 0, member: null, value: undefined };
        assert.equal(codec.deserialize(codec.serialize({ u, end: 7 })), { u, end: 7 });
      }
    }
  }
});

test("what may be left out when writing, and what contradicts itself", () => {
  for (const codec of both(holder(NUMBERS))) {
    const written = (u: unknown): unknown => plain(codec.deserialize(codec.serialize({ u, end: 0 }))["u"]);
    assert.equal(written({ member: "d", value: 1 }), { $discriminator: 2, member: "d", value: 1 });
    assert.equal(written({ $discriminator: 3, value: 1 }), { $discriminator: 3, member: "d", value: 1 });
    // The default has no label of its own: the first number that no case has.
    assert.equal(written({ member: "s", value: "x" }), { $discriminator: 0, member: "s", value: "x" });
    const problem = (u: unknown): string => errorOf(() => codec.serialize({ u, end: 0 })).message;
    assert.is(problem({ $discriminator: 1, member: "d", value: 1 }), "u: $discriminator 1 selects o, not d");
    assert.is(problem({ member: "x", value: 1 }), "u: U has no member x");
    assert.is(problem({ value: 1 }), "u: a union needs a $discriminator or a member");
    assert.is(problem({ $discriminator: 1, value: 300 }), "u.o: expected octet, got 300");
    assert.is(problem({ $discriminator: "1", member: "s", value: "" }), 'u.$discriminator: expected int32, got "1"');
    assert.is(problem(5), "u: expected U, got 5");
  }
  for (const codec of both(holder(HOLES))) {
    assert.match(
      errorOf(() => codec.serialize({ u: { $discriminator: 0, member: "o", value: 1 }, end: 0 })).message,
      /selects nothing, not o/,
    );
    assert.equal(codec.deserialize(codec.serialize({ u: { $discriminator: 3 }, end: 0 }))["u"], {
      $discriminator: 3,
      member: null,
      value: undefined,
    });
  }
});

test("every kind of discriminator", () => {
  const before = "enum E { A, @value(5) B }; @bit_bound(8) enum N { P, Q }; typedef long Alias;";
  const of = (type: string, label: string): string => `switch (${type}) { case ${label}: octet o; }`;
  const kinds: readonly [string, string, unknown][] = [
    ["boolean", "TRUE", true],
    ["char", "'x'", "x"],
    ["wchar", "L'x'", "x"],
    ["octet", "200", 200],
    ["int8", "-3", -3],
    ["unsigned short", "60000", 60000],
    ["unsigned long", "4000000000", 4000000000],
    ["long long", "-9007199254740993", -9007199254740993n],
    ["unsigned long long", "18446744073709551615", 18446744073709551615n],
    ["E", "B", "B"],
    ["N", "Q", "Q"],
    ["Alias", "9", 9],
  ];
  for (const [type, label, value] of kinds) {
    for (const representation of REPRESENTATIONS) {
      for (const codec of both(holder(of(type, label), "final", before), { representation })) {
        const u = { $discriminator: value, member: "o", value: 1 };
        assert.equal(codec.deserialize(codec.serialize({ u, end: 2 })), { u, end: 2 }, type);
      }
    }
  }
  // The case is chosen by the exact value, even where what is shown is rounded.
  for (const codec of both(holder(of("long long", "9007199254740993")), { int64: "number" })) {
    const exact = codec.serialize({ u: { $discriminator: 9007199254740993n, member: "o", value: 1 }, end: 2 });
    assert.is((codec.deserialize(exact)["u"] as { member: string }).member, "o");
    const near = codec.serialize({ u: { $discriminator: 9007199254740992n }, end: 2 });
    assert.is((codec.deserialize(near)["u"] as { member: null }).member, null);
    // What was read with a rounded discriminator can be written again: the member says what is meant.
    for (const payload of [exact, near]) {
      const again = codec.deserialize(codec.serialize(codec.deserialize(payload)));
      assert.is(
        (again["u"] as { member: unknown }).member,
        (codec.deserialize(payload)["u"] as { member: unknown }).member,
      );
    }
  }
});

test("a mutable union: the discriminator in a header of its own, members in any order", () => {
  for (const codec of both(holder(NUMBERS, "mutable"))) {
    const value = { u: { $discriminator: 1, member: "o", value: 9 }, end: 7 };
    assert.is(
      hexOf(codec.serialize(value)),
      "00070002" + "0d000000" + "00000020" + "01000000" + "01000000" + "09070000",
    );
    for (const hex of [
      "00070000 0d000000 00000020 01000000 01000000 09 07",
      "00070000 1d000000 000000c0 04000000 01000000 01000040 01000000 09000000 0f000000 11 07",
      "00070000 10000000 01000000 09000000 00000020 01000000 07",
      "00010000 00000400 01000000 01000100 09000000 027f0000 07",
      "00010000 01000100 09000000 017f0800 00000040 04000000 01000000 023f0000 07",
    ]) {
      assert.equal(codec.deserialize(bytesOf(hex)), value, hex);
    }
    const none = codec.tryDeserialize(bytesOf("00070000 05000000 01000000 09 07")) as unknown as CdrError;
    assert.is(none.code, "missing-member");
    assert.is(none.path, "u.$discriminator");
    // The member that is selected is not there: its default.
    assert.equal(codec.deserialize(bytesOf("00070000 08000000 00000020 03000000 07")), {
      u: { $discriminator: 3, member: "d", value: 0 },
      end: 7,
    });
    // One that is not selected is read and dropped.
    assert.equal(codec.deserialize(bytesOf("00070000 10000000 01000000 09000000 00000020 03000000 07")), {
      u: { $discriminator: 3, member: "d", value: 0 },
      end: 7,
    });
  }
});

test("an appendable union that an older writer cut behind its discriminator", () => {
  for (const codec of both(holder(NUMBERS, "appendable"))) {
    assert.equal(codec.deserialize(bytesOf("00070000 04000000 02000000 07")), {
      u: { $discriminator: 2, member: "d", value: 0 },
      end: 7,
    });
    assert.is(
      (codec.tryDeserialize(bytesOf("00070000 02000000 02000000 07")) as unknown as CdrError).code,
      "truncated",
    );
  }
});

test("errors say which member", () => {
  for (const codec of both(holder(NUMBERS))) {
    assert.is((codec.tryDeserialize(bytesOf("00070000 02000000 0000")) as unknown as CdrError).path, "u.d");
    assert.is((codec.tryDeserialize(bytesOf("00070000 0200")) as unknown as CdrError).path, "u.$discriminator");
  }
  for (const codec of both(holder("switch (E) { case A: octet o; }", "final", "enum E { A, B };"))) {
    const error = codec.tryDeserialize(bytesOf("00070000 09000000 01 07")) as unknown as CdrError;
    assert.is(error.code, "bad-enum");
    assert.is(error.path, "u.$discriminator");
  }
});

test("a default member that no value is left for is not the default", () => {
  const type = parseIdl(`enum E { NO, YES };
    @final union U switch (E) { case YES: long yes; case NO: octet no; default: short other; };
    @final struct T { U u; long end; };`).struct("T");
  for (const codec of both(type)) {
    assert.equal(codec.defaultValue(), { u: { $discriminator: "NO", member: "no", value: 0 }, end: 0 });
    assert.equal(plain(codec.deserialize(codec.serialize(codec.defaultValue()))), plain(codec.defaultValue()));
    assert.is(errorOf(() => codec.serialize({ u: { member: "other", value: 1 }, end: 0 })).code, "bad-value");
  }
});

test("a union that contains itself", () => {
  const type = parseIdl(`
    union Tree;
    struct Branch { sequence<Tree, 2> kids; };
    @final union Tree switch (boolean) { case TRUE: Branch branch; case FALSE: long leaf; };
    @final struct T { Tree t; };`).struct("T");
  const leaf = (value: number): unknown => ({ $discriminator: false, member: "leaf", value });
  const branch = (...kids: unknown[]): unknown => ({ $discriminator: true, member: "branch", value: { kids } });
  for (const representation of REPRESENTATIONS) {
    for (const codec of both(type, { representation })) {
      const t = branch(branch(leaf(1), leaf(2)), leaf(3));
      assert.equal(plain(codec.deserialize(codec.serialize({ t }))), plain({ t }));
      let deep = leaf(0);
      for (let i = 0; i < 70; i++) deep = branch(deep);
      assert.match(errorOf(() => codec.serialize({ t: deep })).message, /nested more than 64 levels deep/);
    }
  }
});

test.run();
