// RTPS 2.5 §8.5.3: whose announcements are not used, and why. Kept for reports alone: a participant that stays away
// because of its domain tag shall not look like one that is not there. Bounded in number and length of text.

import type { MessageSource } from "../rtps/exchange/ReceiverState.js";
import type { GuidPrefix } from "../rtps/structure/guid.js";
import type { Ms } from "../rtps/structure/time.js";
import { DROP } from "../trace/dropReasons.js";

/**
 * - `domain`, `domainTag`: it is in another domain, or has another tag.
 * - `notReachable`: none of the addresses it announces can be sent to.
 * - `limit`: so many participants are known already that there is no room for it.
 * - `unreadable`: its announcement is malformed.
 */
export type RefusalReason = "domain" | "domainTag" | "notReachable" | "limit" | "unreadable";

/** A participant that announced itself and was refused. */
export interface RefusedParticipant {
  readonly guidPrefix: GuidPrefix;
  readonly vendorId: number;
  /** Where its latest announcement came from. */
  readonly address: string;
  readonly reason: RefusalReason;
  /** The domain id, the domain tag, or what is wrong, in words. */
  readonly detail: string;
  /** When its latest announcement came, monotonic. */
  readonly heardAt: Ms;
}

export class RefusedParticipants {
  /** By prefix, the one that was heard longest ago first. */
  private readonly refused = new Map<string, RefusedParticipant>();

  note(now: Ms, source: MessageSource, reason: RefusalReason, detail: string): void {
    const { prefix, vendorId, address } = source;
    const key = prefix.toString();
    this.refused.delete(key);
    const text = detail.length > MAX_DETAIL ? `${detail.slice(0, MAX_DETAIL)}…` : detail;
    this.refused.set(key, { guidPrefix: prefix, vendorId, address, reason, detail: text, heardAt: now });
    if (this.refused.size <= MAX_REFUSED) return;
    const [oldest] = this.refused.keys();
    this.refused.delete(oldest!);
  }

  forget(prefix: GuidPrefix): void {
    if (this.refused.size > 0) this.refused.delete(prefix.toString());
  }

  /** Those that were heard at `from` or later. */
  heardSince(from: Ms): RefusedParticipant[] {
    return [...this.refused.values()].filter(({ heardAt }) => heardAt >= from);
  }
}

/** As which drop reason it counts. */
export function dropOfRefusal(reason: RefusalReason): number {
  return DROP_OF_REFUSAL[reason];
}

const DROP_OF_REFUSAL: Readonly<Record<RefusalReason, number>> = {
  domain: DROP.foreignDomain,
  domainTag: DROP.foreignDomain,
  notReachable: DROP.limitLocators,
  limit: DROP.limitParticipants,
  unreadable: DROP.badParameterList,
};

const MAX_REFUSED = 64;
const MAX_DETAIL = 256;
