// runner: timeout 300 s (a process for each command)
// `rtps cdr`: payloads checked, decoded and encoded.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lines, rtps, writeTemporary } from "./support.js";

const test = suite("rtps cdr");

const types = `${writeTemporary(
  "everything.idl",
  `@mutable struct Inner { long a; @optional string s; };
   struct Everything {
     @key string<8> name; @key Inner inner; sequence<octet> bytes; long long big; map<string, long> counts; double d;
   };
   struct Keyless { long x; };`,
)}#Everything`;
const VALUE = {
  name: "ab",
  inner: { a: 1, s: null },
  bytes: [1, 2, 3],
  big: "-9007199254740993",
  counts: [["x", 7]],
  d: 0.5,
};

const SHAPE = {
  name: "shape",
  idl: "@final struct Shape { @key octet o; wstring ws; long n; };",
  type: "Shape",
  value: { o: 1, ws: "ab€", n: 5 },
};
/** As these vendors really lay out a wstring: bytes, units, and units of four bytes with a NUL. */
const PAYLOADS = [
  {
    ...SHAPE,
    vendor: "cyclone-11.0.1",
    representation: "XCDR1",
    payloadHex: "00010000010000000600000061006200ac20000005000000",
    keyHashHex: "01000000000000000000000000000000",
    keyPayloadHex: "0001000301000000",
    note: "anything",
  },
  {
    ...SHAPE,
    vendor: "fastdds-3.6.2",
    representation: "XCDR2",
    payloadHex: "00070000010000000300000061006200ac20000005000000",
    keyHashHex: null,
  },
  {
    ...SHAPE,
    vendor: "connext-7.7.0",
    representation: "XCDR1",
    payloadHex: "0001000001000000040000006100000062000000ac2000000000000005000000",
  },
];

function fileOf(name: string, entries: unknown): string {
  return writeTemporary(name, JSON.stringify(entries));
}

test("check: every payload is what its vendor's dialect makes of it", async () => {
  const { code, out, err } = await rtps(["cdr", "check", fileOf("good.json", PAYLOADS)]);
  assert.equal([code, err], [0, ""]);
  assert.match(out, /good\.json: 3 payloads, all as expected\n/);
  assert.match(out, /│ cyclone-11\.0\.1 +│ XCDR1 │ cyclone +│ +1 │ +1 │ +1 │ +1 │ +1 │/);
  assert.match(out, /│ fastdds-3\.6\.2 +│ XCDR2 │ fastdds +│ +1 │ +1 │ +1 │ +│ +│\n/);
});

test("check: what differs is shown, with the byte and its field", async () => {
  const { code, out } = await rtps(["cdr", "check", fileOf("good.json", PAYLOADS), "--dialect", "cyclone"]);
  assert.is(code, 1);
  assert.match(out, /good\.json: 3 payloads, 2 not as expected\n/);
  assert.match(out, /│ fastdds-3\.6\.2 +│ XCDR2 │ cyclone +│ +1 │ +0 of 1 │ +0 of 1 │/);
  const shown = out.slice(out.indexOf("shape fastdds-3.6.2 XCDR2"));
  assert.equal(lines(shown).slice(0, 6), [
    "shape fastdds-3.6.2 XCDR2",
    "  refused: ws: a wstring of 3 bytes, which is no multiple of 2 (at byte 12)",
    "  payload differs at byte 8, ws (length)",
    "    expected … 01 00 00 00 03 00 00 00 61 00 62 00 ac 20 00 00",
    "    ours     … 01 00 00 00 06 00 00 00 61 00 62 00 ac 20 00 00",
    "                           ^^",
  ]);
  assert.match(
    shown,
    /\n {2}decodes to another value\n {4}expected .*"ab€","n":5\}\n {4}ours .*"a\\u0000","n":98\}\n +\^\n/,
  );
});

test("check: key hashes and values that differ", async () => {
  const [entry] = PAYLOADS;
  const wrongHash = { ...entry, keyHashHex: "02000000000000000000000000000000", keyPayloadHex: "0001000302000000" };
  const wrongValue = { ...entry, value: { ...SHAPE.value, n: 6 } };
  const { code, out } = await rtps(["cdr", "check", fileOf("wrong.json", [wrongHash, wrongValue, entry])]);
  assert.is(code, 1);
  assert.match(out, /│ +3 │ +2 of 3 │ +2 of 3 │ +2 of 3 │ +2 of 3 │/);
  assert.match(out, /\n {2}key payload differs at byte 4, o\n/);
  assert.match(out, /\n {2}key hash\n {4}expected 02000.*\n {4}ours {5}01000.*\n {13}\^\^\n/);
  assert.match(out, /\n {2}payload differs at byte 20, n\n/);
});

test("check: as JSON, and one representation alone", async () => {
  const args = ["cdr", "check", fileOf("good.json", PAYLOADS), "--json", "--dialect", "spec"];
  const { code, out } = await rtps([...args, "--representation", "xcdr1"]);
  assert.is(code, 1);
  const { payloads, groups, different } = JSON.parse(out);
  assert.is(payloads, 2);
  assert.equal(groups[0].decodes, { ok: 0, of: 1 });
  assert.equal([groups[1].vendor, groups[1].keyHash], ["cyclone-11.0.1", { ok: 1, of: 1 }]);
  assert.is(different.length, 1);
  const [{ vendor, dialect, firstDiff }] = different;
  assert.equal([vendor, dialect, firstDiff.offset, firstDiff.field], ["connext-7.7.0", "spec", 8, "ws (length)"]);
  assert.equal([firstDiff.expected, firstDiff.actual], ["04", "06"]);
});

test("check: a type or value that is none counts as wrong, the others are still checked", async () => {
  const [entry] = PAYLOADS;
  const entries = [{ ...entry, idl: "struct Shape { lonk x; };" }, { ...entry, value: { o: 1 } }, entry];
  const { code, out } = await rtps(["cdr", "check", fileOf("unusable.json", entries)]);
  assert.is(code, 1);
  assert.match(out, /3 payloads, 2 not as expected/);
  assert.match(out, /refused: <idl>:1:16: .*lonk/);
  assert.match(out, /refused: ws: is missing/);
});

test("check: malformed files are one line", async () => {
  const [entry] = PAYLOADS;
  const cases: readonly (readonly [text: string, message: RegExp])[] = [
    ["{", /is not JSON: /],
    ["{}", /a file of payloads is a JSON list, not an object$/],
    ["[]", /holds no payloads$/],
    ["[1]", /entry 0: is no object, but a number$/],
    [JSON.stringify([{}]), /entry 0: name is missing$/],
    [JSON.stringify([{ ...entry, vendor: 1 }]), /entry 0 \(shape\): vendor is no text, but a number$/],
    [JSON.stringify([entry, { ...entry, value: undefined }]), /entry 1 \(shape\): value is missing$/],
    [JSON.stringify([{ ...entry, representation: "XML" }]), /representation is neither XCDR1 nor XCDR2: XML$/],
    [JSON.stringify([{ ...entry, payloadHex: "abc" }]), /payloadHex is no even number of hexadecimal digits$/],
    [JSON.stringify([{ ...entry, keyHashHex: "zz" }]), /keyHashHex is no even number of hexadecimal digits$/],
  ];
  for (const [text, message] of cases) {
    const { code, out, err } = await rtps(["cdr", "check", writeTemporary("malformed.json", text)]);
    assert.equal([code, out, lines(err).length], [2, "", 1], text);
    assert.match(err.trimEnd(), message);
  }
  assert.match((await rtps(["cdr", "check", "none.json"])).err, /^rtps: no such file: none\.json\n$/);
});

for (const representation of ["xcdr1", "xcdr2"]) {
  test(`encode and decode: there and back in ${representation}`, async () => {
    const encoded = await rtps([
      "cdr",
      "encode",
      "-t",
      types,
      JSON.stringify(VALUE),
      "--representation",
      representation,
    ]);
    assert.equal([encoded.code, encoded.err], [0, ""]);
    assert.match(encoded.out, representation === "xcdr1" ? /^0001[0-9a-f]+\n$/ : /^0009[0-9a-f]+\n$/);
    const decoded = await rtps(["cdr", "decode", "-t", types, encoded.out]);
    assert.equal(JSON.parse(decoded.out), VALUE);
    const piped = await rtps(["cdr", "decode", "-t", types, "-"], encoded.out);
    assert.is(piped.out, decoded.out);
  });
}

test("encode: defaults, byte order, dialects, keys", async () => {
  const encode = async (...args: string[]) => (await rtps(["cdr", "encode", "-t", types, ...args])).out.trim();
  assert.is(await encode('{"name":"ab"}', "--key"), "0001000003000000616200000000040000000000027f0000");
  assert.match(await encode('{"name":"ab"}', "--big-endian"), /^0000000000000003616200/);
  assert.match(
    await encode('{"name":"ab"}', "--dialect", "fastdds"),
    /^0001000003000000616200000000040000000000023f0000/,
  );
  assert.match(await encode('{"name":"ab"}', "--key-hash"), /^[0-9a-f]{32}$/);
  const key = await rtps(["cdr", "decode", "-t", types, "-k", await encode('{"name":"ab"}', "--key")]);
  assert.equal(JSON.parse(key.out), { name: "ab", inner: { a: 0, s: null } });
  const file = writeTemporary("value.json", JSON.stringify(VALUE));
  assert.is(await encode(file), await encode(JSON.stringify(VALUE)));
});

test("encode and decode: a byte order mark in front is skipped", async () => {
  const keyless = types.replace("#Everything", "#Keyless");
  const encoded = await rtps(["cdr", "encode", "-t", keyless, "-"], '\ufeff{"x":5}');
  assert.equal([encoded.code, encoded.out], [0, "0001000005000000\n"]);
  assert.is((await rtps(["cdr", "decode", "-t", keyless, "-"], `\ufeff${encoded.out}`)).out, '{"x":5}\n');
});

test("encode: JSON of any depth is refused in one line", async () => {
  const deep = `${writeTemporary("deep.idl", "struct NS { sequence<NS> n; };")}#NS`;
  const json = '{"n":['.repeat(3000) + "]}".repeat(3000);
  const { code, err } = await rtps(["cdr", "encode", "-t", deep, "-"], json);
  assert.equal([code, lines(err).length], [2, 1]);
  assert.match(err, /nested more than 64 levels deep$/m);
});

test("decode: groups of digits without quotes, as the example of the help has them", async () => {
  const { out } = await rtps(["cdr", "decode", "--help"]);
  const args = /Example: rtps (cdr decode .*)$/m.exec(out)![1]!.split(" ");
  const idl = writeTemporary("shape.idl", "struct ShapeType { @key string color; long x; long y; long shapesize; };");
  const given = args.map((arg) => (arg.startsWith("docs/") ? `${idl}#ShapeType` : arg)).filter((arg) => arg !== "-v");
  assert.is((await rtps(given)).out, '{"color":"RED","x":1,"y":0,"shapesize":0}\n');
});

test("decode: what it passes over is told", async () => {
  const idl = `${writeTemporary("passed.idl", "@final struct P { long n; map<string, long> m; };")}#P`;
  const decode = (hex: string) => rtps(["cdr", "decode", "-t", idl, hex]);
  const rest = await decode("00010000 05000000 00000000 0102030405");
  assert.equal(
    [rest.code, rest.out, rest.err],
    [0, '{"n":5,"m":[]}\n', "note: 5 bytes behind the value, from byte 12 on, mean nothing in this type\n"],
  );
  const twice = await decode("00010000 05000000 02000000 0200000061000000 01000000 0200000061000000 02000000");
  assert.equal(
    [twice.code, twice.out, twice.err],
    [0, '{"n":5,"m":[["a",2]]}\n', "note: m[1]: the key was there before; the last entry with it counts\n"],
  );
});

test("decode: bytes as people copy them, and raw in a file", async () => {
  const keyless = types.replace("#Everything", "#Keyless");
  for (const hex of ["0001000005000000", "00 01 00 00\n05:00:00:00", "0x00,0x01,0x00,0x00,0x05,0x00,0x00,0x00"]) {
    assert.is((await rtps(["cdr", "decode", "-t", keyless, hex])).out, '{"x":5}\n');
  }
  const raw = writeTemporary("raw.bin", "\0\x01\0\0\x05\0\0\0");
  assert.is((await rtps(["cdr", "decode", "-t", keyless, raw])).out, '{"x":5}\n');
});

test("verbose: the header in words, and a table of the bytes", async () => {
  const { out } = await rtps(["cdr", "encode", "-t", types, JSON.stringify(VALUE), "--representation", "xcdr2", "-v"]);
  assert.match(
    out,
    /│ +0 │ +4 │ 00 09 00 00 +│ D_CDR2_LE: XCDR2 of an appendable type, its size in front, little endian/,
  );
  assert.match(out, /│ +15 │ +1 │ 00 +│ \(padding before inner \(DHEADER\)\)/);
  assert.match(out, /│ +36 │ +8 │ ff ff ff ff ff ff df ff +│ big/);
  assert.match(out, /│ +60 │ +4 │ 07 00 00 00 +│ counts\[0\]\.value/);
  const broken = await rtps(["cdr", "decode", "-t", types, "-v", "00090003 10000000 03000000 61620008 00000001"]);
  assert.is(broken.code, 2);
  assert.match(broken.out, /little endian, 3 bytes of padding at the end/);
  assert.match(broken.out, /│ +8 │ +12 │ .* │ \(not understood\)/);
  assert.match(broken.err, /^rtps: DHEADER says 16 bytes, 12 are left \(at byte 8\)\n$/);
});

test("mistakes in the arguments", async () => {
  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [["decode", "00"], /name the type of the topic with --type/],
    [["decode", "-t", types, "nothing"], /no such file: nothing; a payload is hexadecimal digits, a file, or -$/],
    [["decode", "-t", types, "00ff0000"], /encapsulation 0x00ff does not fit a type that is @appendable$/],
    [["encode", "-t", types, "{"], /the value is not JSON: /],
    [["encode", "-t", types, "[1]"], /the value of a struct is a JSON object, not a list$/],
    [
      ["encode", "-t", types, '{"nam":"a"}'],
      /nam: Everything has no such member; it has name, inner, bytes, big, counts, d$/,
    ],
    [["encode", "-t", types, '{"name":"123456789"}'], /name: a string of 9 bytes, the bound is 8$/],
    [
      ["encode", "-t", types, '{"big":9007199254740993}'],
      /big: a number this large loses digits: write it as a string/,
    ],
    [["encode", "-t", types, '{"d":1e400}'], /d: no float64 is as large as this number; .*"Infinity" in quotes$/],
    [["encode", "-t", types, '{"d":NaN}'], /not JSON: .* \(NaN and the infinities are written in quotes: "NaN"\)$/],
    [["encode", "-t", types, '{"counts":[["a",1],["a",2]]}'], /counts\[1\]: the key "a" is there already$/],
    [["encode", "-t", types, "{}", "--key", "--key-hash"], /--key and --key-hash exclude each other/],
    [["encode", "-t", types.replace("#Everything", "#Keyless"), "{}", "--key-hash"], /Keyless has no @key member/],
    [
      ["encode", "-t", types, "{}", "--dialect", "opendds"],
      /Allowed choices are spec, cyclone, cyclone-0\.10, fastdds, fastdds-2, connext/,
    ],
    [["check", "x", "--representation", "xml"], /Give xcdr1 or xcdr2/],
  ];
  for (const [args, message] of cases) {
    const { code, out, err } = await rtps(["cdr", ...args]);
    assert.equal([code, out, lines(err).length], [2, "", 1], args.join(" "));
    assert.match(err.trimEnd(), message);
  }
});

test.run();
