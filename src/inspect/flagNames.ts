// RTPS 2.5 §9.4.5: the names of the flag bits of each submessage, for reports.

import * as kinds from "../rtps/messages/submessageKind.js";

type NamedFlag = readonly [flag: number, name: string];

/** The names of the flags that are set, least significant first. A bit without a meaning is given as "bit N". */
export function flagNamesOf(kind: kinds.SubmessageKind, flags: number): string[] {
  const known = NAMES[kind] ?? [];
  const names: string[] = [];
  for (let bit = 0; bit < 8; bit++) {
    const mask = 1 << bit;
    if ((flags & mask) === 0) continue;
    if (mask === kinds.FLAG_ENDIANNESS) names.push("endianness");
    else names.push(known.find(([flag]) => flag === mask)?.[1] ?? `bit ${bit}`);
  }
  return names;
}

const NAMES: Readonly<Record<number, readonly NamedFlag[]>> = {
  [kinds.SUBMESSAGE_ACKNACK]: [[kinds.FLAG_ACKNACK_FINAL, "final"]],
  [kinds.SUBMESSAGE_HEARTBEAT]: [
    [kinds.FLAG_HEARTBEAT_FINAL, "final"],
    [kinds.FLAG_HEARTBEAT_LIVELINESS, "liveliness"],
    [kinds.FLAG_HEARTBEAT_GROUP_INFO, "groupInfo"],
  ],
  [kinds.SUBMESSAGE_GAP]: [
    [kinds.FLAG_GAP_GROUP_INFO, "groupInfo"],
    [kinds.FLAG_GAP_FILTERED_COUNT, "filteredCount"],
  ],
  [kinds.SUBMESSAGE_INFO_TS]: [[kinds.FLAG_INFO_TS_INVALIDATE, "invalidate"]],
  [kinds.SUBMESSAGE_INFO_REPLY]: [[kinds.FLAG_INFO_REPLY_MULTICAST, "multicast"]],
  [kinds.SUBMESSAGE_INFO_REPLY_IP4]: [[kinds.FLAG_INFO_REPLY_MULTICAST, "multicast"]],
  [kinds.SUBMESSAGE_DATA]: [
    [kinds.FLAG_DATA_INLINE_QOS, "inlineQos"],
    [kinds.FLAG_DATA_DATA, "data"],
    [kinds.FLAG_DATA_KEY, "key"],
    [kinds.FLAG_DATA_NON_STANDARD_PAYLOAD, "nonStandardPayload"],
  ],
  [kinds.SUBMESSAGE_DATA_FRAG]: [
    [kinds.FLAG_DATA_INLINE_QOS, "inlineQos"],
    [kinds.FLAG_DATA_FRAG_KEY, "key"],
    [kinds.FLAG_DATA_FRAG_NON_STANDARD_PAYLOAD, "nonStandardPayload"],
  ],
  [kinds.SUBMESSAGE_HEADER_EXTENSION]: [
    [kinds.FLAG_HEADER_EXTENSION_LENGTH, "messageLength"],
    [kinds.FLAG_HEADER_EXTENSION_TIMESTAMP, "sendTimestamp"],
    [kinds.FLAG_HEADER_EXTENSION_U4, "uExtension4"],
    [kinds.FLAG_HEADER_EXTENSION_W8, "wExtension8"],
    [0x20, "checksum low bit"],
    [0x40, "checksum high bit"],
    [kinds.FLAG_HEADER_EXTENSION_PARAMETERS, "parameters"],
  ],
};
