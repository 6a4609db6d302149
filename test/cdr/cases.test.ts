/** Trouble that other implementations have had with payloads and keys (cases CD-01 to CD-26), in both codecs. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CdrError, type CodecOptions, compileCodec, type DialectName, type TypeCodec } from "../../src/cdr/index.js";
import { md5, parseIdl, type StructType } from "../../src/idl/index.js";
import { bytesOf, errorOf, hexOf, plain, weightOf } from "./support.js";

const test = suite("cdr: cases");

function typeOf(idl: string): StructType {
  return parseIdl(idl).structs.at(-1)!;
}

/** Generated code and interpreter. */
function codecs(idl: string, options: Partial<CodecOptions> = {}): TypeCodec[] {
  const type = typeOf(idl);
  return [true, false].map((codegen) => compileCodec(type, { representation: "xcdr1", codegen, ...options }));
}

/** The value, or the code of the error. */
function read(codec: TypeCodec, hex: string, dialect?: DialectName): unknown {
  const value = codec.tryDeserialize(bytesOf(hex), dialect) as unknown;
  return value instanceof CdrError ? value.code : plain(value);
}

/** Both codecs read each payload as said. */
function reads(idl: string, cases: readonly (readonly [hex: string, value: unknown])[], dialect?: DialectName): void {
  for (const codec of codecs(idl))
    for (const [hex, value] of cases) assert.equal(read(codec, hex, dialect), value, hex);
}

test("CD-01: the pad count is set when writing and a hint when reading", () => {
  const idl = "@final struct T { string s; };";
  for (const [text, pad] of [
    ["hello", 2],
    ["hell", 3],
    ["hel", 0],
    ["helloo", 1],
  ] as const) {
    for (const representation of ["xcdr1", "xcdr2"] as const) {
      for (const codec of codecs(idl, { representation })) {
        const payload = codec.serialize({ s: text });
        assert.is(payload[3]! & 3, pad, text);
        assert.is(payload.length % 4, 0);
      }
    }
  }
  const body = "06000000 68656c6c 6f000000";
  for (const options of ["0000", "0001", "0002", "0003", "fff0", "ffff"]) {
    reads(idl, [[`0001${options} ${body}`, { s: "hello" }]]);
  }
  // Without the padding that the options claim, and with more than they can say.
  reads(idl, [
    ["00010003 06000000 68656c6c 6f00", { s: "hello" }],
    [`00010000 ${body} 00000000`, { s: "hello" }],
    ["00010003 05000000 68656c6c 00", { s: "hell" }],
  ]);
  reads("@final struct T { octet a; octet b; };", [["00010003 0102", { a: 1, b: 2 }]]);
});

test("CD-02: alignment ends at 4 in XCDR2 and at 8 in XCDR1", () => {
  const idl = "@final struct T { long a; double b; };";
  reads(idl, [
    ["00070000 01000000 0000000000000440", { a: 1, b: 2.5 }],
    ["00010000 01000000 00000000 0000000000000440", { a: 1, b: 2.5 }],
    ["00010000 01000000 0000000000000440", "truncated"],
    ["00060000 00000001 4004000000000000", { a: 1, b: 2.5 }],
  ]);
  for (const member of ["long long", "unsigned long long", "double"]) {
    for (const shape of ["M m;", "sequence<M> m;", "M m[1];"]) {
      const members = `@final struct T { octet a; ${shape.replace("M", member)} };`;
      const sizes = (["xcdr1", "xcdr2"] as const).map((representation) =>
        codecs(members, { representation }).map((codec) => {
          const one = member === "double" ? 1.5 : 1n;
          return codec.serializedSize({ a: 1, m: shape === "M m;" ? one : [one] });
        }),
      );
      assert.equal(sizes, [[20, 20], shape.startsWith("seq") ? [20, 20] : [16, 16]], members);
    }
  }
});

test("CD-04: a DHEADER bounds its object, and cannot promise more than there is", () => {
  reads("@appendable struct T { long a; long b; };", [
    ["00090000 04000000 0b000000 16000000", { a: 11, b: 0 }],
    ["00090000 08000000 0b000000 16000000", { a: 11, b: 22 }],
    ["00090000 0c000000 0b000000 16000000", "truncated"],
    ["00090000 ffffffff 0b000000 16000000", "truncated"],
    ["00090000 07000000 0b000000 16000000", "truncated"],
    ["00090000 00000000", { a: 0, b: 0 }],
    ["00090000 0000", "truncated"],
  ]);
  const inner = "struct In { long a; @default(7) long b; };";
  // Of a member, an element and the discriminated member of a union: never beyond the inner object.
  reads(`${inner} @final struct T { In i; long end; };`, [
    ["00070000 04000000 0b000000 16000000", { i: { a: 11, b: 7 }, end: 22 }],
    ["00070000 0c000000 0b000000 16000000", "truncated"],
  ]);
  reads(`${inner} @final struct T { sequence<In> i; };`, [
    ["00070000 0c000000 01000000 04000000 0b000000", { i: [{ a: 11, b: 7 }] }],
    // The sequence's own DHEADER ends before its element's does.
    ["00070000 08000000 01000000 04000000 0b000000", "truncated"],
    ["00070000 0c000000 01000000 08000000 0b000000 16000000", "truncated"],
  ]);
  reads(`${inner} @appendable union U switch (long) { case 1: In i; }; @final struct T { U u; octet end; };`, [
    [
      "00070000 0c000000 01000000 04000000 0b000000 09",
      { u: { $discriminator: 1, member: "i", value: { a: 11, b: 7 } }, end: 9 },
    ],
    ["00070000 08000000 01000000 04000000 0b000000 09", "truncated"],
  ]);
});

test("CD-05: EMHEADER is M, three bits of length code, 28 bits of id", () => {
  const idl = "@mutable struct T { @id(0x0fffffff) @must_understand string s; @id(1) octet o; @id(2) double d; };";
  for (const codec of codecs(idl, { representation: "xcdr2" })) {
    const payload = codec.serialize({ s: "hi", o: 7, d: 0.5 });
    assert.equal(plain(codec.deserialize(payload)), { s: "hi", o: 7, d: 0.5 });
    const text = hexOf(payload);
    assert.ok(
      text.includes("ffffffdf") || text.includes("ffffffcf"),
      `must understand, code 4 or 5, all ones: ${text}`,
    );
    assert.ok(text.includes("0100000007"), "code 0: one octet");
    assert.ok(text.includes("02000030000000000000e03f"), "code 3: eight, aligned to 4");
  }
  const s = (header: string) => `000b0000 ${header}`;
  const empty = { s: "", o: 0, d: 0 };
  reads(idl, [
    // Code 5 reuses the length of the string, code 4 has one of its own; with and without M.
    [s("0c000000 ffffffdf 03000000 68690000"), { ...empty, s: "hi" }],
    [s("0c000000 ffffff5f 03000000 68690000"), { ...empty, s: "hi" }],
    [s("10000000 ffffff4f 07000000 03000000 68690000"), { ...empty, s: "hi" }],
    // Ids of 12 or 16 bits would all be member 1 here.
    [s("08000000 01100000 07000000"), empty],
    [s("08000000 01000100 07000000"), empty],
    [s("08000000 01000080 07000000"), { ...empty, o: 7 }],
  ]);
  // Codes 6 and 7 multiply by 4 and by 8.
  reads("@mutable struct T { @id(1) sequence<long> l; @id(2) sequence<double> d; };", [
    [s("10000000 01000060 02000000 05000000 06000000"), { l: [5, 6], d: [] }],
    [s("10000000 02000070 01000000 0000000000000440"), { l: [], d: [2.5] }],
    [s("10000000 01000060 ffffffff 05000000 06000000"), "truncated"],
  ]);
});

test("CD-06: an empty collection aligns nothing behind its length", () => {
  for (const element of ["double", "long long", "unsigned long long"]) {
    const idl = `@final struct T { sequence<${element}> a; sequence<long> b; octet c; };`;
    for (const codec of codecs(idl)) {
      assert.is(codec.serializedSize({ a: [], b: [], c: 5 }), 4 + 9);
      assert.equal(read(codec, "00010000 00000000 00000000 05"), { a: [], b: [], c: 5 });
    }
  }
  for (const element of ["struct E { double d; };", "@final struct E { long long l; };"]) {
    for (const codec of codecs(`${element} @final struct T { sequence<E> a; octet c; };`)) {
      assert.is(codec.serializedSize({ a: [], c: 5 }), 4 + 5);
      assert.equal(read(codec, "00010000 00000000 05"), { a: [], c: 5 });
    }
  }
  reads("@final struct T { map<long, double> m; octet c; };", [["00010000 00000000 05", { m: new Map(), c: 5 }]]);
  reads("@final struct T { octet a; string s; double d; };", [
    ["00010000 01000000 01000000 00000000 00000000 0000000000000440", { a: 1, s: "", d: 2.5 }],
  ]);
});

test("CD-07: a length above what is left is an error before anything is allocated", () => {
  for (const element of ["octet", "boolean", "char", "long", "double", "string", "E", "sequence<octet>", "wchar"]) {
    for (const shape of [`sequence<${element}> v;`, `map<long, ${element}> v;`]) {
      for (const count of ["00000040", "ffffffff", "00000080", "0b000000"]) {
        for (const codec of codecs(`struct E { octet o; }; @final struct T { ${shape} };`)) {
          const before = process.memoryUsage().arrayBuffers;
          const value = codec.tryDeserialize(bytesOf(`00010000 ${count} 01000000 02000000`)) as unknown;
          const isRefused = value instanceof CdrError && ["truncated", "bad-boolean"].includes(value.code);
          assert.ok(isRefused, `${shape} ${count}: ${(value as CdrError).code ?? JSON.stringify(value)}`);
          assert.ok(process.memoryUsage().arrayBuffers - before < 1 << 20);
        }
      }
    }
  }
  // Members without octets of their own must not multiply.
  for (const codec of codecs("@final struct E {}; @final struct T { sequence<E> v; };")) {
    assert.ok(weightOf(codec.tryDeserialize(bytesOf("00010000 ffffff7f"))) < 1 << 20);
  }
  // Stated policy: what is left behind the last member of a FINAL type is ignored.
  reads("@final struct T { sequence<long> v; };", [
    ["00010000 00000000 01000000 02000000", { v: [] }],
    ["00070000 01000000 01000000 02000000", { v: [1] }],
  ]);
});

test("CD-08: lengths of strings count the NUL; 0 is taken for the empty string, nothing else is guessed", () => {
  reads("@final struct T { string<3> s; long x; };", [
    ["00010000 00000000 05000000", { s: "", x: 5 }],
    ["00010000 01000000 00000000 05000000", { s: "", x: 5 }],
    ["00010000 03000000 61626300 06000000", "bad-string"],
    ["00010000 04000000 61620000 06000000", "bad-string"],
    ["00010000 04000000 61006200 06000000", "bad-string"],
    ["00010000 04000000 61626300 06000000", { s: "abc", x: 6 }],
    ["00010000 0b000000 30313233 34353637 38390000 06000000", "bound-exceeded"],
    ["00010000 ffffffff 61626300 06000000", "truncated"],
    ["00010000 09000000 61626300 06000000", "truncated"],
  ]);
  for (const codec of codecs("@final struct T { string<3> s; long x; };")) {
    for (const [text, code] of [
      ["abcd", "bound-exceeded"],
      ["a\0b", "bad-value"],
    ] as const) {
      const error = errorOf(() => codec.serialize({ s: text, x: 1 }));
      assert.ok([code, "bad-value"].includes(error.code), `${text}: ${error.code}`);
    }
  }
});

test("CD-09: a wstring is UTF-16 without NUL; other vendors' forms by their dialect, never by a guess", () => {
  const idl = "@final struct T { wstring s; long x; };";
  const twoByte = "00010000 04000000 68006900 05000000";
  const counted = "00010000 02000000 68006900 05000000";
  const fourByte = "00010000 03000000 68000000 69000000 00000000 05000000";
  reads(idl, [[twoByte, { s: "hi", x: 5 }]]);
  reads(idl, [[counted, { s: "hi", x: 5 }]], "fastdds");
  reads(idl, [[fourByte, { s: "hi", x: 5 }]], "connext");
  // Read by the wrong rules these are errors or other texts, but nothing is read beyond the end.
  for (const codec of codecs(idl)) {
    for (const hex of [twoByte, counted, fourByte]) {
      for (const dialect of ["spec", "cyclone", "fastdds", "connext"] as const) {
        const value = read(codec, hex, dialect);
        assert.ok(typeof value === "string" || (value as { s: string }).s.length <= 6, `${hex} ${dialect}`);
      }
    }
    assert.equal(read(codec, "00010000 03000000 68006900 05000000"), "bad-string", "half a unit");
    assert.is(hexOf(codec.serialize({ s: "hi", x: 5 })), twoByte.replaceAll(" ", ""));
  }
});

test("CD-10: an enum has 1, 2 or 4 octets by its bit bound, 4 without one", () => {
  for (const [bound, size] of [
    ["@bit_bound(1)", 1],
    ["@bit_bound(8)", 1],
    ["@bit_bound(9)", 2],
    ["@bit_bound(16)", 2],
    ["@bit_bound(17)", 4],
    ["@bit_bound(32)", 4],
    ["", 4],
  ] as const) {
    for (const representation of ["xcdr1", "xcdr2"] as const) {
      for (const codec of codecs(`${bound} enum E { A, B }; @final struct T { E e; octet o; };`, { representation })) {
        const payload = codec.serialize({ e: "B", o: 9 });
        assert.is(codec.serializedSize({ e: "B", o: 9 }), 4 + size + 1, bound);
        assert.equal([payload[4], payload[4 + size]], [1, 9]);
        assert.equal(codec.deserialize(payload), { e: "B", o: 9 });
      }
    }
  }
  const idl = "@bit_bound(8) enum E { A, B }; @final struct T { E e; long x; };";
  reads(idl, [["00010000 01000000 05000000", { e: "B", x: 5 }]]);
});

test("CD-11: alignment counts from behind the encapsulation", () => {
  for (const [id, last] of [
    ["0001", "0500000000000000"],
    ["0007", "0500000000000000"],
  ] as const) {
    reads("@final struct T { octet o; long x; };", [[`${id}0000 01000000 05000000`, { o: 1, x: 5 }]]);
    // 8 from the body's start is 12 from the payload's.
    reads("@final struct T { long a; octet o; long long x; };", [
      [`${id}0000 01000000 02000000 ${last}`, { a: 1, o: 2, x: 5n }],
    ]);
  }
  // Wherever the payload lies in memory.
  for (const codec of codecs("@final struct T { octet o; double x; };")) {
    const payload = codec.serialize({ o: 1, x: 2.5 });
    for (let shift = 0; shift < 9; shift++) {
      const memory = new Uint8Array(payload.length + 16).fill(0xee);
      memory.set(payload, shift);
      assert.equal(codec.deserialize(memory.subarray(shift, shift + payload.length)), { o: 1, x: 2.5 });
    }
  }
});

test("CD-14: in a mutable type of XCDR1 alignment begins anew behind each member header", () => {
  const idl = "@mutable struct T { @id(1) octet o; @id(2) double d; };";
  reads(idl, [
    ["00030000 01000100 07000000 02000800 0000000000000440 027f0000", { o: 7, d: 2.5 }],
    ["00030000 02000800 0000000000000440 01000100 07000000 027f0000", { o: 7, d: 2.5 }],
  ]);
  for (const codec of codecs(idl)) {
    const text = hexOf(codec.serialize({ o: 7, d: 2.5 }));
    assert.ok(text.includes("020008000000000000000440"), `the double follows its header: ${text}`);
  }
  reads("@mutable struct T { @id(1) octet o; @id(2) sequence<double> d; };", [
    ["00030000 01000100 07000000 02001000 01000000 00000000 0000000000000440 027f0000", { o: 7, d: [2.5] }],
  ]);
});

test("CD-15: a union has its discriminator first, and no member for a label that nobody has", () => {
  const cases = "switch (long) { case 1: octet o; case 2: double d; }";
  const nothing = { $discriminator: 99, member: null, value: undefined };
  reads(`@final union U ${cases}; @final struct T { U u; octet end; };`, [
    ["00010000 63000000 09", { u: nothing, end: 9 }],
    ["00070000 63000000 09", { u: nothing, end: 9 }],
    ["00010000 02000000 00000000 0000000000000440 09", { u: { $discriminator: 2, member: "d", value: 2.5 }, end: 9 }],
  ]);
  reads(`@appendable union U ${cases}; @final struct T { U u; octet end; };`, [
    ["00070000 04000000 63000000 09", { u: nothing, end: 9 }],
  ]);
  // A mutable one: id 0 is the discriminator, the members count from 1.
  reads(`@mutable union U ${cases}; @final struct T { U u; octet end; };`, [
    ["00070000 08000000 00000020 63000000 09", { u: nothing, end: 9 }],
    ["00070000 0d000000 00000020 01000000 01000000 07 09", { u: { $discriminator: 1, member: "o", value: 7 }, end: 9 }],
  ]);
  reads("@final union U switch (long) { case 1: octet o; default: long x; }; @final struct T { U u; };", [
    ["00010000 63000000 05000000", { u: { $discriminator: 99, member: "x", value: 5 } }],
  ]);
});

test("CD-16: key hashes: big-endian, padded if the type's keys always fit in 16 octets, else MD5", () => {
  const REPRESENTATIONS = ["xcdr1", "xcdr2"] as const;
  const hashes = (idl: string, value: Record<string, unknown>, representations: (typeof REPRESENTATIONS)[number][]) =>
    representations.flatMap((representation) =>
      (["little", "big"] as const).flatMap((byteOrder) =>
        codecs(idl, { representation, byteOrder }).map((codec) => hexOf(codec.keyHash(value))),
      ),
    );
  const all = (idl: string, value: Record<string, unknown>, hash: string, only = [...REPRESENTATIONS]): void => {
    for (const found of hashes(idl, value, only)) assert.is(found, hash, idl);
  };
  const digest = (hex: string): string => hexOf(md5(bytesOf(hex)));
  all("struct T { @key string<128> s; };", { s: "BLUE" }, "cac217c318363f8ef1160eeedef9e886");
  all("struct T { @key string s; long x; };", { s: "BLUE", x: 1 }, "cac217c318363f8ef1160eeedef9e886");
  all("struct T { @key long l; double d; };", { l: 1, d: 1 }, "00000001".padEnd(32, "0"));
  // By the type, not by the value: a short text in a type that may have a long one is digested.
  all("struct T { @key string<11> s; };", { s: "ab" }, "0000000361620000".padEnd(32, "0"));
  all("struct T { @key string<12> s; };", { s: "ab" }, digest("00000003 616200"));
  // Members of eight octets stand where the data of the representation has them.
  const mixed = "struct T { @key octet a; @key long long b; };";
  all(mixed, { a: 1, b: 2n }, "01000000000000000000000200000000", ["xcdr2"]);
  all(mixed, { a: 1, b: 2n }, "01000000000000000000000000000002", ["xcdr1"]);
  all("struct T { @key sequence<octet, 8> s; };", { s: [1, 2] }, "000000020102".padEnd(32, "0"));
  all("struct T { @key sequence<octet> s; };", { s: [1, 2] }, digest("00000002 0102"));
  all(
    "@nested struct In { @key short a; long b; }; struct T { @key In i; };",
    { i: { a: 5, b: 6 } },
    "0005".padEnd(32, "0"),
  );
  all("enum E { A, B }; struct T { @key E e; };", { e: "B" }, "00000001".padEnd(32, "0"));
});

test("CD-18: a key payload is an encapsulation and the key members, whole", () => {
  for (const codec of codecs("struct T { @key long a; string s; @key octet b; };")) {
    const payload = codec.serializeKey({ a: 5, b: 6 });
    assert.is(hexOf(payload.subarray(0, 9)), "000100030500000006");
    assert.equal(codec.deserializeKey(payload), { a: 5, b: 6 });
    assert.instance(codec.tryDeserializeKey(bytesOf("05000000 06")), CdrError, "without encapsulation it is none");
    assert.instance(codec.tryDeserializeKey(bytesOf("0001")), CdrError);
  }
});

test.run();
