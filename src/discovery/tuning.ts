// RTPS 2.5 §8.5.3 and §9.6.2: timings of discovery, by their spec names with the unit added.

import type { Ms } from "../rtps/structure/time.js";

export interface DiscoveryTuning {
  /** Announced lease; peers forget us after this long without a word. */
  readonly leaseDurationMs: Ms;
  /** Period of SPDP announcements (resendPeriod); must be well below the lease. */
  readonly announcePeriodMs: Ms;
  /** Announcements in quick succession at the start, for peers that lose the first. */
  readonly initialAnnouncements: number;
  readonly initialAnnouncementPeriodMs: Ms;
  /** A newly seen participant is answered after a random wait of up to this long. */
  readonly answerJitterMs: Ms;
  /** Unicast announcements to a newly seen participant, and the time between them. */
  readonly answerCount: number;
  readonly answerPeriodMs: Ms;
  /**
   * A goodbye cannot be told from a forged one. 0: it is believed at once; otherwise its sender is gone once nothing was
   * heard of it for so long.
   */
  readonly goodbyeConfirmDelayMs: Ms;
  /** Bits of BUILTIN_ENDPOINT_SET (§9.3.2) that every peer has, whatever it announces: for those that leave some out. */
  readonly assumedBuiltinEndpoints: number;
  /** Announcements to listed unicast peers go to this many participant indexes when no port is given. */
  readonly peerIndexCount: number;
  /** A TypeLookup request that brought nothing is repeated after this long (XTypes 1.3 §7.6.3.3). */
  readonly typeLookupTimeoutMs: Ms;
  /** Requests about a type that bring nothing before it counts as not available. */
  readonly typeLookupAttempts: number;
}

export const DEFAULT_DISCOVERY_TUNING: DiscoveryTuning = {
  // The spec's default is 100 s; Cyclone sends 10 s, Fast DDS 20 s.
  leaseDurationMs: 20_000,
  // Fast DDS uses 3 s, the spec 30 s.
  announcePeriodMs: 3_000,
  initialAnnouncements: 5,
  initialAnnouncementPeriodMs: 100,
  answerJitterMs: 2,
  answerCount: 3,
  answerPeriodMs: 200,
  goodbyeConfirmDelayMs: 0,
  assumedBuiltinEndpoints: 0,
  peerIndexCount: 5,
  // Answers come within milliseconds. Meanwhile the endpoint is not matched, so it should not take long to give up.
  typeLookupTimeoutMs: 500,
  typeLookupAttempts: 4,
};
