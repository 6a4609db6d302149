// The read and query conditions of one reader.

import { compileQuery } from "../../filter/index.js";
import type { DataReader } from "../DataReader.js";
import { DdsError } from "../DdsError.js";
import type { SampleCache } from "../reader/SampleCache.js";
import type { StateOptions } from "../reader/stateMasks.js";
import { QueryCondition } from "./QueryCondition.js";
import { ReadCondition } from "./ReadCondition.js";

export class ReaderConditions<T extends object> {
  private readonly all = new Set<ReadCondition<T>>();

  constructor(
    private readonly reader: DataReader<T>,
    private readonly cache: SampleCache<T>,
  ) {}

  createRead(states: StateOptions): ReadCondition<T> {
    const condition = new ReadCondition(this.reader, this.cache, states);
    this.all.add(condition);
    return condition;
  }

  createQuery(expression: string, parameters: readonly string[], states: StateOptions): QueryCondition<T> {
    const query = compileQuery<T>(this.reader.topic.type, expression, parameters);
    const condition = new QueryCondition(this.reader, this.cache, states, query);
    this.all.add(condition);
    return condition;
  }

  /** @throws DdsError PRECONDITION_NOT_MET for a condition that is none of this reader */
  delete(condition: ReadCondition<T>): void {
    this.check(condition);
    this.all.delete(condition);
    condition.close();
  }

  /** @throws DdsError PRECONDITION_NOT_MET for a condition that is none of this reader */
  check(condition: ReadCondition<T>): void {
    if (this.all.has(condition)) return;
    throw new DdsError("PRECONDITION_NOT_MET", "the condition is not one of this reader, or was deleted");
  }

  /** The samples, or their states, are others now. */
  notify(): void {
    for (const condition of this.all) condition.notify();
  }

  close(): void {
    for (const condition of this.all) condition.close();
    this.all.clear();
  }
}
