// DDS 1.4 §2.2.3, XTypes 1.3 §7.6.3: each offered/requested policy in a sentence, and what would make it fit.

import type { EndpointDifference } from "../../discovery/matching.js";
import {
  DEFAULT_READER_QOS,
  DEFAULT_WRITER_QOS,
  LIVELINESS_KINDS,
  type PolicyName,
  PRESENTATION_SCOPES,
  representationsInWords,
  type WriterQos,
} from "../../qos/index.js";
import type { ReaderToExplain, WriterToExplain } from "./types.js";

/** A sentence without its full stop, and what to do. */
export interface PolicyWords {
  readonly text: string;
  readonly hint: string;
}

/** A policy that does not fit, in words. A policy that is not known here is told as it came. */
export function policyInWords(
  writer: WriterToExplain,
  reader: ReaderToExplain,
  { mismatch, detail }: EndpointDifference,
): PolicyWords {
  const words = WORDS[mismatch?.policy as PolicyName]?.(writer, reader);
  if (words === undefined) return { text: detail, hint: "change the policy at the writer or at the reader" };
  return words;
}

/** "100 ms", "2.5 s". */
export function timeInWords(ms: number): string {
  const rounded = Math.round(ms * 1000) / 1000;
  return rounded >= 1000 ? `${Math.round(rounded) / 1000} s` : `${rounded} ms`;
}

type Describe = (writer: WriterToExplain, reader: ReaderToExplain) => PolicyWords | undefined;
type KindPolicy = "reliability" | "durability" | "ownership" | "destinationOrder";

/** Policies that are one kind out of a list. */
function kinds(policy: KindPolicy, rule: string): Describe {
  return ({ qos: { [policy]: offered } }, { qos: { [policy]: requested } }) => {
    const offers = `${offered.kind}${mark(offered.kind === DEFAULT_WRITER_QOS[policy].kind)}`;
    const requests = `${requested.kind}${mark(requested.kind === DEFAULT_READER_QOS[policy].kind)}`;
    return {
      text: `the writer offers ${offers}, the reader requests ${requests}${rule}`,
      hint: `make the writer ${requested.kind} or the reader ${offered.kind}`,
    };
  };
}

/** Of values that a peer need not announce. */
function mark(isDefault: boolean): string {
  return isDefault ? " (the default)" : "";
}

function deadline({ qos: offered }: WriterToExplain, { qos: requested }: ReaderToExplain): PolicyWords {
  const give = offered.deadline.periodMs;
  const want = timeInWords(requested.deadline.periodMs);
  if (give === Infinity) {
    return {
      text: `the writer promises no period (the default), the reader requests a sample at least every ${want}`,
      hint: `give the writer a deadline of ${want} or less, or take the reader's away`,
    };
  }
  return {
    text: `the writer promises a sample every ${timeInWords(give)}, the reader requests one at least every ${want}`,
    hint: `lower the writer's deadline to ${want} or raise the reader's to ${timeInWords(give)}`,
  };
}

function latencyBudget({ qos: offered }: WriterToExplain, { qos: requested }: ReaderToExplain): PolicyWords {
  const give = offered.latencyBudget.durationMs;
  const want = requested.latencyBudget.durationMs;
  const offers = give === Infinity ? "any delay" : `a delay of ${timeInWords(give)}`;
  const most = want === 0 ? "none (the default)" : `at most ${timeInWords(want)}`;
  return {
    text: `the writer allows itself ${offers}, the reader requests ${most}`,
    hint: `lower the writer's latency budget to ${timeInWords(want)} or raise the reader's`,
  };
}

function liveliness({ qos: offered }: WriterToExplain, { qos: requested }: ReaderToExplain): PolicyWords {
  const give = offered.liveliness;
  const want = requested.liveliness;
  const lease = (ms: number, most: string) =>
    ms === Infinity ? "without a lease" : `with a lease of ${most}${timeInWords(ms)}`;
  const advice: string[] = [];
  if (LIVELINESS_KINDS.indexOf(give.kind) < LIVELINESS_KINDS.indexOf(want.kind)) {
    advice.push(`make the writer ${want.kind} or the reader ${give.kind}`);
  }
  if (give.leaseDurationMs > want.leaseDurationMs) {
    const enough = give.leaseDurationMs === Infinity ? "take the reader's away" : "raise the reader's";
    advice.push(`lower the writer's lease to ${timeInWords(want.leaseDurationMs)} or ${enough}`);
  }
  const offers = `${give.kind} ${lease(give.leaseDurationMs, "")}`;
  return {
    text: `the writer offers ${offers}, the reader requests ${want.kind} ${lease(want.leaseDurationMs, "at most ")}`,
    hint: advice.join("; "),
  };
}

function presentation({ qos: offered }: WriterToExplain, { qos: requested }: ReaderToExplain): PolicyWords {
  const inWords = ({ accessScope, coherentAccess, orderedAccess }: WriterQos["presentation"]) =>
    [
      `scope ${accessScope}`,
      coherentAccess ? "coherent" : "not coherent",
      orderedAccess ? "ordered" : "not ordered",
    ].join(", ");
  const give = offered.presentation;
  const want = requested.presentation;
  const missing: string[] = [];
  if (PRESENTATION_SCOPES.indexOf(give.accessScope) < PRESENTATION_SCOPES.indexOf(want.accessScope)) {
    missing.push(`access scope ${want.accessScope}`);
  }
  if (want.coherentAccess && !give.coherentAccess) missing.push("coherent access");
  if (want.orderedAccess && !give.orderedAccess) missing.push("ordered access");
  return {
    text: `the writer offers ${inWords(give)}; the reader requests ${inWords(want)}`,
    hint: `give the writer ${missing.join(" and ")}, or do not request it`,
  };
}

// XTypes 1.3 §7.6.3.1: only the first of a writer's list counts, and an empty list is XCDR1.
function dataRepresentation({ qos: offered }: WriterToExplain, { qos: requested }: ReaderToExplain): PolicyWords {
  const give = offered.dataRepresentation.ids;
  const want = requested.dataRepresentation.ids;
  const first = representationsInWords(give.slice(0, 1));
  const fromList = give.length > 1 ? ` (the first of its list ${representationsInWords(give)})` : emptyList(give);
  const taken = representationsInWords(want);
  return {
    text: `the writer sends ${first}${fromList}, the reader takes ${taken}${emptyList(want)}`,
    hint: `add ${first} to the reader's list, or put ${taken.replaceAll(", ", " or ")} first in the writer's`,
  };
}

function emptyList(ids: readonly unknown[]): string {
  return ids.length === 0 ? " (its list is empty, which means that)" : "";
}

function typeConsistency(writer: WriterToExplain, reader: ReaderToExplain): PolicyWords | undefined {
  const lacks = (endpoint: WriterToExplain | ReaderToExplain) => (endpoint.typeInformation?.length ?? 0) === 0;
  if (!lacks(writer) && !lacks(reader)) return undefined;
  const one = lacks(writer) ? "the writer sent none" : "the reader sent none";
  const who = lacks(writer) && lacks(reader) ? "neither side sent any" : one;
  return {
    text: `the reader forces type validation, which needs type information of both, and ${who}`,
    hint: "switch forceTypeValidation off at the reader, or have both sides send type information",
  };
}

const WORDS: Partial<Record<PolicyName, Describe>> = {
  RELIABILITY: kinds("reliability", ""),
  DURABILITY: kinds("durability", ""),
  OWNERSHIP: kinds("ownership", ": they must be the same"),
  DESTINATION_ORDER: kinds("destinationOrder", ""),
  DEADLINE: deadline,
  LATENCY_BUDGET: latencyBudget,
  LIVELINESS: liveliness,
  PRESENTATION: presentation,
  DATA_REPRESENTATION: dataRepresentation,
  TYPE_CONSISTENCY_ENFORCEMENT: typeConsistency,
};
