import type { UnionType } from "../../idl/index.js";
import { isBare } from "../layout.js";
import { labelForms, labelOf } from "../lookups.js";
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
      return [...forms]
        .filter((form) => form !== undefined)
        .map((form) => `case ${literal(form)}: c = ${index}; break;`);
    });
    const names = context.constant(type.cases.map((each) => each.name));
    return `function ${name}(v) {
if (typeof v !== "object" || v === null) throw F;
const m = v.member;
D = v.$discriminator;
if (D === undefined) { switch (m) { ${byName.join("\n")} default: throw F; } }
let c = ${type.cases.findIndex((each) => each.isDefault)};
switch (D) { ${byLabel.join("\n")} }
if (m !== undefined && ${isBare(type) ? "m !== null && " : ""}m !== (c < 0 ? null : ${names}[c])) throw F;
return c;
}`;
  });
}
