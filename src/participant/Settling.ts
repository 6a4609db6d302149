// What inputs have brought to the builtin endpoints is acted on after the whole datagram, not in its middle.

import type { EndpointMatcher } from "../discovery/EndpointMatcher.js";
import type { Sedp } from "../discovery/Sedp.js";
import type { Spdp } from "../discovery/Spdp.js";
import type { TypeLookup } from "../discovery/TypeLookup.js";
import type { WriterLiveliness } from "../discovery/WriterLiveliness.js";
import type { Ms } from "../rtps/structure/time.js";
import type { BuiltinNews } from "./BuiltinNews.js";

/** Who acts on the news. */
export interface SettlingParts {
  readonly spdp: Spdp;
  readonly matcher: EndpointMatcher;
  readonly sedp: Sedp;
  readonly liveliness: WriterLiveliness;
  readonly typeLookup: TypeLookup | undefined;
}

export class Settling {
  constructor(
    private readonly news: BuiltinNews,
    private readonly parts: SettlingParts,
  ) {}

  /** Behind every datagram and every deadline: mostly there is nothing. */
  settle(now: Ms): void {
    const { news } = this;
    if (news.restarted.size > 0) this.settleRestarts(now);
    if (news.dataAvailable) this.takeData(now);
    if (news.confirmDue) this.confirm(now);
  }

  private settleRestarts(now: Ms): void {
    for (const prefix of this.news.restarted.values()) this.parts.spdp.restart(now, prefix);
    this.news.restarted.clear();
  }

  /** What is taken may bring more. */
  private takeData(now: Ms): void {
    const { news } = this;
    const { sedp, liveliness, typeLookup } = this.parts;
    while (news.dataAvailable) {
      news.dataAvailable = false;
      sedp.handleData(now);
      liveliness.handleData(now);
      typeLookup?.handleData(now);
    }
  }

  private confirm(now: Ms): void {
    const { news } = this;
    const { matcher, spdp } = this.parts;
    news.confirmDue = false;
    if (matcher.hasUnconfirmed()) matcher.confirmReaders();
    for (let i = 0; i < news.answered.length; i++) {
      const participant = spdp.participants.get(news.answered[i]!.toString());
      if (participant !== undefined && participant.answersLeft > 0) spdp.noteKnowsUs(now, participant);
    }
    news.answered.length = 0;
  }
}
