// Samples of ROS 2 from YAML, of which JSON is a part: `{data: hi}`, `{header: auto, point: {x: 1}}`. What YAML calls
// yes, 5 or 1e3 is read as the member's type wants it, so `{data: 5}` is text where the member is a string.

import { type Document, isAlias, isMap, isScalar, isSeq, parseDocument, type Scalar, type YAMLMap } from "yaml";
import {
  type ActualType,
  type StructType,
  type StructValue,
  type TypeDescription,
  typeToString,
  unaliased,
} from "../../index.js";
import { CliError } from "../CliError.js";
import { SampleDefaults } from "../SampleDefaults.js";
import { excerpt } from "../words.js";
import type { SampleText } from "../writeSamples.js";
import { sampleOfJson } from "./plainJson.js";
import { ROS_YAML } from "./yamlDialect.js";

export class RosSamples implements SampleText {
  private readonly defaults = new SampleDefaults();

  constructor(private readonly type: StructType) {}

  parse(text: string, where: string): StructValue {
    const plain = sampleOfJson(text, this.type, this.defaults);
    if (plain !== undefined) return plain;
    const document = parseDocument(text, { ...ROS_YAML, logLevel: "silent" });
    const [error] = document.errors;
    if (error !== undefined) {
      const isTooDeep = error.message.includes("call stack");
      throw new CliError(`${where}: ${isTooDeep ? "nested too deep" : error.message.split(" at line")[0]}`);
    }
    const { contents } = document;
    if (contents === null) return this.defaults.of(this.type);
    if (!isMap(contents))
      throw new CliError(`${where}: a sample is a mapping such as '{data: hi}', not ${excerpt(text)}`);
    return new Reading(document, where, this.defaults).struct(contents, this.type, "");
  }
}

/** One document on its way into a value. */
class Reading {
  constructor(
    private readonly document: Document,
    private readonly where: string,
    private readonly defaults: SampleDefaults,
  ) {}

  struct(map: YAMLMap, type: StructType, path: string): StructValue {
    const value: StructValue = { ...this.defaults.of(type) };
    for (const { key, value: part } of map.items) {
      const name = isScalar(key) ? (key.source ?? String(key.value)) : String(key);
      const member = type.members.find((one) => one.name === name);
      if (member === undefined) {
        const names = type.members.map((one) => one.name).join(", ");
        throw this.wrong(path + name, `there is no such member; there is ${names}`);
      }
      value[name] = this.value(part, member.type, path + name);
    }
    return value;
  }

  private value(given: unknown, declared: TypeDescription, path: string): unknown {
    const node = isAlias(given) ? given.resolve(this.document) : given;
    const type = unaliased(declared);
    if (type.kind === "struct") return this.nested(node, type, path);
    if (type.kind === "sequence") return this.elements(node, type.element, 1, path);
    if (type.kind === "array") return this.elements(node, type.element, type.dimensions.length, path);
    if (!isScalar(node)) throw this.wrong(path, `${typeToString(type)} takes one value`);
    return this.scalar(node, type, path);
  }

  private nested(node: unknown, type: StructType, path: string): unknown {
    if (isMap(node)) return this.struct(node, type, `${path}.`);
    const word = isScalar(node) ? node.value : undefined;
    if (word === "now" && type.name === TIME) return now();
    if (word === "auto" && type.name === HEADER) return { ...this.defaults.of(type), stamp: now() };
    throw this.wrong(path, `${type.name} takes a mapping of its members`);
  }

  private elements(node: unknown, element: TypeDescription, depth: number, path: string): unknown {
    if (depth === 0) return this.value(node, element, path);
    // Of octets: !!binary.
    if (isScalar(node) && node.value instanceof Uint8Array) return new Uint8Array(node.value);
    if (!isSeq(node)) throw this.wrong(path, "a list is needed, such as [1, 2]");
    return node.items.map((item, index) => this.elements(item, element, depth - 1, `${path}[${index}]`));
  }

  private scalar(node: Scalar, type: ActualType, path: string): unknown {
    const { value } = node;
    const text = node.source ?? String(value);
    switch (type.kind) {
      case "string":
      case "wstring":
      case "char":
      case "wchar":
        return typeof value === "string" ? value : text;
      case "boolean":
        if (typeof value === "boolean") return value;
        if (value === 0n || value === 1n) return value === 1n;
        throw this.wrong(path, `${text} is neither true nor false`);
      case "float32":
      case "float64":
      case "float128":
        return this.float(value, text, path);
      default:
        return this.integer(value, type, text, path);
    }
  }

  private float(value: unknown, text: string, path: string): number {
    // PyYAML knows numbers as Python writes them less well than people do: 1e5, nan, inf.
    const number = typeof value === "string" ? (WORDS.get(text.toLowerCase()) ?? Number(text)) : Number(value);
    const isMeant =
      typeof value === "string" ? text.trim() !== "" : typeof value === "number" || typeof value === "bigint";
    if (!isMeant || (Number.isNaN(number) && !/nan/i.test(text))) throw this.wrong(path, `${text} is no number`);
    if (Math.abs(number) === Infinity && !/inf/i.test(text)) {
      throw this.wrong(path, `no float64 is as large as ${text}; infinity is written .inf`);
    }
    return number;
  }

  private integer(value: unknown, type: ActualType, text: string, path: string): unknown {
    const whole = typeof value === "number" && Number.isInteger(value) ? BigInt(value) : value;
    if (typeof whole !== "bigint") throw this.wrong(path, `${text} is no ${typeToString(type)}`);
    return type.kind === "int64" || type.kind === "uint64" ? whole : Number(whole);
  }

  private wrong(path: string, problem: string): CliError {
    return new CliError(`${this.where}: ${path}: ${problem}`);
  }
}

function now(): { readonly sec: number; readonly nanosec: number } {
  const ms = Date.now();
  return { sec: Math.floor(ms / 1000), nanosec: (ms % 1000) * 1_000_000 };
}

const TIME = "builtin_interfaces::msg::dds_::Time_";
const HEADER = "std_msgs::msg::dds_::Header_";
const WORDS: ReadonlyMap<string, number> = new Map(
  (["nan", "inf", "+inf", "-inf", "infinity", "-infinity"] as const).map((word) => [
    word,
    word === "nan" ? Number.NaN : word.startsWith("-") ? -Infinity : Infinity,
  ]),
);
