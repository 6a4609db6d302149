// DDS 1.4 §2.2.2.5.1: one instance at one reader: its states, its generations, who writes it, and its samples.

import type { Ms } from "../../rtps/structure/time.js";
import type { Timed } from "../EndpointTimers.js";
import { KeyedInstance } from "../KeyIndex.js";
import type { CachedSample } from "./CachedSample.js";
import type { InstancePolicies } from "./InstancePolicies.js";
import { type InstanceStateIndex, STATE_ALIVE } from "./stateMasks.js";

/** States change through SampleCache, which counts samples by them. */
export class ReaderInstance<T extends object> extends KeyedInstance {
  state: InstanceStateIndex = STATE_ALIVE;
  /** View state NEW. */
  isNew = true;
  disposedGenerationCount = 0;
  noWritersGenerationCount = 0;
  /** The key members; undefined for topics without key. */
  key: T | undefined = undefined;
  /** GUIDs of the writers that keep it alive. */
  readonly writers = new Set<string>();
  /** When its state last changed, monotonic ms, and what happens a while after. Written by InstancePurges. */
  stateSince: Ms = 0;
  purge: Timed | undefined = undefined;
  /** What the policies keep of it; undefined while all are off. Written by AdmissionPolicies. */
  policies: InstancePolicies<T> | undefined = undefined;
  /** The reader has let it go: samples of the same key make another one. */
  isForgotten = false;

  // Its samples in the cache. Written by SampleCache.
  cachedCount = 0;
  /** Those with valid data. */
  valueCount = 0;
  unreadCount = 0;
  oldest: CachedSample<T> | undefined = undefined;
  newest: CachedSample<T> | undefined = undefined;

  // What presentSamples knows of it while it makes one collection.
  collection: object | undefined = undefined;
  collected = 0;
  collectedGeneration = 0;

  /** Nothing of it waits to be read, or to be seen by and by. */
  get isEmpty(): boolean {
    return this.cachedCount === 0 && this.policies?.separation?.held === undefined;
  }

  /** Times it came back to life. */
  get generation(): number {
    return this.disposedGenerationCount + this.noWritersGenerationCount;
  }
}
