// DDS 1.4 §2.2.3.19 RESOURCE_LIMITS at a RELIABLE reader: the changes that found no room wait here, each instance of each
// writer in its order, while others go on. A writer with too much that waits is held back: the engine takes nothing more
// of it, and it sends again later.

import type { ReceivedChange } from "../../rtps/structure/cacheChange.js";
import type { Guid } from "../../rtps/structure/guid.js";
import type { ReaderInstance } from "./ReaderInstance.js";

/** A change with its value, or the changes of a coherent set. */
export interface WaitingChange<T extends object> {
  readonly change: ReceivedChange;
  readonly data: T | undefined;
  /** The change is the first of a set that comes in as a whole. */
  readonly set: readonly ReceivedChange[] | undefined;
  /** SAMPLE_REJECTED was raised for it. */
  isTold: boolean;
}

export interface WaitingOptions {
  /** So many changes of one writer may wait. */
  readonly perWriter: number;
  /** Nothing of a writer overtakes what waits: coherent or ordered access, or one instance alone. */
  readonly inOrder: boolean;
  /** The engine is to take nothing more of this writer, or may go on. */
  readonly hold: (writer: Guid, isHeld: boolean) => void;
}

/** What waits of one writer. */
interface WriterQueue<T extends object> {
  readonly guid: Guid;
  count: number;
  isHeld: boolean;
  /** Undefined stands for all that are not known yet. */
  readonly instances: Set<ReaderInstance<T> | undefined>;
}

export class WaitingChanges<T extends object> {
  size = 0;
  /** Octets of payload. */
  bytes = 0;
  private entries: WaitingChange<T>[] = [];
  private readonly queues = new Map<string, WriterQueue<T>>();

  constructor(private readonly options: WaitingOptions) {}

  /** True if a change of this instance, undefined if it is not known yet, has to wait behind others of its writer. */
  blocks(writer: Guid, instance: ReaderInstance<T> | undefined): boolean {
    const queue = this.queues.get(writer.toString());
    return queue !== undefined && queue.count > 0 && (this.options.inOrder || queue.instances.has(instance));
  }

  /** There is an instance now that was not known: it may be one that something waits for. */
  noteMade(instance: ReaderInstance<T>): void {
    for (const { instances } of this.queues.values()) if (instances.has(undefined)) instances.add(instance);
  }

  has(writer: string): boolean {
    return (this.queues.get(writer)?.count ?? 0) > 0;
  }

  /** Behind all that wait already. */
  add(entry: WaitingChange<T>, instance: ReaderInstance<T> | undefined): void {
    const queue = this.queueOf(entry.change.writerGuid);
    this.entries.push(entry);
    queue.count += countOf(entry);
    queue.instances.add(instance);
    this.size += countOf(entry);
    this.bytes += bytesOf(entry);
  }

  /** Takes all out, to be tried again in this order and added again. */
  takeAll(): WaitingChange<T>[] {
    const { entries } = this;
    this.entries = [];
    this.size = this.bytes = 0;
    for (const queue of this.queues.values()) {
      queue.count = 0;
      queue.instances.clear();
    }
    return entries;
  }

  /** Writers with too much that waits are held back, others are let go. */
  noteHolds(): void {
    const { perWriter, hold } = this.options;
    for (const [name, queue] of this.queues) {
      const isHeld = queue.count >= perWriter;
      if (queue.count === 0) this.queues.delete(name);
      if (isHeld === queue.isHeld) continue;
      queue.isHeld = isHeld;
      hold(queue.guid, isHeld);
    }
  }

  /** The engine knows nothing of a hold from before. */
  writerMatched(writer: Guid): void {
    const queue = this.queues.get(writer.toString());
    if (queue !== undefined) queue.isHeld = false;
  }

  clear(): void {
    this.takeAll();
    this.queues.clear();
  }

  private queueOf(guid: Guid): WriterQueue<T> {
    const name = guid.toString();
    let queue = this.queues.get(name);
    if (queue === undefined) {
      queue = { guid, count: 0, isHeld: false, instances: new Set() };
      this.queues.set(name, queue);
    }
    return queue;
  }
}

function countOf<T extends object>({ set }: WaitingChange<T>): number {
  return set === undefined ? 1 : set.length;
}

function bytesOf<T extends object>({ change, set }: WaitingChange<T>): number {
  return set === undefined ? change.payload.length : set.reduce((sum, { payload }) => sum + payload.length, 0);
}
