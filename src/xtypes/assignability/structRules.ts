// XTypes 1.3 §7.2.4.4.4: structs. The rules stand in the order of the clause.

import { type ActualType, type StructMember, type StructType, unaliased } from "../../idl/index.js";
import type { Assignability, Extent, NotAssignable } from "./Assignability.js";
import { namesProblem } from "./memberNames.js";
import { unionKeyProblem } from "./unionRules.js";

export function structProblem(
  rules: Assignability,
  reader: StructType,
  writer: StructType,
  extent: Extent,
): NotAssignable | undefined {
  if (reader.extensibility !== writer.extensibility) return rules.extensibilityProblem(reader, writer);
  const mine = membersOf(reader, extent);
  const theirs = membersOf(writer, extent);
  return (
    namesProblem(rules, mine, theirs) ??
    presenceProblem(rules, mine, theirs, extent) ??
    orderProblem(rules, mine, theirs, reader.extensibility, extent) ??
    matchedProblem(rules, mine, theirs, extent)
  );
}

/** KeyHolder (§7.2.2.4.4.4.7): the key members, or all of a type that has none. */
function membersOf(type: StructType, extent: Extent): readonly StructMember[] {
  if (extent !== "keyHolder" || !type.hasKey) return type.members;
  return type.members.filter(({ key }) => key);
}

function presenceProblem(
  rules: Assignability,
  mine: readonly StructMember[],
  theirs: readonly StructMember[],
  extent: Extent,
): NotAssignable | undefined {
  const myIds = new Map(mine.map((member) => [member.id, member]));
  const theirIds = new Map(theirs.map((member) => [member.id, member]));
  if (!mine.some(({ id }) => theirIds.has(id))) return rules.fail("the two have no member in common");
  const sides = [
    { members: mine, others: theirIds, has: "reader", lacks: "writer" },
    { members: theirs, others: myIds, has: "writer", lacks: "reader" },
  ];
  for (const { members, others, has, lacks } of sides) {
    for (const member of members) {
      const problem = aloneProblem(rules, member, others.get(member.id), extent);
      if (problem !== undefined) return rules.at(`.${member.name}`, () => rules.fail(`${problem(has, lacks)}`));
    }
  }
  return undefined;
}

type SidesInWords = (has: string, lacks: string) => string;

/** What is wrong with a member that the other side has not, or has as something else. */
function aloneProblem(
  rules: Assignability,
  member: StructMember,
  other: StructMember | undefined,
  extent: Extent,
): SidesInWords | undefined {
  const keysCount = extent !== "keyErased";
  if (keysCount && member.key && other?.key !== true) {
    return (has, lacks) => `it is a key at the ${has} and ${other === undefined ? "missing" : "none"} at the ${lacks}`;
  }
  if (other !== undefined) return undefined;
  if (extent === "keyHolder") return (_, lacks) => `the ${lacks} lacks it, and it is part of a key`;
  if (member.mustUnderstand && !member.optional)
    return (_, lacks) => `the ${lacks} lacks it, and it is must-understand`;
  // The clause forbids a "wider" type for a "narrower" one and can be read both ways; vendors differ. Neither passes.
  if (rules.options.preventTypeWidening) return (_, lacks) => `the ${lacks} lacks it, and type widening is prevented`;
  return undefined;
}

/** Of mutable types members are found by their ids; others by their places. */
function orderProblem(
  rules: Assignability,
  mine: readonly StructMember[],
  theirs: readonly StructMember[],
  extensibility: string,
  extent: Extent,
): NotAssignable | undefined {
  if (extensibility === "mutable" || extent === "keyHolder") return undefined;
  const count = Math.min(mine.length, theirs.length);
  for (let index = 0; index < count; index++) {
    const member = mine[index]!;
    const other = theirs[index]!;
    const problem = rules.at(`.${member.name}`, () => placeProblem(rules, member, other, extent));
    if (problem !== undefined) return problem;
  }
  if (extensibility !== "final" || mine.length === theirs.length) return undefined;
  const [longer, side] = mine.length > theirs.length ? [mine, "writer"] : [theirs, "reader"];
  return rules.at(`.${longer[count]!.name}`, () => rules.fail(`the ${side} lacks it, and the type is final`));
}

function placeProblem(
  rules: Assignability,
  member: StructMember,
  other: StructMember,
  extent: Extent,
): NotAssignable | undefined {
  if (member.id !== other.id) {
    const theirs = other.name === member.name ? `with the id ${other.id}` : other.name;
    return rules.fail(`the writer has ${theirs} in its place`);
  }
  if (member.optional !== other.optional) {
    return rules.fail(`it is optional at the ${member.optional ? "reader" : "writer"} only`);
  }
  return rules.strongProblem(member.type, other.type, innerExtent(extent));
}

function matchedProblem(
  rules: Assignability,
  mine: readonly StructMember[],
  theirs: readonly StructMember[],
  extent: Extent,
): NotAssignable | undefined {
  const byId = new Map(theirs.map((member) => [member.id, member]));
  for (const member of mine) {
    const other = byId.get(member.id);
    if (other === undefined) continue;
    const problem = rules.at(
      `.${member.name}`,
      () =>
        rules.problem(member.type, other.type, innerExtent(extent)) ??
        (isKey(other, extent) ? keyProblem(rules, unaliased(member.type), unaliased(other.type)) : undefined),
    );
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** All members of a KeyHolder are key. */
function isKey(member: StructMember, extent: Extent): boolean {
  return extent === "keyHolder" || (extent === "topic" && member.key);
}

function innerExtent(extent: Extent): Extent {
  return extent === "keyHolder" ? "keyHolder" : "keyErased";
}

/** What the reader must be able to hold of a key, or different instances would become one. */
export function keyProblem(rules: Assignability, reader: ActualType, writer: ActualType): NotAssignable | undefined {
  switch (writer.kind) {
    case "string":
    case "wstring":
      return reader.kind === writer.kind ? rules.boundProblem(reader.bound, writer.bound, "key strings") : undefined;
    case "sequence":
      return reader.kind === "sequence" ? rules.boundProblem(reader.bound, writer.bound, "key sequences") : undefined;
    case "map":
      return reader.kind === "map" ? rules.boundProblem(reader.bound, writer.bound, "key maps") : undefined;
    case "enum": {
      if (reader.kind !== "enum") return undefined;
      const known = new Set(reader.literals.map(({ value }) => value));
      const unknown = writer.literals.find(({ value }) => !known.has(value));
      if (unknown === undefined) return undefined;
      return rules.fail(`it is a key, and the reader's enum lacks ${unknown.name} (${unknown.value})`);
    }
    case "struct":
      return rules.problem(reader, writer, "keyHolder");
    case "union":
      return (
        rules.problem(reader, writer, "keyHolder") ??
        (reader.kind === "union" ? unionKeyProblem(rules, reader, writer) : undefined)
      );
    default:
      return undefined;
  }
}
