// What the policies that decide at a reader need of the rest of it.

import type { ReaderHandle } from "../../participant/types.js";
import type { ReceivedChange } from "../../rtps/structure/cacheChange.js";
import type { Guid } from "../../rtps/structure/guid.js";
import type { Ms } from "../../rtps/structure/time.js";
import type { OpenParticipant } from "../../runtime/index.js";
import type { CachedSample } from "./CachedSample.js";
import type { OfferedPolicies } from "./MatchedWriters.js";
import type { ReaderInstance } from "./ReaderInstance.js";
import type { SampleCache } from "./SampleCache.js";
import type { LifespanClock } from "./sampleLifespan.js";
import type { Timers } from "./timers.js";

/** A sample that the time-based filter holds back, and the change it was made of. */
export interface HeldSample<T extends object> {
  readonly sample: CachedSample<T>;
  readonly change: ReceivedChange;
}

/** What the policies do to the reader. */
export interface PoliciesOwner<T extends object> {
  /** What was held back may be seen now. False if there is no room for it. */
  release(held: HeldSample<T>): boolean;
  /** The sample is over, and out of the cache. */
  expired(sample: CachedSample<T>): void;
  /** REQUESTED_DEADLINE_MISSED, `count` periods of this instance. */
  deadlineMissed(instance: ReaderInstance<T>, count: number): void;
}

export interface PoliciesContext<T extends object> extends PoliciesOwner<T>, LifespanClock {
  readonly timers: Timers;
  readonly cache: SampleCache<T>;
  now(): Ms;
  /** What a writer announced last; undefined if it is not known any more. */
  offered(writer: Guid): OfferedPolicies | undefined;
  /** A sample that nobody will see: counted by reason. */
  dropped(reason: number): void;
}

export function policiesContext<T extends object>(
  { engine, clock, epochOffsetMs }: OpenParticipant,
  reader: ReaderHandle,
  timers: Timers,
  cache: SampleCache<T>,
  owner: PoliciesOwner<T>,
): PoliciesContext<T> {
  const { clockToleranceMs } = engine.reader(reader).reader.tuning;
  return {
    ...owner,
    ...{ timers, cache, epochOffsetMs, clockToleranceMs },
    now: () => clock.now(),
    offered: (writer) => {
      const announced = engine.remoteEndpoint(writer);
      return announced?.role === "writer" ? announced.qos : undefined;
    },
    dropped: (reason) => engine.counters.drop(reason),
  };
}
