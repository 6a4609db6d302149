// What a reader goes by for each writer it is matched with: OWNERSHIP_STRENGTH (DDS 1.4 §2.2.3.10) and LIFESPAN
// (§2.2.3.16) as the writer announced them last, and whether it is alive (§2.2.3.11).

import type { WriterQos } from "../../qos/index.js";
import type { Guid } from "../../rtps/structure/guid.js";
import { WriterLife } from "./WriterLife.js";

export type OfferedPolicies = Pick<WriterQos, "ownershipStrength" | "lifespan">;

export class MatchedWriters {
  /** Grows with everything that may change the owner of an instance without a sample. */
  changes = 0;
  private readonly lives = new Map<string, WriterLife>();
  private withLifespan = 0;

  /** @param offered what a writer announced last; undefined if it is not known any more */
  constructor(private readonly offered: (writer: Guid) => OfferedPolicies | undefined) {}

  /** Some writer's samples expire. */
  get haveLifespans(): boolean {
    return this.withLifespan > 0;
  }

  /** Never undefined: a writer that is gone while samples of it still wait has a life that is over. */
  of(writer: Guid): WriterLife {
    return this.lives.get(writer.toString()) ?? ended(this.make(writer));
  }

  /** Matched, or announced anew. What it announces holds for samples that come from now on. */
  announced(writer: Guid): void {
    const name = writer.toString();
    const known = this.lives.get(name);
    if (known === undefined) {
      this.put(writer);
      return;
    }
    const { strength, lifespanMs } = this.make(writer);
    if (known.strength !== strength) this.changes++;
    known.strength = strength;
    this.count(known, -1);
    known.lifespanMs = lifespanMs;
    this.count(known, 1);
  }

  /** It shows that it is alive. */
  alive(writer: Guid): void {
    const name = writer.toString();
    if (this.lives.get(name)?.isOver !== true) return;
    this.remove(name);
    this.put(writer);
  }

  /** Not alive, or not matched any more, and all its samples are in. @param name the GUID as text */
  gone(name: string, isUnmatched: boolean): void {
    const known = this.lives.get(name);
    if (known !== undefined && !known.isOver) {
      ended(known);
      this.changes++;
    }
    if (isUnmatched) this.remove(name);
  }

  private put(writer: Guid): void {
    const life = this.make(writer);
    this.lives.set(writer.toString(), life);
    this.count(life, 1);
  }

  private remove(name: string): void {
    const life = this.lives.get(name);
    if (life === undefined) return;
    this.lives.delete(name);
    this.count(life, -1);
  }

  private count(life: WriterLife, change: 1 | -1): void {
    if (life.lifespanMs !== Infinity) this.withLifespan += change;
  }

  private make(writer: Guid): WriterLife {
    const qos = this.offered(writer);
    return new WriterLife(writer, qos?.ownershipStrength.value ?? 0, qos?.lifespan.durationMs ?? Infinity);
  }
}

function ended(life: WriterLife): WriterLife {
  life.isOver = true;
  return life;
}
