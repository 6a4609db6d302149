// What is still to happen, ordered by (time, insertion): a binary heap. Equal times keep the order they were added in.

import type { Ms } from "../rtps/structure/time.js";

interface Entry<T> {
  readonly at: Ms;
  readonly order: number;
  readonly value: T;
}

/** Earliest first. */
export class EventQueue<T> {
  private readonly heap: Entry<T>[] = [];
  private added = 0;

  get size(): number {
    return this.heap.length;
  }

  push(at: Ms, value: T): void {
    const entry = { at, order: this.added++, value };
    let index = this.heap.length;
    this.heap.push(entry);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(entry, this.heap[parent]!)) break;
      this.heap[index] = this.heap[parent]!;
      index = parent;
    }
    this.heap[index] = entry;
  }

  /** The first one, which stays. */
  peek(): { readonly at: Ms; readonly value: T } | undefined {
    return this.heap[0];
  }

  pop(): { readonly at: Ms; readonly value: T } | undefined {
    const first = this.heap[0];
    const last = this.heap.pop();
    if (first !== undefined && last !== undefined && this.heap.length > 0) this.sink(last);
    return first;
  }

  private sink(entry: Entry<T>): void {
    const { heap } = this;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, entry)) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = entry;
  }
}

function isBefore<T>(a: Entry<T>, b: Entry<T>): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
