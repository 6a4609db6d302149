// DDS 1.4 §2.2.3.18 HISTORY at the reader: samples that wait to be taken, the newest `depth` of each instance with
// KEEP_LAST, all up to a limit with KEEP_ALL.

import type { Sample } from "./samples.js";

/** What the cache keeps per instance. */
export interface CachedInstance<T extends object> {
  cachedCount: number;
  oldest: CacheNode<T> | undefined;
  newest: CacheNode<T> | undefined;
}

/** In two lists: all samples in the order they came, and those of one instance. */
export interface CacheNode<T extends object> {
  readonly sample: Sample<T>;
  readonly instance: CachedInstance<T>;
  previous: CacheNode<T> | undefined;
  next: CacheNode<T> | undefined;
  nextOfInstance: CacheNode<T> | undefined;
}

export class SampleCache<T extends object> {
  size = 0;
  /** Samples that newer ones of their instance replaced before anybody took them. */
  replaced = 0;
  private first: CacheNode<T> | undefined;
  private last: CacheNode<T> | undefined;

  /** @param depth KEEP_LAST depth; Infinity for KEEP_ALL @param maxSamples limit of all instances together */
  constructor(
    private readonly depth: number,
    private readonly maxSamples: number,
  ) {}

  /** KEEP_ALL: no sample may be added now. KEEP_LAST always makes room within its instance. */
  get isFull(): boolean {
    return this.size >= this.maxSamples;
  }

  add(sample: Sample<T>, instance: CachedInstance<T>): void {
    if (instance.cachedCount >= this.depth) {
      this.removeOldest(instance);
      this.replaced++;
    }
    const previous = this.last;
    const node: CacheNode<T> = { sample, instance, previous, next: undefined, nextOfInstance: undefined };
    if (previous === undefined) this.first = node;
    else previous.next = node;
    this.last = node;
    if (instance.newest === undefined) instance.oldest = node;
    else instance.newest.nextOfInstance = node;
    instance.newest = node;
    instance.cachedCount++;
    this.size++;
  }

  /** Removes and returns the oldest sample. */
  take(): Sample<T> | undefined {
    const node = this.first;
    // In arrival order, so it is the oldest of its instance too.
    if (node !== undefined) this.removeOldest(node.instance);
    return node?.sample;
  }

  private removeOldest(instance: CachedInstance<T>): void {
    const { previous, next, nextOfInstance } = instance.oldest!;
    if (previous === undefined) this.first = next;
    else previous.next = next;
    if (next === undefined) this.last = previous;
    else next.previous = previous;
    instance.oldest = nextOfInstance;
    if (nextOfInstance === undefined) instance.newest = undefined;
    instance.cachedCount--;
    this.size--;
  }
}
