/**
 * Encodes any type by walking its description, on @foxglove/cdr's CdrWriter. The fallback where code generation is
 * forbidden, and the one that words the errors for both codecs.
 * CdrWriter counts UTF-16 units as string bytes and misplaces XCDR2 64-bit arrays: strings are encoded here and
 * numbers are written one by one.
 */
import { CdrWriter } from "@foxglove/cdr";
import {
  type EnumType,
  type PrimitiveType,
  type StructType,
  type TypeDescription,
  typeToString,
} from "../../idl/index.js";
import { CdrError } from "../CdrError.js";
import { type AggregateType, collectionHasDheader, type Encoding, scalarBytes, structHasDheader } from "../layout.js";
import { MAX_RECURSION } from "../limits.js";
import { integerRange, overflowsFloat32, toBigInt } from "../numbers.js";
import { utf8Length } from "../text.js";
import { ValuePath } from "./ValuePath.js";

const encoder = new TextEncoder();

export class InterpretedWriter {
  private readonly encoding: Encoding;
  private readonly recursive: ReadonlySet<AggregateType>;
  private readonly cdr: CdrWriter;
  private readonly path = new ValuePath();
  private depth = 0;

  constructor(encoding: Encoding, encapsulationId: number, recursive: ReadonlySet<AggregateType>) {
    this.recursive = recursive;
    this.encoding = encoding;
    this.cdr = new CdrWriter({ size: 64, kind: encapsulationId });
  }

  /** The payload without trailing padding, encapsulation header included. */
  finish(): Uint8Array {
    return this.cdr.data;
  }

  /** Throws CdrError "bad-value" when the value does not fit the type. */
  writeStruct(type: StructType, value: unknown): void {
    const counts = this.recursive.has(type) ? 1 : 0;
    this.depth += counts;
    if (this.depth > MAX_RECURSION) throw this.error(`nested more than ${MAX_RECURSION} levels deep`);
    if (typeof value !== "object" || value === null) throw this.mismatch(type, value);
    if (structHasDheader(type, this.encoding.version)) this.delimited(() => this.writeMembers(type, value));
    else this.writeMembers(type, value);
    this.depth -= counts;
  }

  private writeMembers(type: StructType, value: object): void {
    this.path.push("");
    for (const member of type.members) {
      this.path.set(member.name);
      this.write(member.type, (value as Record<string, unknown>)[member.name]);
    }
    this.path.pop();
  }

  private write(type: TypeDescription, value: unknown): void {
    switch (type.kind) {
      case "string":
        this.writeString(type, type.bound, value);
        return;
      case "sequence":
        if (!collectionHasDheader(type.element, this.encoding)) {
          this.writeSequence(type, value);
          return;
        }
        this.delimited(() => this.writeSequence(type, value));
        return;
      case "array":
        if (!collectionHasDheader(type.element, this.encoding)) {
          this.writeArray(type, type.dimensions, value);
          return;
        }
        this.delimited(() => this.writeArray(type, type.dimensions, value));
        return;
      case "struct":
        this.writeStruct(type, value);
        return;
      case "enum":
        this.writeEnum(type, value);
        return;
      default:
        this.writePrimitive(type, value);
        return;
    }
  }

  /** The size is known only afterwards, so the DHEADER is patched in place. */
  private delimited(writeContent: () => void): void {
    this.cdr.dHeader(0);
    const start = this.cdr.size;
    writeContent();
    const { buffer } = this.cdr.data;
    new DataView(buffer).setUint32(start - 4, this.cdr.size - start, this.encoding.littleEndian);
  }

  private writeSequence(type: TypeDescription & { kind: "sequence" }, value: unknown): void {
    const list = this.list(type, value);
    if (type.bound !== undefined && list.length > type.bound) {
      throw this.error(`${list.length} elements, the bound is ${type.bound}`);
    }
    this.cdr.sequenceLength(list.length);
    this.writeElements(type.element, list);
  }

  private writeArray(type: TypeDescription & { kind: "array" }, dimensions: readonly number[], value: unknown): void {
    const list = this.list(type, value);
    const [count = 0, ...inner] = dimensions;
    if (list.length !== count) throw this.error(`${list.length} elements, the array has ${count}`);
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
    if (list instanceof Uint8Array && (element.kind === "octet" || element.kind === "uint8")) {
      this.cdr.uint8Array(list);
      return;
    }
    this.path.push(0);
    for (let i = 0; i < list.length; i++) {
      this.path.set(i);
      this.write(element, list[i]);
    }
    this.path.pop();
  }

  private writeString(type: TypeDescription, bound: number | undefined, value: unknown): void {
    if (typeof value !== "string") throw this.mismatch(type, value);
    if (value.includes("\0")) throw this.error("a string cannot hold a NUL");
    if (utf8Length(value) < 0) throw this.error("a string cannot hold half a surrogate pair");
    const bytes = encoder.encode(value);
    if (bound !== undefined && bytes.length > bound) {
      throw this.error(`a string of ${bytes.length} bytes, the bound is ${bound}`);
    }
    this.cdr.uint32(bytes.length + 1);
    this.cdr.uint8Array(bytes);
    this.cdr.uint8(0);
  }

  private writeEnum(type: EnumType, value: unknown): void {
    const literal = type.literals.find((each) => each.name === value || each.value === value);
    if (literal === undefined) throw this.error(`${show(value)} is no literal of ${type.name}`);
    const bytes = scalarBytes(type, this.encoding);
    if (bytes === 1) this.cdr.int8(literal.value);
    else if (bytes === 2) this.cdr.int16(literal.value);
    else this.cdr.int32(literal.value);
  }

  private writePrimitive(type: PrimitiveType, value: unknown): void {
    const range = integerRange(type.kind);
    if (range !== undefined) {
      const fits = typeof value === "number" && Number.isInteger(value) && value >= range[0] && value <= range[1];
      if (!fits) throw this.mismatch(type, value);
      this.writeInteger(type.kind, value);
      return;
    }
    switch (type.kind) {
      case "boolean":
        if (typeof value !== "boolean") throw this.mismatch(type, value);
        this.cdr.uint8(value ? 1 : 0);
        return;
      case "char":
        if (typeof value !== "string" || value.length !== 1 || value > "\u00ff") throw this.mismatch(type, value);
        this.cdr.uint8(value.charCodeAt(0));
        return;
      case "int64":
      case "uint64": {
        const big = toBigInt(value, type.kind === "int64");
        if (big === undefined) throw this.mismatch(type, value);
        if (type.kind === "int64") this.cdr.int64(big);
        else this.cdr.uint64(big);
        return;
      }
      default:
        if (typeof value !== "number") throw this.mismatch(type, value);
        if (type.kind === "float32" && overflowsFloat32(value)) throw this.mismatch(type, value);
        if (type.kind === "float32") this.cdr.float32(value);
        else this.cdr.float64(value);
    }
  }

  private writeInteger(kind: string, value: number): void {
    const { cdr } = this;
    if (kind === "int8") cdr.int8(value);
    else if (kind === "int16") cdr.int16(value);
    else if (kind === "uint16") cdr.uint16(value);
    else if (kind === "int32") cdr.int32(value);
    else if (kind === "uint32") cdr.uint32(value);
    else cdr.uint8(value);
  }

  private mismatch(type: TypeDescription, value: unknown): CdrError {
    return this.error(`expected ${typeToString(type)}, got ${show(value)}`);
  }

  private error(problem: string): CdrError {
    return new CdrError("bad-value", problem, this.path.toString());
  }
}

/** A short form of a value for a one-line message. */
function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return `a ${value.constructor?.name ?? "object"}`;
  return typeof value === "bigint" ? `${value}n` : String(value);
}
