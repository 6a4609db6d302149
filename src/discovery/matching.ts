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
import type { TypeScope } from "./typeScope.js";

/** What matching looks at. Local and discovered endpoints both have it. */
export interface MatchableEndpoint<Qos> {
  readonly topicName: string;
  readonly typeName: string;
  /** True if the type has key members, as told by the entity kind. */
  readonly keyed: boolean;
  readonly qos: Qos;
  /** TypeInformation (XTypes 1.3 §7.6.3.2); leave out or empty if there is none. */
  readonly typeInformation?: Uint8Array;
  /** Of an own endpoint: who is told of the type. */
  readonly typeScope?: TypeScope;
}

/**
 * Why two endpoints do not match, the first that applies:
 * - `topicName`: different topics; nothing to report.
 * - `typeName`, `type`, `keyedness`: the same topic with different types: INCONSISTENT_TOPIC. Names decide where a side
 *   announces no type, assignability (XTypes 1.3 §7.6.3.4.2) where both do.
 * - `typePending`: the other participant is being asked for its type; nothing to report.
 * - `partition`: silent by DDS 1.4 §2.2.3.13.
 * - `incompatibleQos`: OFFERED/REQUESTED_INCOMPATIBLE_QOS with `mismatches`.
 */
export type NoMatchReason =
  | "topicName"
  | "typeName"
  | "type"
  | "typePending"
  | "keyedness"
  | "partition"
  | "incompatibleQos";

/** What is known of the types of a writer and a reader. */
export type TypeVerdict =
  /** `reason`: why types that are announced do not decide; "" if one side announces none. */
  | { readonly kind: "byName"; readonly reason: string }
  | { readonly kind: "assignable" }
  | { readonly kind: "notAssignable"; readonly detail: string }
  | { readonly kind: "pending" };

/** Compares types. Without one, types go by their names. */
export type TypeJudge = (writer: MatchableEndpoint<WriterQos>, reader: MatchableEndpoint<ReaderQos>) => TypeVerdict;

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
  judge: TypeJudge = byNameAlone,
): MatchResult {
  if (writer.topicName !== reader.topicName) {
    return { matched: false, ...topicDifference(writer, reader), mismatches: [] };
  }
  const verdict = judge(writer, reader);
  const first = typeDifference(writer, reader, verdict) ?? keyDifference(writer, reader);
  if (first !== undefined) return { matched: false, ...first, mismatches: [] };
  const mismatches = policyMismatches(writer, reader, verdict);
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
  judge: TypeJudge = byNameAlone,
): EndpointDifference[] {
  const verdict = judge(writer, reader);
  const policies = policyMismatches(writer, reader, verdict).map(
    (mismatch): EndpointDifference => ({ reason: "incompatibleQos", detail: mismatchInWords(mismatch), mismatch }),
  );
  const others = [
    writer.topicName === reader.topicName ? undefined : topicDifference(writer, reader),
    typeDifference(writer, reader, verdict),
    keyDifference(writer, reader),
    partitionDifference(writer, reader),
  ];
  return [...others.filter((difference) => difference !== undefined), ...policies];
}

/** "RELIABILITY: BEST_EFFORT offered, RELIABLE requested". */
export function mismatchInWords(mismatch: PolicyMismatch): string {
  return `${mismatch.policy}: ${mismatch.offered} offered, ${mismatch.requested} requested`;
}

function topicDifference(
  writer: MatchableEndpoint<WriterQos>,
  reader: MatchableEndpoint<ReaderQos>,
): EndpointDifference {
  const detail = `the writer's topic is ${writer.topicName}, the reader's ${reader.topicName}`;
  return { reason: "topicName", detail };
}

function typeDifference(
  writer: MatchableEndpoint<WriterQos>,
  reader: MatchableEndpoint<ReaderQos>,
  verdict: TypeVerdict,
): EndpointDifference | undefined {
  switch (verdict.kind) {
    case "assignable":
      return undefined;
    case "notAssignable":
      return { reason: "type", detail: `the reader's type cannot be assigned from the writer's: ${verdict.detail}` };
    case "pending":
      return { reason: "typePending", detail: "the types are not known yet" };
    case "byName": {
      if (writer.typeName === reader.typeName) return undefined;
      const detail = `the writer's type is ${writer.typeName}, the reader's ${reader.typeName}`;
      return { reason: "typeName", detail };
    }
  }
}

function keyDifference(
  writer: MatchableEndpoint<WriterQos>,
  reader: MatchableEndpoint<ReaderQos>,
): EndpointDifference | undefined {
  if (writer.keyed === reader.keyed) return undefined;
  const [keyed, keyless] = writer.keyed ? ["writer", "reader"] : ["reader", "writer"];
  return { reason: "keyedness", detail: `the ${keyed}'s type has a key, the ${keyless}'s has none` };
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
  verdict: TypeVerdict,
): PolicyMismatch[] {
  const mismatches = checkCompatibility(writer.qos, reader.qos);
  // XTypes 1.3 §7.6.3.7: a reader that forces type validation does not go by names alone.
  if (reader.qos.typeConsistency.forceTypeValidation && verdict.kind === "byName") {
    mismatches.push({
      policyId: POLICY_IDS.TYPE_CONSISTENCY_ENFORCEMENT,
      policy: "TYPE_CONSISTENCY_ENFORCEMENT",
      offered: verdict.reason === "" ? "type information missing" : verdict.reason,
      requested: "forced type validation",
    });
  }
  return mismatches;
}

/** For whoever knows nothing of types: what both sides announce may well go together. */
function byNameAlone(writer: MatchableEndpoint<WriterQos>, reader: MatchableEndpoint<ReaderQos>): TypeVerdict {
  const hasBoth = (writer.typeInformation?.length ?? 0) > 0 && (reader.typeInformation?.length ?? 0) > 0;
  if (hasBoth && writer.typeName === reader.typeName) return { kind: "assignable" };
  return { kind: "byName", reason: "" };
}
