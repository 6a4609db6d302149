// A sample that waits in a reader's cache, with what its SampleInfo will say about its arrival.

import type { GroupPlacement } from "../../rtps/structure/cacheChange.js";
import type { Guid } from "../../rtps/structure/guid.js";
import type { SequenceNumber } from "../../rtps/structure/sequenceNumber.js";
import type { ReaderInstance } from "./ReaderInstance.js";
import type { Expiry } from "./SampleLifespans.js";
import type { SourceStamp } from "./SourceOrder.js";
import { type InstanceStateIndex, STATE_NO_WRITERS, slotOf } from "./stateMasks.js";

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
export class CachedSample<T extends object> implements SourceStamp {
  isRead = false;
  /** False once it was taken, replaced or purged. */
  isCached = false;
  /** Counts what was added to the cache. */
  number = 0;
  /** When its lifespan is over; undefined if it has none. */
  expiry: Expiry | undefined = undefined;
  /** State of the instance once it had come in, and the generation counts then. */
  readonly receivedState: InstanceStateIndex;
  readonly disposedGenerationCount: number;
  readonly noWritersGenerationCount: number;
  /** For BY_SOURCE_TIMESTAMP; a sample without a time counts as sent when it came. */
  readonly sourceOrderMs: number;

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
    this.sourceOrderMs = arrival.sourceTimestampMs ?? arrival.receptionTimestampMs;
    // That nobody writes an instance is no value: it follows what there is, whatever the clocks say.
    if (this.isNotice) this.sourceOrderMs = instance.newest?.sourceOrderMs ?? -Infinity;
  }

  /** It says that the instance has no writers, which has no place among its values. */
  get isNotice(): boolean {
    return !this.validData && this.receivedState === STATE_NO_WRITERS;
  }

  /** How often its instance had come back to life when it came in. */
  get generation(): number {
    return this.disposedGenerationCount + this.noWritersGenerationCount;
  }

  get writerGuid(): Guid {
    return this.arrival.writerGuid;
  }

  /** Where its states stand in a mask. */
  get slot(): number {
    return slotOf(this.isRead, this.instance.isNew, this.instance.state);
  }
}
