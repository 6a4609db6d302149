import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import * as ids from "../../../src/rtps/messages/parameterId.js";
import {
  LIST_ENDED,
  LIST_OPEN,
  LIST_TRUNCATED,
  PARAMETER_VALUE_MAX,
  ParameterListBuilder,
  ParameterListReader,
} from "../../../src/rtps/messages/parameterList.js";
import { Guid, GuidPrefix } from "../../../src/rtps/structure/guid.js";
import { udpv4Locator } from "../../../src/rtps/structure/locator.js";

const test = suite("parameter lists");

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replace(/\s+/g, ""), "hex"));
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/** A reader over all of `hex`, placed at an odd offset of a larger buffer to catch wrong origins. */
function readerOf(hex: string, littleEndian = true): ParameterListReader {
  const list = bytesOf(hex);
  const bytes = new Uint8Array(list.length + 12);
  bytes.fill(0xee);
  bytes.set(list, 5);
  const reader = new ParameterListReader();
  reader.reset(bytes, new DataView(bytes.buffer), 5, 5 + list.length, littleEndian);
  return reader;
}

/** "pid:length" of each parameter, and the status. */
function walk(reader: ParameterListReader): string {
  const seen: string[] = [];
  while (reader.next()) seen.push(`${reader.pid.toString(16)}:${reader.valueLength}`);
  return `${seen.join(" ")} ${["open", "ended", "truncated"][reader.status]}`.trim();
}

test("an empty list, both byte orders", () => {
  assert.is(walk(readerOf("01000000")), "ended");
  assert.is(walk(readerOf("00010000", false)), "ended");
});

test("PL-01: without a sentinel the list is invalid", () => {
  assert.is(walk(readerOf("")), "truncated");
  assert.is(walk(readerOf("0f000400 07000000")), "f:4 truncated");
});

test("PL-02: lengths are unsigned and checked against the bytes left", () => {
  assert.is(walk(readerOf("2c00fcff 61626364 01000000")), "truncated");
  assert.is(walk(readerOf("2c000080 61626364 01000000")), "truncated");
  assert.is(walk(readerOf("00")), "truncated");
  assert.is(walk(readerOf("0f00")), "truncated");
  assert.is(walk(readerOf("0f0004")), "truncated");
});

test("PL-03: a length that is no multiple of 4 is rounded up on receive", () => {
  assert.is(walk(readerOf("62000500 6162636465000000 01000000")), "62:5 ended");
  // The padding is missing: the sentinel cannot be found.
  assert.is(walk(readerOf("62000500 6162636465")), "62:5 truncated");
});

test("PL-04: the length of a sentinel has no meaning", () => {
  const reader = readerOf("0f000400 07000000 0100efbe 0f000400");
  assert.is(walk(reader), "f:4 ended");
  assert.is(reader.offset, 5 + 12);
});

test("PAD and IGNORE are passed over, 0x3f02 ends the list", () => {
  assert.is(walk(readerOf("00000400 ffffffff 033f0400 ffffffff 0f000400 07000000 01000000")), "f:4 ended");
  assert.is(walk(readerOf("0f000400 07000000 023f0000 0f000400")), "f:4 ended");
  assert.is(walk(readerOf("0f000400 07000000 027f0000")), "f:4 ended");
});

test("the extended header gives id and length in 32 bits", () => {
  const reader = readerOf("013f0800 0f000040 04000000 07000000 01000000");
  assert.ok(reader.next());
  assert.is(reader.pid, 0x0f);
  assert.is(reader.rawPid, 0x400f);
  assert.is(reader.u32(0), 7);
  assert.is(walk(reader), "ended");
  // Too short for the header, and a length beyond the end.
  assert.is(walk(readerOf("013f0400 0f000000 01000000")), "truncated");
  assert.is(walk(readerOf("013f0800 0f000000 ffffffff 01000000")), "truncated");
  // An id above 16 bits has no meaning, but may have to be understood.
  const large = readerOf("013f0800 00000150 00000000 01000000");
  assert.ok(large.next());
  assert.ok(large.isUnknownMustUnderstand());
});

test("PL-11: must-understand counts only for unknown standard ids", () => {
  const table: [string, boolean][] = [
    ["bc4a", true], // 0x4abc, unknown
    ["1440", false], // DOMAIN_TAG
    ["1a40", false], // RELIABILITY with the bit
    ["1400", false], // 0x0014 without the bit is a retired id
    ["06c0", false], // 0xc006, a vendor's
    ["fe0f", false], // 0x0ffe, unknown but optional
  ];
  for (const [pid, unknown] of table) {
    const reader = readerOf(`${pid}0000 01000000`);
    assert.ok(reader.next());
    assert.is(reader.isUnknownMustUnderstand(), unknown, pid);
  }
});

test("DOMAIN_TAG keeps its bit and 0x0014 is not it", () => {
  assert.is(walk(readerOf("14400000 14000000 1a400000 01000000")), "4014:0 14:0 1a:0 ended");
});

test("values, both byte orders", () => {
  const le = readerOf("0000 0000 2100 1000 01020304 fffffffe 0200 feff 0a000000 01000000");
  assert.ok(le.next());
  assert.is(le.u32(0), 0x04030201);
  assert.is(le.u32BigEndian(0), 0x01020304);
  assert.is(le.i32(4), -16777217);
  assert.is(le.u16(8), 2);
  assert.is(le.i16(10), -2);
  assert.is(le.octet(12), 10);
  assert.ok(le.has(16));
  assert.not.ok(le.has(17));
  const be = readerOf("0021 0008 01020304 fffffffe 00010000", false);
  assert.ok(be.next());
  assert.is(be.u32(0), 0x01020304);
  assert.is(be.i32(4), -2);
});

test("PL-16: durations to the nearest nanosecond, infinite by the seconds alone", () => {
  const table: [string, number][] = [
    ["00000000 00000000", 0],
    ["00000000 9a999919", 100],
    ["00000000 99999919", 100],
    ["0a000000 00000000", 10000],
    ["00000000 00000080", 500],
    ["ffffff7f ffffffff", Infinity],
    ["ffffff7f ffffff7f", Infinity],
    ["ffffffff 00000000", -1000],
  ];
  for (const [value, ms] of table) {
    const reader = readerOf(`23000800 ${value} 01000000`);
    assert.ok(reader.next());
    assert.is(reader.durationMs(0), ms, value);
  }
});

test("durations survive: whole nanoseconds below 2^32 ms, whole milliseconds above", () => {
  const reader = new ParameterListReader();
  const fine = fc.tuple(fc.nat(4_294_966), fc.nat(999_999_999)).map(([s, ns]) => (s * 1e9 + ns) / 1e6);
  const coarse = fc.integer({ min: 2 ** 32, max: 2147483646999 });
  fc.assert(
    fc.property(fc.oneof(fine, coarse), (ms) => {
      const builder = new ParameterListBuilder();
      builder.duration(ids.PID_DEADLINE, ms);
      const bytes = builder.finish();
      reader.reset(bytes, new DataView(bytes.buffer), 0, bytes.length, true);
      assert.ok(reader.next());
      assert.is(reader.durationMs(0), ms);
    }),
    { numRuns: 5000 },
  );
});

test("PL-08: strings are bounded by their parameter", () => {
  const table: [string, string | undefined][] = [
    ["04000000 61626300", "abc"],
    ["05000000 61626364 00000000", "abcd"],
    ["01000000 00000000", ""],
    ["00000000", ""],
    ["03000000 61626300", "abc"], // no NUL at the end
    ["04000000 61006300", "a"], // text after an inner NUL is dropped
    ["05000000 61626300", undefined], // one octet more than there is
    ["00000100 61626300", undefined],
    ["ffffffff 61626300", undefined],
    ["", undefined],
    ["04000000 fffefd00", "\ufffd\ufffd\ufffd"], // not UTF-8
  ];
  for (const [value, text] of table) {
    const length = bytesOf(value).length;
    const reader = readerOf(`0500${length.toString(16).padStart(2, "0")}00 ${value} 01000000`);
    assert.ok(reader.next());
    assert.is(reader.string(0), text, value);
  }
});

test("PL-09: counts are bounded before anything is read", () => {
  const reader = readerOf("29000c00 0000000a 0200000041000000 01000000");
  assert.ok(reader.next());
  assert.is(reader.stringSequence(0), undefined);
  const good = readerOf("29001400 02000000 0200000041000000 0200000042000000 01000000");
  assert.ok(good.next());
  assert.equal(good.stringSequence(0), ["A", "B"]);
  const inner = readerOf("29001400 02000000 0200000041000000 0900000042000000 01000000");
  assert.ok(inner.next());
  assert.is(inner.stringSequence(0), undefined);
  const octets = readerOf("2c000800 05000000 01020304 01000000");
  assert.ok(octets.next());
  assert.is(octets.octetSequence(0), undefined);
});

test("a reader is open until it is walked and can be reused", () => {
  const reader = readerOf("01000000");
  assert.is(reader.status, LIST_OPEN);
  assert.not.ok(reader.next());
  assert.is(reader.status, LIST_ENDED);
  assert.not.ok(reader.next());
  const bytes = bytesOf("0f00");
  reader.reset(bytes, new DataView(bytes.buffer), 0, 100, true);
  assert.not.ok(reader.next());
  assert.is(reader.status, LIST_TRUNCATED);
});

test("the builder's bytes", () => {
  const list = ParameterListBuilder.encapsulated(4);
  const guid = new Guid(new GuidPrefix(bytesOf("0102030405060708090a0b0c")), 0x000001c1);
  list.octets(ids.PID_PROTOCOL_VERSION, [2, 5]);
  list.guid(ids.PID_PARTICIPANT_GUID, guid);
  list.u32(ids.PID_DOMAIN_ID, 7);
  list.words(ids.PID_RESOURCE_LIMITS, [500, -1, -1]);
  list.boolean(ids.PID_EXPECTS_INLINE_QOS, false);
  list.duration(ids.PID_DEADLINE, 100);
  list.duration(ids.PID_LIFESPAN, Infinity);
  list.kindAndDuration(ids.PID_RELIABILITY, 2, 100);
  list.string(ids.PID_ENTITY_NAME, "abcd");
  list.stringSequence(ids.PID_PARTITION, ["A", ""]);
  list.properties(ids.PID_PROPERTY_LIST, [["k", "v"]]);
  list.octetSequence(ids.PID_USER_DATA, Uint8Array.of(1, 2, 3, 4, 5));
  list.shortSequence(ids.PID_DATA_REPRESENTATION, [2, 0, -3]);
  list.entityId(ids.PID_GROUP_ENTITYID, 0x80000108);
  list.sequenceNumber(ids.PID_COHERENT_SET, 2 ** 32 + 5);
  list.locators(ids.PID_UNICAST_LOCATOR, [udpv4Locator("192.168.0.2", 7410)]);
  const expected = [
    "00030000",
    "15000400 02050000",
    "50001000 0102030405060708090a0b0c000001c1",
    "0f000400 07000000",
    "41000c00 f4010000ffffffffffffffff",
    "43000400 00000000",
    "23000800 000000009a999919",
    "2b000800 ffffff7fffffffff",
    "1a000c00 02000000000000009a999919",
    "62000c00 050000006162636400000000",
    "29001400 02000000 0200000041000000 0100000000000000",
    "59001400 01000000 020000006b000000 0200000076000000",
    "2c000c00 05000000 0102030405000000",
    "73000c00 03000000 02000000fdff0000",
    "53000400 80000108",
    "56000800 0100000005000000",
    "2f001800 01000000f21c0000 000000000000000000000000c0a80002",
    "01000000",
  ];
  assert.is(hexOf(list.finish()), expected.join("").replaceAll(" ", ""));
});

test("finish returns a copy that later lists do not touch", () => {
  const builder = new ParameterListBuilder(8);
  builder.u32(ids.PID_DOMAIN_ID, 1);
  const first = builder.finish();
  assert.is(hexOf(first), "0f0004000100000001000000");
  assert.is(first.byteOffset, 0);
  assert.is(first.buffer.byteLength, first.length);
});

test("a value that is too long is refused in one line", () => {
  const builder = new ParameterListBuilder();
  assert.throws(
    () => builder.octetSequence(ids.PID_USER_DATA, new Uint8Array(PARAMETER_VALUE_MAX)),
    /^USER_DATA takes 65536 octets; a parameter holds 65532$/,
  );
  const fits = new ParameterListBuilder();
  fits.octetSequence(ids.PID_USER_DATA, new Uint8Array(PARAMETER_VALUE_MAX - 4));
  assert.is(fits.finish().length, PARAMETER_VALUE_MAX + 8);
});

test("whatever the builder makes, the reader reads", () => {
  const pid = fc.constantFrom(ids.PID_TOPIC_NAME, ids.PID_ENTITY_NAME, ids.PID_TYPE_NAME);
  const text = fc.string({ unit: "grapheme", maxLength: 40 }).filter((value) => !value.includes("\0"));
  fc.assert(
    fc.property(fc.array(fc.tuple(pid, text), { maxLength: 20 }), (entries) => {
      const builder = new ParameterListBuilder(1);
      for (const [id, value] of entries) builder.string(id, value);
      const bytes = builder.finish();
      const reader = new ParameterListReader();
      reader.reset(bytes, new DataView(bytes.buffer), 0, bytes.length, true);
      const seen: [number, string | undefined][] = [];
      while (reader.next()) {
        assert.is(reader.valueLength % 4, 0);
        seen.push([reader.pid, reader.string(0)]);
      }
      assert.equal(seen, entries);
      assert.is(reader.status, LIST_ENDED);
      assert.is(reader.offset, bytes.length);
    }),
    { numRuns: 300 },
  );
});

test("random bytes: no throw, no step outside, an end", () => {
  const reader = new ParameterListReader();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(8), fc.boolean(), (bytes, start, littleEndian) => {
      const end = Math.max(0, bytes.length - 3);
      reader.reset(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), start, end, littleEndian);
      let steps = 0;
      while (reader.next()) {
        assert.ok(reader.valueOffset >= start && reader.valueOffset + reader.valueLength <= end);
        assert.ok(++steps <= bytes.length);
        reader.string(0);
        reader.stringSequence(0);
        reader.octetSequence(0);
      }
      assert.is.not(reader.status, LIST_OPEN);
    }),
    { numRuns: 3000 },
  );
});

test("names of ids", () => {
  assert.is(ids.parameterIdName(0x001a), "RELIABILITY");
  assert.is(ids.parameterIdName(0x401a), "RELIABILITY");
  assert.is(ids.parameterIdName(0x4014), "DOMAIN_TAG");
  assert.is(ids.parameterIdName(0x0014), "0x0014");
  assert.is(ids.parameterIdName(0x8007), "0x8007");
});

test("each constant has its own number and its name", () => {
  const byNumber = new Map<number, string>();
  for (const [name, value] of Object.entries(ids)) {
    if (!name.startsWith("PID_") || name.endsWith("_BIT") || typeof value !== "number") continue;
    if ((value & ids.PID_VENDOR_BIT) !== 0) continue;
    assert.not.ok(byNumber.has(value), `${name} and ${byNumber.get(value)}`);
    byNumber.set(value, name);
    assert.is(ids.parameterIdName(value), name.slice(4));
  }
  assert.ok(byNumber.size >= 80);
});

test.run();
