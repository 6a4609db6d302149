// DDS 1.4 §2.2.3.18 HISTORY and §2.2.3.19 RESOURCE_LIMITS at the reader: the samples that can be read or taken, in the
// order in which they came (or were written), and how many there are of each state.

import type { SampleRejectedReason } from "../statuses.js";
import type { CachedSample } from "./CachedSample.js";
import type { ReaderInstance } from "./ReaderInstance.js";
import { compareStamps } from "./SourceOrder.js";
import { type InstanceStateIndex, SLOTS, type StateMask, slotOf } from "./stateMasks.js";

export interface CacheOptions {
  /** KEEP_LAST depth; Infinity for KEEP_ALL. */
  readonly depth: number;
  readonly maxSamples: number;
  readonly maxSamplesPerInstance: number;
  /** Order by the writers' times instead of by arrival (DDS 1.4 §2.2.3.17). */
  readonly bySource: boolean;
}

/**
 * With KEEP_LAST only values count, and only values replace values (§2.2.3.18): that an instance was disposed, or has no
 * writers, is no value. Of these only what is newer than the oldest value stays, and of several in a row the last.
 */
export class SampleCache<T extends object> {
  size = 0;
  unreadCount = 0;
  /** Samples with valid data. */
  valueCount = 0;
  /** Number of the last sample that was added. */
  added = 0;
  /** Grows when states of samples that are here change. */
  stateRevision = 0;
  /** Samples that newer ones of their instance replaced before anybody took them. */
  replaced = 0;
  /** Called with each sample that leaves: taken, replaced, purged or expired. */
  onRemoved: ((sample: CachedSample<T>) => void) | undefined = undefined;
  first: CachedSample<T> | undefined = undefined;
  firstUnread: CachedSample<T> | undefined = undefined;
  last: CachedSample<T> | undefined = undefined;
  lastUnread: CachedSample<T> | undefined = undefined;
  private readonly counts: number[] = new Array(SLOTS).fill(0);

  constructor(readonly options: CacheOptions) {}

  /** How many samples have one of these states. */
  count(mask: StateMask): number {
    let count = 0;
    for (let slot = 0; slot < SLOTS; slot++) if ((mask >> slot) & 1) count += this.counts[slot]!;
    return count;
  }

  /** Why a sample of this instance, or of a new one, finds no room; undefined if it does. */
  refusal(instance: ReaderInstance<T> | undefined, isValue = true): SampleRejectedReason | undefined {
    const { depth, maxSamples, maxSamplesPerInstance } = this.options;
    if (depth !== Infinity) {
      if (!isValue) return undefined;
      const values = instance?.valueCount ?? 0;
      return !this.replacesAt(values) && this.valueCount >= maxSamples ? "REJECTED_BY_SAMPLES_LIMIT" : undefined;
    }
    const held = instance?.cachedCount ?? 0;
    if (held >= maxSamplesPerInstance) return "REJECTED_BY_SAMPLES_PER_INSTANCE_LIMIT";
    return this.size >= maxSamples ? "REJECTED_BY_SAMPLES_LIMIT" : undefined;
  }

  /** The value whose place the next value of this instance takes; undefined if it needs none. */
  replacedBy(instance: ReaderInstance<T>): CachedSample<T> | undefined {
    return this.replacesAt(instance.valueCount) ? oldestValue(instance) : undefined;
  }

  /** Adds a sample that was not refused. */
  add(sample: CachedSample<T>): void {
    const { instance } = sample;
    const { depth } = this.options;
    if (depth !== Infinity) this.makeRoom(sample);
    if (sample.validData) {
      instance.valueCount++;
      this.valueCount++;
    }
    sample.isCached = true;
    sample.number = ++this.added;
    this.link(sample);
    this.linkUnread(sample);
    this.linkToInstance(sample);
    // Not before: a value that comes late may be older than what ended the instance.
    if (instance.valueCount >= depth) this.dropEnds(instance);
    instance.cachedCount++;
    instance.unreadCount++;
    this.size++;
    this.unreadCount++;
    this.counts[sample.slot]!++;
  }

  /** Takes a sample out. Whoever does it looks after instances that are empty then. */
  remove(sample: CachedSample<T>): void {
    const { instance, previous, next, previousOfInstance, nextOfInstance } = sample;
    this.counts[sample.slot]!--;
    if (!sample.isRead) this.unlinkUnread(sample);
    sample.isCached = false;
    if (previous === undefined) this.first = next;
    else previous.next = next;
    if (next === undefined) this.last = previous;
    else next.previous = previous;
    if (previousOfInstance === undefined) instance.oldest = nextOfInstance;
    else previousOfInstance.nextOfInstance = nextOfInstance;
    if (nextOfInstance === undefined) instance.newest = previousOfInstance;
    else nextOfInstance.previousOfInstance = previousOfInstance;
    // A removed sample must not keep others in memory.
    sample.previous = sample.next = sample.previousOfInstance = sample.nextOfInstance = undefined;
    instance.cachedCount--;
    this.size--;
    if (sample.validData) {
      instance.valueCount--;
      this.valueCount--;
    }
    if (this.onRemoved !== undefined) this.onRemoved(sample);
  }

  /** The sample was returned by `read`. */
  markRead(sample: CachedSample<T>): void {
    if (sample.isRead) return;
    this.stateRevision++;
    this.counts[sample.slot]!--;
    this.unlinkUnread(sample);
    sample.isRead = true;
    this.counts[sample.slot]!++;
  }

  /** Changes what all samples of an instance share. */
  setInstance(instance: ReaderInstance<T>, state: InstanceStateIndex, isNew: boolean): void {
    if (instance.cachedCount > 0) {
      this.stateRevision++;
      const unread = instance.unreadCount;
      const read = instance.cachedCount - unread;
      this.counts[slotOf(false, instance.isNew, instance.state)]! -= unread;
      this.counts[slotOf(true, instance.isNew, instance.state)]! -= read;
      this.counts[slotOf(false, isNew, state)]! += unread;
      this.counts[slotOf(true, isNew, state)]! += read;
    }
    instance.state = state;
    instance.isNew = isNew;
  }

  /** KEEP_LAST makes room within the instance: beyond its depth, and when the reader is full. */
  private replacesAt(values: number): boolean {
    const { depth, maxSamples } = this.options;
    return values >= depth || (depth !== Infinity && values > 0 && this.valueCount >= maxSamples);
  }

  private makeRoom({ instance, validData }: CachedSample<T>): void {
    if (!validData) {
      const { newest } = instance;
      if (newest?.validData === false) this.remove(newest);
      return;
    }
    const replaced = this.replacedBy(instance);
    if (replaced === undefined) return;
    this.remove(replaced);
    this.replaced++;
  }

  /** Takes away what is older than the oldest value. */
  private dropEnds(instance: ReaderInstance<T>): void {
    while (instance.oldest?.validData === false) this.remove(instance.oldest);
  }

  private link(sample: CachedSample<T>): void {
    let before = this.last;
    if (this.options.bySource) while (isAfter(before, sample)) before = before.previous;
    const after = before === undefined ? this.first : before.next;
    sample.previous = before;
    sample.next = after;
    if (before === undefined) this.first = sample;
    else before.next = sample;
    if (after === undefined) this.last = sample;
    else after.previous = sample;
  }

  private linkUnread(sample: CachedSample<T>): void {
    let before = this.lastUnread;
    if (this.options.bySource) while (isAfter(before, sample)) before = before.previousUnread;
    const after = before === undefined ? this.firstUnread : before.nextUnread;
    sample.previousUnread = before;
    sample.nextUnread = after;
    if (before === undefined) this.firstUnread = sample;
    else before.nextUnread = sample;
    if (after === undefined) this.lastUnread = sample;
    else after.previousUnread = sample;
  }

  private unlinkUnread(sample: CachedSample<T>): void {
    const { previousUnread, nextUnread } = sample;
    if (previousUnread === undefined) this.firstUnread = nextUnread;
    else previousUnread.nextUnread = nextUnread;
    if (nextUnread === undefined) this.lastUnread = previousUnread;
    else nextUnread.previousUnread = previousUnread;
    sample.previousUnread = sample.nextUnread = undefined;
    sample.instance.unreadCount--;
    this.unreadCount--;
  }

  private linkToInstance(sample: CachedSample<T>): void {
    const { instance } = sample;
    let before = instance.newest;
    if (this.options.bySource) while (isAfter(before, sample)) before = before.previousOfInstance;
    const after = before === undefined ? instance.oldest : before.nextOfInstance;
    sample.previousOfInstance = before;
    sample.nextOfInstance = after;
    if (before === undefined) instance.oldest = sample;
    else before.nextOfInstance = sample;
    if (after === undefined) instance.newest = sample;
    else after.previousOfInstance = sample;
  }
}

function oldestValue<T extends object>({ oldest }: ReaderInstance<T>): CachedSample<T> | undefined {
  let sample = oldest;
  while (sample?.validData === false) sample = sample.nextOfInstance;
  return sample;
}

/** Writers with clocks of one time make this a step or two from the end of the list. */
function isAfter<T extends object>(one: CachedSample<T> | undefined, sample: CachedSample<T>): one is CachedSample<T> {
  if (one === undefined) return false;
  return sample.isNotice ? one.sourceOrderMs > sample.sourceOrderMs : compareStamps(one, sample) > 0;
}
