// Every submessage, both ways, in both byte orders, against annotated bytes.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readLocator, readLocatorUdpv4 } from "../../../src/rtps/messages/elements.js";
import { MESSAGE_OK } from "../../../src/rtps/messages/faults.js";
import * as layout from "../../../src/rtps/messages/layouts.js";
import { MessageBuilder } from "../../../src/rtps/messages/MessageBuilder.js";
import { MessageReader } from "../../../src/rtps/messages/MessageReader.js";
import { toHex } from "../../../src/rtps/structure/guid.js";
import { sameLocator } from "../../../src/rtps/structure/locator.js";
import { GOLDEN_DATA } from "./goldenData.js";
import { GOLDEN_INFO, MULTICAST, UNICAST } from "./goldenInfo.js";
import { GOLDEN_RELIABILITY } from "./goldenReliability.js";
import { bytesOf, type Golden, HEADER_ROWS, hexOf, PREFIX, type Row } from "./goldenRows.js";

const GOLDEN = [...GOLDEN_INFO, ...GOLDEN_RELIABILITY, ...GOLDEN_DATA];

const HEADER_HEX = HEADER_ROWS.map(([, hex]) => hex).join("");
const golden = suite("golden submessages");

for (const entry of GOLDEN) {
  for (const littleEndian of [true, false]) {
    const order = littleEndian ? "little-endian" : "big-endian";

    golden(`${entry.name}, ${order}: read`, () => {
      const reader = new MessageReader();
      // In the middle of a message: between an INFO_DST and a HEARTBEAT of the other byte order.
      const before = hexOf(GOLDEN[0]!, !littleEndian);
      const after = hexOf(GOLDEN.find(({ name }) => name === "HEARTBEAT")!, !littleEndian);
      const bytes = bytesOf(hexOf(entry, littleEndian));
      assert.is(reader.reset(bytesOf(`${HEADER_HEX}${before}${hexOf(entry, littleEndian)}${after}`)), MESSAGE_OK);
      assert.ok(reader.next());
      assert.ok(reader.next());
      const start = 36;
      assert.is(reader.kind, bytes[0]);
      assert.is(reader.flags, bytes[1]);
      assert.is(reader.littleEndian, littleEndian);
      assert.is(reader.bodyOffset, start + 4);
      assert.is(reader.bodyEnd, start + bytes.length);
      if (entry.read !== undefined) assert.equal(entry.read(reader, start), entry.expected);
      assert.ok(reader.next());
      assert.is(reader.kind, 0x07);
      assert.not(reader.next());
      assert.is(reader.fault, MESSAGE_OK);
    });

    if (entry.build !== undefined) {
      golden(`${entry.name}, ${order}: build`, () => {
        const builder = new MessageBuilder(256, littleEndian);
        builder.begin(5, 0x017f, PREFIX);
        entry.build!(builder);
        const bytes = builder.cut();
        assert.is(toHex(bytes), plain(`${HEADER_HEX}${hexOf(entry, littleEndian)}`));
        assert.is(builder.length, bytes.length);
      });
    }
  }

  if (entry.layout !== undefined) {
    golden(`${entry.name}: the declared layout has the rows' offsets`, () => checkLayout(entry, entry.layout!));
  }
}

golden("header: read and build", () => {
  const builder = new MessageBuilder(20);
  builder.begin(5, 0x017f, PREFIX);
  const bytes = builder.cut();
  assert.is(toHex(bytes), plain(HEADER_HEX));
  const reader = new MessageReader();
  assert.is(reader.reset(bytes), MESSAGE_OK);
  assert.is(reader.protocolMinor, 5);
  assert.is(reader.vendorId, 0x017f);
  assert.not(reader.next());
  checkRows(HEADER_ROWS, layout.RTPS_HEADER, "header");
});

golden("locators of INFO_REPLY and INFO_REPLY_IP4 come back", () => {
  for (const littleEndian of [true, false]) {
    const builder = new MessageBuilder(256, littleEndian);
    builder.begin(5, 0x017f, PREFIX);
    builder.infoReply([UNICAST], []);
    builder.infoReplyIp4(UNICAST, MULTICAST);
    const bytes = builder.cut();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    assert.ok(sameLocator(readLocator(bytes, view, 28, littleEndian), UNICAST));
    assert.ok(sameLocator(readLocatorUdpv4(view, 56, littleEndian), UNICAST));
    assert.ok(sameLocator(readLocatorUdpv4(view, 64, littleEndian), MULTICAST));
    assert.is(readLocatorUdpv4(view, 64, littleEndian).host, "239.255.0.1");
  }
});

function checkLayout(entry: Golden, expected: layout.WireLayout): void {
  checkRows(entry.rows.slice(0, 3), layout.SUBMESSAGE_HEADER, entry.name);
  checkRows(entry.rows.slice(3), expected, entry.name);
}

/** The layout's fields are the first rows, in order, at the rows' offsets. */
function checkRows(rows: readonly Row[], expected: layout.WireLayout, name: string): void {
  let offset = 0;
  for (let i = 0; i < expected.fields.length; i++) {
    const [field, hex] = rows[i]!;
    const span = bytesOf(hex).length;
    const declared = expected.fields[i]!;
    assert.equal([declared.name, declared.offset, declared.span], [field, offset, span], name);
    assert.is(layout.offsetOf(expected, field), offset);
    offset += span;
  }
  assert.is(expected.span, offset, name);
}

function plain(hex: string): string {
  return hex.replace(/\s/g, "");
}

golden.run();
