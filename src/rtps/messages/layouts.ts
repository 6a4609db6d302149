// RTPS 2.5 §9.4: every fixed header, declared once. The offsets and spans below are plain numbers for the hot path;
// the layouts themselves are field maps for dissectors. Nothing is decoded with buffer-layout: byte order is a
// property of each submessage, so readers use a DataView at these offsets.

import { blob, type Layout, type Structure, s32, struct, u8, u16, u32 } from "buffer-layout";

/** How the octets of a field are to be read. `octets` are never byte-swapped. */
export type FieldType = "u8" | "u16" | "u32" | "i32" | "sn" | "time" | "entityId" | "octets";

/** One field of a fixed header: `offset` and `span` in bytes from the start of the header or body. */
export interface LayoutField {
  readonly name: string;
  readonly type: FieldType;
  readonly offset: number;
  readonly span: number;
}

/** A fixed header. */
export interface WireLayout {
  readonly name: string;
  readonly span: number;
  readonly fields: readonly LayoutField[];
}

/** A field before it has an offset: [name, type] or, for octets, [name, "octets", length]. */
export type FieldDeclaration = readonly [name: string, type: FieldType, length?: number];

/** Declares a header whose fields follow one another without gaps. */
export function defineLayout(name: string, declarations: readonly FieldDeclaration[]): WireLayout {
  const structure = struct(declarations.map(toLayout), name);
  const fields = declarations.map(([field, type], index) => ({
    name: field,
    type,
    offset: offsetIn(structure, field),
    span: structure.fields[index]!.span,
  }));
  return { name, span: structure.span, fields };
}

/** The offset of a field; throws if the layout has no such field. */
export function offsetOf(layout: WireLayout, field: string): number {
  const found = layout.fields.find((candidate) => candidate.name === field);
  if (found === undefined) throw new RangeError(`${layout.name} has no field ${field}`);
  return found.offset;
}

function offsetIn(structure: Structure, field: string): number {
  const offset = structure.offsetOf(field);
  if (offset === undefined) throw new RangeError(`no field ${field}`);
  return offset;
}

function toLayout([name, type, length]: FieldDeclaration): Layout {
  switch (type) {
    case "u8":
      return u8(name);
    case "u16":
      return u16(name);
    case "u32":
      return u32(name);
    case "i32":
      return s32(name);
    case "sn":
      return struct([s32("high"), u32("low")], name);
    case "time":
      return struct([u32("seconds"), u32("fraction")], name);
    case "entityId":
      return blob(4, name);
    default:
      return blob(length ?? 0, name);
  }
}

const ENTITIES: readonly FieldDeclaration[] = [
  ["readerId", "entityId"],
  ["writerId", "entityId"],
];

const DATA_HEAD: readonly FieldDeclaration[] = [
  ["extraFlags", "u16"],
  ["octetsToInlineQos", "u16"],
  ...ENTITIES,
  ["writerSn", "sn"],
];

/** §9.4.4. */
export const RTPS_HEADER = defineLayout("Header", [
  ["protocol", "octets", 4],
  ["major", "u8"],
  ["minor", "u8"],
  ["vendorId", "octets", 2],
  ["guidPrefix", "octets", 12],
]);
export const HEADER_SPAN = RTPS_HEADER.span;
export const HEADER_MAJOR = offsetOf(RTPS_HEADER, "major");
export const HEADER_MINOR = offsetOf(RTPS_HEADER, "minor");
export const HEADER_VENDOR_ID = offsetOf(RTPS_HEADER, "vendorId");
export const HEADER_GUID_PREFIX = offsetOf(RTPS_HEADER, "guidPrefix");

/** §9.4.5.1. */
export const SUBMESSAGE_HEADER = defineLayout("SubmessageHeader", [
  ["submessageId", "u8"],
  ["flags", "u8"],
  ["octetsToNextHeader", "u16"],
]);
export const SUBMESSAGE_HEADER_SPAN = SUBMESSAGE_HEADER.span;
export const SUBMESSAGE_FLAGS = offsetOf(SUBMESSAGE_HEADER, "flags");
export const SUBMESSAGE_LENGTH = offsetOf(SUBMESSAGE_HEADER, "octetsToNextHeader");

/** §9.4.5.3: the bitmap (numBits, then words) and the count follow. */
export const ACKNACK_BODY = defineLayout("AckNack", [...ENTITIES, ["base", "sn"], ["numBits", "u32"]]);
export const READER_ID = offsetOf(ACKNACK_BODY, "readerId");
export const WRITER_ID = offsetOf(ACKNACK_BODY, "writerId");
export const ACKNACK_SET = offsetOf(ACKNACK_BODY, "base");

/** §9.4.2.6: SequenceNumberSet without its words. */
export const SN_SET = defineLayout("SequenceNumberSet", [
  ["base", "sn"],
  ["numBits", "u32"],
]);
export const SN_SET_SPAN = SN_SET.span;
export const SN_SET_NUM_BITS = offsetOf(SN_SET, "numBits");

/** §9.4.2.8: FragmentNumberSet without its words. */
export const FRAGMENT_SET = defineLayout("FragmentNumberSet", [
  ["base", "u32"],
  ["numBits", "u32"],
]);
export const FRAGMENT_SET_SPAN = FRAGMENT_SET.span;
export const FRAGMENT_SET_NUM_BITS = offsetOf(FRAGMENT_SET, "numBits");

/** §9.4.5.7. */
export const HEARTBEAT_BODY = defineLayout("Heartbeat", [
  ...ENTITIES,
  ["firstSn", "sn"],
  ["lastSn", "sn"],
  ["count", "u32"],
]);
export const HEARTBEAT_SPAN = HEARTBEAT_BODY.span;
export const HEARTBEAT_FIRST_SN = offsetOf(HEARTBEAT_BODY, "firstSn");
export const HEARTBEAT_LAST_SN = offsetOf(HEARTBEAT_BODY, "lastSn");
export const HEARTBEAT_COUNT = offsetOf(HEARTBEAT_BODY, "count");

/** §9.4.5.7: what follows the count when the GroupInfo flag is set (since 2.3). */
export const HEARTBEAT_GROUP = defineLayout("HeartbeatGroupInfo", [
  ["currentGsn", "sn"],
  ["firstGsn", "sn"],
  ["lastGsn", "sn"],
  ["writerSet", "octets", 4],
  ["secureWriterSet", "octets", 4],
]);
export const HEARTBEAT_GROUP_SPAN = HEARTBEAT_GROUP.span;
export const HEARTBEAT_GROUP_CURRENT = offsetOf(HEARTBEAT_GROUP, "currentGsn");
export const HEARTBEAT_GROUP_FIRST = offsetOf(HEARTBEAT_GROUP, "firstGsn");
export const HEARTBEAT_GROUP_LAST = offsetOf(HEARTBEAT_GROUP, "lastGsn");
export const HEARTBEAT_GROUP_WRITER_SET = offsetOf(HEARTBEAT_GROUP, "writerSet");
export const HEARTBEAT_GROUP_SECURE_SET = offsetOf(HEARTBEAT_GROUP, "secureWriterSet");

/** §9.4.5.6: up to the words of gapList. */
export const GAP_BODY = defineLayout("Gap", [...ENTITIES, ["gapStart", "sn"], ["base", "sn"], ["numBits", "u32"]]);
export const GAP_START = offsetOf(GAP_BODY, "gapStart");
export const GAP_SET = offsetOf(GAP_BODY, "base");

/** §9.4.5.4: the inline QoS starts octetsToInlineQos after that field. */
export const DATA_BODY = defineLayout("Data", DATA_HEAD);
export const DATA_SPAN = DATA_BODY.span;
export const DATA_OCTETS_TO_INLINE_QOS = offsetOf(DATA_BODY, "octetsToInlineQos");
export const DATA_READER_ID = offsetOf(DATA_BODY, "readerId");
export const DATA_WRITER_ID = offsetOf(DATA_BODY, "writerId");
export const DATA_WRITER_SN = offsetOf(DATA_BODY, "writerSn");

/** §9.4.5.5. Shares its first five fields with DATA. */
export const DATA_FRAG_BODY = defineLayout("DataFrag", [
  ...DATA_HEAD,
  ["fragmentStartingNum", "u32"],
  ["fragmentsInSubmessage", "u16"],
  ["fragmentSize", "u16"],
  ["sampleSize", "u32"],
]);
export const DATA_FRAG_SPAN = DATA_FRAG_BODY.span;
export const DATA_FRAG_STARTING_NUM = offsetOf(DATA_FRAG_BODY, "fragmentStartingNum");
export const DATA_FRAG_COUNT = offsetOf(DATA_FRAG_BODY, "fragmentsInSubmessage");
export const DATA_FRAG_SIZE = offsetOf(DATA_FRAG_BODY, "fragmentSize");
export const DATA_FRAG_SAMPLE_SIZE = offsetOf(DATA_FRAG_BODY, "sampleSize");

/** §9.4.5.14: up to the words of fragmentNumberState; the count follows them. */
export const NACK_FRAG_BODY = defineLayout("NackFrag", [
  ...ENTITIES,
  ["writerSn", "sn"],
  ["base", "u32"],
  ["numBits", "u32"],
]);
export const FRAG_WRITER_SN = offsetOf(NACK_FRAG_BODY, "writerSn");
export const NACK_FRAG_SET = offsetOf(NACK_FRAG_BODY, "base");

/** §9.4.5.8. */
export const HEARTBEAT_FRAG_BODY = defineLayout("HeartbeatFrag", [
  ...ENTITIES,
  ["writerSn", "sn"],
  ["lastFragmentNum", "u32"],
  ["count", "u32"],
]);
export const HEARTBEAT_FRAG_SPAN = HEARTBEAT_FRAG_BODY.span;
export const HEARTBEAT_FRAG_LAST_NUM = offsetOf(HEARTBEAT_FRAG_BODY, "lastFragmentNum");
export const HEARTBEAT_FRAG_COUNT = offsetOf(HEARTBEAT_FRAG_BODY, "count");

/** §9.4.5.12. */
export const INFO_TIMESTAMP_BODY = defineLayout("InfoTimestamp", [["timestamp", "time"]]);
export const INFO_TIMESTAMP_SPAN = INFO_TIMESTAMP_BODY.span;

/** §9.4.5.11. */
export const INFO_SOURCE_BODY = defineLayout("InfoSource", [
  ["unused", "u32"],
  ["major", "u8"],
  ["minor", "u8"],
  ["vendorId", "octets", 2],
  ["guidPrefix", "octets", 12],
]);
export const INFO_SOURCE_SPAN = INFO_SOURCE_BODY.span;
export const INFO_SOURCE_MAJOR = offsetOf(INFO_SOURCE_BODY, "major");
export const INFO_SOURCE_MINOR = offsetOf(INFO_SOURCE_BODY, "minor");
export const INFO_SOURCE_VENDOR_ID = offsetOf(INFO_SOURCE_BODY, "vendorId");
export const INFO_SOURCE_GUID_PREFIX = offsetOf(INFO_SOURCE_BODY, "guidPrefix");

/** §9.4.5.9. */
export const INFO_DESTINATION_BODY = defineLayout("InfoDestination", [["guidPrefix", "octets", 12]]);
export const INFO_DESTINATION_SPAN = INFO_DESTINATION_BODY.span;

/** §9.4.5.10: the locators follow. */
export const LOCATOR_LIST = defineLayout("LocatorList", [["numLocators", "u32"]]);
export const LOCATOR_LIST_SPAN = LOCATOR_LIST.span;

/** §9.3.2: Locator_t. */
export const LOCATOR = defineLayout("Locator", [
  ["kind", "i32"],
  ["port", "u32"],
  ["address", "octets", 16],
]);
export const LOCATOR_SPAN = LOCATOR.span;
export const LOCATOR_PORT = offsetOf(LOCATOR, "port");
export const LOCATOR_ADDRESS = offsetOf(LOCATOR, "address");

/** §9.4.5.15: LocatorUDPv4_t; the address is a number, byte-swapped with the submessage. */
export const LOCATOR_UDPV4 = defineLayout("LocatorUDPv4", [
  ["address", "u32"],
  ["port", "u32"],
]);
export const LOCATOR_UDPV4_SPAN = LOCATOR_UDPV4.span;
export const LOCATOR_UDPV4_PORT = offsetOf(LOCATOR_UDPV4, "port");

/** §9.4.2.11: the header of each parameter. */
export const PARAMETER_HEADER = defineLayout("ParameterHeader", [
  ["parameterId", "u16"],
  ["length", "u16"],
]);
export const PARAMETER_HEADER_SPAN = PARAMETER_HEADER.span;
export const PARAMETER_LENGTH = offsetOf(PARAMETER_HEADER, "length");
