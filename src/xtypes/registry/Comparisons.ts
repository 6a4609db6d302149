// XTypes 1.3 §7.6.3.4.2: do an announced writer's and an announced reader's type go together? Answers are remembered:
// every announcement is compared with every endpoint of its topic.

import type { StructType } from "../../idl/index.js";
import { type AssignabilityOptions, notAssignable, notAssignableInWords } from "../assignability/Assignability.js";
import { Equivalence } from "../assignability/equivalence.js";
import { TypeProblem } from "../describe/TypeProblem.js";
import type { Announced } from "./announced.js";

/** TYPE_CONSISTENCY_ENFORCEMENT, as far as it decides here. */
export interface TypeConsistency extends AssignabilityOptions {
  readonly kind: "DISALLOW_TYPE_COERCION" | "ALLOW_TYPE_COERCION";
}

/** See TypeSupport in discovery. */
export type TypeComparison =
  | { readonly verdict: "unreadable"; readonly detail: string }
  | { readonly verdict: "assignable" }
  | { readonly verdict: "notAssignable"; readonly detail: string }
  | { readonly verdict: "unknown" };

export class Comparisons {
  private readonly known = new Map<string, TypeComparison>();

  compare(
    writer: Announced,
    reader: Announced,
    consistency: TypeConsistency,
    typeOf: (announced: Announced) => StructType | TypeProblem | undefined,
  ): TypeComparison {
    if (isSame(writer, reader)) return ASSIGNABLE;
    const name = `${writer.key} ${reader.key} ${policyName(consistency)}`;
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const from = typeOf(writer);
    const to = typeOf(reader);
    if (from === undefined || to === undefined) return UNKNOWN;
    const result = comparisonOf(from, to, consistency);
    if (this.known.size >= MAX_REMEMBERED) this.known.clear();
    this.known.set(name, result);
    return result;
  }

  clear(): void {
    this.known.clear();
  }
}

/** The same in one relation is the same to matching. */
function isSame(a: Announced, b: Announced): boolean {
  return (
    (a.complete !== undefined && a.complete.key === b.complete?.key) ||
    (a.minimal !== undefined && a.minimal.key === b.minimal?.key)
  );
}

function comparisonOf(
  writer: StructType | TypeProblem,
  reader: StructType | TypeProblem,
  consistency: TypeConsistency,
): TypeComparison {
  if (writer instanceof TypeProblem) return { verdict: "unreadable", detail: `the writer's type: ${writer.message}` };
  if (reader instanceof TypeProblem) return { verdict: "unreadable", detail: `the reader's type: ${reader.message}` };
  const problem = notAssignable(reader, writer, consistency);
  if (problem !== undefined) return { verdict: "notAssignable", detail: notAssignableInWords(problem) };
  if (consistency.kind === "ALLOW_TYPE_COERCION") return ASSIGNABLE;
  if (new Equivalence().isEquivalent(reader, writer)) return ASSIGNABLE;
  return { verdict: "notAssignable", detail: "the types differ, and the reader disallows type coercion" };
}

function policyName(policy: TypeConsistency): string {
  const { kind, ignoreSequenceBounds, ignoreStringBounds, ignoreMemberNames, preventTypeWidening } = policy;
  return [kind, ignoreSequenceBounds, ignoreStringBounds, ignoreMemberNames, preventTypeWidening].join();
}

const ASSIGNABLE: TypeComparison = { verdict: "assignable" };
const UNKNOWN: TypeComparison = { verdict: "unknown" };
const MAX_REMEMBERED = 4096;
