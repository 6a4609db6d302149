// DDS 1.4 §2.2.3 (offered against requested) and XTypes 1.3 §7.6.3.1: may this writer feed this reader?
// Partition is not here: it never raises an incompatible-QoS status (see partitions.ts).

import type { ReaderQos, WriterQos } from "./endpointQos.js";
import {
  DATA_REPRESENTATIONS,
  type DataRepresentationId,
  DESTINATION_ORDER_KINDS,
  DURABILITY_KINDS,
  LIVELINESS_KINDS,
  POLICY_IDS,
  type PolicyName,
  PRESENTATION_SCOPES,
  type PresentationQos,
  RELIABILITY_KINDS,
} from "./policies.js";

/** One policy that keeps a writer and a reader apart. */
export interface PolicyMismatch {
  /** The DDS policy id, as in the statuses. */
  readonly policyId: number;
  /** The DDS policy name, such as "RELIABILITY". */
  readonly policy: string;
  /** What the writer offers, in words. */
  readonly offered: string;
  /** What the reader requests, in words. */
  readonly requested: string;
}

/**
 * Compares a writer's QoS with a reader's.
 *
 * @returns every policy that does not fit, in the order of the policy table; empty if the two may match
 */
export function checkCompatibility(offered: WriterQos, requested: ReaderQos): PolicyMismatch[] {
  const found: PolicyMismatch[] = [];
  checkDelivery(offered, requested, found);
  checkTiming(offered, requested, found);
  checkOrder(offered, requested, found);
  checkRepresentation(offered, requested, found);
  return found;
}

/** A number of milliseconds in words: "100 ms" or "infinite". */
export function durationInWords(ms: number): string {
  return ms === Infinity ? "infinite" : `${ms} ms`;
}

/** The representations of a list in words: "XCDR2, XCDR1"; an empty list is XCDR1 (XTypes 1.3 §7.6.3.1). */
export function representationsInWords(ids: readonly DataRepresentationId[]): string {
  return representationsOf(ids).map(representationInWords).join(", ");
}

function representationInWords(id: DataRepresentationId): string {
  return typeof id === "number" ? `representation ${id}` : id;
}

function representationsOf(ids: readonly DataRepresentationId[]): readonly DataRepresentationId[] {
  return ids.length === 0 ? [DATA_REPRESENTATIONS[0]] : ids;
}

function mismatch(policy: PolicyName, offered: string, requested: string): PolicyMismatch {
  return { policyId: POLICY_IDS[policy], policy, offered, requested };
}

/** True if the offered kind stands before the requested one, that is, gives less. */
function isLess<K extends string>(kinds: readonly K[], offered: K, requested: K): boolean {
  return kinds.indexOf(offered) < kinds.indexOf(requested);
}

function checkDelivery(offered: WriterQos, requested: ReaderQos, found: PolicyMismatch[]): void {
  if (isLess(RELIABILITY_KINDS, offered.reliability.kind, requested.reliability.kind)) {
    found.push(mismatch("RELIABILITY", offered.reliability.kind, requested.reliability.kind));
  }
  if (isLess(DURABILITY_KINDS, offered.durability.kind, requested.durability.kind)) {
    found.push(mismatch("DURABILITY", offered.durability.kind, requested.durability.kind));
  }
  if (offered.ownership.kind !== requested.ownership.kind) {
    found.push(mismatch("OWNERSHIP", offered.ownership.kind, requested.ownership.kind));
  }
}

function checkTiming(offered: WriterQos, requested: ReaderQos, found: PolicyMismatch[]): void {
  const atMost = (ms: number): string => (ms === Infinity ? "infinite" : `at most ${ms} ms`);
  if (offered.deadline.periodMs > requested.deadline.periodMs) {
    const asked = atMost(requested.deadline.periodMs);
    found.push(mismatch("DEADLINE", durationInWords(offered.deadline.periodMs), asked));
  }
  if (offered.latencyBudget.durationMs > requested.latencyBudget.durationMs) {
    const asked = atMost(requested.latencyBudget.durationMs);
    found.push(mismatch("LATENCY_BUDGET", durationInWords(offered.latencyBudget.durationMs), asked));
  }
  const give = offered.liveliness;
  const want = requested.liveliness;
  if (isLess(LIVELINESS_KINDS, give.kind, want.kind) || give.leaseDurationMs > want.leaseDurationMs) {
    const offer = `${give.kind}, lease ${durationInWords(give.leaseDurationMs)}`;
    found.push(mismatch("LIVELINESS", offer, `${want.kind}, lease ${atMost(want.leaseDurationMs)}`));
  }
}

function checkOrder(offered: WriterQos, requested: ReaderQos, found: PolicyMismatch[]): void {
  if (isLess(DESTINATION_ORDER_KINDS, offered.destinationOrder.kind, requested.destinationOrder.kind)) {
    found.push(mismatch("DESTINATION_ORDER", offered.destinationOrder.kind, requested.destinationOrder.kind));
  }
  const give = offered.presentation;
  const want = requested.presentation;
  if (
    isLess(PRESENTATION_SCOPES, give.accessScope, want.accessScope) ||
    (want.coherentAccess && !give.coherentAccess) ||
    (want.orderedAccess && !give.orderedAccess)
  ) {
    found.push(mismatch("PRESENTATION", presentationInWords(give), presentationInWords(want)));
  }
}

/** "TOPIC, coherent, ordered". */
export function presentationInWords(presentation: PresentationQos): string {
  let words: string = presentation.accessScope;
  if (presentation.coherentAccess) words += ", coherent";
  if (presentation.orderedAccess) words += ", ordered";
  return words;
}

// XTypes 1.3 §7.6.3.1: what counts is the first representation a writer lists.
function checkRepresentation(offered: WriterQos, requested: ReaderQos, found: PolicyMismatch[]): void {
  const first = representationsOf(offered.dataRepresentation.ids)[0]!;
  const accepted = representationsOf(requested.dataRepresentation.ids);
  if (accepted.includes(first)) return;
  const offer = representationInWords(first);
  found.push(mismatch("DATA_REPRESENTATION", offer, representationsInWords(accepted)));
}
