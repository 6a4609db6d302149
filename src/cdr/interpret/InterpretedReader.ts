/**
 * Decodes any type by walking its description, on @foxglove/cdr's CdrReader. The fallback where code generation is
 * forbidden, and the one that words the errors for both codecs.
 * CdrReader checks no bounds, decodes strings past the end of the payload and misplaces XCDR2 64-bit arrays: every read
 * is checked here first, strings are decoded here, and numbers are read one by one.
 */
import { CdrReader } from "@foxglove/cdr";
import {
  type EnumType,
  isPrimitive,
  type PrimitiveType,
  type StructType,
  type TypeDescription,
  typeToString,
} from "../../idl/index.js";
import { CdrError, type CdrErrorCode } from "../CdrError.js";
import { defaultMember, defaultUnits } from "../defaults.js";
import { ENCAPSULATION_BYTES } from "../encapsulation.js";
import { minBytes } from "../extent.js";
import {
  type AggregateType,
  alignmentOf,
  collectionHasDheader,
  type Encoding,
  scalarBytes,
  structHasDheader,
} from "../layout.js";
import { defaultUnitsAllowed, MAX_EMPTY_ELEMENTS, MAX_RECURSION } from "../limits.js";
import { toNumber, typedArrayFor } from "../numbers.js";
import { decodeUtf8 } from "../text.js";
import { ValuePath } from "./ValuePath.js";

export class InterpretedReader {
  private readonly bytes: Uint8Array;
  private readonly encoding: Encoding;
  private readonly recursive: ReadonlySet<AggregateType>;
  private readonly cdr: CdrReader;
  private readonly path = new ValuePath();
  /** First byte that may not be read: the end of the payload or of the innermost DHEADER. */
  private end: number;
  private depth = 0;
  private unitsLeft: number;

  /** The encapsulation header must have been checked, and `encoding` must be what it says. */
  constructor(payload: Uint8Array, encoding: Encoding, recursive: ReadonlySet<AggregateType>) {
    this.recursive = recursive;
    this.bytes = payload;
    this.encoding = encoding;
    this.cdr = new CdrReader(payload);
    this.end = payload.length;
    this.unitsLeft = defaultUnitsAllowed(payload.length);
  }

  /** Throws CdrError when the bytes are no value of the type. */
  readStruct(type: StructType): Record<string, unknown> {
    const counts = this.recursive.has(type) ? 1 : 0;
    this.depth += counts;
    if (this.depth > MAX_RECURSION) throw this.error("limit-exceeded", `nested more than ${MAX_RECURSION} levels deep`);
    const value = structHasDheader(type, this.encoding.version)
      ? this.delimited(() => this.readMembers(type, true))
      : this.readMembers(type, false);
    this.depth -= counts;
    return value;
  }

  private readMembers(type: StructType, tailMayMiss: boolean): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    this.path.push("");
    for (const member of type.members) {
      this.path.set(member.name);
      if (tailMayMiss && this.cdr.offset === this.end) {
        this.unitsLeft -= defaultUnits(member.type);
        if (this.unitsLeft < 0) throw this.error("limit-exceeded", "too many missing members");
        value[member.name] = defaultMember(member, this.encoding.int64);
      } else {
        value[member.name] = this.read(member.type);
      }
    }
    this.path.pop();
    return value;
  }

  private read(type: TypeDescription): unknown {
    switch (type.kind) {
      case "string":
        return this.readString(type.bound);
      case "sequence":
        return collectionHasDheader(type.element, this.encoding)
          ? this.delimited(() => this.readSequence(type.element, type.bound))
          : this.readSequence(type.element, type.bound);
      case "array":
        return collectionHasDheader(type.element, this.encoding)
          ? this.delimited(() => this.readArray(type.element, type.dimensions))
          : this.readArray(type.element, type.dimensions);
      case "struct":
        return this.readStruct(type);
      case "enum":
        return this.readEnum(type);
      default:
        return this.readPrimitive(type);
    }
  }

  /** XTypes §7.4.3.4.1: a DHEADER counts the bytes that follow; what is not understood of them is skipped. */
  private delimited<T>(readContent: () => T): T {
    const length = this.readCount();
    const outerEnd = this.end;
    if (length > outerEnd - this.cdr.offset) {
      throw this.error("truncated", `DHEADER says ${length} bytes, ${outerEnd - this.cdr.offset} are left`);
    }
    this.end = this.cdr.offset + length;
    const value = readContent();
    this.cdr.offset = this.end;
    this.end = outerEnd;
    return value;
  }

  private readSequence(element: TypeDescription, bound: number | undefined): unknown {
    const count = this.readCount();
    if (bound !== undefined && count > bound) {
      throw this.error("bound-exceeded", `${count} elements, the bound is ${bound}`);
    }
    const least = minBytes(element, this.encoding);
    if (count * least > this.end - this.cdr.offset) {
      const problem = `${count} elements of ${typeToString(element)} do not fit in ${this.end - this.cdr.offset} bytes`;
      throw this.error("truncated", problem);
    }
    if (least === 0 && count > MAX_EMPTY_ELEMENTS) {
      throw this.error("limit-exceeded", `${count} empty elements, the limit is ${MAX_EMPTY_ELEMENTS}`);
    }
    return this.readElements(element, count);
  }

  private readArray(element: TypeDescription, dimensions: readonly number[]): unknown {
    const [count = 0, ...inner] = dimensions;
    if (inner.length === 0) return this.readElements(element, count);
    const rows: unknown[] = [];
    this.path.push(0);
    for (let i = 0; i < count; i++) {
      this.path.set(i);
      rows.push(this.readArray(element, inner));
    }
    this.path.pop();
    return rows;
  }

  private readElements(element: TypeDescription, count: number): unknown {
    if (element.kind === "octet" || element.kind === "uint8") {
      this.need(1, count);
      const start = this.bytes.byteOffset + this.cdr.offset;
      this.cdr.offset += count;
      return new Uint8Array(this.bytes.buffer, start, count);
    }
    if (count > 0 && isPrimitive(element)) this.need(scalarBytes(element, this.encoding), count);
    const TypedArray = typedArrayFor(element, this.encoding.int64);
    const values: unknown[] | { [index: number]: unknown } = TypedArray === undefined ? [] : new TypedArray(count);
    this.path.push(0);
    for (let i = 0; i < count; i++) {
      this.path.set(i);
      values[i as 0] = this.read(element);
    }
    this.path.pop();
    return values;
  }

  private readString(bound: number | undefined): string {
    const length = this.readCount();
    // XTypes §7.4.1.1.2 counts the NUL, so 0 is wrong; some writers send it for the empty string and nothing is lost.
    if (length === 0) return "";
    const start = this.cdr.offset;
    if (length > this.end - start) {
      throw this.error("truncated", `a string of ${length} bytes, ${this.end - start} are left`);
    }
    if (bound !== undefined && length - 1 > bound) {
      throw this.error("bound-exceeded", `a string of ${length - 1} bytes, the bound is ${bound}`);
    }
    if (this.bytes[start + length - 1] !== 0) throw this.error("bad-string", "the string has no closing NUL");
    const text = decodeUtf8(this.bytes, start, length - 1);
    if (text === undefined) {
      const isCut = this.bytes.subarray(start, start + length - 1).includes(0);
      if (isCut) throw this.error("bad-string", "the string holds a NUL before its end");
      throw this.error("bad-utf8", "the string is not UTF-8");
    }
    this.cdr.offset = start + length;
    return text;
  }

  private readEnum(type: EnumType): string {
    const bytes = scalarBytes(type, this.encoding);
    this.need(bytes, 1);
    const unsigned = bytes === 1 ? this.cdr.uint8() : bytes === 2 ? this.cdr.uint16() : this.cdr.uint32();
    const signed = bytes === 1 ? (unsigned << 24) >> 24 : bytes === 2 ? (unsigned << 16) >> 16 : unsigned | 0;
    const literal =
      type.literals.find((each) => each.value === signed) ?? type.literals.find((each) => each.value === unsigned);
    if (literal === undefined) throw this.error("bad-enum", `${signed} is no literal of ${type.name}`);
    return literal.name;
  }

  private readPrimitive({ kind }: PrimitiveType): unknown {
    this.need(scalarBytes({ kind }, this.encoding), 1);
    const { cdr } = this;
    switch (kind) {
      case "boolean": {
        const value = cdr.uint8();
        if (value > 1) throw this.error("bad-boolean", `a boolean is 0 or 1, not ${value}`);
        return value === 1;
      }
      case "char":
        return String.fromCharCode(cdr.uint8());
      case "int8":
        return cdr.int8();
      case "int16":
        return cdr.int16();
      case "uint16":
        return cdr.uint16();
      case "int32":
        return cdr.int32();
      case "uint32":
        return cdr.uint32();
      case "int64":
        return this.encoding.int64 === "bigint" ? cdr.int64() : toNumber(cdr.int64(), kind);
      case "uint64":
        return this.encoding.int64 === "bigint" ? cdr.uint64() : toNumber(cdr.uint64(), kind);
      case "float32":
        return cdr.float32();
      case "float64":
        return cdr.float64();
      default:
        return cdr.uint8();
    }
  }

  private readCount(): number {
    this.need(4, 1);
    return this.cdr.uint32();
  }

  /** Checks that `count` numbers of `bytes` each, aligned, lie before the end. */
  private need(bytes: number, count: number): void {
    const { offset } = this.cdr;
    const padding = (ENCAPSULATION_BYTES - offset) & (alignmentOf(bytes, this.encoding.version) - 1);
    if (offset + padding + bytes * count > this.end) {
      throw this.error("truncated", `${bytes * count} bytes needed, ${this.end - offset} are left`);
    }
  }

  private error(code: CdrErrorCode, problem: string): CdrError {
    return new CdrError(code, problem, this.path.toString(), this.cdr.offset);
  }
}
