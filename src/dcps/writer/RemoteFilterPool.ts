// RTPS 2.5 §8.7.4: what content filters of peers may cost this process. A writer may leave the filtering to the reader,
// so what is beyond a limit costs the network something and nobody a sample. Equal filters are compiled once.

import { compileFilter, type Filter } from "../../filter/index.js";
import type { StructType } from "../../idl/index.js";
import type { Ms } from "../../rtps/structure/time.js";

/** Lengths are UTF-16 units of an expression with its parameters; steps are those of `Filter`. */
export interface RemoteFilterLimits {
  /** Of one filter. */
  readonly filterLength: number;
  /** Of different filters that one writer looks at for every sample, and of the readers that it does it for. */
  readonly writerSteps: number;
  readonly writerReaders: number;
  /** Of all filters of one remote participant, at all writers. */
  readonly participantLength: number;
  readonly participantSteps: number;
  readonly participantReaders: number;
  /** Of all different filters. */
  readonly processLength: number;
  readonly processSteps: number;
  /** What may be compiled: at once, and for each second that follows. */
  readonly compiledLength: number;
  readonly compiledLengthPerSecond: number;
}

/** 4096 steps take a writer some 0.2 ms; 65 536 of them hold about 12 MB. 64 KiB take some 15 ms to compile. */
export const REMOTE_FILTER_LIMITS: RemoteFilterLimits = {
  filterLength: 8192,
  writerSteps: 4096,
  writerReaders: 256,
  participantLength: 65_536,
  participantSteps: 2048,
  participantReaders: 128,
  processLength: 1 << 20,
  processSteps: 65_536,
  compiledLength: 1 << 18,
  compiledLengthPerSecond: 1 << 16,
};

/** The text of a filter, as a reader announces it. */
export interface RemoteFilterText {
  readonly filterClassName: string;
  readonly filterExpression: string;
  readonly expressionParameters: readonly string[];
}

/** A filter in use. It holds neither the text nor the tree of its expression. */
export interface SharedFilter {
  readonly matches: (value: object) => boolean;
  readonly steps: number;
  readonly length: number;
}

/** Why there is none: a limit, or a filter that only its reader can judge. */
export type NoFilter = "limit" | "unusable";

export class RemoteFilterPool {
  private readonly filters = new Map<StructType, Map<string, PooledFilter>>();
  private readonly participants = new Map<string, Usage>();
  private length = 0;
  private steps = 0;
  private compilable: number;
  private lastMs = 0;

  constructor(readonly limits: RemoteFilterLimits = REMOTE_FILTER_LIMITS) {
    this.compilable = limits.compiledLength;
  }

  /** What is held, of all different filters. */
  get held(): { readonly length: number; readonly steps: number; readonly participants: number } {
    return { length: this.length, steps: this.steps, participants: this.participants.size };
  }

  /** A filter for one reader of `participant`. Each that is given out is to be released with the same arguments. */
  acquire(type: StructType, text: RemoteFilterText, participant: string, now: Ms): SharedFilter | NoFilter {
    const length = lengthOf(text);
    if (length > this.limits.filterLength) return "limit";
    const usage = this.participants.get(participant) ?? { length: 0, steps: 0, readers: 0 };
    if (usage.readers >= this.limits.participantReaders) return "limit";
    if (usage.length + length > this.limits.participantLength) return "limit";
    const filter = this.filterOf(type, text, length, now);
    if (typeof filter === "string") return filter;
    if (usage.steps + filter.steps > this.limits.participantSteps) {
      this.dropUnused(type, filter);
      return "limit";
    }
    filter.users++;
    this.participants.set(participant, usage);
    add(usage, filter, 1);
    return filter;
  }

  release(type: StructType, filter: SharedFilter, participant: string): void {
    const pooled = filter as PooledFilter;
    pooled.users--;
    this.dropUnused(type, pooled);
    const usage = this.participants.get(participant);
    if (usage === undefined) return;
    add(usage, pooled, -1);
    if (usage.readers === 0) this.participants.delete(participant);
  }

  private filterOf(type: StructType, text: RemoteFilterText, length: number, now: Ms): PooledFilter | NoFilter {
    const key = keyOf(text);
    const known = this.filters.get(type)?.get(key);
    if (known !== undefined) return known;
    if (this.length + length > this.limits.processLength || !this.mayCompile(length, now)) return "limit";
    const compiled = compile(type, text);
    if (compiled === undefined) return "unusable";
    if (this.steps + compiled.steps > this.limits.processSteps) return "limit";
    const filter = { key, matches: compiled.test, steps: compiled.steps, length, users: 0 };
    this.keep(type, filter);
    return filter;
  }

  /** A bucket that fills with time: whoever announces new filters without end keeps nobody busy. */
  private mayCompile(length: number, now: Ms): boolean {
    const { compiledLength, compiledLengthPerSecond } = this.limits;
    const elapsed = Math.max(0, now - this.lastMs);
    this.lastMs = now;
    this.compilable = Math.min(compiledLength, this.compilable + (elapsed / 1000) * compiledLengthPerSecond);
    if (length > this.compilable) return false;
    this.compilable -= length;
    return true;
  }

  private keep(type: StructType, filter: PooledFilter): void {
    const ofType = this.filters.get(type) ?? new Map<string, PooledFilter>();
    this.filters.set(type, ofType.set(filter.key, filter));
    this.length += filter.length;
    this.steps += filter.steps;
  }

  private dropUnused(type: StructType, filter: PooledFilter): void {
    if (filter.users > 0) return;
    const ofType = this.filters.get(type);
    if (ofType?.delete(filter.key) !== true) return;
    if (ofType.size === 0) this.filters.delete(type);
    this.length -= filter.length;
    this.steps -= filter.steps;
  }
}

/** All writers of a thread share it, whatever participant they are of. */
export const remoteFilterPool = new RemoteFilterPool();

interface PooledFilter extends SharedFilter {
  readonly key: string;
  users: number;
}

/** Of one remote participant. */
interface Usage {
  length: number;
  steps: number;
  readers: number;
}

function add(usage: Usage, { length, steps }: SharedFilter, sign: 1 | -1): void {
  usage.length += sign * length;
  usage.steps += sign * steps;
  usage.readers += sign;
}

/** A filter that is not understood, or that vendors read in different ways, is left to its reader. */
function compile(type: StructType, text: RemoteFilterText): Filter<object> | undefined {
  const { filterExpression, expressionParameters, filterClassName: filterClass } = text;
  try {
    const filter = compileFilter<object>(type, filterExpression, expressionParameters, { filterClass });
    return filter.vendorDifferences.length > 0 ? undefined : filter;
  } catch {
    return undefined;
  }
}

function lengthOf({ filterClassName, filterExpression, expressionParameters }: RemoteFilterText): number {
  let length = ENTRY_LENGTH + filterClassName.length + filterExpression.length;
  for (const parameter of expressionParameters) length += 1 + parameter.length;
  return length;
}

function keyOf({ filterClassName, filterExpression, expressionParameters }: RemoteFilterText): string {
  return JSON.stringify([filterClassName, filterExpression, expressionParameters]);
}

/** What an entry holds besides its text. */
const ENTRY_LENGTH = 64;
