// RTPS 2.5 §8.4.13: what the watched writers of one remote participant share. DDS 1.4 §2.2.2.4.2.22: what asserts one
// writer asserts its participant, and with it every MANUAL_BY_PARTICIPANT writer.

import type { LivelinessKind } from "../qos/index.js";
import type { RemoteParticipant } from "../rtps/exchange/RemoteParticipant.js";
import type { Ms } from "../rtps/structure/time.js";
import type { LivelinessWatch } from "./LivelinessWatch.js";

/** Kinds that a participant asserts for all its writers together. */
export type ParticipantLivelinessKind = Exclude<LivelinessKind, "MANUAL_BY_TOPIC">;

export class ParticipantLiveliness {
  /** When one of its writers wrote, or was asserted by hand. */
  assertedAt: Ms = -Infinity;
  private manualCount = 0;
  /** Watches of writers that are not alive; those of MANUAL_BY_TOPIC are nobody's business but their own. */
  private dead: Record<ParticipantLivelinessKind, Set<LivelinessWatch>> | undefined = undefined;

  constructor(private readonly remote: RemoteParticipant) {}

  add(watch: LivelinessWatch): void {
    if (watch.kind !== "AUTOMATIC") this.manualCount++;
    this.update();
  }

  remove(watch: LivelinessWatch): void {
    if (watch.kind !== "AUTOMATIC") this.manualCount--;
    if (watch.kind !== "MANUAL_BY_TOPIC") this.dead?.[watch.kind].delete(watch);
    this.update();
  }

  changed(watch: LivelinessWatch): void {
    if (watch.kind === "MANUAL_BY_TOPIC") return;
    this.dead ??= { AUTOMATIC: new Set(), MANUAL_BY_PARTICIPANT: new Set() };
    if (watch.alive) this.dead[watch.kind].delete(watch);
    else this.dead[watch.kind].add(watch);
    this.update();
  }

  /** A writer wrote or was asserted; `watch` is its own, if it has one. */
  writerAsserted(now: Ms, watch: LivelinessWatch | undefined): void {
    watch?.assert(now);
    this.assertKind(now, "MANUAL_BY_PARTICIPANT");
    this.assertKind(now, "AUTOMATIC");
  }

  /** All writers of a kind are alive. Those that count as alive already look here, or at the participant, in time. */
  assertKind(now: Ms, kind: ParticipantLivelinessKind): void {
    if (kind === "MANUAL_BY_PARTICIPANT") this.assertedAt = now;
    if (this.dead === undefined) return;
    for (const watch of this.dead[kind]) watch.assert(now);
  }

  /** Samples are looked at only where they tell something. */
  private update(): void {
    this.remote.reportsSamples = this.manualCount > 0 || (this.dead?.AUTOMATIC.size ?? 0) > 0;
  }
}
