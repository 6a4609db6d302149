// DDS 1.4 §2.2.2.5.3.8: which samples a read or take returns, in which order, and what that does to the cache.

import type { Guid } from "../../rtps/structure/guid.js";
import { type SequenceNumber, SN_NONE } from "../../rtps/structure/sequenceNumber.js";
import type { InstanceHandle, Sample } from "../samples.js";
import type { CachedSample } from "./CachedSample.js";
import type { ReaderInstance } from "./ReaderInstance.js";
import type { ReaderInstances } from "./ReaderInstances.js";
import type { ReadRequest } from "./readOptions.js";
import type { SampleCache } from "./SampleCache.js";
import { presentOne, presentSamples } from "./sampleInfo.js";
import { ANY_STATE, READ_SLOTS, type StateMask } from "./stateMasks.js";

/** Where a sample stands among those of other readers (§2.2.2.5.2.10). */
export interface SamplePlace {
  readonly writerGuid: Guid;
  /** SN_NONE if its publisher does not tell. */
  readonly groupSeqNum: SequenceNumber;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

export class ReaderReads<T extends object> {
  /** @param ordered samples of different instances stay in their order (§2.2.3.6, TOPIC or GROUP scope) */
  constructor(
    private readonly cache: SampleCache<T>,
    private readonly instances: ReaderInstances<T>,
    private readonly ordered: boolean,
    /** Called with each sample that the user gets for the first time. */
    private readonly onAccess: ((sample: CachedSample<T>) => void) | undefined,
  ) {}

  /** The oldest samples that fit the request; those of one instance are consecutive unless access is ordered. */
  access(request: ReadRequest<T>, isTake: boolean): Sample<T>[] {
    if (request.instance !== undefined)
      return this.accessInstance(this.instances.at(request.instance), request, isTake);
    const compare = request.condition?.compare;
    if (compare !== undefined) return this.hand(sorted(this.find(request, Infinity), compare, request.max), isTake);
    const found = this.find(request, request.max);
    return this.hand(this.ordered ? found : grouped(found), isTake);
  }

  /** Samples of the instance with the next handle that has any (§2.2.2.5.3.16); `previous` need not exist any more. */
  accessNext(previous: InstanceHandle, request: ReadRequest<T>, isTake: boolean): Sample<T>[] {
    if (this.cache.count(request.mask) === 0) return [];
    for (const instance of this.instances.after(previous)) {
      if (instance.cachedCount === 0) continue;
      const samples = this.accessInstance(instance, request, isTake);
      if (samples.length > 0) return samples;
    }
    return [];
  }

  /** Takes the first sample of all. */
  takeFirst(): Sample<T> | undefined {
    const { first } = this.cache;
    return first === undefined ? undefined : this.handOne(first, true);
  }

  /** The first sample that was not read (§2.2.2.5.3.12). */
  accessFirstUnread(isTake: boolean): Sample<T> | undefined {
    const { firstUnread } = this.cache;
    return firstUnread === undefined ? undefined : this.handOne(firstUnread, isTake);
  }

  /** The samples in these states, in order. */
  places(mask: StateMask): SamplePlace[] {
    const places: SamplePlace[] = [];
    let left = this.cache.count(mask);
    for (let sample = this.cache.first; left > 0; sample = sample!.next) {
      if (!hasState(sample!, mask)) continue;
      left--;
      const { writerGuid, placement, receptionTimestampMs: receivedAt } = sample!.arrival;
      places.push({ writerGuid, groupSeqNum: placement?.groupSeqNum ?? SN_NONE, receivedAt });
    }
    return places;
  }

  private accessInstance(
    instance: ReaderInstance<T> | undefined,
    request: ReadRequest<T>,
    isTake: boolean,
  ): Sample<T>[] {
    const compare = request.condition?.compare;
    const max = compare === undefined ? request.max : Infinity;
    const found: CachedSample<T>[] = [];
    for (let sample = instance?.oldest; sample !== undefined && found.length < max; sample = sample.nextOfInstance) {
      if (hasState(sample, request.mask) && isSelected(sample, request)) found.push(sample);
    }
    return this.hand(compare === undefined ? found : sorted(found, compare, request.max), isTake);
  }

  private find(request: ReadRequest<T>, max: number): CachedSample<T>[] {
    const found: CachedSample<T>[] = [];
    const { mask } = request;
    const unreadOnly = (mask & READ_SLOTS) === 0;
    let sample = unreadOnly ? this.cache.firstUnread : this.cache.first;
    // Knowing how many have such states, the walk ends with the last of them.
    for (let left = this.cache.count(mask); left > 0 && found.length < max; ) {
      if (hasState(sample!, mask)) {
        left--;
        if (isSelected(sample!, request)) found.push(sample!);
      }
      sample = unreadOnly ? sample!.nextUnread : sample!.next;
    }
    return found;
  }

  private hand(found: readonly CachedSample<T>[], isTake: boolean): Sample<T>[] {
    const samples = presentSamples(found);
    for (const sample of found) this.note(sample, isTake);
    return samples;
  }

  private handOne(sample: CachedSample<T>, isTake: boolean): Sample<T> {
    const presented = presentOne(sample);
    this.note(sample, isTake);
    return presented;
  }

  /** The user has it now: view state, sample state, and the end of instances that nobody needs any more. */
  private note(sample: CachedSample<T>, isTake: boolean): void {
    const { instance } = sample;
    if (this.onAccess !== undefined && !sample.isRead) this.onAccess(sample);
    if (instance.isNew) this.cache.setInstance(instance, instance.state, false);
    if (!isTake) {
      this.cache.markRead(sample);
      return;
    }
    this.cache.remove(sample);
    this.instances.forgetIfIdle(instance);
  }
}

function hasState<T extends object>(sample: CachedSample<T>, mask: StateMask): boolean {
  return mask === ANY_STATE || ((mask >> sample.slot) & 1) === 1;
}

function isSelected<T extends object>(sample: CachedSample<T>, { condition }: ReadRequest<T>): boolean {
  return condition === undefined || condition.selects(sample);
}

function sorted<T extends object>(
  samples: CachedSample<T>[],
  compare: (a: CachedSample<T>, b: CachedSample<T>) => number,
  max: number,
): CachedSample<T>[] {
  samples.sort(compare);
  return samples.length > max ? samples.slice(0, max) : samples;
}

/** Samples of each instance together, instances by their first sample. */
function grouped<T extends object>(samples: CachedSample<T>[]): CachedSample<T>[] {
  const isMixed = samples.some((sample, index) => index > 0 && sample.instance !== samples[index - 1]!.instance);
  if (!isMixed) return samples;
  const groups = new Map<ReaderInstance<T>, CachedSample<T>[]>();
  for (const sample of samples) {
    const group = groups.get(sample.instance);
    if (group === undefined) groups.set(sample.instance, [sample]);
    else group.push(sample);
  }
  return [...groups.values()].flat();
}
