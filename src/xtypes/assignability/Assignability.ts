// XTypes 1.3 §7.2.4: may a reader's type be assigned from a writer's? Each rule that fails says where and why. In the
// clause T1 is the reader's type and T2 the writer's; here they are called by what they are.

import {
  type ActualType,
  type EnumType,
  isPrimitive,
  type TypeDescription,
  typeToString,
  unaliased,
} from "../../idl/index.js";
import { nameKeyFor } from "../describe/origins.js";
import { Equivalence, isSameBitset, mayBothEvolve } from "./equivalence.js";
import { Pairs } from "./Pairs.js";
import { structProblem } from "./structRules.js";
import { unionProblem } from "./unionRules.js";

/** The part of TYPE_CONSISTENCY_ENFORCEMENT (§7.6.3.4) that assignability looks at. */
export interface AssignabilityOptions {
  readonly ignoreSequenceBounds: boolean;
  readonly ignoreStringBounds: boolean;
  readonly ignoreMemberNames: boolean;
  readonly preventTypeWidening: boolean;
}

/** Why a reader's type cannot be assigned from a writer's. */
export interface NotAssignable {
  /** Of the member: "pose.points[].x"; "" for the type itself. */
  readonly path: string;
  /** One line, for people. */
  readonly reason: string;
}

/** Undefined when it can be assigned. `options`: what differs from the defaults of the policy. */
export function notAssignable(
  reader: TypeDescription,
  writer: TypeDescription,
  options: Partial<AssignabilityOptions> = {},
): NotAssignable | undefined {
  return new Assignability({ ...DEFAULT_OPTIONS, ...options }).topicProblem(reader, writer);
}

/** "pose.x: the reader has double, the writer float". */
export function notAssignableInWords({ path, reason }: NotAssignable): string {
  return path === "" ? reason : `${path}: ${reason}`;
}

/**
 * What of two types is compared: all of the topic types; the types of members, whose own keys do not count
 * (KeyErased); what of the types of key members is key (KeyHolder).
 */
export type Extent = "topic" | "keyErased" | "keyHolder";

export class Assignability {
  private readonly equivalence = new Equivalence();
  /** Pairs that are compared or have been: where types are recursive they are assignable unless something else is not. */
  private readonly begun: Readonly<Record<Extent, Pairs<true>>> = {
    topic: new Pairs(),
    keyErased: new Pairs(),
    keyHolder: new Pairs(),
  };
  private readonly path: string[] = [];

  constructor(readonly options: AssignabilityOptions) {}

  topicProblem(reader: TypeDescription, writer: TypeDescription): NotAssignable | undefined {
    return this.problem(reader, writer, "topic");
  }

  problem(reader: TypeDescription, writer: TypeDescription, extent: Extent): NotAssignable | undefined {
    const to = unaliased(reader);
    const from = unaliased(writer);
    if (to === from || this.begun[extent].get(to, from)) return undefined;
    this.begun[extent].set(to, from, true);
    if (this.equivalence.isEquivalent(to, from)) return undefined;
    return this.problemOfKind(to, from, extent);
  }

  /** §7.2.4.3: strongly assignable, so that what does not fit can be skipped: the writer's type is delimited. */
  strongProblem(reader: TypeDescription, writer: TypeDescription, extent: Extent): NotAssignable | undefined {
    if (this.equivalence.isEquivalent(reader, writer)) return undefined;
    const problem = this.problem(reader, writer, extent);
    if (problem !== undefined || isDelimited(writer)) return problem;
    return this.fail(`the two differ, and ${typeToString(writer)} is final: nothing marks where it ends`);
  }

  /** Whatever `compare` finds is at this place inside the types. */
  at(segment: string, compare: () => NotAssignable | undefined): NotAssignable | undefined {
    this.path.push(segment);
    const problem = compare();
    this.path.pop();
    return problem;
  }

  fail(reason: string): NotAssignable {
    return { path: this.path.join("").replace(/^\./, ""), reason };
  }

  private problemOfKind(reader: ActualType, writer: ActualType, extent: Extent): NotAssignable | undefined {
    switch (reader.kind) {
      case "string":
      case "wstring":
        if (writer.kind !== reader.kind) break;
        if (this.options.ignoreStringBounds) return undefined;
        return this.boundProblem(reader.bound, writer.bound, "strings");
      case "sequence":
        if (writer.kind !== "sequence") break;
        return (
          (this.options.ignoreSequenceBounds
            ? undefined
            : this.boundProblem(reader.bound, writer.bound, "sequences")) ??
          this.at("[]", () => this.strongProblem(reader.element, writer.element, extent))
        );
      case "array":
        if (writer.kind !== "array") break;
        if (reader.dimensions.join() !== writer.dimensions.join()) break;
        return this.at("[]", () => this.strongProblem(reader.element, writer.element, extent));
      case "map":
        if (writer.kind !== "map") break;
        return (
          (this.options.ignoreSequenceBounds ? undefined : this.boundProblem(reader.bound, writer.bound, "maps")) ??
          this.at("{key}", () => this.strongProblem(reader.key, writer.key, extent)) ??
          this.at("{value}", () => this.strongProblem(reader.value, writer.value, extent))
        );
      case "enum":
        if (writer.kind !== "enum") break;
        return this.enumProblem(reader, writer);
      case "bitset":
        if (writer.kind === "bitset" && isSameBitset(reader, writer)) return undefined;
        break;
      case "struct":
        if (writer.kind !== "struct") break;
        return structProblem(this, reader, writer, extent);
      case "union":
        if (writer.kind !== "union") break;
        return unionProblem(this, reader, writer, extent);
      default:
        if (isSameNumber(reader, writer)) return undefined;
    }
    return this.fail(`the reader has ${inWords(reader)}, the writer ${inWords(writer)}`);
  }

  boundProblem(reader: number | undefined, writer: number | undefined, what: string): NotAssignable | undefined {
    if ((reader ?? Infinity) >= (writer ?? Infinity)) return undefined;
    const longest = writer === undefined ? "of any length" : `up to ${writer}`;
    return this.fail(`the writer has ${what} ${longest}, the reader up to ${reader}`);
  }

  private enumProblem(reader: EnumType, writer: EnumType): NotAssignable | undefined {
    if (!mayBothEvolve(reader, writer)) return this.extensibilityProblem(reader, writer);
    if (reader.bitBound !== writer.bitBound) {
      return this.fail(`the reader's enum has ${reader.bitBound} bits, the writer's ${writer.bitBound}`);
    }
    const keyOf = nameKeyFor(reader.literals, writer.literals);
    const byValue = new Map(writer.literals.map((literal) => [literal.value, literal]));
    const byName = new Map(writer.literals.map((literal) => [keyOf(literal), literal]));
    let common = 0;
    for (const literal of reader.literals) {
      const other = byValue.get(literal.value);
      if (other !== undefined) {
        common++;
        if (keyOf(literal) === keyOf(other)) continue;
        return this.fail(`${literal.value} is ${literal.name} at the reader and ${other.name} at the writer`);
      }
      const named = byName.get(keyOf(literal));
      if (named === undefined) continue;
      return this.fail(`${literal.name} is ${literal.value} at the reader and ${named.value} at the writer`);
    }
    if (reader.extensibility !== "final") return undefined;
    if (common === reader.literals.length && common === writer.literals.length) return undefined;
    return this.fail("the enum is final, and its literals differ");
  }

  extensibilityProblem(
    reader: { readonly extensibility: string },
    writer: { readonly extensibility: string },
  ): NotAssignable {
    return this.fail(`the reader's type is ${reader.extensibility}, the writer's ${writer.extensibility}`);
  }
}

/** §7.2.4.2: where such a type ends can be told without knowing it. */
function isDelimited(type: TypeDescription): boolean {
  const actual = unaliased(type);
  switch (actual.kind) {
    case "sequence":
    case "array":
      return isDelimited(actual.element);
    case "map":
      return isDelimited(actual.key) && isDelimited(actual.value);
    case "struct":
    case "union":
      return actual.extensibility !== "final";
    default:
      return true;
  }
}

/** Primitive types of one kind, bitmasks of one size, and a bitmask with the unsigned integer that holds it. */
function isSameNumber(a: ActualType, b: ActualType): boolean {
  if (a.kind === "bitmask" && b.kind === "bitmask") return a.bitBound === b.bitBound;
  return numberKind(a) === numberKind(b) && (isPrimitive(a) || isPrimitive(b));
}

function numberKind(type: ActualType): string {
  if (type.kind !== "bitmask") return type.kind;
  if (type.bitBound <= 8) return "uint8";
  if (type.bitBound <= 16) return "uint16";
  return type.bitBound <= 32 ? "uint32" : "uint64";
}

/** "struct M::Point", "enum Color", "sequence<long>". */
function inWords(type: ActualType): string {
  return "name" in type ? `${type.kind} ${type.name}` : typeToString(type);
}

/** §7.6.3.4. */
const DEFAULT_OPTIONS: AssignabilityOptions = {
  ignoreSequenceBounds: true,
  ignoreStringBounds: true,
  ignoreMemberNames: false,
  preventTypeWidening: false,
};
