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

const LOCATOR_SPAN = 24;
const GUID_SPAN = 16;
const DURATION_SPAN = 8;
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
  [pids.PID_PROTOCOL_VERSION, 2],
]);
