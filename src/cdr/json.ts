/**
 * Values of a type as JSON and back: 64-bit integers as strings, typed arrays as arrays, maps as lists of pairs, absent
 * optional members as null, unions as `{ $discriminator, member, value }`, floats that JSON has no number for as strings.
 */
import {
  type ArrayType,
  type BitsetType,
  type MapType,
  type PrimitiveKind,
  type SequenceType,
  type StructType,
  type TypeDescription,
  typeToString,
  type UnionType,
  unaliased,
} from "../idl/index.js";
import { CdrError } from "./CdrError.js";
import { ValuePath } from "./interpret/ValuePath.js";
import type { Json } from "./jsonText.js";
import { selectedCase, unionCases } from "./lookups.js";
import { toBigInt, toNumber } from "./numbers.js";

/** The JSON form of a decoded value. Throws CdrError "bad-value" when it is no value of the type. */
export function toJson(type: TypeDescription, value: unknown): Json {
  return new JsonWriter().write(type, value);
}

/**
 * The value of a JSON form, ready to be serialized. Throws CdrError "bad-value" with the path of what does not fit;
 * ranges and bounds are checked when it is serialized. `int64`: what 64-bit integers become.
 */
export function fromJson(type: TypeDescription, json: unknown, int64: "bigint" | "number" = "bigint"): unknown {
  return new JsonReader(int64).read(type, json);
}

/** Both directions walk the type and know where they are. */
abstract class JsonWalk {
  protected readonly path = new ValuePath();

  protected within<T>(part: string | number, run: () => T): T {
    this.path.push(part);
    const result = run();
    this.path.pop();
    return result;
  }

  protected bad(problem: string): CdrError {
    return new CdrError("bad-value", problem, this.path.toString());
  }

  protected expected(type: TypeDescription, value: unknown): CdrError {
    const shown = typeof value === "bigint" ? `${value}n` : (JSON.stringify(value) ?? String(value));
    return this.bad(`expected ${typeToString(type)}, got ${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown}`);
  }

  protected objectOf(type: TypeDescription, value: unknown): Readonly<Record<string, unknown>> {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw this.expected(type, value);
    return value as Readonly<Record<string, unknown>>;
  }

  protected items(values: Iterable<unknown>, one: (item: unknown) => unknown): unknown[] {
    return Array.from(values, (item, index) => this.within(index, () => one(item)));
  }
}

class JsonWriter extends JsonWalk {
  write(type: TypeDescription, value: unknown): Json {
    const actual = unaliased(type);
    switch (actual.kind) {
      case "int64":
      case "uint64":
        return String(value);
      case "bitmask":
        return actual.bitBound > 32 ? String(value) : (value as number);
      case "float32":
      case "float64":
      case "float128":
        return Number.isFinite(value) ? (value as number) : String(value);
      case "sequence":
        return this.list(actual, value, (item) => this.write(actual.element, item));
      case "array":
        return this.array(actual, actual.dimensions, value);
      case "map":
        return this.map(actual, value);
      case "struct":
        return this.struct(actual, value);
      case "union":
        return this.union(actual, value);
      case "bitset":
        return this.bitset(actual, value);
      default:
        return value as Json;
    }
  }

  private list(type: TypeDescription, value: unknown, one: (item: unknown) => Json): Json {
    if (!Array.isArray(value) && !ArrayBuffer.isView(value)) throw this.expected(type, value);
    return this.items(value as unknown as Iterable<unknown>, one) as Json;
  }

  private array(type: ArrayType, dimensions: readonly number[], value: unknown): Json {
    const inner = dimensions.slice(1);
    return this.list(type, value, (item) =>
      inner.length === 0 ? this.write(type.element, item) : this.array(type, inner, item),
    );
  }

  private map(type: MapType, value: unknown): Json {
    if (!(value instanceof Map)) throw this.expected(type, value);
    return this.list(type, [...value], (entry) => {
      const [key, item] = entry as [unknown, unknown];
      return [this.write(type.key, key), this.write(type.value, item)];
    });
  }

  private struct(type: StructType, value: unknown): Json {
    const given = this.objectOf(type, value);
    const members = type.members.map(({ name, optional, type: memberType }): [string, Json] => {
      const part = given[name];
      const isAbsent = optional && (part === undefined || part === null);
      return [name, isAbsent ? null : this.within(name, () => this.write(memberType, part))];
    });
    return Object.fromEntries(members);
  }

  private union(type: UnionType, value: unknown): Json {
    const given = this.objectOf(type, value);
    const member = (given["member"] ?? null) as string | null;
    const selected = member === null ? undefined : unionCases(type).byName.get(member);
    const $discriminator = this.within("$discriminator", () => this.write(type.discriminator, given["$discriminator"]));
    const shown =
      selected === undefined ? null : this.within(selected.name, () => this.write(selected.type, given["value"]));
    return { $discriminator, member, value: shown };
  }

  private bitset(type: BitsetType, value: unknown): Json {
    const given = this.objectOf(type, value);
    const fields = type.fields.flatMap(({ name, holder }): [string, Json][] =>
      name === undefined ? [] : [[name, this.within(name, () => this.write({ kind: holder }, given[name]))]],
    );
    return Object.fromEntries(fields);
  }
}

class JsonReader extends JsonWalk {
  private readonly int64: "bigint" | "number";

  constructor(int64: "bigint" | "number") {
    super();
    this.int64 = int64;
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
        return NOT_FINITE.has(json) ? Number(json) : this.numeric(actual, json);
      case "sequence":
        return this.sequence(actual, json);
      case "array":
        return this.array(actual, actual.dimensions, json);
      case "map":
        return this.map(actual, json);
      case "struct":
        return this.struct(actual, json);
      case "union":
        return this.union(actual, json);
      case "bitset":
        return this.bitset(actual, json);
      case "boolean":
        if (typeof json !== "boolean") throw this.expected(actual, json);
        return json;
      case "enum":
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

  private wide(type: TypeDescription, kind: "int64" | "uint64", json: unknown): bigint | number {
    const given = typeof json === "string" && /^-?\d+$/.test(json) ? BigInt(json) : json;
    const big = toBigInt(given, kind === "int64");
    if (big === undefined) throw this.expected(type, json);
    return this.int64 === "bigint" ? big : toNumber(big, kind);
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
    if (!Array.isArray(json)) throw this.expected(type, json);
    const entries = this.items(json, (entry) => {
      if (!Array.isArray(entry) || entry.length !== 2) throw this.bad("a map entry is a list of key and value");
      const key = this.within("key", () => this.read(type.key, entry[0]));
      return [key, this.within("value", () => this.read(type.value, entry[1]))];
    });
    return new Map(entries as [unknown, unknown][]);
  }

  private struct(type: StructType, json: unknown): Record<string, unknown> {
    const given = this.objectOf(type, json);
    const value: Record<string, unknown> = {};
    for (const { name, optional, type: memberType } of type.members) {
      const part = given[name];
      if (optional && (part === undefined || part === null)) value[name] = undefined;
      else value[name] = this.within(name, () => this.needed(memberType, part));
    }
    const names = new Set(type.members.map((member) => member.name));
    this.refuseOthers(type, given, names);
    return value;
  }

  private needed(type: TypeDescription, json: unknown): unknown {
    if (json === undefined) throw this.bad("is missing");
    return this.read(type, json);
  }

  private refuseOthers(type: TypeDescription, given: object, names: ReadonlySet<string>): void {
    const other = Object.keys(given).find((name) => !names.has(name));
    if (other !== undefined) throw this.bad(`${typeToString(type)} has no member ${other}`);
  }

  /** `$discriminator` may be left out where a member is named; `member` where the discriminator says it. */
  private union(type: UnionType, json: unknown): Record<string, unknown> {
    const given = this.objectOf(type, json);
    this.refuseOthers(type, given, UNION_NAMES);
    const value: Record<string, unknown> = {};
    if (given["$discriminator"] !== undefined) {
      value["$discriminator"] = this.within("$discriminator", () =>
        this.read(type.discriminator, given["$discriminator"]),
      );
    }
    const named = given["member"];
    if (named !== undefined) value["member"] = named;
    const selected =
      typeof named === "string" ? unionCases(type).byName.get(named) : selectedCase(type, value["$discriminator"]);
    if (typeof named === "string" && selected === undefined) {
      throw this.bad(`${typeToString(type)} has no member ${named}`);
    }
    const isNothing = named === null || selected === undefined;
    value["value"] = isNothing
      ? undefined
      : this.within(selected.name, () => this.needed(selected.type, given["value"]));
    return value;
  }

  private bitset(type: BitsetType, json: unknown): Record<string, unknown> {
    const given = this.objectOf(type, json);
    const fields = type.fields.flatMap(({ name, holder }) =>
      name === undefined ? [] : [[name, this.within(name, () => this.field(holder, given[name]))] as const],
    );
    this.refuseOthers(type, given, new Set(fields.map(([name]) => name)));
    return Object.fromEntries(fields);
  }

  /** A field of one bit may be given as a number. */
  private field(holder: PrimitiveKind, json: unknown): unknown {
    return this.needed({ kind: holder }, holder === "boolean" && (json === 0 || json === 1) ? json === 1 : json);
  }
}

const UNION_NAMES: ReadonlySet<string> = new Set(["$discriminator", "member", "value"]);
const NOT_FINITE: ReadonlySet<unknown> = new Set(["NaN", "Infinity", "-Infinity"]);
