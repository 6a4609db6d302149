// RTPS 2.5 §9.4.5.1.1: submessage ids and, per submessage, the flags of §9.4.5.2 ff.
// Bit 0 of the flags is the byte order in all of them.

/** The id octet of a submessage. 0x00-0x7f belong to the protocol, 0x80-0xff to the vendor of the source. */
export type SubmessageKind = number;

export const SUBMESSAGE_HEADER_EXTENSION = 0x00;
export const SUBMESSAGE_PAD = 0x01;
export const SUBMESSAGE_ACKNACK = 0x06;
export const SUBMESSAGE_HEARTBEAT = 0x07;
export const SUBMESSAGE_GAP = 0x08;
export const SUBMESSAGE_INFO_TS = 0x09;
export const SUBMESSAGE_INFO_SRC = 0x0c;
export const SUBMESSAGE_INFO_REPLY_IP4 = 0x0d;
export const SUBMESSAGE_INFO_DST = 0x0e;
export const SUBMESSAGE_INFO_REPLY = 0x0f;
export const SUBMESSAGE_NACK_FRAG = 0x12;
export const SUBMESSAGE_HEARTBEAT_FRAG = 0x13;
export const SUBMESSAGE_DATA = 0x15;
export const SUBMESSAGE_DATA_FRAG = 0x16;
/** DDS Security 1.1 §7.3.7: walked by length, not understood. */
export const SUBMESSAGE_SEC_BODY = 0x30;
export const SUBMESSAGE_SEC_PREFIX = 0x31;
export const SUBMESSAGE_SEC_POSTFIX = 0x32;
export const SUBMESSAGE_SRTPS_PREFIX = 0x33;
export const SUBMESSAGE_SRTPS_POSTFIX = 0x34;
/** Ids from here on mean something only together with the source's vendor id. */
export const SUBMESSAGE_VENDOR_FIRST = 0x80;

/** Set: little-endian. */
export const FLAG_ENDIANNESS = 0x01;
export const FLAG_ACKNACK_FINAL = 0x02;
export const FLAG_HEARTBEAT_FINAL = 0x02;
export const FLAG_HEARTBEAT_LIVELINESS = 0x04;
export const FLAG_HEARTBEAT_GROUP_INFO = 0x08;
export const FLAG_GAP_GROUP_INFO = 0x02;
export const FLAG_GAP_FILTERED_COUNT = 0x04;
export const FLAG_INFO_TS_INVALIDATE = 0x02;
export const FLAG_INFO_REPLY_MULTICAST = 0x02;
export const FLAG_DATA_INLINE_QOS = 0x02;
export const FLAG_DATA_DATA = 0x04;
export const FLAG_DATA_KEY = 0x08;
export const FLAG_DATA_NON_STANDARD_PAYLOAD = 0x10;
/** Other bits than in DATA. */
export const FLAG_DATA_FRAG_KEY = 0x04;
export const FLAG_DATA_FRAG_NON_STANDARD_PAYLOAD = 0x08;
export const FLAG_HEADER_EXTENSION_LENGTH = 0x02;
export const FLAG_HEADER_EXTENSION_TIMESTAMP = 0x04;
export const FLAG_HEADER_EXTENSION_U4 = 0x08;
export const FLAG_HEADER_EXTENSION_W8 = 0x10;
export const FLAG_HEADER_EXTENSION_CHECKSUM = 0x60;
export const FLAG_HEADER_EXTENSION_PARAMETERS = 0x80;

const NAMES: Readonly<Record<number, string>> = {
  [SUBMESSAGE_HEADER_EXTENSION]: "HEADER_EXTENSION",
  [SUBMESSAGE_PAD]: "PAD",
  [SUBMESSAGE_ACKNACK]: "ACKNACK",
  [SUBMESSAGE_HEARTBEAT]: "HEARTBEAT",
  [SUBMESSAGE_GAP]: "GAP",
  [SUBMESSAGE_INFO_TS]: "INFO_TS",
  [SUBMESSAGE_INFO_SRC]: "INFO_SRC",
  [SUBMESSAGE_INFO_REPLY_IP4]: "INFO_REPLY_IP4",
  [SUBMESSAGE_INFO_DST]: "INFO_DST",
  [SUBMESSAGE_INFO_REPLY]: "INFO_REPLY",
  [SUBMESSAGE_NACK_FRAG]: "NACK_FRAG",
  [SUBMESSAGE_HEARTBEAT_FRAG]: "HEARTBEAT_FRAG",
  [SUBMESSAGE_DATA]: "DATA",
  [SUBMESSAGE_DATA_FRAG]: "DATA_FRAG",
  [SUBMESSAGE_SEC_BODY]: "SEC_BODY",
  [SUBMESSAGE_SEC_PREFIX]: "SEC_PREFIX",
  [SUBMESSAGE_SEC_POSTFIX]: "SEC_POSTFIX",
  [SUBMESSAGE_SRTPS_PREFIX]: "SRTPS_PREFIX",
  [SUBMESSAGE_SRTPS_POSTFIX]: "SRTPS_POSTFIX",
};

/** "HEARTBEAT", or "0x80" for an id this protocol does not define. For reports, not the hot path. */
export function submessageName(kind: SubmessageKind): string {
  return NAMES[kind] ?? `0x${kind.toString(16).padStart(2, "0")}`;
}

/** True for an id that RTPS or DDS Security defines. */
export function isKnownSubmessage(kind: SubmessageKind): boolean {
  return NAMES[kind] !== undefined;
}
