// DDS 1.4 §2.2.2.5.3.16: instances by handle, for walks with read_next_instance while instances come and go.

import type { InstanceHandle } from "../samples.js";
import type { ReaderInstance } from "./ReaderInstance.js";

export class InstanceOrder<T extends object> {
  /** The highest handle that was ever added. */
  highest: InstanceHandle = 0;
  /** Ascending by handle. Forgotten ones stay until there are many: walks pass over them. */
  private instances: ReaderInstance<T>[] = [];
  private forgotten = 0;

  get size(): number {
    return this.instances.length - this.forgotten;
  }

  /** Handles grow, but for topics without key, whose one instance may come back under its old handle. */
  add(instance: ReaderInstance<T>): void {
    if (instance.handle <= this.highest) this.compact();
    this.instances.push(instance);
    this.highest = Math.max(this.highest, instance.handle);
  }

  /** An instance was marked as forgotten. */
  forget(): void {
    this.forgotten++;
    if (this.forgotten > COMPACT_AT && this.forgotten > this.instances.length / 2) this.compact();
  }

  at(handle: InstanceHandle): ReaderInstance<T> | undefined {
    const instance = this.instances[this.indexAfter(handle - 1)];
    return instance?.handle === handle && !instance.isForgotten ? instance : undefined;
  }

  /** Those with a handle above that one, ascending. */
  *after(handle: InstanceHandle): IterableIterator<ReaderInstance<T>> {
    const { instances } = this;
    for (let index = this.indexAfter(handle); index < instances.length; index++) {
      const instance = instances[index]!;
      if (!instance.isForgotten) yield instance;
    }
  }

  /** Index of the first with a handle above that one. */
  private indexAfter(handle: InstanceHandle): number {
    let low = 0;
    let high = this.instances.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.instances[middle]!.handle > handle) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private compact(): void {
    this.instances = this.instances.filter((instance) => !instance.isForgotten);
    this.forgotten = 0;
  }
}

/** Fewer are not worth a copy. */
const COMPACT_AT = 32;
