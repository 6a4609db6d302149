/** The TypeScript types of values: interfaces, unions of literals, discriminated unions. */
import {
  type BitmaskType,
  type BitsetType,
  type PrimitiveKind,
  type StructMember,
  type StructType,
  type TypeDescription,
  type UnionCase,
  type UnionType,
  unaliased,
} from "../types.js";
import { type Code, LINE_WIDTH, layOut, objectType, onOneLine } from "./code.js";
import type { NamedType } from "./declarationOrder.js";
import { comment, describeMember, describeType } from "./documentation.js";
import { constantText, quoted } from "./literals.js";
import type { TypeNames } from "./TypeNames.js";

export class ValueText {
  /** @param int64 what 64-bit integers are, as the codec option of that name */
  constructor(
    private readonly names: TypeNames,
    private readonly int64: "bigint" | "number",
  ) {}

  /** The exported declaration with its TSDoc. */
  declaration(type: NamedType): string {
    return comment(describeType(type), 0) + this.declared(type, this.names.of(type.name));
  }

  /** The type of values, for use in other types. */
  use(type: TypeDescription): string {
    switch (type.kind) {
      case "string":
      case "wstring":
        return "string";
      case "sequence":
        return this.collection(type.element);
      case "array":
        return this.collection(type.element) + "[]".repeat(type.dimensions.length - 1);
      case "map":
        return `Map<${this.use(type.key)}, ${this.use(type.value)}>`;
      case "alias":
      case "enum":
      case "bitmask":
      case "bitset":
      case "struct":
      case "union":
        return this.names.of(type.name);
      default:
        return this.primitive(type.kind);
    }
  }

  private primitive(kind: PrimitiveKind): string {
    if (kind === "boolean") return "boolean";
    if (kind === "char" || kind === "wchar") return "string";
    return kind === "int64" || kind === "uint64" ? this.int64 : "number";
  }

  /** A sequence, or the innermost dimension of an array. */
  private collection(element: TypeDescription): string {
    const { kind } = unaliased(element);
    const isWide = kind === "int64" || kind === "uint64";
    const array = isWide && this.int64 === "number" ? undefined : TYPED_ARRAYS[kind];
    return array ?? `${this.use(element)}[]`;
  }

  private declared(type: NamedType, name: string): string {
    switch (type.kind) {
      case "alias":
        return `export type ${name} = ${this.use(type.target)};\n`;
      case "enum":
        return alternatives(
          name,
          type.literals.map((literal) => quoted(literal.name)),
        );
      case "bitmask":
        return `export type ${name} = ${this.bits(type.bitBound)};\n${this.masks(type)}`;
      case "bitset":
        return this.bitset(type, name);
      case "struct":
        return this.struct(type, name);
      case "union":
        return alternatives(name, this.unionValues(type));
    }
  }

  private bits(bound: number): string {
    return bound > 32 ? this.int64 : "number";
  }

  /** The flags as numbers to test and set. */
  private masks(type: BitmaskType): string {
    const isBig = this.bits(type.bitBound) === "bigint";
    const entries = type.flags.map(({ name, position }): [string, string] => {
      const mask = `0x${(1n << BigInt(position)).toString(16)}`;
      return [name, isBig ? `${mask}n` : mask];
    });
    const name = this.names.derived(type.name, "_flags");
    const code: Code = { kind: "object", entries, expanded: false, separator: "," };
    const doc = comment(`The flags of {@link ${this.names.of(type.name)}}.`, 0);
    return `\n${doc}${layOut(code, `export const ${name} = `, " as const;")}\n`;
  }

  private bitset(type: BitsetType, name: string): string {
    const own = type.fields.slice(type.base?.fields.length ?? 0);
    const lines = own.flatMap((field) => {
      if (field.name === undefined) return [];
      const doc = comment(field.bits === 1 ? "1 bit." : `${field.bits} bits.`, 2);
      return `${doc}  ${field.name}: ${this.use({ kind: field.holder })};\n`;
    });
    return this.interface(name, type.base, lines);
  }

  private struct(type: StructType, name: string): string {
    const own = type.members.slice(type.inheritedCount);
    return this.interface(
      name,
      type.base,
      own.map((member) => this.member(member)),
    );
  }

  /** Linters do not like empty interfaces. */
  private interface(name: string, base: NamedType | undefined, lines: readonly string[]): string {
    const baseName = base && this.names.of(base.name);
    if (lines.length === 0) return `export type ${name} = ${baseName ?? "Record<never, never>"};\n`;
    return `export interface ${name}${baseName === undefined ? "" : ` extends ${baseName}`} {\n${lines.join("")}}\n`;
  }

  private member(member: StructMember): string {
    const { name, optional, type } = member;
    const text = optional ? `${name}?: ${this.use(type)} | undefined` : `${name}: ${this.use(type)}`;
    return `${comment(describeMember(member), 2)}  ${text};\n`;
  }

  private unionValues(type: UnionType): Code[] {
    const values = type.cases.map((each) =>
      objectType([
        ["$discriminator", this.discriminators(type, each)],
        ["member", quoted(each.name)],
        ["value", this.use(each.type)],
      ]),
    );
    if (type.cases.some((each) => each.isDefault)) return values;
    const others = this.unlabelled(type);
    if (others === undefined) return values;
    return [
      ...values,
      objectType([
        ["$discriminator", others],
        ["member", "null"],
        ["value?", "undefined"],
      ]),
    ];
  }

  private discriminators(type: UnionType, { labels, isDefault }: UnionCase): string {
    const others = isDefault ? this.unlabelled(type) : undefined;
    if (others !== undefined && SIMPLE.has(others)) return others;
    const own = labels.map((label) => constantText(this.isNumber(type) ? Number(label) : label));
    // A default that nothing is left for is never selected.
    return [...own, ...(others === undefined ? [] : [others])].join(" | ") || "never";
  }

  private isNumber({ discriminator }: UnionType): boolean {
    return this.use(unaliased(discriminator)) === "number";
  }

  /** What no case names, where that can be counted; undefined when nothing is left. */
  private unlabelled({ discriminator, cases }: UnionType): string | undefined {
    const actual = unaliased(discriminator);
    const all = actual.kind === "enum" ? actual.literals.map((each) => each.name) : BOOLEANS;
    if (actual.kind !== "enum" && actual.kind !== "boolean") return this.use(actual);
    const used = new Set<unknown>(cases.flatMap((each) => each.labels));
    const left = all.filter((each) => !used.has(each));
    return left.length === 0 ? undefined : left.map(constantText).join(" | ");
  }
}

/** `export type Name = A | B;`, on lines of their own when one line is too long. */
function alternatives(name: string, parts: readonly Code[]): string {
  const flat = `export type ${name} = ${parts.map((part) => onOneLine(part)!).join(" | ")};`;
  if (flat.length <= LINE_WIDTH) return `${flat}\n`;
  const lines = parts.map((part, index) => `\n  ${layOut(part, "| ", index === parts.length - 1 ? ";" : "", 2)}`);
  return `export type ${name} =${lines.join("")}\n`;
}

const SIMPLE: ReadonlySet<string> = new Set(["number", "bigint", "string"]);
const BOOLEANS: readonly boolean[] = [true, false];

const TYPED_ARRAYS: Readonly<Record<string, string>> = {
  octet: "Uint8Array",
  int8: "Int8Array",
  uint8: "Uint8Array",
  int16: "Int16Array",
  uint16: "Uint16Array",
  int32: "Int32Array",
  uint32: "Uint32Array",
  int64: "BigInt64Array",
  uint64: "BigUint64Array",
  float32: "Float32Array",
  float64: "Float64Array",
};
