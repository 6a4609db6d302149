// DDS 1.4 §2.2.2.5.5 SampleInfo: what a reader says about each sample.

import type { Guid } from "../rtps/structure/guid.js";
import type { SequenceNumber } from "../rtps/structure/sequenceNumber.js";

/** DDS 1.4 §2.2.2.5.1.3. */
export type InstanceState = "ALIVE" | "NOT_ALIVE_DISPOSED" | "NOT_ALIVE_NO_WRITERS";

export interface SampleInfo {
  /** False: only the state of the instance changed, and `data` holds at most the key members. */
  readonly validData: boolean;
  /** State of the instance once this sample had come in. */
  readonly instanceState: InstanceState;
  /** Small number that names the instance at this reader; 0 for topics without key. */
  readonly instanceHandle: number;
  /** The writer's time, milliseconds since 1970 with a fraction; undefined if it sent none (§8.3.8.10). */
  readonly sourceTimestampMs: number | undefined;
  /** When the datagram that completed the sample came in, milliseconds since 1970 with a fraction. */
  readonly receptionTimestampMs: number;
  readonly writerGuid: Guid;
  readonly sequenceNumber: SequenceNumber;
}

/** A sample as taken from a reader. */
export interface Sample<T extends object> {
  /** The value; with `validData` false the key members, or undefined if only a hash of the key came. */
  readonly data: T | undefined;
  readonly info: SampleInfo;
}
