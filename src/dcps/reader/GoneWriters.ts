// DDS 1.4 §2.2.2.5.1.3: writers that are gone, or not alive, until their last samples are in: only then their instances
// lose them.

import type { Guid } from "../../rtps/structure/guid.js";

export interface GoneWriter {
  readonly guid: Guid;
  /** False: it only does not show that it is alive. */
  readonly isUnmatched: boolean;
}

export class GoneWriters {
  private readonly writers = new Map<string, GoneWriter>();

  get size(): number {
    return this.writers.size;
  }

  /** Peers must not make the list grow without end: too many are not waited for. */
  get isFull(): boolean {
    return this.writers.size > MAX_GONE_WRITERS;
  }

  gone(guid: Guid, isUnmatched: boolean): void {
    this.writers.set(guid.toString(), { guid, isUnmatched });
  }

  /** The writer shows again that it is alive. */
  alive(writer: Guid): void {
    if (this.writers.get(writer.toString())?.isUnmatched === false) this.writers.delete(writer.toString());
  }

  matched(writer: Guid): void {
    this.writers.delete(writer.toString());
  }

  /** All of them by name. Those for which `isOver` is true are let go. */
  take(isOver: (name: string) => boolean): [string, GoneWriter, boolean][] {
    const all = [...this.writers].map(([name, writer]): [string, GoneWriter, boolean] => [name, writer, isOver(name)]);
    for (const [name, , isLast] of all) if (isLast) this.writers.delete(name);
    return all;
  }
}

const MAX_GONE_WRITERS = 1024;
