// DDS 1.4 §2.2.2.5.5 SampleInfo: what a reader says about each sample, and the states it knows (§2.2.2.5.1).

import type { Guid } from "../rtps/structure/guid.js";
import type { SequenceNumber } from "../rtps/structure/sequenceNumber.js";

/** Small number that names an instance at one reader or writer; it is not used again for another. */
export type InstanceHandle = number;

/** No instance. */
export const HANDLE_NIL: InstanceHandle = 0;

/** DDS 1.4 §2.2.2.5.1.2: whether `read` has returned the sample before. */
export type SampleState = "READ" | "NOT_READ";

/** DDS 1.4 §2.2.2.5.1.8: NEW until a sample of the instance has been read or taken, and again when it is reborn. */
export type ViewState = "NEW" | "NOT_NEW";

/** DDS 1.4 §2.2.2.5.1.3. */
export type InstanceState = "ALIVE" | "NOT_ALIVE_DISPOSED" | "NOT_ALIVE_NO_WRITERS";

/** What a reader says about a sample. States are those at the time of the call that returned it. */
export interface SampleInfo {
  /** False: only the state of the instance changed, and `data` holds at most the key members. */
  readonly validData: boolean;
  readonly sampleState: SampleState;
  /** State of the instance for this reader, the same for all samples of the instance in one collection. */
  readonly viewState: ViewState;
  /** State of the instance, the same for all samples of the instance in one collection. */
  readonly instanceState: InstanceState;
  /** Ours: state of the instance once this sample had come in. It says what a sample without valid data was about. */
  readonly receivedInstanceState: InstanceState;
  /** How often the instance had come back from NOT_ALIVE_DISPOSED when the sample came in. */
  readonly disposedGenerationCount: number;
  /** How often the instance had come back from NOT_ALIVE_NO_WRITERS when the sample came in. */
  readonly noWritersGenerationCount: number;
  /** Samples of the same instance that follow in the collection. */
  readonly sampleRank: number;
  /** Generations between this sample and the most recent one of its instance in the collection. */
  readonly generationRank: number;
  /** Generations between this sample and the newest one of its instance that has come in. */
  readonly absoluteGenerationRank: number;
  /** Names the instance at this reader, from 1; topics without key have one instance. */
  readonly instanceHandle: InstanceHandle;
  /** The writer's time, milliseconds since 1970 with a fraction; undefined if it sent none (§8.3.8.10). */
  readonly sourceTimestampMs: number | undefined;
  /** When the datagram that completed the sample came in, milliseconds since 1970 with a fraction. */
  readonly receptionTimestampMs: number;
  /** The writer: publication_handle of DDS. */
  readonly writerGuid: Guid;
  readonly sequenceNumber: SequenceNumber;
}

/** A sample as read or taken from a reader. What `read` returns is shared with the cache: do not change it. */
export interface Sample<T extends object> {
  /** The value; with `validData` false the key members, or undefined for topics without key. */
  readonly data: T | undefined;
  readonly info: SampleInfo;
}
