// DDS 1.4 §2.2.3.18 HISTORY at the reader: samples that wait to be taken, the newest `depth` of each instance with
// KEEP_LAST, all up to a limit with KEEP_ALL.

import type { Sample } from "./samples.js";

/** What the cache keeps per instance. */
export interface CachedInstance<T extends object> {
  cachedCount: number;
  oldest: CacheNode<T> | undefined;
  newest: CacheNode<T> | undefined;
}

export interface CacheNode<T extends object> {
  readonly sample: Sample<T>;
  readonly instance: CachedInstance<T>;
  next: CacheNode<T> | undefined;
  nextOfInstance: CacheNode<T> | undefined;
  gone: boolean;
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
    const node: CacheNode<T> = { sample, instance, next: undefined, nextOfInstance: undefined, gone: false };
    if (this.last === undefined) this.first = node;
    else this.last.next = node;
    this.last = node;
    if (instance.newest === undefined) instance.oldest = node;
    else instance.newest.nextOfInstance = node;
    instance.newest = node;
    instance.cachedCount++;
    this.size++;
  }

  /** Removes and returns the oldest sample. */
  take(): Sample<T> | undefined {
    while (this.first !== undefined) {
      const node = this.first;
      this.first = node.next;
      if (this.first === undefined) this.last = undefined;
      if (node.gone) continue;
      // In arrival order, so it is the oldest of its instance too.
      this.removeOldest(node.instance);
      return node.sample;
    }
    return undefined;
  }

  private removeOldest(instance: CachedInstance<T>): void {
    const node = instance.oldest!;
    node.gone = true;
    instance.oldest = node.nextOfInstance;
    if (instance.oldest === undefined) instance.newest = undefined;
    instance.cachedCount--;
    this.size--;
  }
}
