// An announcement in the name of a known participant from an address that is none of its own: it has moved (case LO-13),
// or somebody forges it. Both addresses are asked: it has moved if the new one answers by naming us and the old one is
// silent. One claim at a time, and few bytes, to an address that may be anybody's.

import type { MessageSource } from "../rtps/exchange/ReceiverState.js";
import type { Locator } from "../rtps/structure/locator.js";
import type { SequenceNumber } from "../rtps/structure/sequenceNumber.js";
import { type Ms, NEVER } from "../rtps/structure/time.js";
import type { Announcement } from "./AnnouncementCache.js";
import type { ParticipantProxyData } from "./participantData.js";

/** What is to be done about a claim now. */
export type ClaimStep = "wait" | "ask" | "take";

export class AddressClaim {
  private asked = 0;
  private named = false;
  private refuted = false;
  private readonly silenceMs: Ms;

  constructor(
    readonly announcement: Announcement<ParticipantProxyData>,
    readonly sn: SequenceNumber,
    readonly source: MessageSource,
    /** Where discovery traffic would go. */
    readonly locator: Locator,
    private readonly since: Ms,
    leaseMs: Ms,
  ) {
    this.silenceMs = Math.min(SILENCE_MS, leaseMs / 2);
  }

  /** Another claim may be looked at. */
  isOver(now: Ms): boolean {
    return now >= this.since + LIFE_MS;
  }

  /** Nothing speaks against it so far. */
  get isOpen(): boolean {
    return !this.refuted;
  }

  /** A message from `address` names us. */
  noteNamed(address: string): void {
    if (address === this.locator.host) this.named = true;
  }

  /** @param heardAt when the participant was last heard at an address of its own */
  step(now: Ms, heardAt: Ms): ClaimStep {
    // What came a moment later may have been under way when it moved.
    if (heardAt >= this.since + UNDER_WAY_MS) this.refuted = true;
    if (this.refuted) return "wait";
    if (this.asked < ASK_COUNT && now >= this.nextAskAt) return "ask";
    return this.named && now >= this.since + this.silenceMs ? "take" : "wait";
  }

  /** It was asked. True if the new address is to be asked too: every other time, at most twice the bytes that came. */
  noteAsked(): boolean {
    return this.asked++ % 2 === 0;
  }

  /** When to look at it again; NEVER if only a message can change something. */
  dueAt(now: Ms): Ms {
    if (this.refuted) return NEVER;
    if (this.asked < ASK_COUNT) return this.nextAskAt;
    const decidedAt = this.since + this.silenceMs;
    return this.named || now < decidedAt ? Math.max(decidedAt, now) : NEVER;
  }

  private get nextAskAt(): Ms {
    return this.since + (this.asked * this.silenceMs) / ASK_COUNT;
  }
}

/** So long nothing may come from the old addresses; at most half the lease. */
const SILENCE_MS = 1000;
/** Times that the old address is asked within that: some may be lost. */
const ASK_COUNT = 4;
const UNDER_WAY_MS = 100;
const LIFE_MS = 3000;
