// RTPS 2.5 §8.7.4 at the writer: the content filters of matched readers. What does not pass is not sent to them. A filter
// that is not understood, that vendors read in different ways, or that is beyond a limit, is left to its reader.

import type { StructType } from "../../idl/index.js";
import type { RemoteEndpointInfo } from "../../participant/types.js";
import type { Guid } from "../../rtps/structure/guid.js";
import type { Ms } from "../../rtps/structure/time.js";
import { type NoFilter, type RemoteFilterPool, remoteFilterPool, type SharedFilter } from "./RemoteFilterPool.js";

export interface RemoteFiltersContext {
  /** Monotonic ms. */
  now(): Ms;
  /** A filter was beyond a limit. */
  refused(): void;
}

export class RemoteFilters<T extends object> {
  private readonly filterOfReader = new Map<string, SharedFilter>();
  /** Each filter is looked at once for a sample, for all readers that have it. */
  private readonly readersOf = new Map<SharedFilter, readonly Guid[]>();
  private steps = 0;

  constructor(
    private readonly type: StructType,
    private readonly context: RemoteFiltersContext,
    private readonly pool: RemoteFilterPool = remoteFilterPool,
  ) {}

  /** Readers that the writer filters for. */
  get size(): number {
    return this.filterOfReader.size;
  }

  /** The reader is matched, or has announced another filter. */
  noteReader(reader: Guid, data: RemoteEndpointInfo | undefined): void {
    this.removeReader(reader);
    if (data?.role !== "reader" || data.contentFilter === undefined) return;
    // A coherent set with samples left out cannot be told from one with samples lost.
    if (data.qos.presentation.coherentAccess) return;
    const filter = this.filterFor(reader, data.contentFilter);
    if (filter === "limit") this.context.refused();
    if (typeof filter === "string") return;
    const readers = this.readersOf.get(filter);
    if (readers === undefined) this.steps += filter.steps;
    this.readersOf.set(filter, readers === undefined ? [reader] : [...readers, reader]);
    this.filterOfReader.set(reader.toString(), filter);
  }

  removeReader(reader: Guid): void {
    const key = reader.toString();
    const filter = this.filterOfReader.get(key);
    if (filter === undefined) return;
    this.filterOfReader.delete(key);
    const others = this.readersOf.get(filter)!.filter((other) => !other.equals(reader));
    if (others.length > 0) this.readersOf.set(filter, others);
    else {
      this.readersOf.delete(filter);
      this.steps -= filter.steps;
    }
    this.pool.release(this.type, filter, reader.prefix.toString());
  }

  /** The writer is gone. */
  clear(): void {
    for (const readers of [...this.readersOf.values()]) for (const reader of readers) this.removeReader(reader);
  }

  /** Those that do not want the value; undefined if everybody does. Neither this list nor one before it changes. */
  excluded(value: T): readonly Guid[] | undefined {
    let excluded: readonly Guid[] | undefined;
    for (const [filter, readers] of this.readersOf) {
      if (passes(filter, value)) continue;
      excluded = excluded === undefined ? readers : [...excluded, ...readers];
    }
    return excluded;
  }

  private filterFor(reader: Guid, text: Parameters<RemoteFilterPool["acquire"]>[1]): SharedFilter | NoFilter {
    const { writerReaders, writerSteps } = this.pool.limits;
    if (this.size >= writerReaders) return "limit";
    const participant = reader.prefix.toString();
    const filter = this.pool.acquire(this.type, text, participant, this.context.now());
    if (typeof filter === "string" || this.readersOf.has(filter)) return filter;
    if (this.steps + filter.steps <= writerSteps) return filter;
    this.pool.release(this.type, filter, participant);
    return "limit";
  }
}

/** A value that the filter cannot look at is for the reader to judge. */
function passes(filter: SharedFilter, value: object): boolean {
  try {
    return filter.matches(value);
  } catch {
    return true;
  }
}
