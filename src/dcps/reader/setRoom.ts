// DDS 1.4 §2.2.3.6 and §2.2.3.19: whether all changes of a coherent set find room in a reader's cache.

import type { SampleRejectedReason } from "../statuses.js";
import type { ReaderInstance } from "./ReaderInstance.js";
import type { CacheOptions } from "./SampleCache.js";

/** There is room; there will be when samples are taken or instances end; or RESOURCE_LIMITS never allow so much. */
export type SetRoom = "now" | SampleRejectedReason | "never";

/** How many samples of one instance a set has. */
export interface SetPart<T extends object> {
  /** Undefined if it would be a new one. */
  readonly instance: ReaderInstance<T> | undefined;
  count: number;
}

export interface SetLimits extends CacheOptions {
  readonly maxInstances: number;
}

/** What the cache and the instances hold now. */
export interface SetHolder {
  readonly samples: number;
  /** Instances that more could be made of, those that give way included. */
  readonly freeInstances: number;
}

/** With KEEP_LAST no value that the set replaces may be of the set itself, unless its depth says so. */
export function setRoom<T extends object>(
  parts: Iterable<SetPart<T>>,
  { depth, maxSamples, maxSamplesPerInstance, maxInstances }: SetLimits,
  { samples, freeInstances }: SetHolder,
): SetRoom {
  const keepsAll = depth === Infinity;
  let total = 0;
  let added = 0;
  let instances = 0;
  let created = 0;
  let isInstanceFull = false;
  for (const { instance, count } of parts) {
    const held = (keepsAll ? instance?.cachedCount : instance?.valueCount) ?? 0;
    if (keepsAll && count > maxSamplesPerInstance) return "never";
    if (keepsAll && held + count > maxSamplesPerInstance) isInstanceFull = true;
    total += Math.min(count, depth);
    added += Math.min(held + count, depth) - held;
    instances++;
    if (instance === undefined) created++;
  }
  if (total > maxSamples || instances > maxInstances) return "never";
  if (isInstanceFull) return "REJECTED_BY_SAMPLES_PER_INSTANCE_LIMIT";
  if (samples + added > maxSamples) return "REJECTED_BY_SAMPLES_LIMIT";
  return created > freeInstances ? "REJECTED_BY_INSTANCES_LIMIT" : "now";
}
