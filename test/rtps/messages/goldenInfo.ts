// Annotated bytes of the INFO submessages, PAD and HEADER_EXTENSION.

import * as fields from "../../../src/rtps/messages/fields.js";
import * as layout from "../../../src/rtps/messages/layouts.js";
import type { MessageReader } from "../../../src/rtps/messages/MessageReader.js";
import { udpv4Locator } from "../../../src/rtps/structure/locator.js";
import { bytesOf, type Golden, PEER } from "./goldenRows.js";

export const UNICAST = udpv4Locator("192.168.0.2", 7410);
export const MULTICAST = udpv4Locator("239.255.0.1", 7400);

export const GOLDEN_INFO: readonly Golden[] = [
  {
    name: "INFO_DST",
    layout: layout.INFO_DESTINATION_BODY,
    rows: [
      ["submessageId", "0e"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "0c00", "000c"],
      ["guidPrefix", "0110cafe 01020304 05060708"],
    ],
    read: (reader, start) => {
      const out = new fields.InfoDestinationFields();
      return reader.readInfoDestination(out) ? out.prefixOffset - start : "malformed";
    },
    expected: 4,
    build: (builder) => builder.infoDestination(PEER),
  },
  {
    name: "INFO_TS",
    layout: layout.INFO_TIMESTAMP_BODY,
    rows: [
      ["submessageId", "09"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "0800", "0008"],
      ["timestamp", "00f15365 00000080", "6553f100 80000000"],
    ],
    read: timestamp,
    expected: { seconds: 0x6553f100, fraction: 0x80000000 },
    build: (builder) => builder.infoTimestamp({ seconds: 0x6553f100, fraction: 0x80000000 }),
  },
  {
    name: "INFO_TS that takes the timestamp back",
    rows: [
      ["submessageId", "09"],
      ["flags", "03", "02"],
      ["octetsToNextHeader", "0000"],
    ],
    read: timestamp,
    expected: { seconds: 0xffffffff, fraction: 0xffffffff },
    build: (builder) => builder.infoTimestampInvalid(),
  },
  {
    name: "INFO_SRC",
    layout: layout.INFO_SOURCE_BODY,
    rows: [
      ["submessageId", "0c"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "1400", "0014"],
      ["unused", "00000000"],
      ["major", "02"],
      ["minor", "01"],
      ["vendorId", "0110"],
      ["guidPrefix", "0110cafe 01020304 05060708"],
    ],
    read: (reader, start) => {
      const out = new fields.InfoSourceFields();
      return reader.readInfoSource(out) ? { ...out, prefixOffset: out.prefixOffset - start } : "malformed";
    },
    expected: { major: 2, minor: 1, vendorId: 0x0110, prefixOffset: 12 },
    build: (builder) => builder.infoSource(1, 0x0110, PEER),
  },
  {
    name: "INFO_REPLY with a unicast locator",
    layout: layout.LOCATOR_LIST,
    rows: [
      ["submessageId", "0f"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "1c00", "001c"],
      ["numLocators", "01000000", "00000001"],
      ["kind", "01000000", "00000001"],
      ["port", "f21c0000", "00001cf2"],
      ["address", "00000000 00000000 00000000 c0a80002"],
    ],
    read: infoReply(false),
    expected: { isIp4: false, unicastOffset: 8, unicastCount: 1, multicastOffset: 0, multicastCount: 0 },
    build: (builder) => builder.infoReply([UNICAST], []),
  },
  {
    name: "INFO_REPLY with both lists",
    rows: [
      ["submessageId", "0f"],
      ["flags", "03", "02"],
      ["octetsToNextHeader", "5000", "0050"],
      ["unicast numLocators", "02000000", "00000002"],
      ["kind", "01000000", "00000001"],
      ["port", "f21c0000", "00001cf2"],
      ["address", "00000000 00000000 00000000 c0a80002"],
      ["kind", "01000000", "00000001"],
      ["port", "f21c0000", "00001cf2"],
      ["address", "00000000 00000000 00000000 c0a80002"],
      ["multicast numLocators", "01000000", "00000001"],
      ["kind", "01000000", "00000001"],
      ["port", "e81c0000", "00001ce8"],
      ["address", "00000000 00000000 00000000 efff0001"],
    ],
    read: infoReply(false),
    expected: { isIp4: false, unicastOffset: 8, unicastCount: 2, multicastOffset: 60, multicastCount: 1 },
    build: (builder) => builder.infoReply([UNICAST, UNICAST], [MULTICAST]),
  },
  {
    name: "INFO_REPLY_IP4 with both locators",
    rows: [
      ["submessageId", "0d"],
      ["flags", "03", "02"],
      ["octetsToNextHeader", "1000", "0010"],
      ["unicast address", "0200a8c0", "c0a80002"],
      ["unicast port", "f21c0000", "00001cf2"],
      ["multicast address", "0100ffef", "efff0001"],
      ["multicast port", "e81c0000", "00001ce8"],
    ],
    read: infoReply(true),
    expected: { isIp4: true, unicastOffset: 4, unicastCount: 1, multicastOffset: 12, multicastCount: 1 },
    build: (builder) => builder.infoReplyIp4(UNICAST, MULTICAST),
  },
  {
    name: "INFO_REPLY_IP4 with one locator",
    layout: layout.LOCATOR_UDPV4,
    rows: [
      ["submessageId", "0d"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "0800", "0008"],
      ["address", "0200a8c0", "c0a80002"],
      ["port", "f21c0000", "00001cf2"],
    ],
    read: infoReply(true),
    expected: { isIp4: true, unicastOffset: 4, unicastCount: 1, multicastOffset: 0, multicastCount: 0 },
    build: (builder) => builder.infoReplyIp4(UNICAST),
  },
  {
    name: "PAD",
    rows: [
      ["submessageId", "01"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "0800", "0008"],
      ["padding", "00000000 00000000"],
    ],
    build: (builder) => builder.pad(8),
  },
  {
    name: "PAD without a body",
    rows: [
      ["submessageId", "01"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "0000"],
    ],
    build: (builder) => builder.pad(0),
  },
  {
    name: "HEADER_EXTENSION with every field",
    rows: [
      ["submessageId", "00"],
      ["flags", "bf", "be"],
      ["octetsToNextHeader", "3400", "0034"],
      ["messageLength", "64000000", "00000064"],
      ["rtpsSendTimestamp", "00f15365 00000080", "6553f100 80000000"],
      ["uExtension4", "aabbccdd"],
      ["wExtension8", "0102030405060708"],
      ["messageChecksum", "deadbeef"],
      ["parameter id and length", "5900 0c00", "0059 000c"],
      ["parameter", "0f0e0d0c 0b0a0908 07060504"],
      ["sentinel", "0100 0000", "0001 0000"],
      ["extra octets, ignored", "00000000"],
    ],
    read: headerExtension,
    expected: {
      messageLength: 100,
      sendSeconds: 0x6553f100,
      sendFraction: 0x80000000,
      uExtensionOffset: 16,
      wExtensionOffset: 20,
      checksumOffset: 28,
      checksumLength: 4,
      parametersOffset: 32,
      parametersEnd: 52,
    },
    build: (builder) =>
      builder.headerExtension({
        messageLength: 100,
        sendTimestamp: { seconds: 0x6553f100, fraction: 0x80000000 },
        uExtension: bytesOf("aabbccdd"),
        wExtension: bytesOf("0102030405060708"),
        checksum: bytesOf("deadbeef"),
        parameters: bytesOf(
          builder.littleEndian
            ? "5900 0c00 0f0e0d0c 0b0a0908 07060504 0100 0000 00000000"
            : "0059 000c 0f0e0d0c 0b0a0908 07060504 0001 0000 00000000",
        ),
      }),
  },
  {
    name: "HEADER_EXTENSION with an MD5 checksum",
    rows: [
      ["submessageId", "00"],
      ["flags", "61", "60"],
      ["octetsToNextHeader", "1000", "0010"],
      ["messageChecksum", "000102030405060708090a0b0c0d0e0f"],
    ],
    read: headerExtension,
    expected: {
      messageLength: 0,
      sendSeconds: 0xffffffff,
      sendFraction: 0xffffffff,
      uExtensionOffset: 0,
      wExtensionOffset: 0,
      checksumOffset: 4,
      checksumLength: 16,
      parametersOffset: 0,
      parametersEnd: 0,
    },
    build: (builder) => builder.headerExtension({ checksum: bytesOf("000102030405060708090a0b0c0d0e0f") }),
  },
];

function infoReply(isIp4: boolean): (reader: MessageReader, start: number) => unknown {
  return (reader, start) => {
    const out = new fields.InfoReplyFields();
    if (!reader.readInfoReply(out, isIp4)) return "malformed";
    const multicastOffset = out.multicastOffset === 0 ? 0 : out.multicastOffset - start;
    return { ...out, unicastOffset: out.unicastOffset - start, multicastOffset };
  };
}

function timestamp(reader: MessageReader): unknown {
  const out = new fields.InfoTimestampFields();
  return reader.readInfoTimestamp(out) ? { ...out } : "malformed";
}

function headerExtension(reader: MessageReader, start: number): unknown {
  const out = new fields.HeaderExtensionFields();
  if (!reader.readHeaderExtension(out)) return "malformed";
  const move = (offset: number) => (offset === 0 ? 0 : offset - start);
  return {
    ...out,
    uExtensionOffset: move(out.uExtensionOffset),
    wExtensionOffset: move(out.wExtensionOffset),
    checksumOffset: move(out.checksumOffset),
    parametersOffset: move(out.parametersOffset),
    parametersEnd: move(out.parametersEnd),
  };
}
