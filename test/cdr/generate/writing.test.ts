/** Generated encoders where they do what an interpreter need not: sizes beforehand, headers that grow, reentrance. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileCodec } from "../../../src/cdr/index.js";
import * as idl from "../../../src/idl/index.js";
import { both, errorOf, hexOf } from "../support.js";

const test = suite("cdr: generated encoders");

const DIALECTS = ["spec", "cyclone", "fastdds", "connext"] as const;

test("values behind member headers may be short or long", () => {
  const list = (element: idl.TypeDescription) => idl.sequence(element);
  const members = {
    bytes: list(idl.octet),
    shorts: list(idl.int16),
    text: { type: idl.wstring(), optional: true },
    nested: idl.struct("Nested", { inner: list(idl.int16), more: list(idl.octet) }, { extensibility: "final" }),
    map: { type: idl.map(idl.string(), idl.int16), id: 0x3f05 },
  };
  for (const extensibility of ["final", "mutable"] as const) {
    const type = idl.struct("Any", members, { extensibility });
    for (const representation of ["xcdr1", "xcdr2"] as const) {
      for (const dialect of DIALECTS) {
        const [generated, interpreted] = both(type, { representation, dialect });
        for (const count of [0, 1, 2, 3, 4, 9, 100, 32_766, 70_000]) {
          const value = {
            bytes: new Uint8Array(count).fill(1),
            shorts: new Int16Array(count).fill(2),
            text: count === 1 ? undefined : "w".repeat(count),
            nested: { inner: new Int16Array(count), more: new Uint8Array(count) },
            map: new Map(Array.from({ length: Math.min(count, 20) }, (_, i) => [`k${i}`, i])),
          };
          const payload = generated!.serialize(value);
          assert.is(hexOf(payload), hexOf(interpreted!.serialize(value)), `${representation} ${dialect} ${count}`);
          assert.equal(generated!.deserialize(payload), value);
        }
      }
    }
  }
});

test("a target with just enough room is enough, one byte less is not", () => {
  const type = idl.struct("S", { a: idl.string(), b: idl.wstring(), c: idl.sequence(idl.string()) });
  for (const text of ["", "abc", "h\u00e9\u20ac\u{1f600}", "x".repeat(50), "\u20ac".repeat(60)]) {
    for (const codec of both(type)) {
      const value = { a: text, b: text, c: [text, "", text] };
      const payload = codec.serialize(value);
      const target = new Uint8Array(payload.length + 9).fill(0xee);
      assert.is(codec.serializeInto(value, target.subarray(0, payload.length + 3), 3), payload.length);
      assert.is(hexOf(target.subarray(3, payload.length + 3)), hexOf(payload));
      assert.ok(target.subarray(payload.length + 3).every((byte) => byte === 0xee));
      const small = target.subarray(0, payload.length + 2);
      assert.is(errorOf(() => codec.serializeInto(value, small, 3)).code, "no-space");
      for (const offset of [-1, Number.NaN, 1e9]) {
        assert.is(errorOf(() => codec.serializeInto(value, target, offset)).code, "no-space");
      }
    }
  }
});

test("half a surrogate pair is refused in short and long strings", () => {
  const type = idl.struct("S", { s: idl.string() });
  for (const codec of both(type)) {
    for (const text of ["\ud800", `${"x".repeat(60)}\udc00`, `${"\u20ac".repeat(60)}\ud800x`]) {
      assert.match(errorOf(() => codec.serialize({ s: text })).message, /half a surrogate pair/);
      assert.match(errorOf(() => codec.serializedSize({ s: text })).message, /half a surrogate pair/);
      assert.match(errorOf(() => codec.serializeInto({ s: text }, new Uint8Array(500), 0)).message, /half a surrogate/);
    }
  }
});

test("a getter may use the same codec", () => {
  const node = idl.struct("Node", (self) => ({
    name: { type: idl.string(), optional: true },
    wide: { type: idl.float64, optional: true },
    next: { type: self, optional: true },
  }));
  for (const representation of ["xcdr1", "xcdr2"] as const) {
    const codec = compileCodec(node, { representation });
    const plain = { name: "outer", wide: 1.5, next: { name: "inner", wide: 2.5, next: undefined } };
    const seen: string[] = [];
    const tricky = {
      name: "outer",
      get wide() {
        seen.push(hexOf(codec.serialize({ name: "other", wide: 7, next: plain })));
        codec.serializedSize(plain);
        return 1.5;
      },
      get next() {
        codec.serializeInto(plain, new Uint8Array(200), 1);
        return plain.next;
      },
    };
    const expected = hexOf(codec.serialize(plain));
    const other = hexOf(codec.serialize({ name: "other", wide: 7, next: plain }));
    assert.is(hexOf(codec.serialize(tricky)), expected);
    assert.ok(seen.length > 0 && seen.every((hex) => hex === other));
  }
});

test("a value that changes between two looks is written whole or refused", () => {
  const type = idl.struct("S", { s: idl.string(), t: idl.string() }, { extensibility: "final" });
  const codec = compileCodec(type, { representation: "xcdr2" });
  let looks = 0;
  const growing = {
    get s() {
      return "x".repeat(looks++ * 20);
    },
    t: "t",
  };
  const target = new Uint8Array(4000).fill(0xee);
  for (let i = 0; i < 10; i++) {
    const written = codec.serializeInto(growing, target, 0);
    const read = codec.deserialize(target.subarray(0, written)) as { s: string; t: string };
    assert.match(read.s, /^x*$/);
    assert.is(read.t, "t");
  }
});

test("names and labels that are none do not become code", () => {
  const evil = 'a: 1 }; globalThis.pwned = 1; ({ "b';
  const good = idl.struct("S", { a: idl.int32 });
  const bad = { ...good, members: [{ ...good.members[0]!, name: evil }] };
  assert.is(errorOf(() => compileCodec(bad, { representation: "xcdr2" })).code, "unsupported-type");
  const union = idl.union("U", idl.int32, { a: { type: idl.int32, labels: [1] } });
  const renamed = { ...union, cases: [{ ...union.cases[0]!, name: evil, labels: [`${evil}"` as never] }] };
  const codec = compileCodec(idl.struct("T", { u: renamed }), { representation: "xcdr2" });
  // Case names and labels are only ever string literals: the code does what it did, and nothing else.
  codec.tryDeserialize(codec.serialize({ u: { $discriminator: 5, member: null } }));
  assert.is((globalThis as { pwned?: number }).pwned, undefined);
});

test.run();
