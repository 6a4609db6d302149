// DDS 1.4 §2.2.2.5.8: true while a reader has samples in some states.

import type { DataReader } from "../DataReader.js";
import type { CachedSample } from "../reader/CachedSample.js";
import type { SampleCache } from "../reader/SampleCache.js";
import { type StateMask, type StateOptions, stateMask } from "../reader/stateMasks.js";
import { Condition } from "./Condition.js";

/** Made by `reader.createReadCondition`. `read({ condition })` returns the samples that it is true for. */
export class ReadCondition<T extends object = object> extends Condition {
  /** @internal The states as a set. */
  readonly mask: StateMask;

  /** Made by the reader. @throws DdsError BAD_PARAMETER for a state that there is none of */
  constructor(
    readonly reader: DataReader<T>,
    protected readonly cache: SampleCache<T>,
    /** The states as they were given; any by default. */
    readonly states: StateOptions,
  ) {
    super();
    this.mask = stateMask(states);
  }

  override get triggerValue(): boolean {
    return !this.isClosed && this.cache.count(this.mask) > 0;
  }

  /** @internal False for samples that a query leaves out. Asked for samples whose states fit. */
  selects(_sample: CachedSample<T>): boolean {
    return true;
  }

  /** @internal The order of a query; undefined for the reader's own. */
  get compare(): ((a: CachedSample<T>, b: CachedSample<T>) => number) | undefined {
    return undefined;
  }
}
