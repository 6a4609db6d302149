// DDS 1.4 §2.2.2.5.5: SampleInfo from a received change, and for the loss of an instance's last writer.

import { ALIVE, PAYLOAD_DATA, type ReceivedChange } from "../rtps/structure/cacheChange.js";
import type { Guid } from "../rtps/structure/guid.js";
import { SN_NONE } from "../rtps/structure/sequenceNumber.js";
import { isValidTimestamp, timestampToEpochMs } from "../rtps/structure/time.js";
import type { InstanceState, SampleInfo } from "./samples.js";

interface Instance {
  readonly handle: number;
  readonly state: InstanceState;
}

/** @param epochOffsetMs from monotonic time to time since 1970 */
export function infoOfChange(change: ReceivedChange, instance: Instance, epochOffsetMs: number): SampleInfo {
  const { sourceTimestamp } = change;
  return {
    validData: change.payloadKind === PAYLOAD_DATA && change.kind === ALIVE,
    instanceState: instance.state,
    instanceHandle: instance.handle,
    sourceTimestampMs: isValidTimestamp(sourceTimestamp) ? timestampToEpochMs(sourceTimestamp) : undefined,
    receptionTimestampMs: change.receivedAt + epochOffsetMs,
    writerGuid: change.writerGuid,
    sequenceNumber: change.sn,
  };
}

/** No datagram says this: it has no source time and no sequence number. */
export function infoOfWriterGone(writer: Guid, instance: Instance, receptionTimestampMs: number): SampleInfo {
  return {
    validData: false,
    instanceState: instance.state,
    instanceHandle: instance.handle,
    sourceTimestampMs: undefined,
    receptionTimestampMs,
    writerGuid: writer,
    sequenceNumber: SN_NONE,
  };
}
