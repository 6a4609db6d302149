// RTPS 2.5 §8.2.3 and §8.7: one change of one instance, as a writer holds it to send and a reader holds it to be taken.

import type { Guid } from "./guid.js";
import type { SequenceNumber } from "./sequenceNumber.js";
import type { Ms, Timestamp } from "./time.js";

/** §8.2.3.2 ChangeKind_t. The numbers are ours; on the wire it is the STATUS_INFO parameter. */
export const ALIVE = 0;
export const NOT_ALIVE_DISPOSED = 1;
export const NOT_ALIVE_UNREGISTERED = 2;
export const NOT_ALIVE_DISPOSED_UNREGISTERED = 3;
export type ChangeKind = 0 | 1 | 2 | 3;

/** What the payload of a change is. */
export const PAYLOAD_NONE = 0;
export const PAYLOAD_DATA = 1;
export const PAYLOAD_KEY = 2;
export type PayloadKind = 0 | 1 | 2;

export const EMPTY_PAYLOAD = new Uint8Array(0);

/** A sample on its way out: what the writer's HistoryCache holds. */
export class CacheChange {
  /** When it was last handed to the packer, monotonic ms; -Infinity if never. For nackSuppressionDuration. */
  sentAt = -Infinity;
  /** Number of the next change of the same instance in the same history, SN_NONE if there is none. */
  nextOfInstance: SequenceNumber = 0;
  /** Readers whose content filter it does not pass; undefined for none. */
  excludedReaders: readonly Guid[] | undefined = undefined;
  /** The same change for readers whose `plainness` is `plainLevel` or more; undefined when there is one form. */
  plainForm: CacheChange | undefined = undefined;
  plainLevel = 0;

  constructor(
    readonly sn: SequenceNumber,
    readonly kind: ChangeKind,
    readonly payloadKind: PayloadKind,
    /** Serialized payload with its encapsulation header. Not copied: the owner must not change it. */
    readonly payload: Uint8Array,
    /** A small number that names the instance inside this writer; one for all of a keyless topic. */
    readonly instance: number,
    /** A ready parameter list with its sentinel (key hash, status), or EMPTY_PAYLOAD. */
    readonly inlineQos: Uint8Array,
    readonly sourceTimestamp: Timestamp,
  ) {}
}

/** §8.7.5, §8.7.6: where a change stands in a coherent set and in the order of its publisher. */
export interface GroupPlacement {
  /** First number of the coherent set it is in; SN_NONE if it is in none. */
  readonly coherentSetSn: SequenceNumber;
  /** Not a sample but the mark behind the last one of a set. */
  readonly endsCoherentSet: boolean;
  /** First group number of the group coherent set; SN_NONE if there is none. */
  readonly groupCoherentSetSn: SequenceNumber;
  /** Place in the order of all writers of the publisher; SN_NONE if not told. */
  readonly groupSeqNum: SequenceNumber;
}

/** The instance that the marks behind coherent sets count as in a history: no real one is below 0. */
export const END_MARK_INSTANCE = -1;

/** A sample on its way in: what a reader holds until it is taken. */
export class ReceivedChange {
  /** Undefined for a sample outside of sets and group order. */
  placement: GroupPlacement | undefined = undefined;

  constructor(
    readonly writerGuid: Guid,
    readonly sn: SequenceNumber,
    readonly kind: ChangeKind,
    readonly payloadKind: PayloadKind,
    /** A view of the received datagram, or the reassembled sample; with its encapsulation header. */
    readonly payload: Uint8Array,
    /** 16 octets, or EMPTY_PAYLOAD when the writer sent none. */
    readonly keyHash: Uint8Array,
    /** TIME_INVALID when the writer sent none. */
    readonly sourceTimestamp: Timestamp,
    /** Monotonic ms at which the datagram came in that completed this sample (trace point t3). */
    readonly receivedAt: Ms,
  ) {}
}
