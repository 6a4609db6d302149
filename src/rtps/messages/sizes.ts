// RTPS 2.5 §9.4: how many octets a submessage takes with its header, for a packer that plans a datagram.

import type { NumberSet } from "../structure/NumberSet.js";
import * as layout from "./layouts.js";

const COUNT_SPAN = 4;

/** octetsToNextHeader has 16 bits, and a body is padded to a multiple of 4. */
export const BODY_MAX = 65532;

export const RTPS_HEADER_SIZE = layout.HEADER_SPAN;
export const INFO_DESTINATION_SIZE = layout.SUBMESSAGE_HEADER_SPAN + layout.INFO_DESTINATION_SPAN;
export const INFO_TIMESTAMP_SIZE = layout.SUBMESSAGE_HEADER_SPAN + layout.INFO_TIMESTAMP_SPAN;
export const INFO_SOURCE_SIZE = layout.SUBMESSAGE_HEADER_SPAN + layout.INFO_SOURCE_SPAN;
export const HEARTBEAT_SIZE = layout.SUBMESSAGE_HEADER_SPAN + layout.HEARTBEAT_SPAN;
export const HEARTBEAT_FRAG_SIZE = layout.SUBMESSAGE_HEADER_SPAN + layout.HEARTBEAT_FRAG_SPAN;
/** Of an empty set; every 32 bits of it add 4. */
export const ACKNACK_SIZE_MIN = layout.SUBMESSAGE_HEADER_SPAN + layout.ACKNACK_BODY.span + COUNT_SPAN;
export const NACK_FRAG_SIZE_MIN = layout.SUBMESSAGE_HEADER_SPAN + layout.NACK_FRAG_BODY.span + COUNT_SPAN;
export const GAP_SIZE_MIN = layout.SUBMESSAGE_HEADER_SPAN + layout.GAP_BODY.span;
/** Without inline QoS and payload. */
export const DATA_SIZE_MIN = layout.SUBMESSAGE_HEADER_SPAN + layout.DATA_SPAN;
export const DATA_FRAG_SIZE_MIN = layout.SUBMESSAGE_HEADER_SPAN + layout.DATA_FRAG_SPAN;

export function ackNackSize(set: NumberSet): number {
  return ACKNACK_SIZE_MIN + set.wordCount() * 4;
}

export function nackFragSize(set: NumberSet): number {
  return NACK_FRAG_SIZE_MIN + set.wordCount() * 4;
}

export function gapSize(set: NumberSet): number {
  return GAP_SIZE_MIN + set.wordCount() * 4;
}

/** Octets of a DATA besides its payload. */
export function dataOverhead(inlineQosLength: number): number {
  return DATA_SIZE_MIN + inlineQosLength;
}

/** Octets of a DATA_FRAG besides its payload. */
export function dataFragOverhead(inlineQosLength: number): number {
  return DATA_FRAG_SIZE_MIN + inlineQosLength;
}

/** The next multiple of 4: what a payload takes in a submessage. */
export function paddedLength(length: number): number {
  return (length + 3) & ~3;
}
