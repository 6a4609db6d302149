/**
 * Encodes any type by walking its description. The fallback where code generation is forbidden, and the one that words
 * the errors for both codecs.
 */
import {
  type ArrayType,
  type BitmaskType,
  type BitsetType,
  type EnumType,
  literalNamed,
  type MapType,
  type PrimitiveType,
  type SequenceType,
  type StringType,
  type StructType,
  type TypeDescription,
  typeToString,
  unaliased,
  type WStringType,
} from "../../idl/index.js";
import { BadField, bitsetBitsOf } from "../bitsets.js";
import { CdrError } from "../CdrError.js";
import { type AggregateType, collectionHasDheader, type Encoding, mapHasDheader, scalarBytes } from "../layout.js";
import { MAX_RECURSION } from "../limits.js";
import { exceedsBitBound, integerRange, overflowsFloat32, toBigInt } from "../numbers.js";
import { shownValue } from "../shownValue.js";
import { utf8Length } from "../text.js";
import { AggregateWriter, type ValueWriter } from "./AggregateWriter.js";
import { ByteWriter } from "./ByteWriter.js";
import { ValuePath } from "./ValuePath.js";

export class InterpretedWriter implements ValueWriter {
  private readonly encoding: Encoding;
  private readonly encapsulationId: number;
  private readonly recursive: ReadonlySet<AggregateType>;
  private readonly writer: ByteWriter;
  private readonly path = new ValuePath();
  private readonly aggregates: AggregateWriter;
  private depth = 0;

  constructor(encoding: Encoding, encapsulationId: number, recursive: ReadonlySet<AggregateType>) {
    this.encoding = encoding;
    this.encapsulationId = encapsulationId;
    this.recursive = recursive;
    this.writer = new ByteWriter(encoding);
    this.aggregates = new AggregateWriter(this.writer, this, this.path);
  }

  /** The payload without trailing padding, encapsulation header included. Throws CdrError "bad-value". */
  writeTopic(type: StructType, value: unknown): Uint8Array {
    this.write(type, value);
    return this.writer.finish(this.encapsulationId);
  }

  write(type: TypeDescription, value: unknown): void {
    const actual = unaliased(type);
    switch (actual.kind) {
      case "string":
        this.writeString(actual, value);
        return;
      case "wstring":
        this.writeWString(actual, value);
        return;
      case "sequence":
        this.framed(collectionHasDheader(actual.element, this.encoding), () => this.writeSequence(actual, value));
        return;
      case "array":
        this.framed(collectionHasDheader(actual.element, this.encoding), () =>
          this.writeArray(actual, actual.dimensions, value),
        );
        return;
      case "map":
        this.framed(mapHasDheader(actual, this.encoding), () => this.writeMap(actual, value));
        return;
      case "struct":
      case "union":
        this.writeAggregate(actual, value);
        return;
      case "enum":
        this.writeEnum(actual, value);
        return;
      case "bitmask":
        this.writeBitmask(actual, value);
        return;
      case "bitset":
        this.writeBitset(actual, value);
        return;
      default:
        this.writePrimitive(actual, value);
        return;
    }
  }

  badValue(problem: string): CdrError {
    return new CdrError("bad-value", problem, this.path.toString());
  }

  private writeAggregate(type: AggregateType, value: unknown): void {
    const counts = this.recursive.has(type) ? 1 : 0;
    this.depth += counts;
    if (this.depth > MAX_RECURSION) throw this.badValue(`nested more than ${MAX_RECURSION} levels deep`);
    if (typeof value !== "object" || value === null) throw this.mismatch(type, value);
    const members = value as Readonly<Record<string, unknown>>;
    if (type.kind === "struct") this.aggregates.struct(type, members);
    else this.aggregates.union(type, members);
    this.depth -= counts;
  }

  private framed(hasDheader: boolean, writeContent: () => void): void {
    if (hasDheader) this.aggregates.delimited(writeContent);
    else writeContent();
  }

  private writeSequence(type: SequenceType, value: unknown): void {
    const list = this.list(type, value);
    this.writeCount(list.length, type.bound);
    this.writeElements(type.element, list);
  }

  private writeCount(count: number, bound: number | undefined): void {
    if (bound !== undefined && count > bound) throw this.badValue(`${count} elements, the bound is ${bound}`);
    this.writer.uint32(count);
  }

  private writeArray(type: ArrayType, dimensions: readonly number[], value: unknown): void {
    const list = this.list(type, value);
    const [count = 0, ...inner] = dimensions;
    if (list.length !== count) throw this.badValue(`${list.length} elements, the array has ${count}`);
    if (inner.length === 0) {
      this.writeElements(type.element, list);
      return;
    }
    this.path.push(0);
    for (let i = 0; i < count; i++) {
      this.path.set(i);
      this.writeArray(type, inner, list[i]);
    }
    this.path.pop();
  }

  private list(type: TypeDescription, value: unknown): ArrayLike<unknown> {
    const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
    if (!isList) throw this.mismatch(type, value);
    return value as unknown as ArrayLike<unknown>;
  }

  private writeElements(element: TypeDescription, list: ArrayLike<unknown>): void {
    const actual = unaliased(element);
    if (list instanceof Uint8Array && (actual.kind === "octet" || actual.kind === "uint8")) {
      this.writer.bytes(list);
      return;
    }
    this.path.push(0);
    for (let i = 0; i < list.length; i++) {
      this.path.set(i);
      this.write(actual, list[i]);
    }
    this.path.pop();
  }

  private writeMap(type: MapType, value: unknown): void {
    if (!(value instanceof Map)) throw this.mismatch(type, value);
    this.writeCount(value.size, type.bound);
    let index = 0;
    this.path.push(index);
    for (const [entryKey, entryValue] of value) {
      this.path.set(index++);
      this.path.push("key");
      this.write(type.key, entryKey);
      this.path.set("value");
      this.write(type.value, entryValue);
      this.path.pop();
    }
    this.path.pop();
  }

  private writeString(type: StringType, value: unknown): void {
    if (typeof value !== "string") throw this.mismatch(type, value);
    if (value.includes("\0")) throw this.badValue("a string cannot hold a NUL");
    const length = utf8Length(value);
    if (length < 0) throw this.badValue("a string cannot hold half a surrogate pair");
    if (type.bound !== undefined && length > type.bound) {
      throw this.badValue(`a string of ${length} bytes, the bound is ${type.bound}`);
    }
    this.writer.uint32(length + 1);
    this.writer.bytes(encoder.encode(value));
    this.writer.uint8(0);
  }

  /** In the form of the dialect. Surrogates are written as they are. */
  private writeWString(type: WStringType, value: unknown): void {
    if (typeof value !== "string") throw this.mismatch(type, value);
    if (type.bound !== undefined && value.length > type.bound) {
      throw this.badValue(`a wstring of ${value.length} UTF-16 units, the bound is ${type.bound}`);
    }
    const { counts, unitBytes, hasNul } = this.encoding.rules.wstring[this.encoding.version];
    const units = value.length + (hasNul ? 1 : 0);
    this.writer.uint32(counts === "bytes" ? units * unitBytes : units);
    for (let i = 0; i < value.length; i++) this.writer.integer(value.charCodeAt(i), unitBytes);
    if (hasNul) this.writer.integer(0, unitBytes);
  }

  private writeEnum(type: EnumType, value: unknown): void {
    const literal =
      typeof value === "string" ? literalNamed(type, value) : type.literals.find((each) => each.value === value);
    if (literal === undefined) throw this.badValue(`${shownValue(value)} is no literal of ${type.name}`);
    this.writer.integer(literal.value, scalarBytes(type, this.encoding));
  }

  private writeBitmask(type: BitmaskType, value: unknown): void {
    const bytes = scalarBytes(type, this.encoding);
    const bits = toBigInt(value, false);
    if (bits === undefined) throw this.mismatch(type, value);
    if (exceedsBitBound(bits, type.bitBound)) {
      throw this.badValue(`${bits} has bits beyond the ${type.bitBound} of ${type.name}`);
    }
    this.writer.integer(bits, bytes);
  }

  private writeBitset(type: BitsetType, value: unknown): void {
    if (typeof value !== "object" || value === null) throw this.mismatch(type, value);
    const bits = bitsetBitsOf(type, value);
    if (bits instanceof BadField) {
      this.path.push(bits.name);
      throw this.badValue(bits.problem);
    }
    this.writer.integer(bits, scalarBytes(type, this.encoding));
  }

  private writePrimitive(type: PrimitiveType, value: unknown): void {
    const { writer } = this;
    const range = integerRange(type.kind);
    if (range !== undefined) {
      const fits = typeof value === "number" && Number.isInteger(value) && value >= range[0] && value <= range[1];
      if (!fits) throw this.mismatch(type, value);
      writer.integer(value, scalarBytes(type, this.encoding));
      return;
    }
    switch (type.kind) {
      case "boolean":
        if (typeof value !== "boolean") throw this.mismatch(type, value);
        writer.uint8(value ? 1 : 0);
        return;
      case "char":
      case "wchar":
        this.writeCharacter(type, value);
        return;
      case "int64":
      case "uint64": {
        const big = toBigInt(value, type.kind === "int64");
        if (big === undefined) throw this.mismatch(type, value);
        writer.integer(big, 8);
        return;
      }
      default:
        this.writeFloat(type, value);
    }
  }

  private writeCharacter(type: PrimitiveType, value: unknown): void {
    const largest = type.kind === "char" ? "\u00ff" : "\uffff";
    if (typeof value !== "string" || value.length !== 1 || value > largest) throw this.mismatch(type, value);
    this.writer.integer(value.charCodeAt(0), scalarBytes(type, this.encoding));
  }

  private writeFloat(type: PrimitiveType, value: unknown): void {
    if (typeof value !== "number") throw this.mismatch(type, value);
    if (type.kind === "float32" && overflowsFloat32(value)) throw this.mismatch(type, value);
    if (type.kind === "float32") this.writer.float32(value);
    else if (type.kind === "float64") this.writer.float64(value);
    else this.writer.float128(value);
  }

  private mismatch(type: TypeDescription, value: unknown): CdrError {
    return this.badValue(`expected ${typeToString(type)}, got ${shownValue(value)}`);
  }
}

const encoder = new TextEncoder();
