// DDS 1.4 §2.2.3 and RTPS 2.5 §8.5.4: do a writer and a reader match, and if not, why? The same answer for a local
// writer with a remote reader and the other way round. Pure; the statuses are raised by whoever asks.

import {
  checkCompatibility,
  POLICY_IDS,
  type PolicyMismatch,
  partitionsInWords,
  partitionsMatch,
  type ReaderQos,
  type WriterQos,
} from "../qos/index.js";

/** What matching looks at. Local and discovered endpoints both have it. */
export interface MatchableEndpoint<Qos> {
  readonly topicName: string;
  readonly typeName: string;
  /** True if the type has key members, as told by the entity kind. */
  readonly keyed: boolean;
  readonly qos: Qos;
  /** TypeInformation (XTypes 1.3 §7.6.3.2); leave out or empty if there is none. */
  readonly typeInformation?: Uint8Array;
}

/**
 * Why two endpoints do not match, the first that applies:
 * - `topicName`: different topics; nothing to report.
 * - `typeName`, `keyedness`: the same topic with different types: INCONSISTENT_TOPIC.
 * - `partition`: silent by DDS 1.4 §2.2.3.13.
 * - `incompatibleQos`: OFFERED/REQUESTED_INCOMPATIBLE_QOS with `mismatches`.
 */
export type NoMatchReason = "topicName" | "typeName" | "keyedness" | "partition" | "incompatibleQos";

export type MatchResult =
  | { readonly matched: true }
  | {
      readonly matched: false;
      readonly reason: NoMatchReason;
      /** One line, for people. */
      readonly detail: string;
      /**
       * Policies that do not fit. Also filled when the reason is `partition`, so that a report can name everything;
       * statuses count them only when the reason is `incompatibleQos`.
       */
      readonly mismatches: readonly PolicyMismatch[];
    };

const MATCHED: MatchResult = Object.freeze({ matched: true });

/** Compares a writer with a reader. */
export function explainEndpointMatch(
  writer: MatchableEndpoint<WriterQos>,
  reader: MatchableEndpoint<ReaderQos>,
): MatchResult {
  if (writer.topicName !== reader.topicName) {
    return noMatch("topicName", `the writer's topic is ${writer.topicName}, the reader's ${reader.topicName}`);
  }
  if (writer.typeName !== reader.typeName) {
    return noMatch("typeName", `the writer's type is ${writer.typeName}, the reader's ${reader.typeName}`);
  }
  if (writer.keyed !== reader.keyed) {
    const [keyed, keyless] = writer.keyed ? ["writer", "reader"] : ["reader", "writer"];
    return noMatch("keyedness", `the ${keyed}'s type has a key, the ${keyless}'s has none`);
  }
  const mismatches = checkCompatibility(writer.qos, reader.qos);
  addTypeValidation(writer, reader, mismatches);
  const offered = writer.qos.partition.names;
  const requested = reader.qos.partition.names;
  if (!partitionsMatch(offered, requested)) {
    const detail = `the writer is in ${partitionsInWords(offered)}, the reader in ${partitionsInWords(requested)}`;
    return { matched: false, reason: "partition", detail, mismatches };
  }
  if (mismatches.length === 0) return MATCHED;
  const detail = mismatches.map(mismatchInWords).join("; ");
  return { matched: false, reason: "incompatibleQos", detail, mismatches };
}

/** "RELIABILITY: BEST_EFFORT offered, RELIABLE requested". */
export function mismatchInWords(mismatch: PolicyMismatch): string {
  return `${mismatch.policy}: ${mismatch.offered} offered, ${mismatch.requested} requested`;
}

// XTypes 1.3 §7.6.3.7: a reader that forces type validation does not go by names alone.
function addTypeValidation(
  writer: MatchableEndpoint<WriterQos>,
  reader: MatchableEndpoint<ReaderQos>,
  mismatches: PolicyMismatch[],
): void {
  if (!reader.qos.typeConsistency.forceTypeValidation) return;
  const hasBoth = (writer.typeInformation?.length ?? 0) > 0 && (reader.typeInformation?.length ?? 0) > 0;
  if (hasBoth) return;
  mismatches.push({
    policyId: POLICY_IDS.TYPE_CONSISTENCY_ENFORCEMENT,
    policy: "TYPE_CONSISTENCY_ENFORCEMENT",
    offered: "type information missing",
    requested: "forced type validation",
  });
}

function noMatch(reason: NoMatchReason, detail: string): MatchResult {
  return { matched: false, reason, detail, mismatches: [] };
}
