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

/** One thing that keeps a writer and a reader apart. */
export interface EndpointDifference {
  readonly reason: NoMatchReason;
  /** One line, for people. */
  readonly detail: string;
  /** The policy; only with the reason `incompatibleQos`, which stands once for each policy. */
  readonly mismatch?: PolicyMismatch;
}

const MATCHED: MatchResult = Object.freeze({ matched: true });

/** Compares a writer with a reader. */
export function explainEndpointMatch(
  writer: MatchableEndpoint<WriterQos>,
  reader: MatchableEndpoint<ReaderQos>,
): MatchResult {
  const [first] = identityDifferences(writer, reader);
  if (first !== undefined) return { matched: false, ...first, mismatches: [] };
  const mismatches = policyMismatches(writer, reader);
  const partition = partitionDifference(writer, reader);
  if (partition !== undefined) return { matched: false, ...partition, mismatches };
  if (mismatches.length === 0) return MATCHED;
  const detail = mismatches.map(mismatchInWords).join("; ");
  return { matched: false, reason: "incompatibleQos", detail, mismatches };
}

/** Everything that keeps the two apart, in the order in which `explainEndpointMatch` looks; empty if they match. */
export function endpointDifferences(
  writer: MatchableEndpoint<WriterQos>,
  reader: MatchableEndpoint<ReaderQos>,
): EndpointDifference[] {
  const partition = partitionDifference(writer, reader);
  const policies = policyMismatches(writer, reader).map(
    (mismatch): EndpointDifference => ({ reason: "incompatibleQos", detail: mismatchInWords(mismatch), mismatch }),
  );
  return [...identityDifferences(writer, reader), ...(partition === undefined ? [] : [partition]), ...policies];
}

/** "RELIABILITY: BEST_EFFORT offered, RELIABLE requested". */
export function mismatchInWords(mismatch: PolicyMismatch): string {
  return `${mismatch.policy}: ${mismatch.offered} offered, ${mismatch.requested} requested`;
}

function identityDifferences(
  writer: MatchableEndpoint<WriterQos>,
  reader: MatchableEndpoint<ReaderQos>,
): EndpointDifference[] {
  const found: EndpointDifference[] = [];
  if (writer.topicName !== reader.topicName) {
    const detail = `the writer's topic is ${writer.topicName}, the reader's ${reader.topicName}`;
    found.push({ reason: "topicName", detail });
  }
  if (writer.typeName !== reader.typeName) {
    const detail = `the writer's type is ${writer.typeName}, the reader's ${reader.typeName}`;
    found.push({ reason: "typeName", detail });
  }
  if (writer.keyed !== reader.keyed) {
    const [keyed, keyless] = writer.keyed ? ["writer", "reader"] : ["reader", "writer"];
    found.push({ reason: "keyedness", detail: `the ${keyed}'s type has a key, the ${keyless}'s has none` });
  }
  return found;
}

function partitionDifference(
  writer: MatchableEndpoint<WriterQos>,
  reader: MatchableEndpoint<ReaderQos>,
): EndpointDifference | undefined {
  const offered = writer.qos.partition.names;
  const requested = reader.qos.partition.names;
  if (partitionsMatch(offered, requested)) return undefined;
  const detail = `the writer is in ${partitionsInWords(offered)}, the reader in ${partitionsInWords(requested)}`;
  return { reason: "partition", detail };
}

function policyMismatches(
  writer: MatchableEndpoint<WriterQos>,
  reader: MatchableEndpoint<ReaderQos>,
): PolicyMismatch[] {
  const mismatches = checkCompatibility(writer.qos, reader.qos);
  addTypeValidation(writer, reader, mismatches);
  return mismatches;
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
