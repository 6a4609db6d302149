// Deadlines as data: a binary heap of things that are due at some instant. Intrusive, so nothing is allocated
// when a deadline moves. There is no timer here: whoever drives the engine asks for the earliest.

import { type Ms, NEVER } from "./time.js";

/** Something with a deadline. Only DeadlineQueue writes `heapIndex`; `dueAt` changes through `arm`. */
export interface Timed {
  dueAt: Ms;
  /** Position in the heap, -1 when not in it. */
  heapIndex: number;
  handleTimeout(now: Ms): void;
}

export class DeadlineQueue {
  private readonly heap: Timed[] = [];

  /** The earliest deadline, NEVER when there is none. */
  earliest(): Ms {
    return this.heap.length === 0 ? NEVER : this.heap[0]!.dueAt;
  }

  /** Sets the deadline of `timed`; NEVER takes it out. */
  arm(timed: Timed, dueAt: Ms): void {
    if (timed.dueAt === dueAt && (timed.heapIndex >= 0 || dueAt === NEVER)) return;
    const earlier = dueAt < timed.dueAt;
    timed.dueAt = dueAt;
    if (dueAt === NEVER) {
      this.remove(timed);
    } else if (timed.heapIndex < 0) {
      timed.heapIndex = this.heap.length;
      this.heap.push(timed);
      this.siftUp(timed.heapIndex);
    } else if (earlier) {
      this.siftUp(timed.heapIndex);
    } else {
      this.siftDown(timed.heapIndex);
    }
  }

  /** Takes out and returns the earliest that is due, or undefined. Its `dueAt` becomes NEVER. */
  takeDue(now: Ms): Timed | undefined {
    const first = this.heap[0];
    if (first === undefined || first.dueAt > now) return undefined;
    this.remove(first);
    first.dueAt = NEVER;
    return first;
  }

  private remove(timed: Timed): void {
    const index = timed.heapIndex;
    if (index < 0) return;
    timed.heapIndex = -1;
    const last = this.heap.pop()!;
    if (last === timed) return;
    this.heap[index] = last;
    last.heapIndex = index;
    this.siftUp(index);
    this.siftDown(last.heapIndex);
  }

  private siftUp(from: number): void {
    const heap = this.heap;
    const item = heap[from]!;
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent]!;
      if (above.dueAt <= item.dueAt) break;
      heap[index] = above;
      above.heapIndex = index;
      index = parent;
    }
    heap[index] = item;
    item.heapIndex = index;
  }

  private siftDown(from: number): void {
    const heap = this.heap;
    const item = heap[from]!;
    let index = from;
    for (;;) {
      let child = index * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1]!.dueAt < heap[child]!.dueAt) child++;
      const below = heap[child]!;
      if (below.dueAt >= item.dueAt) break;
      heap[index] = below;
      below.heapIndex = index;
      index = child;
    }
    heap[index] = item;
    item.heapIndex = index;
  }
}
