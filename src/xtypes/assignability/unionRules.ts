// XTypes 1.3 §7.2.4.4.4: unions. The rules stand in the order of the clause.

import { literalNamed, type UnionCase, type UnionLabel, type UnionType, unaliased } from "../../idl/index.js";
import type { Assignability, Extent, NotAssignable } from "./Assignability.js";
import { namesProblem } from "./memberNames.js";

export function unionProblem(
  rules: Assignability,
  reader: UnionType,
  writer: UnionType,
  extent: Extent,
): NotAssignable | undefined {
  if (reader.extensibility !== writer.extensibility) return rules.extensibilityProblem(reader, writer);
  const discriminator = () => rules.strongProblem(reader.discriminator, writer.discriminator, "keyErased");
  const mine = new Selection(reader);
  const theirs = new Selection(writer);
  return (
    rules.at(".$discriminator", discriminator) ??
    keyednessProblem(rules, reader, writer, extent) ??
    namesProblem(rules, reader.cases, writer.cases) ??
    selectedProblem(rules, mine, theirs) ??
    labelsProblem(rules, mine, theirs, reader.extensibility)
  );
}

/** Every discriminator that selects a member at the writer selects one at the reader, whose key can hold its key. */
export function unionKeyProblem(rules: Assignability, reader: UnionType, writer: UnionType): NotAssignable | undefined {
  const mine = new Selection(reader);
  for (const [label, theirs] of new Selection(writer).byLabel) {
    const member = mine.of(label);
    const problem =
      member === undefined
        ? rules.fail(`it is a key, and the reader has no member for ${label}`)
        : rules.at(`.${member.name}`, () => rules.problem(member.type, theirs.type, "keyHolder"));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Which member a discriminator selects. Labels are compared as numbers: enums may have other literals. */
class Selection {
  readonly byLabel: ReadonlyMap<number | bigint, UnionCase>;
  readonly defaultCase: UnionCase | undefined;

  constructor(type: UnionType) {
    const number = (label: UnionLabel) => labelNumber(type, label);
    this.byLabel = new Map(type.cases.flatMap((each) => each.labels.map((label) => [number(label), each] as const)));
    this.defaultCase = type.cases.find(({ isDefault }) => isDefault);
  }

  of(label: number | bigint): UnionCase | undefined {
    return this.byLabel.get(label) ?? this.defaultCase;
  }
}

function labelNumber(type: UnionType, label: UnionLabel): number | bigint {
  if (typeof label === "boolean") return Number(label);
  if (typeof label !== "string")
    return typeof label === "bigint" && Number.isSafeInteger(Number(label)) ? Number(label) : label;
  const discriminator = unaliased(type.discriminator);
  if (discriminator.kind !== "enum") return label.charCodeAt(0);
  return literalNamed(discriminator, label)?.value ?? Number.NaN;
}

function keyednessProblem(
  rules: Assignability,
  reader: UnionType,
  writer: UnionType,
  extent: Extent,
): NotAssignable | undefined {
  if (extent === "keyErased" || reader.discriminatorIsKey === writer.discriminatorIsKey) return undefined;
  const side = reader.discriminatorIsKey ? "reader" : "writer";
  return rules.at(".$discriminator", () => rules.fail(`it is a key at the ${side} only`));
}

/** Whatever the writer selects, the member that this selects at the reader can take it. */
function selectedProblem(rules: Assignability, mine: Selection, theirs: Selection): NotAssignable | undefined {
  const pairs: (readonly [UnionCase | undefined, UnionCase | undefined])[] = [
    ...[...theirs.byLabel].map(([label, from]) => [mine.of(label), from] as const),
    // Labels that only the reader has select the writer's default member there.
    ...[...mine.byLabel]
      .filter(([label]) => !theirs.byLabel.has(label))
      .map(([, to]) => [to, theirs.defaultCase] as const),
    [mine.defaultCase, theirs.defaultCase],
  ];
  for (const [to, from] of pairs) {
    if (to === undefined || from === undefined) continue;
    const problem = rules.at(`.${to.name}`, () => rules.problem(to.type, from.type, "keyErased"));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function labelsProblem(
  rules: Assignability,
  mine: Selection,
  theirs: Selection,
  extensibility: string,
): NotAssignable | undefined {
  const myLabels = [...mine.byLabel.keys()];
  const common = myLabels.filter((label) => theirs.byLabel.has(label)).length;
  const isFinal = extensibility === "final";
  if (isFinal || rules.options.preventTypeWidening) {
    const sameDefault = (mine.defaultCase === undefined) === (theirs.defaultCase === undefined);
    if (common === myLabels.length && common === theirs.byLabel.size && sameDefault) return undefined;
    return rules.fail(`the labels differ, and ${isFinal ? "the union is final" : "type widening is prevented"}`);
  }
  return common > 0 ? undefined : rules.fail("the two unions have no label in common");
}
