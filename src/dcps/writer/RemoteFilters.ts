// RTPS 2.5 §8.7.4 at the writer: the content filters of matched readers. What does not pass is not sent to them. A filter
// that is not understood, or that vendors read in different ways, is left to its reader.

import { compileFilter, type Filter } from "../../filter/index.js";
import type { StructType } from "../../idl/index.js";
import type { RemoteEndpointInfo } from "../../participant/types.js";
import type { Guid } from "../../rtps/structure/guid.js";

interface RemoteFilter<T extends object> {
  readonly reader: Guid;
  readonly filter: Filter<T>;
}

export class RemoteFilters<T extends object> {
  private filters: readonly RemoteFilter<T>[] = [];

  constructor(private readonly type: StructType) {}

  /** Readers that the writer filters for. */
  get size(): number {
    return this.filters.length;
  }

  /** The reader is matched, or has announced another filter. */
  noteReader(reader: Guid, data: RemoteEndpointInfo | undefined): void {
    const others = this.without(reader);
    const filter = this.compile(data);
    this.filters = filter === undefined ? others : [...others, { reader, filter }];
  }

  removeReader(reader: Guid): void {
    this.filters = this.without(reader);
  }

  /** Those that do not want the value; undefined if everybody does. */
  excluded(value: T): readonly Guid[] | undefined {
    if (this.filters.length === 0) return undefined;
    let excluded: Guid[] | undefined;
    for (const { reader, filter } of this.filters) {
      if (passes(filter, value)) continue;
      excluded ??= [];
      excluded.push(reader);
    }
    return excluded;
  }

  private compile(data: RemoteEndpointInfo | undefined): Filter<T> | undefined {
    if (data?.role !== "reader" || data.contentFilter === undefined) return undefined;
    // A coherent set with samples left out cannot be told from one with samples lost.
    if (data.qos.presentation.coherentAccess) return undefined;
    const { filterExpression, expressionParameters, filterClassName: filterClass } = data.contentFilter;
    try {
      const filter = compileFilter<T>(this.type, filterExpression, expressionParameters, { filterClass });
      return filter.vendorDifferences.length > 0 ? undefined : filter;
    } catch {
      return undefined;
    }
  }

  private without(reader: Guid): readonly RemoteFilter<T>[] {
    return this.filters.filter((entry) => !entry.reader.equals(reader));
  }
}

/** A value that the filter cannot look at is for the reader to judge. */
function passes<T extends object>(filter: Filter<T>, value: T): boolean {
  try {
    return filter.matches(value);
  } catch {
    return true;
  }
}
