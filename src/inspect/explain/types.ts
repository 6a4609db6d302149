// What an explanation consists of: a verdict, and every finding that leads to it, in words and with a stable code.

import type { MatchableEndpoint } from "../../discovery/matching.js";
import type { DiscoveryState } from "../../discovery/progress.js";
import type { ReaderQos, WriterQos } from "../../qos/index.js";
import type { Guid, GuidPrefix } from "../../rtps/structure/guid.js";
import type { Locator } from "../../rtps/structure/locator.js";

/**
 * - `matched`: nothing keeps the two apart. Of endpoints of other participants: by what they announce.
 * - `mismatch`: they do not match, and will not until somebody changes something.
 * - `unknown`: an endpoint or its participant is not known, so there is nothing to compare.
 * - `pending`: they fit, but discovery between the two participants is not done.
 */
export type Verdict = "matched" | "mismatch" | "unknown" | "pending";

/** What a finding does to the verdict; a `note` does nothing. */
export type Severity = Exclude<Verdict, "matched"> | "note";

/**
 * Stable names for programs:
 * - `topicName`, `typeName`, `keyedness`, `partition`: the endpoints are not of one topic, type or partition.
 * - `type`: the reader's type cannot be assigned from the writer's, or that is not known yet.
 * - `policy`: QoS offered and requested do not fit; `representation` for DATA_REPRESENTATION, and `typeInformation`
 *   for what there is to say about type information.
 * - `participantUnknown`, `endpointUnknown`: never announced here, or no longer there.
 * - `domain`, `domainTag`, `ignored`, `refused`: why announcements of a participant are not used.
 * - `halfDiscovered`: one of two participants lacks announcements of the other.
 * - `secured`: DDS Security. `notReachable`: no address to send to. `silent`: not heard for long.
 * - `noWriter`, `noReader`: a topic has one side only.
 */
export type FindingCode =
  | "topicName"
  | "typeName"
  | "type"
  | "keyedness"
  | "partition"
  | "policy"
  | "representation"
  | "typeInformation"
  | "participantUnknown"
  | "endpointUnknown"
  | "domain"
  | "domainTag"
  | "ignored"
  | "refused"
  | "halfDiscovered"
  | "secured"
  | "notReachable"
  | "silent"
  | "noWriter"
  | "noReader";

/** One thing to know, with what to do about it. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** One line, with the values of both sides in words. */
  readonly text: string;
  /** One line: what to do about it. */
  readonly hint: string;
  /** The policy and its values; only of `policy` and `representation`, and of `typeInformation` that is forced. */
  readonly policyId?: number;
  readonly policy?: string;
  readonly offered?: string;
  readonly requested?: string;
}

/** Why two endpoints match or do not. */
export interface MatchExplanation {
  readonly verdict: Verdict;
  /** Everything, what decides first; empty if two endpoints match and there is nothing to say. */
  readonly findings: readonly Finding[];
}

/** A writer or a reader, own or discovered. What is left out is not looked at. */
export interface EndpointToExplain<Qos> extends MatchableEndpoint<Qos> {
  readonly guid?: Guid;
  /** Two octets as one number; decides about deviations of that vendor. */
  readonly vendorId?: number;
  /** Addresses of its own; without them those of its participant hold. */
  readonly unicast?: readonly Locator[];
}

export type WriterToExplain = EndpointToExplain<WriterQos>;
export type ReaderToExplain = EndpointToExplain<ReaderQos>;

/** An endpoint of the domain. */
export interface ExplainedEndpoint {
  readonly guid: Guid;
  readonly role: "writer" | "reader";
  readonly topicName: string;
  readonly typeName: string;
  readonly vendorId: number;
  /** Name of its participant; "" if it has none. */
  readonly participantName: string;
}

/** A writer and a reader of one topic. */
export interface PairExplanation extends MatchExplanation {
  readonly writer: ExplainedEndpoint;
  readonly reader: ExplainedEndpoint;
}

export interface TopicExplanation {
  readonly topicName: string;
  readonly writers: readonly ExplainedEndpoint[];
  readonly readers: readonly ExplainedEndpoint[];
  /** Every writer with every reader, as far as they were compared: those with own endpoints first. */
  readonly pairs: readonly PairExplanation[];
  /** Pairs beyond `maxPairs`. */
  readonly notCompared: number;
  /** About the topic as a whole: one side is missing, another topic has nearly the same name. */
  readonly findings: readonly Finding[];
}

export interface ParticipantExplanation {
  readonly guidPrefix: GuidPrefix;
  readonly name: string;
  readonly vendorId: number;
  /** "2.5". */
  readonly protocolVersion: string;
  readonly secured: boolean;
  readonly state: DiscoveryState;
  /** When anything of it was last heard, ms ago. */
  readonly silentForMs: number;
  readonly leaseLeftMs: number;
  /** Where its announcements come from, and where discovery traffic to it goes. */
  readonly announcedFrom: string;
  readonly metatrafficAddress: string | undefined;
  readonly writerCount: number;
  readonly readerCount: number;
  readonly findings: readonly Finding[];
}

/** A participant that was heard and is not let in. */
export interface RefusedExplanation {
  readonly guidPrefix: GuidPrefix;
  readonly vendorId: number;
  readonly address: string;
  readonly finding: Finding;
}

/** The whole domain, as one participant sees it. */
export interface DomainExplanation {
  readonly domainId: number;
  readonly topics: readonly TopicExplanation[];
  readonly participants: readonly ParticipantExplanation[];
  readonly refused: readonly RefusedExplanation[];
  /** What cannot be known from here, one line each. */
  readonly caveats: readonly string[];
  /** Pairs by verdict. */
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Pairs that were left out, of all topics. */
  readonly notCompared: number;
}
