/** Types and values as text for failure messages. */
import {
  type AliasType,
  type StructType,
  type TypeDescription,
  typeToString,
  type UnionType,
} from "../../src/idl/index.js";

/** Everything that the encoding of a type depends on, on one line. */
export function describeType(type: TypeDescription): string {
  switch (type.kind) {
    case "sequence":
      return `sequence<${describeType(type.element)}${type.bound === undefined ? "" : `, ${type.bound}`}>`;
    case "map":
      return `map<${describeType(type.key)}, ${describeType(type.value)}${type.bound === undefined ? "" : `, ${type.bound}`}>`;
    case "array":
      return `${describeType(type.element)}${type.dimensions.map((n) => `[${n}]`).join("")}`;
    case "alias":
      return describeType((type as AliasType).target);
    case "struct":
      return describeStruct(type);
    case "union":
      return describeUnion(type);
    default:
      return typeToString(type);
  }
}

function describeStruct({ extensibility, members }: StructType): string {
  const shown = members.map((member) => {
    const flags = [
      member.key && "@key",
      member.optional && "@optional",
      member.mustUnderstand && "@must_understand",
      member.tryConstruct !== "discard" && `@try_construct(${member.tryConstruct})`,
    ].filter((flag) => flag !== false);
    return [...flags, `@id(${member.id})`, describeType(member.type), `${member.name};`].join(" ");
  });
  return `@${extensibility} struct { ${shown.join(" ")} }`;
}

function describeUnion({ extensibility, discriminator, cases }: UnionType): string {
  const shown = cases.map((each) => {
    const labels = each.labels.map((label) => `case ${typeof label === "string" ? JSON.stringify(label) : label}:`);
    if (each.isDefault) labels.push("default:");
    return `${labels.join(" ")} @id(${each.id}) ${describeType(each.type)} ${each.name};`;
  });
  return `@${extensibility} union switch (${describeType(discriminator)}) { ${shown.join(" ")} }`;
}

export function describeValue(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === "bigint") return `${part}n`;
    if (part instanceof Map) return { map: [...part] };
    if (typeof part === "number" && !Number.isFinite(part)) return String(part);
    return Object.is(part, -0) ? "-0" : part;
  });
}
