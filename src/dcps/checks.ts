// What the application layer refuses before anything is announced: names, types and representations.

import type { StructType } from "../idl/index.js";
import { QosError, type ReaderQos, type ReaderQosInput, type WriterQos, type WriterQosInput } from "../qos/index.js";
import { DdsError } from "./DdsError.js";

/** XTypes 1.3 §7.6.3.1.2: a writer writes the first one it offers. */
export function writtenRepresentation({ dataRepresentation }: WriterQos): "xcdr1" | "xcdr2" {
  const id = dataRepresentation.ids[0] ?? "XCDR1";
  if (id === "XCDR1") return "xcdr1";
  if (id === "XCDR2") return "xcdr2";
  throw new DdsError("BAD_PARAMETER", `dataRepresentation: ${id} cannot be written: offer XCDR1 or XCDR2 first`);
}

export function checkRepresentations({ dataRepresentation }: ReaderQos): void {
  const { ids } = dataRepresentation;
  if (ids.length === 0 || ids.includes("XCDR1") || ids.includes("XCDR2")) return;
  throw new DdsError("BAD_PARAMETER", `dataRepresentation: ${ids.join(", ")} cannot be read: add XCDR1 or XCDR2`);
}

/** The policies that publishers and subscribers give to their endpoints (DDS 1.4 §2.2.3). */
export const GROUP_POLICIES = ["presentation", "partition", "groupData"] as const;

/** @throws QosError if QoS of an endpoint names one that is its publisher's or subscriber's */
export function checkGroupPolicies(input: WriterQosInput | ReaderQosInput | undefined): void {
  if (typeof input !== "object") return;
  for (const policy of GROUP_POLICIES) {
    if (input[policy] === undefined) continue;
    throw new QosError("QOS_INCONSISTENT", policy, "is a policy of the publisher or subscriber: give it there");
  }
}

/** RTPS 2.5 §9.6.2.2: names on the wire are UTF-8 strings of 256 bytes with the closing NUL. */
export function checkName(what: string, name: string): void {
  if (typeof name !== "string") throw new DdsError("BAD_PARAMETER", `the name of the ${what} must be a string`);
  // Peers would read another name: one that ends early, or with U+FFFD in it.
  if (name.includes("\0") || HALF_PAIR.test(name)) {
    throw new DdsError("BAD_PARAMETER", `the name of the ${what} holds a NUL or half a surrogate pair: leave it out`);
  }
  const bytes = new TextEncoder().encode(name).length;
  if (bytes >= 1 && bytes <= 255) return;
  const problem = bytes === 0 ? "is empty" : `has ${bytes} bytes`;
  throw new DdsError("BAD_PARAMETER", `the name of the ${what} ${problem}: give 1 to 255 bytes`);
}

export function checkType(type: StructType): void {
  if (type?.kind === "struct") return;
  throw new DdsError("BAD_PARAMETER", "the type of a topic must be a struct, as parseIdl or struct() make it");
}

/** A surrogate that stands alone: with the flag `u`, pairs are one character of another category. */
const HALF_PAIR = /\p{Surrogate}/u;
