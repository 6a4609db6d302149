/** What a reader does with a part that does not fit its type: refuse, replace, cut (XTypes 1.3 §7.2.2.7). */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { CdrError, TypeCodec } from "../../src/cdr/index.js";
import { compileCodec } from "../../src/cdr/index.js";
import { parseIdl, type StructType } from "../../src/idl/index.js";
import { both, plain } from "./support.js";

const test = suite("cdr: try construct");

function typeOf(members: string, before = ""): StructType {
  return parseIdl(`${before} @final struct T { ${members} };`).struct("T");
}

/** What a reader with the second type makes of a value written with the first. */
function read(wide: StructType, narrow: StructType, value: Record<string, unknown>): unknown[] {
  return (["xcdr1", "xcdr2"] as const).flatMap((representation) => {
    const payload = compileCodec(wide, { representation }).serialize(value);
    return both(narrow).map((codec: TypeCodec) => plain(codec.tryDeserialize(payload)));
  });
}

function is(results: unknown[], expected: unknown): void {
  for (const result of results) assert.equal(result, expected);
}

function refused(results: unknown[], code: string, path: string): void {
  for (const result of results) {
    assert.is((result as CdrError).code, code);
    assert.is((result as CdrError).path, path);
  }
}

const STRINGS = typeOf("string s; wstring w; sequence<long> q; map<long, octet> m; octet end;");
const long = {
  s: "aé✓z",
  w: "ab\u{1f600}",
  q: [1, 2, 3],
  m: new Map([
    [1, 10],
    [2, 20],
  ]),
  end: 9,
};

function bounded(annotation: string): StructType {
  return typeOf(`${annotation} string<5> s; ${annotation} wstring<3> w; ${annotation} sequence<long, 2> q;
    ${annotation} map<long, octet, 1> m; octet end;`);
}

test("by default the sample is refused, at the first part that does not fit", () => {
  refused(read(STRINGS, bounded(""), long), "bound-exceeded", "s");
  refused(read(STRINGS, bounded("@try_construct(DISCARD)"), { ...long, s: "", w: "" }), "bound-exceeded", "q");
});

test("TRIM cuts, characters stay whole", () => {
  is(read(STRINGS, bounded("@try_construct(TRIM)"), long), {
    s: "aé",
    w: "ab",
    q: [1, 2],
    m: new Map([[1, 10]]),
    end: 9,
  });
});

test("USE_DEFAULT replaces the member", () => {
  is(read(STRINGS, bounded("@try_construct(USE_DEFAULT)"), long), { s: "", w: "", q: [], m: new Map(), end: 9 });
  is(read(typeOf("string s;"), typeOf('@default("?") @try_construct(USE_DEFAULT) string<1> s;'), { s: "long" }), {
    s: "?",
  });
});

test("enums: an unknown literal", () => {
  const wide = typeOf("E e; octet end;", "enum E { A, B, C };");
  const narrow = (annotation: string): StructType =>
    typeOf(`${annotation} E e; octet end;`, "enum E { A, @default_literal B };");
  refused(read(wide, narrow(""), { e: "C", end: 9 }), "bad-enum", "e");
  refused(read(wide, narrow("@try_construct(TRIM)"), { e: "C", end: 9 }), "bad-enum", "e");
  is(read(wide, narrow("@try_construct(USE_DEFAULT)"), { e: "C", end: 9 }), { e: "B", end: 9 });
});

test("elements: one that does not fit fails its collection, unless it has a rule of its own", () => {
  const wide = typeOf("sequence<string> v; octet end;");
  const value = { v: ["ok", "longer", "x"], end: 9 };
  refused(read(wide, typeOf("sequence<string<3>> v; octet end;"), value), "bound-exceeded", "v[1]");
  is(read(wide, typeOf("@try_construct(USE_DEFAULT) sequence<string<3>> v; octet end;"), value), { v: [], end: 9 });
  is(read(wide, typeOf("sequence<@try_construct(TRIM) string<3>> v; octet end;"), value), {
    v: ["ok", "lon", "x"],
    end: 9,
  });
  is(read(wide, typeOf("sequence<@try_construct(USE_DEFAULT) string<3>> v; octet end;"), value), {
    v: ["ok", "", "x"],
    end: 9,
  });
});

test("the innermost that can do with it does; what follows is read on", () => {
  const before = (inner: string): string => `@final struct In { ${inner} long k; };`;
  const wide = typeOf("In i; sequence<In> v; octet end;", before("string s;"));
  const narrow = typeOf(
    "@try_construct(USE_DEFAULT) In i; sequence<@try_construct(USE_DEFAULT) In> v; octet end;",
    before("string<2> s;"),
  );
  const value = {
    i: { s: "long", k: 1 },
    v: [
      { s: "ab", k: 2 },
      { s: "long", k: 3 },
      { s: "c", k: 4 },
    ],
    end: 9,
  };
  is(read(wide, narrow, value), {
    i: { s: "", k: 0 },
    v: [
      { s: "ab", k: 2 },
      { s: "", k: 0 },
      { s: "c", k: 4 },
    ],
    end: 9,
  });
});

test("bytes that are no value at all are refused whatever the rule", () => {
  const type = typeOf("@try_construct(USE_DEFAULT) string<2> s; octet end;");
  for (const codec of both(type)) {
    for (const [hex, code] of [
      ["04000000616263", "truncated"],
      ["0400000061626364", "bad-string"],
      ["04000000ff000000", "bad-string"],
      ["02000000ff00", "bad-utf8"],
    ] as const) {
      const payload = Uint8Array.from([0, 7, 0, 0, ...Buffer.from(hex, "hex")]);
      assert.is((codec.tryDeserialize(payload) as unknown as CdrError).code, code, hex);
    }
  }
});

test.run();
