// DDS 1.4 §2.2.2.5.9: true while a reader has samples in some states whose content fits an expression.

import type { Query } from "../../filter/index.js";
import type { DataReader } from "../DataReader.js";
import type { CachedSample } from "../reader/CachedSample.js";
import type { SampleCache } from "../reader/SampleCache.js";
import { READ_SLOTS, type StateOptions } from "../reader/stateMasks.js";
import { ReadCondition } from "./ReadCondition.js";

/** Made by `reader.createQueryCondition`. */
export class QueryCondition<T extends object = object> extends ReadCondition<T> {
  /** A sample that fitted when it was last looked at. */
  private witness: CachedSample<T> | undefined;
  /** No sample up to this number fitted when states were as in this revision. */
  private searchedTo = 0;
  private searchedAt = -1;

  /** Made by the reader. */
  constructor(
    reader: DataReader<T>,
    cache: SampleCache<T>,
    states: StateOptions,
    private readonly query: Query<T>,
  ) {
    super(reader, cache, states);
  }

  get queryExpression(): string {
    return this.query.expression;
  }

  /** The values of %0 and on. */
  get queryParameters(): readonly string[] {
    return this.query.parameters;
  }

  /** @throws FilterError for parameters that do not fit the expression; then nothing has changed */
  setQueryParameters(parameters: readonly string[]): void {
    this.query.setParameters(parameters);
    this.witness = undefined;
    this.searchedAt = -1;
    this.notify();
  }

  override get triggerValue(): boolean {
    if (!super.triggerValue) return false;
    const { cache } = this;
    if (this.witness !== undefined && this.fits(this.witness)) return true;
    // States that changed may let old samples fit; otherwise the new ones alone are worth a look.
    const isSameState = this.searchedAt === cache.stateRevision && !cache.options.bySource;
    this.witness = this.search(isSameState ? this.searchedTo : 0);
    this.searchedTo = cache.added;
    this.searchedAt = cache.stateRevision;
    return this.witness !== undefined;
  }

  /** @internal */
  override selects(sample: CachedSample<T>): boolean {
    return this.query.matches(contentOf(sample));
  }

  /** @internal */
  override get compare(): ((a: CachedSample<T>, b: CachedSample<T>) => number) | undefined {
    const { compare } = this.query;
    return compare === undefined ? undefined : (a, b) => compare(contentOf(a), contentOf(b));
  }

  /** A sample that fits, from the newest to the one with that number. */
  private search(after: number): CachedSample<T> | undefined {
    const unreadOnly = (this.mask & READ_SLOTS) === 0;
    let sample = unreadOnly ? this.cache.lastUnread : this.cache.last;
    while (sample !== undefined && sample.number > after) {
      if (this.fits(sample)) return sample;
      sample = unreadOnly ? sample.previousUnread : sample.previous;
    }
    return undefined;
  }

  private fits(sample: CachedSample<T>): boolean {
    return sample.isCached && ((this.mask >> sample.slot) & 1) === 1 && this.selects(sample);
  }
}

/** Without valid data there is the key, or nothing. */
function contentOf<T extends object>(sample: CachedSample<T>): T {
  return sample.data ?? (NOTHING as T);
}

const NOTHING = {};
