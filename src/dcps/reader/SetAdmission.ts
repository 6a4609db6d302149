// DDS 1.4 §2.2.3.6 at a reader with RESOURCE_LIMITS and LIFESPAN: whether a coherent set can be shown as a whole.

import { CdrError } from "../../cdr/index.js";
import { ALIVE, type ReceivedChange } from "../../rtps/structure/cacheChange.js";
import type { AdmissionPolicies } from "./AdmissionPolicies.js";
import type { ReaderInstance } from "./ReaderInstance.js";
import type { ReaderInstances } from "./ReaderInstances.js";
import type { SampleCache } from "./SampleCache.js";
import { type SetPart, type SetRoom, setRoom } from "./setRoom.js";
import { isUnseen, WITHHELD } from "./verdicts.js";

export interface SetSample<T extends object> {
  readonly change: ReceivedChange;
  readonly data: T | undefined;
}

export interface SetReading<T extends object> {
  decode(change: ReceivedChange): T | undefined | CdrError;
  /** The content filter. */
  passes(change: ReceivedChange, data: T | undefined): boolean;
}

export class SetAdmission<T extends object> {
  constructor(
    private readonly instances: ReaderInstances<T>,
    private readonly cache: SampleCache<T>,
    private readonly policies: AdmissionPolicies<T>,
    private readonly reading: SetReading<T>,
  ) {}

  /** What the reader wants of a set. Undefined if something of it is over or cannot be read: then it is not whole. */
  samplesOf(set: readonly ReceivedChange[]): SetSample<T>[] | undefined {
    const samples: SetSample<T>[] = [];
    for (const change of set) {
      if (this.policies.isOn && this.policies.isOver(change)) return undefined;
      const data = this.reading.decode(change);
      if (data instanceof CdrError) return undefined;
      if (this.reading.passes(change, data)) samples.push({ change, data });
    }
    return samples;
  }

  roomFor(samples: readonly SetSample<T>[]): SetRoom {
    const { cache, instances } = this;
    const parts = new Map<unknown, SetPart<T>>();
    for (const { change, data } of samples) {
      const instance = instances.find(change, data);
      if (typeof instance === "string") continue;
      const key = instance ?? instances.nameOf(data);
      const part = parts.get(key) ?? { instance, count: 0 };
      parts.set(key, part);
      if (this.needsRoom(change, instance)) part.count++;
    }
    const limits = { ...cache.options, maxInstances: instances.maxInstances };
    const held = cache.options.depth === Infinity ? cache.size : cache.valueCount;
    return setRoom(parts.values(), limits, { samples: held, freeInstances: instances.freeCount });
  }

  private needsRoom(change: ReceivedChange, instance: ReaderInstance<T> | undefined): boolean {
    if (change.kind !== ALIVE) return this.cache.options.depth === Infinity;
    if (instance === undefined || !this.policies.isOn) return true;
    const verdict = this.policies.judge(change, instance);
    return !isUnseen(verdict) && verdict !== WITHHELD;
  }
}
