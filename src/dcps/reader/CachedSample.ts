// A sample that waits in a reader's cache, with what its SampleInfo will say about its arrival.

import type { GroupPlacement } from "../../rtps/structure/cacheChange.js";
import type { Guid } from "../../rtps/structure/guid.js";
import type { SequenceNumber } from "../../rtps/structure/sequenceNumber.js";
import type { ReaderInstance } from "./ReaderInstance.js";
import { type InstanceStateIndex, slotOf } from "./stateMasks.js";

/** What came in. */
export interface Arrival {
  readonly writerGuid: Guid;
  readonly sn: SequenceNumber;
  /** Milliseconds since 1970; undefined if the writer sent no time. */
  readonly sourceTimestampMs: number | undefined;
  /** Milliseconds since 1970. */
  readonly receptionTimestampMs: number;
  readonly placement: GroupPlacement | undefined;
}

/** In three lists: all samples, those that were not read, and those of one instance. The cache links them. */
export class CachedSample<T extends object> {
  isRead = false;
  /** False once it was taken, replaced or purged. */
  isCached = false;
  /** Counts what was added to the cache. */
  number = 0;
  /** State of the instance once it had come in, and the generation counts then. */
  readonly receivedState: InstanceStateIndex;
  readonly disposedGenerationCount: number;
  readonly noWritersGenerationCount: number;

  previous: CachedSample<T> | undefined = undefined;
  next: CachedSample<T> | undefined = undefined;
  previousUnread: CachedSample<T> | undefined = undefined;
  nextUnread: CachedSample<T> | undefined = undefined;
  previousOfInstance: CachedSample<T> | undefined = undefined;
  nextOfInstance: CachedSample<T> | undefined = undefined;

  /** @param data the value, or the key members if it is no valid data */
  constructor(
    readonly instance: ReaderInstance<T>,
    readonly data: T | undefined,
    readonly validData: boolean,
    readonly arrival: Arrival,
  ) {
    this.receivedState = instance.state;
    this.disposedGenerationCount = instance.disposedGenerationCount;
    this.noWritersGenerationCount = instance.noWritersGenerationCount;
  }

  /** How often its instance had come back to life when it came in. */
  get generation(): number {
    return this.disposedGenerationCount + this.noWritersGenerationCount;
  }

  /** For BY_SOURCE_TIMESTAMP; a sample without a time counts as sent when it came. */
  get sourceOrderMs(): number {
    return this.arrival.sourceTimestampMs ?? this.arrival.receptionTimestampMs;
  }

  /** Where its states stand in a mask. */
  get slot(): number {
    return slotOf(this.isRead, this.instance.isNew, this.instance.state);
  }
}
