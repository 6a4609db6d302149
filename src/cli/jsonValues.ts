// Values of samples as JSON. 64-bit integers that a Number cannot hold are strings, as are NaN and the infinities;
// collections of numbers are arrays, maps lists of pairs, enums the names of their literals, unions
// `{ $discriminator, member, value }`.

import type { StructType, StructValue, TypeDescription, UnionType } from "../index.js";
import { CliError } from "./CliError.js";
import { SampleDefaults } from "./SampleDefaults.js";
import { excerpt } from "./words.js";

/** One line of JSON. */
export function toJsonLine(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === "bigint") {
      const number = Number(part);
      return Number.isSafeInteger(number) ? number : part.toString();
    }
    if (typeof part === "number" && !Number.isFinite(part)) return String(part);
    if (part instanceof Map) return [...part];
    return ArrayBuffer.isView(part) ? Array.from(part as unknown as ArrayLike<unknown>) : part;
  });
}

/** Reads samples of one type from JSON; members that are missing take their defaults. */
export class JsonSamples {
  private readonly defaults = new SampleDefaults();

  constructor(private readonly type: StructType) {}

  /** @param where for the message: "--data" or "line 3" @throws CliError */
  parse(line: string, where: string): StructValue {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new CliError(`${where}: not JSON: ${excerpt(line)}`);
    }
    if (!isObject(value)) throw new CliError(`${where}: a sample is a JSON object, not ${excerpt(line)}`);
    return this.struct(value, this.type, where, "");
  }

  private struct(value: StructValue, type: StructType, where: string, path: string): StructValue {
    const complete: StructValue = { ...this.defaults.of(type) };
    for (const [name, part] of Object.entries(value)) {
      const member = type.members.find((one) => one.name === name);
      if (member === undefined) {
        const names = type.members.map((one) => one.name).join(", ");
        throw new CliError(`${where}: ${path}${name}: ${type.name} has no such member; it has ${names}`);
      }
      complete[name] = this.convert(part, member.type, where, path + name);
    }
    return complete;
  }

  /** What is of the wrong kind stays as it is: the codec says what it expected, and where. */
  private convert(part: unknown, type: TypeDescription, where: string, path: string): unknown {
    switch (type.kind) {
      case "struct":
        return isObject(part) ? this.struct(part, type, where, `${path}.`) : part;
      case "sequence":
        return this.elements(part, type.element, 1, where, path);
      case "array":
        return this.elements(part, type.element, type.dimensions.length, where, path);
      case "union":
        return isObject(part) ? this.union(part, type, where, path) : part;
      case "map":
        return this.map(part, type.key, type.value, where, path);
      case "alias":
        return this.convert(part, type.target, where, path);
      case "int64":
      case "uint64":
        return toBigInt(part, where, path);
      case "float32":
      case "float64":
        return typeof part === "string" ? (NOT_FINITE.get(part) ?? part) : part;
      default:
        return part;
    }
  }

  private elements(part: unknown, element: TypeDescription, depth: number, where: string, path: string): unknown {
    if (depth === 0) return this.convert(part, element, where, path);
    if (!Array.isArray(part)) return part;
    return part.map((one, index) => this.elements(one, element, depth - 1, where, `${path}[${index}]`));
  }

  private union(value: StructValue, type: UnionType, where: string, path: string): unknown {
    const name = value.member;
    const selected = type.cases.find((one) => one.name === name);
    if (selected === undefined) return value;
    return { ...value, value: this.convert(value.value, selected.type, where, `${path}.${selected.name}`) };
  }

  /** Pairs, as they are printed; or an object if the keys are strings. */
  private map(part: unknown, key: TypeDescription, value: TypeDescription, where: string, path: string): unknown {
    const pairs = isObject(part) && !(part instanceof Map) ? Object.entries(part) : part;
    if (!Array.isArray(pairs) || !pairs.every((pair) => Array.isArray(pair) && pair.length === 2)) return part;
    return new Map(
      pairs.map(([k, v]) => [this.convert(k, key, where, path), this.convert(v, value, where, `${path}[${k}]`)]),
    );
  }
}

const NOT_FINITE: ReadonlyMap<string, number> = new Map(
  [Number.NaN, Infinity, -Infinity].map((value) => [String(value), value]),
);

function toBigInt(part: unknown, where: string, path: string): unknown {
  if (typeof part === "string" && /^-?\d+$/.test(part)) return BigInt(part);
  if (typeof part !== "number") return part;
  if (Number.isSafeInteger(part)) return BigInt(part);
  if (!Number.isInteger(part)) throw new CliError(`${where}: ${path}: ${part} is no whole number`);
  throw new CliError(
    `${where}: ${path}: a number this large loses digits: write it as a string, like "${2n ** 53n + 1n}"`,
  );
}

function isObject(value: unknown): value is StructValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
