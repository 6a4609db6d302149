// Submessages that must be taken as malformed, and their closest well-formed neighbours, in both byte orders.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MessageBuilder } from "../../../src/rtps/messages/MessageBuilder.js";
import { PAYLOAD_DATA } from "../../../src/rtps/structure/cacheChange.js";
import { SN_MAX } from "../../../src/rtps/structure/sequenceNumber.js";
import { bytesOf, PREFIX, setOf } from "./goldenRows.js";
import { walk } from "./walk.js";

/** Writes a body field by field in either byte order. */
class Body {
  private readonly view = new DataView(new ArrayBuffer(4096));
  private length = 24;

  constructor(
    readonly kind: number,
    readonly flags: number,
    readonly littleEndian: boolean,
  ) {}

  u16(...values: number[]): this {
    for (const value of values) this.view.setUint16(this.advance(2), value, this.littleEndian);
    return this;
  }

  u32(...values: number[]): this {
    for (const value of values) this.view.setUint32(this.advance(4), value, this.littleEndian);
    return this;
  }

  /** Pairs of high and low word. */
  sn(high: number, low: number): this {
    return this.u32(high >>> 0, low);
  }

  ids(): this {
    this.view.setUint32(this.advance(4), 0x107);
    this.view.setUint32(this.advance(4), 0x102);
    return this;
  }

  zeros(count: number): this {
    this.advance(count);
    return this;
  }

  datagram(): Uint8Array {
    const bytes = new Uint8Array(this.view.buffer, 0, this.length);
    bytes.set(bytesOf("52545053 0205 017f 017f0000 5a5a0001 00000001"));
    bytes[20] = this.kind;
    bytes[21] = this.flags | (this.littleEndian ? 1 : 0);
    this.view.setUint16(22, this.length - 24, this.littleEndian);
    return bytes;
  }

  private advance(count: number): number {
    this.length += count;
    return this.length - count;
  }
}

type Case = readonly [name: string, kind: number, flags: number, fill: (body: Body) => Body, accepted: boolean];

const SIGN = 0x80000000;
const MAX_HIGH = Math.floor(SN_MAX / 2 ** 32);
const MAX_LOW = SN_MAX % 2 ** 32;
const dataHead = (body: Body) => body.u16(0, 16).ids().sn(0, 1);
const fragHead = (body: Body) => body.u16(0, 28).ids().sn(0, 1);

const CASES: readonly Case[] = [
  // name, kind, flags, body, accepted
  ["HEARTBEAT, 1 octet short", 0x07, 0, (b) => b.ids().sn(0, 1).sn(0, 1).zeros(3), false],
  ["HEARTBEAT, empty", 0x07, 0, (b) => b, false],
  ["HEARTBEAT, 4 octets more", 0x07, 0, (b) => b.ids().sn(0, 1).sn(0, 1).u32(1, 0), true],
  ["HEARTBEAT, firstSN 0", 0x07, 0, (b) => b.ids().sn(0, 0).sn(0, 1).u32(1), false],
  ["HEARTBEAT, firstSN negative", 0x07, 0, (b) => b.ids().sn(-1, 5).sn(0, 1).u32(1), false],
  ["HEARTBEAT, firstSN UNKNOWN", 0x07, 0, (b) => b.ids().sn(-1, 0).sn(0, 1).u32(1), false],
  ["HEARTBEAT, lastSN = firstSN - 1", 0x07, 0, (b) => b.ids().sn(0, 5).sn(0, 4).u32(1), true],
  ["HEARTBEAT, lastSN = firstSN - 2", 0x07, 0, (b) => b.ids().sn(0, 5).sn(0, 3).u32(1), false],
  ["HEARTBEAT, lastSN negative", 0x07, 0, (b) => b.ids().sn(0, 1).sn(-1, 0xffffffff).u32(1), false],
  ["HEARTBEAT, firstSN SN_MAX", 0x07, 0, (b) => b.ids().sn(MAX_HIGH, MAX_LOW).sn(MAX_HIGH, MAX_LOW).u32(1), true],
  [
    "HEARTBEAT, firstSN beyond",
    0x07,
    0,
    (b) =>
      b
        .ids()
        .sn(MAX_HIGH, MAX_LOW + 1)
        .sn(MAX_HIGH + 1, 0)
        .u32(1),
    false,
  ],
  ["HEARTBEAT with group info, cut", 0x07, 8, (b) => b.ids().sn(0, 1).sn(0, 1).u32(1).zeros(28), false],
  [
    "HEARTBEAT with group info",
    0x07,
    8,
    (b) => b.ids().sn(0, 1).sn(0, 1).u32(1).sn(0, 1).sn(0, 1).sn(0, 1).zeros(8),
    true,
  ],
  [
    "HEARTBEAT, firstGSN 0",
    0x07,
    8,
    (b) => b.ids().sn(0, 1).sn(0, 1).u32(1).sn(0, 1).sn(0, 0).sn(0, 1).zeros(8),
    false,
  ],
  [
    "HEARTBEAT, currentGSN < lastGSN",
    0x07,
    8,
    (b) => b.ids().sn(0, 1).sn(0, 1).u32(1).sn(0, 1).sn(0, 1).sn(0, 2).zeros(8),
    false,
  ],
  ["HEARTBEAT_FRAG, 1 octet short", 0x13, 0, (b) => b.ids().sn(0, 1).u32(1).zeros(3), false],
  ["HEARTBEAT_FRAG, SN 0", 0x13, 0, (b) => b.ids().sn(0, 0).u32(1, 1), false],
  ["HEARTBEAT_FRAG, lastFragmentNum 0", 0x13, 0, (b) => b.ids().sn(0, 1).u32(0, 1), false],
  ["HEARTBEAT_FRAG", 0x13, 0, (b) => b.ids().sn(0, 1).u32(1, 1), true],
  ["ACKNACK, 1 octet short", 0x06, 0, (b) => b.ids().sn(0, 1).u32(0).zeros(3), false],
  ["ACKNACK, no count behind the words", 0x06, 0, (b) => b.ids().sn(0, 1).u32(32, 0), false],
  ["ACKNACK, 256 bits, one word", 0x06, 0, (b) => b.ids().sn(0, 1).u32(256, SIGN, 1), false],
  ["ACKNACK, 256 bits", 0x06, 0, (b) => b.ids().sn(0, 1).u32(256).zeros(32).u32(1), true],
  ["ACKNACK, 257 bits", 0x06, 0, (b) => b.ids().sn(0, 1).u32(257).zeros(36).u32(1), false],
  ["ACKNACK, numBits 2^32 - 1", 0x06, 0, (b) => b.ids().sn(0, 1).u32(0xffffffff).zeros(400), false],
  ["ACKNACK, base 0, no bits", 0x06, 0, (b) => b.ids().sn(0, 0).u32(0, 1), true],
  ["ACKNACK, base 0, one bit", 0x06, 0, (b) => b.ids().sn(0, 0).u32(1, SIGN, 1), false],
  ["ACKNACK, base negative", 0x06, 0, (b) => b.ids().sn(-1, 5).u32(0, 1), false],
  [
    "ACKNACK, set ends at SN_MAX",
    0x06,
    0,
    (b) =>
      b
        .ids()
        .sn(MAX_HIGH, MAX_LOW - 1)
        .u32(1, SIGN, 1),
    true,
  ],
  [
    "ACKNACK, set goes beyond SN_MAX",
    0x06,
    0,
    (b) =>
      b
        .ids()
        .sn(MAX_HIGH, MAX_LOW - 1)
        .u32(2, SIGN, 1),
    false,
  ],
  ["NACK_FRAG, 1 octet short", 0x12, 0, (b) => b.ids().sn(0, 1).u32(1, 0).zeros(3), false],
  ["NACK_FRAG, SN 0", 0x12, 0, (b) => b.ids().sn(0, 0).u32(1, 1, SIGN, 1), false],
  ["NACK_FRAG, base 0", 0x12, 0, (b) => b.ids().sn(0, 1).u32(0, 1, SIGN, 1), false],
  ["NACK_FRAG, 257 bits", 0x12, 0, (b) => b.ids().sn(0, 1).u32(1, 257).zeros(40), false],
  ["NACK_FRAG, words missing", 0x12, 0, (b) => b.ids().sn(0, 1).u32(1, 64, SIGN, 1), false],
  ["NACK_FRAG, up to 2^32 - 1", 0x12, 0, (b) => b.ids().sn(0, 1).u32(0xffffffff, 1, SIGN, 1), true],
  ["NACK_FRAG, beyond 2^32 - 1", 0x12, 0, (b) => b.ids().sn(0, 1).u32(0xffffffff, 2, SIGN, 1), false],
  ["GAP, 1 octet short", 0x08, 0, (b) => b.ids().sn(0, 1).sn(0, 2).zeros(3), false],
  ["GAP, gapStart 0", 0x08, 0, (b) => b.ids().sn(0, 0).sn(0, 2).u32(0), false],
  ["GAP, gapStart negative", 0x08, 0, (b) => b.ids().sn(-5, 0).sn(0, 2).u32(0), false],
  ["GAP, base 0", 0x08, 0, (b) => b.ids().sn(0, 1).sn(0, 0).u32(0), false],
  ["GAP, base below gapStart", 0x08, 0, (b) => b.ids().sn(0, 9).sn(0, 3).u32(0), true],
  ["GAP, 300 bits", 0x08, 0, (b) => b.ids().sn(0, 1).sn(0, 2).u32(300).zeros(40), false],
  ["GAP, words missing", 0x08, 0, (b) => b.ids().sn(0, 1).sn(0, 2).u32(33, 0), false],
  ["GAP with group info and filtered count", 0x08, 6, (b) => b.ids().sn(0, 1).sn(0, 2).u32(0).zeros(24), true],
  ["GAP, base beyond SN_MAX", 0x08, 0, (b) => b.ids().sn(0, 1).sn(0x7fffffff, 0).u32(0), false],
  ["INFO_TS, 7 octets", 0x09, 0, (b) => b.zeros(7), false],
  ["INFO_SRC, 19 octets", 0x0c, 0, (b) => b.zeros(19), false],
  ["INFO_DST, 11 octets", 0x0e, 0, (b) => b.zeros(11), false],
  ["INFO_DST, 16 octets", 0x0e, 0, (b) => b.zeros(16), true],
  ["INFO_REPLY, empty", 0x0f, 0, (b) => b, false],
  ["INFO_REPLY, no locators", 0x0f, 0, (b) => b.u32(0), true],
  ["INFO_REPLY, a locator 1 octet short", 0x0f, 0, (b) => b.u32(1).zeros(23), false],
  ["INFO_REPLY, multicast list missing", 0x0f, 2, (b) => b.u32(1).zeros(24), false],
  ["INFO_REPLY, multicast list too long", 0x0f, 2, (b) => b.u32(0, 2).zeros(24), false],
  ["INFO_REPLY_IP4, 7 octets", 0x0d, 0, (b) => b.zeros(7), false],
  ["INFO_REPLY_IP4, multicast missing", 0x0d, 2, (b) => b.zeros(12), false],
  ["DATA, 1 octet short", 0x15, 0, (b) => b.u16(0, 16).ids().u32(0).zeros(3), false],
  ["DATA, SN 0", 0x15, 4, (b) => b.u16(0, 16).ids().sn(0, 0).zeros(4), false],
  ["DATA, SN UNKNOWN", 0x15, 4, (b) => b.u16(0, 16).ids().sn(-1, 0).zeros(4), false],
  ["DATA, SN beyond SN_MAX", 0x15, 4, (b) => b.u16(0, 16).ids().sn(0x7fffffff, 0).zeros(4), false],
  ["DATA, neither payload nor QoS", 0x15, 0, dataHead, true],
  ["DATA, no room for the encapsulation", 0x15, 4, (b) => dataHead(b).zeros(3), false],
  ["DATA, encapsulation only", 0x15, 4, (b) => dataHead(b).zeros(4), true],
  ["DATA, empty non-standard payload", 0x15, 0x14, dataHead, true],
  ["DATA, D and K", 0x15, 12, (b) => dataHead(b).zeros(8), false],
  ["DATA, octetsToInlineQos 12", 0x15, 4, (b) => b.u16(0, 12).ids().sn(0, 1).zeros(8), false],
  ["DATA, octetsToInlineQos 0", 0x15, 4, (b) => b.u16(0, 0).ids().sn(0, 1).zeros(8), false],
  ["DATA, octetsToInlineQos 18", 0x15, 4, (b) => b.u16(0, 18).ids().sn(0, 1).zeros(8), false],
  ["DATA, octetsToInlineQos 20", 0x15, 4, (b) => b.u16(0, 20).ids().sn(0, 1).zeros(8), true],
  ["DATA, octetsToInlineQos to the end", 0x15, 0, (b) => b.u16(0, 24).ids().sn(0, 1).zeros(8), true],
  ["DATA, octetsToInlineQos beyond", 0x15, 0, (b) => b.u16(0, 28).ids().sn(0, 1).zeros(8), false],
  ["DATA, octetsToInlineQos 65532", 0x15, 0, (b) => b.u16(0, 65532).ids().sn(0, 1).zeros(8), false],
  ["DATA, inline QoS without a sentinel", 0x15, 2, (b) => dataHead(b).u16(0x71, 4).zeros(4), false],
  ["DATA, inline QoS that is not there", 0x15, 2, dataHead, false],
  ["DATA, inline QoS of 2 octets", 0x15, 2, (b) => dataHead(b).u16(1), false],
  ["DATA, a parameter beyond the end", 0x15, 2, (b) => dataHead(b).u16(0x70, 0xfffc, 1, 0), false],
  ["DATA, a sentinel only", 0x15, 2, (b) => dataHead(b).u16(1, 0), true],
  ["DATA, the sentinel's length means nothing", 0x15, 6, (b) => dataHead(b).u16(1, 0xbeef).zeros(4), true],
  ["DATA, a parameter of 5 octets, padded", 0x15, 6, (b) => dataHead(b).u16(0x62, 5).zeros(8).u16(1, 0).u32(0), true],
  ["DATA, no payload behind the QoS", 0x15, 6, (b) => dataHead(b).u16(1, 0), false],
  ["DATA_FRAG, 1 octet short", 0x16, 0, (b) => fragHead(b).u32(1).u16(1, 4).zeros(3), false],
  ["DATA_FRAG, SN 0", 0x16, 0, (b) => b.u16(0, 28).ids().sn(0, 0).u32(1).u16(1, 4).u32(4, 0), false],
  ["DATA_FRAG, start 0", 0x16, 0, (b) => fragHead(b).u32(0).u16(1, 4).u32(4, 0), false],
  ["DATA_FRAG, no fragments", 0x16, 0, (b) => fragHead(b).u32(1).u16(0, 4).u32(4, 0), false],
  ["DATA_FRAG, fragmentSize 0", 0x16, 0, (b) => fragHead(b).u32(1).u16(1, 0).u32(4, 0), false],
  ["DATA_FRAG, sampleSize 0", 0x16, 0, (b) => fragHead(b).u32(1).u16(1, 4).u32(0, 0), false],
  ["DATA_FRAG, whole sample in one", 0x16, 0, (b) => fragHead(b).u32(1).u16(1, 4).u32(4, 0), true],
  ["DATA_FRAG, last fragment, shorter", 0x16, 0, (b) => fragHead(b).u32(2).u16(1, 8).u32(9, 0), true],
  ["DATA_FRAG, starts at the sample's end", 0x16, 0, (b) => fragHead(b).u32(2).u16(1, 4).u32(4, 0), false],
  ["DATA_FRAG, second of two beyond the end", 0x16, 0, (b) => fragHead(b).u32(1).u16(2, 4).u32(4, 0, 0), false],
  ["DATA_FRAG, bytes missing", 0x16, 0, (b) => fragHead(b).u32(1).u16(1, 8).u32(16, 0), false],
  ["DATA_FRAG, bytes of the last one missing", 0x16, 0, (b) => fragHead(b).u32(2).u16(1, 8).u32(13, 0), false],
  ["DATA_FRAG, start 2^32 - 1", 0x16, 0, (b) => fragHead(b).u32(0xffffffff).u16(1, 8).u32(16, 0, 0), false],
  [
    "DATA_FRAG, start 2^32 - 2 of the largest sample",
    0x16,
    0,
    (b) => fragHead(b).u32(0xfffffffe).u16(1, 1).u32(0xffffffff, 0),
    true,
  ],
  ["DATA_FRAG, octetsToInlineQos 16", 0x16, 0, (b) => b.u16(0, 16).ids().sn(0, 1).u32(1).u16(1, 4).u32(4, 0), false],
  ["DATA_FRAG, QoS without a sentinel", 0x16, 2, (b) => fragHead(b).u32(1).u16(1, 4).u32(4, 0), false],
  ["HEADER_EXTENSION, length missing", 0x00, 2, (b) => b.zeros(3), false],
  ["HEADER_EXTENSION, MD5 missing", 0x00, 0x60, (b) => b.zeros(15), false],
  ["HEADER_EXTENSION, parameters without end", 0x00, 0x80, (b) => b.u16(0x59, 4, 0, 0), false],
];

const malformed = suite("malformed submessages");

for (const [name, kind, flags, fill, accepted] of CASES) {
  malformed(`${name}: ${accepted ? "accepted" : "malformed"}`, () => {
    for (const littleEndian of [true, false]) {
      const datagram = fill(new Body(kind, flags, littleEndian)).datagram();
      const lines = walk(datagram);
      assert.is(lines.length, 1, lines.join("; "));
      assert.is(!lines[0]!.endsWith("malformed"), accepted, `${littleEndian ? "little" : "big"}-endian: ${lines[0]}`);
    }
  });
}

malformed("every cut of a datagram ends the walk cleanly", () => {
  const builder = new MessageBuilder(1024);
  builder.begin(5, 0x017f, PREFIX);
  builder.infoDestination(PREFIX);
  builder.data(0x107, 0x102, 1, PAYLOAD_DATA, 8, new Uint8Array(0));
  builder.appendPayload(new Uint8Array(8), 0, 8);
  builder.heartbeat(0x107, 0x102, 1, 1, 1, false, false);
  builder.ackNack(0x107, 0x102, setOf(1, 3, 40), 1, false);
  const whole = builder.cut();
  const full = walk(whole);
  assert.is(full.length, 4);
  for (let length = 20; length < whole.length; length++) {
    const lines = walk(whole.subarray(0, length));
    const cleanly = [20, 36, 68, 100].includes(length);
    const expected = full.slice(0, [36, 68, 100].filter((end) => end <= length).length);
    if (!cleanly) {
      const left = length - [20, 36, 68, 100].filter((end) => end < length).at(-1)!;
      expected.push(left < 4 ? "fault: truncated submessage header" : "fault: submessage too long");
    }
    assert.equal(lines, expected, `cut at ${length}`);
  }
});

malformed.run();
