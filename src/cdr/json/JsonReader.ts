import {
  type ArrayType,
  type BitsetType,
  type EnumType,
  literalNamed,
  type MapType,
  type PrimitiveKind,
  type PrimitiveType,
  type SequenceType,
  type StructMember,
  type StructType,
  type TypeDescription,
  type UnionType,
  unaliased,
} from "../../idl/index.js";
import { defaultMember, defaultOf, defaultUnitsOf } from "../defaults.js";
import { selectedCase, unionCases } from "../lookups.js";
import { toBigInt, toNumber } from "../numbers.js";
import { shownNames, shownValue } from "../shownValue.js";
import { JsonWalk } from "./JsonWalk.js";

/** A value on its way from JSON. What has more than one form is brought into one; ranges are the codec's. */
export class JsonReader extends JsonWalk {
  private readonly int64: "bigint" | "number";
  private readonly missing: "refuse" | "default";
  private readonly memberNames = new Map<StructType, ReadonlySet<string>>();

  constructor(root: TypeDescription, int64: "bigint" | "number", missing: "refuse" | "default") {
    super(root);
    this.int64 = int64;
    this.missing = missing;
  }

  read(type: TypeDescription, json: unknown): unknown {
    const actual = unaliased(type);
    switch (actual.kind) {
      case "int64":
      case "uint64":
        return this.wide(actual, actual.kind, json);
      case "bitmask":
        return actual.bitBound > 32 ? this.wide(actual, "uint64", json) : this.numeric(actual, json);
      case "float32":
      case "float64":
      case "float128":
        return this.float(actual, json);
      case "sequence":
        return this.sequence(actual, json);
      case "array":
        return this.array(actual, actual.dimensions, json);
      case "map":
        return this.map(actual, json);
      case "struct":
        return this.nested(actual, () => this.struct(actual, json));
      case "union":
        return this.nested(actual, () => this.union(actual, json));
      case "bitset":
        return this.bitset(actual, json);
      case "enum":
        return this.literal(actual, json);
      case "boolean":
        if (typeof json !== "boolean") throw this.expected(actual, json);
        return json;
      case "string":
      case "wstring":
      case "char":
      case "wchar":
        if (typeof json !== "string") throw this.expected(actual, json);
        return json;
      default:
        return this.numeric(actual, json);
    }
  }

  private numeric(type: TypeDescription, json: unknown): number {
    if (typeof json !== "number") throw this.expected(type, json);
    return json;
  }

  private float(type: PrimitiveType, json: unknown): number {
    if (NOT_FINITE.has(json)) return Number(json);
    const number = this.numeric(type, json);
    if (Number.isFinite(number)) return number;
    // JSON.parse makes 1e400 infinite.
    const problem = Number.isNaN(number) ? "" : `no ${type.kind} is as large as this number; `;
    throw this.bad(`${problem}where it is meant, write "${number}" in quotes`);
  }

  private wide(type: TypeDescription, kind: "int64" | "uint64", json: unknown): bigint | number {
    if (typeof json === "number" && Number.isInteger(json) && !Number.isSafeInteger(json)) {
      throw this.bad(`a number this large loses digits: write it as a string, like "${2n ** 53n + 1n}"`);
    }
    const given = typeof json === "string" && /^-?\d+$/.test(json) ? BigInt(json) : json;
    const big = toBigInt(given, kind === "int64");
    if (big === undefined) throw this.expected(type, json);
    return this.int64 === "bigint" ? big : toNumber(big, kind);
  }

  /** By name, or by number as the codecs take it too. */
  private literal(type: EnumType, json: unknown): string {
    const found =
      typeof json === "string" ? literalNamed(type, json) : type.literals.find(({ value }) => value === json);
    if (found !== undefined) return found.name;
    const names = shownNames(type.literals.map(({ name }) => name));
    throw this.bad(`${shownValue(json)} is no literal of ${type.name}; it has ${names}`);
  }

  private sequence(type: SequenceType, json: unknown): unknown {
    if (!Array.isArray(json)) throw this.expected(type, json);
    return this.items(json, (item) => this.read(type.element, item));
  }

  private array(type: ArrayType, dimensions: readonly number[], json: unknown): unknown {
    if (!Array.isArray(json)) throw this.expected(type, json);
    const inner = dimensions.slice(1);
    return this.items(json, (item) =>
      inner.length === 0 ? this.read(type.element, item) : this.array(type, inner, item),
    );
  }

  private map(type: MapType, json: unknown): Map<unknown, unknown> {
    const result = new Map<unknown, unknown>();
    this.items(this.entriesOf(type, json), (entry) => {
      if (!Array.isArray(entry) || entry.length !== 2) throw this.bad("a map entry is a list of key and value");
      const key = this.within("key", () => this.read(type.key, entry[0]));
      if (result.has(key)) throw this.bad(`the key ${shownValue(key)} is there already`);
      result.set(
        key,
        this.within("value", () => this.read(type.value, entry[1])),
      );
    });
    return result;
  }

  private entriesOf(type: MapType, json: unknown): readonly unknown[] {
    if (Array.isArray(json)) return json;
    const { kind } = unaliased(type.key);
    const hasNames = kind === "string" || kind === "wstring";
    if (hasNames && typeof json === "object" && json !== null) return Object.entries(json);
    throw this.expected(type, json, ` as a list of [key, value] pairs${hasNames ? " or an object" : ""}`);
  }

  private struct(type: StructType, json: unknown): Record<string, unknown> {
    const given = this.objectOf(type, json);
    this.refuseOthers(type, given, this.namesOf(type));
    const value: Record<string, unknown> = {};
    for (const member of type.members) value[member.name] = this.member(member, own(given, member.name));
    return value;
  }

  private member(member: StructMember, json: unknown): unknown {
    if (json === undefined && this.missing === "default") return this.within(member.name, () => this.default(member));
    if (member.optional && (json === undefined || json === null)) return undefined;
    return this.within(member.name, () => this.needed(member.type, json));
  }

  private default(member: StructMember): unknown {
    if (defaultUnitsOf(member) === Infinity) throw this.bad("is missing, and its default would contain itself");
    return defaultMember(member, this.int64);
  }

  private needed(type: TypeDescription, json: unknown): unknown {
    if (json === undefined) throw this.bad("is missing");
    return this.read(type, json);
  }

  private namesOf(type: StructType): ReadonlySet<string> {
    let names = this.memberNames.get(type);
    if (names === undefined) {
      names = new Set(type.members.map((member) => member.name));
      this.memberNames.set(type, names);
    }
    return names;
  }

  private refuseOthers(type: StructType | UnionType | BitsetType, given: object, names: ReadonlySet<string>): void {
    const other = Object.keys(given).find((name) => !names.has(name));
    if (other === undefined) return;
    this.path.push(other);
    throw this.bad(`${type.name} has no such member; it has ${shownNames([...names])}`);
  }

  /** `$discriminator` may be left out where a member is named; `member` where the discriminator says it. */
  private union(type: UnionType, json: unknown): Record<string, unknown> {
    const given = this.objectOf(type, json);
    this.refuseOthers(type, given, UNION_NAMES);
    const value: Record<string, unknown> = {};
    const discriminator = own(given, "$discriminator");
    if (discriminator !== undefined) {
      value["$discriminator"] = this.within("$discriminator", () => this.read(type.discriminator, discriminator));
    }
    const named = own(given, "member");
    if (named !== undefined) value["member"] = named;
    const selected =
      typeof named === "string" ? unionCases(type).byName.get(named) : selectedCase(type, value["$discriminator"]);
    if (typeof named === "string" && selected === undefined) {
      throw this.bad(`${type.name} has no member ${named}; it has ${shownNames(type.cases.map(({ name }) => name))}`);
    }
    const isNothing = named === null || selected === undefined;
    value["value"] = isNothing
      ? undefined
      : this.within(selected.name, () => this.needed(selected.type, own(given, "value")));
    return value;
  }

  private bitset(type: BitsetType, json: unknown): Record<string, unknown> {
    const given = this.objectOf(type, json);
    const fields = type.fields.flatMap(({ name, holder }) =>
      name === undefined ? [] : [[name, this.within(name, () => this.field(holder, own(given, name)))] as const],
    );
    this.refuseOthers(type, given, new Set(fields.map(([name]) => name)));
    return Object.fromEntries(fields);
  }

  /** A field of one bit may be given as a number. */
  private field(holder: PrimitiveKind, json: unknown): unknown {
    const type = { kind: holder };
    if (json === undefined && this.missing === "default") return defaultOf(type, this.int64);
    return this.needed(type, holder === "boolean" && (json === 0 || json === 1) ? json === 1 : json);
  }
}

/** Not what every object inherits. */
function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

const UNION_NAMES: ReadonlySet<string> = new Set(["$discriminator", "member", "value"]);
const NOT_FINITE: ReadonlySet<unknown> = new Set(["NaN", "Infinity", "-Infinity"]);
