// RTPS 2.5 §9.4.2.11: a parameter list as names and ranges, for people, and where it stops making sense.

import * as pids from "../rtps/messages/parameterId.js";
import { LIST_ENDED, ParameterListReader } from "../rtps/messages/parameterList.js";

/** `offset` is that of the value, from the start of the datagram; `span` its declared length, bytes. */
export interface DissectedParameter {
  readonly pid: number;
  /** "PROPERTY_LIST", or "0x8007" for an id without a standard name. */
  readonly name: string;
  readonly offset: number;
  readonly span: number;
  /** A count or a length inside the value points beyond it. */
  readonly malformed: boolean;
}

export interface DissectedParameters {
  /** Those before the list gave out. */
  readonly parameters: readonly DissectedParameter[];
  /** The first octet that has no meaning: of a bad value, or where the sentinel should be. Undefined if all is well. */
  readonly gaveUpAt: number | undefined;
}

/** The list in [offset, end) of a datagram. Never throws. */
export function dissectParameters(
  bytes: Uint8Array,
  view: DataView,
  offset: number,
  end: number,
  littleEndian: boolean,
): DissectedParameters {
  const list = new ParameterListReader();
  list.reset(bytes, view, offset, end, littleEndian);
  const parameters: DissectedParameter[] = [];
  let gaveUpAt: number | undefined;
  while (list.next()) {
    const malformed = !isSound(list);
    if (malformed) gaveUpAt ??= list.valueOffset;
    const { pid, rawPid, valueOffset, valueLength } = list;
    parameters.push({ pid, name: pids.parameterIdName(rawPid), offset: valueOffset, span: valueLength, malformed });
  }
  if (list.status !== LIST_ENDED) gaveUpAt ??= list.offset;
  return { parameters, gaveUpAt };
}

/** The fixed octets are there, and what is counted inside fits. */
function isSound(list: ParameterListReader): boolean {
  switch (list.pid) {
    case pids.PID_TOPIC_NAME:
    case pids.PID_TYPE_NAME:
    case pids.PID_ENTITY_NAME:
    case pids.PID_DOMAIN_TAG:
      return list.string(0) !== undefined;
    case pids.PID_PARTITION:
      return list.stringSequence(0) !== undefined;
    case pids.PID_PROPERTY_LIST:
      return hasPairs(list);
    case pids.PID_DATA_REPRESENTATION:
      return list.has(4) && list.u32(0) <= (list.valueLength - 4) / 2;
    case pids.PID_CONTENT_FILTER_PROPERTY:
      return hasFilter(list);
    case pids.PID_USER_DATA:
    case pids.PID_TOPIC_DATA:
    case pids.PID_GROUP_DATA:
      return list.octetSequence(0) !== undefined;
    default:
      return list.has(FIXED_SPANS.get(list.pid) ?? 0);
  }
}

function hasPairs(list: ParameterListReader): boolean {
  if (!list.has(4)) return false;
  let at = 4;
  for (let left = 2 * list.u32(0); left > 0; left--) {
    at = list.stringEnd(at);
    if (at < 0) return false;
  }
  return true;
}

/** Four texts and a list of texts. */
function hasFilter(list: ParameterListReader): boolean {
  let at = 0;
  for (let i = 0; i < 4; i++) {
    at = list.stringEnd(at);
    if (at < 0) return false;
  }
  return list.stringSequence(at) !== undefined;
}

const LOCATOR_SPAN = 24;
const GUID_SPAN = 16;
const DURATION_SPAN = 8;
const KIND_SPAN = 4;
const SN_SPAN = 8;
const SAMPLE_IDENTITY_SPAN = GUID_SPAN + SN_SPAN;
/** What a reader of each must have; values may be longer (§9.4.2.11). */
const FIXED_SPANS: ReadonlyMap<number, number> = new Map([
  [pids.PID_UNICAST_LOCATOR, LOCATOR_SPAN],
  [pids.PID_MULTICAST_LOCATOR, LOCATOR_SPAN],
  [pids.PID_DEFAULT_UNICAST_LOCATOR, LOCATOR_SPAN],
  [pids.PID_DEFAULT_MULTICAST_LOCATOR, LOCATOR_SPAN],
  [pids.PID_METATRAFFIC_UNICAST_LOCATOR, LOCATOR_SPAN],
  [pids.PID_METATRAFFIC_MULTICAST_LOCATOR, LOCATOR_SPAN],
  [pids.PID_PARTICIPANT_GUID, GUID_SPAN],
  [pids.PID_ENDPOINT_GUID, GUID_SPAN],
  [pids.PID_KEY_HASH, GUID_SPAN],
  [pids.PID_PARTICIPANT_LEASE_DURATION, DURATION_SPAN],
  [pids.PID_BUILTIN_ENDPOINT_SET, 4],
  [pids.PID_DOMAIN_ID, 4],
  [pids.PID_STATUS_INFO, 4],
  [pids.PID_VENDORID, 2],
  [pids.PID_GROUP_GUID, GUID_SPAN],
  [pids.PID_GROUP_ENTITYID, 4],
  [pids.PID_EXPECTS_INLINE_QOS, 1],
  [pids.PID_TYPE_MAX_SIZE_SERIALIZED, 4],
  [pids.PID_DURABILITY, KIND_SPAN],
  [pids.PID_OWNERSHIP, KIND_SPAN],
  [pids.PID_DESTINATION_ORDER, KIND_SPAN],
  [pids.PID_RELIABILITY, KIND_SPAN + DURATION_SPAN],
  [pids.PID_LIVELINESS, KIND_SPAN + DURATION_SPAN],
  [pids.PID_DEADLINE, DURATION_SPAN],
  [pids.PID_LATENCY_BUDGET, DURATION_SPAN],
  [pids.PID_LIFESPAN, DURATION_SPAN],
  [pids.PID_TIME_BASED_FILTER, DURATION_SPAN],
  [pids.PID_PRESENTATION, 6],
  [pids.PID_HISTORY, 8],
  [pids.PID_RESOURCE_LIMITS, 12],
  [pids.PID_DURABILITY_SERVICE, 28],
  [pids.PID_OWNERSHIP_STRENGTH, 4],
  [pids.PID_TRANSPORT_PRIORITY, 4],
  [pids.PID_TYPE_CONSISTENCY_ENFORCEMENT, 2],
  [pids.PID_COHERENT_SET, SN_SPAN],
  [pids.PID_GROUP_COHERENT_SET, SN_SPAN],
  [pids.PID_GROUP_SEQ_NUM, SN_SPAN],
  [pids.PID_DIRECTED_WRITE, GUID_SPAN],
  [pids.PID_ORIGINAL_WRITER_INFO, SAMPLE_IDENTITY_SPAN],
  [pids.PID_RELATED_SAMPLE_IDENTITY, SAMPLE_IDENTITY_SPAN],
  [pids.PID_PROTOCOL_VERSION, 2],
]);
