import { type UnionLabel, type UnionType, unaliased } from "../../idl/index.js";
import { labelOf } from "../lookups.js";
import type { GenerateContext } from "./GenerateContext.js";
import { literal } from "./identifiers.js";

/**
 * The name of the function that gives the place of the case that a value means, -1 for none, and sets `D` to the
 * discriminator. Member and discriminator must agree; the discriminator may be left out.
 */
export function unionChoice(type: UnionType, context: GenerateContext): string {
  return context.helper(`union ${context.functionIndex(type)}`, (name) => {
    const byName = type.cases.map(
      (each, index) =>
        `case ${JSON.stringify(each.name)}: D = ${context.constant(labelOf(type, each))}; return ${index};`,
    );
    const byLabel = type.cases.flatMap((each, index) => {
      const forms = new Set(each.labels.flatMap((label) => labelForms(type, label)));
      return [...forms].map((form) => `case ${literal(form)}: c = ${index}; break;`);
    });
    const names = context.constant(type.cases.map((each) => each.name));
    return `function ${name}(v) {
if (typeof v !== "object" || v === null) throw F;
const m = v.member;
D = v.$discriminator;
if (D === undefined) { switch (m) { ${byName.join("\n")} default: throw F; } }
let c = ${type.cases.findIndex((each) => each.isDefault)};
switch (D) { ${byLabel.join("\n")} }
if (m !== undefined && m !== (c < 0 ? null : ${names}[c])) throw F;
return c;
}`;
  });
}

/** The values that mean a label: whole numbers up to 2^53 as number and as bigint, enum literals by name and number. */
export function labelForms(type: UnionType, label: UnionLabel): readonly unknown[] {
  if (typeof label === "boolean") return [label];
  if (typeof label === "string") {
    const discriminator = unaliased(type.discriminator);
    if (discriminator.kind !== "enum") return [label];
    return [label, discriminator.literals.find((each) => each.name === label)?.value ?? label];
  }
  const exact = Number(label);
  return Number.isSafeInteger(exact) ? [exact, BigInt(label)] : [label];
}
