/**
 * A checked cursor over a payload, on @foxglove/cdr's CdrReader. CdrReader checks no bounds, decodes strings past the
 * end, misplaces XCDR2 64-bit arrays and cannot restore the origin of alignment behind an XCDR1 parameter: so every
 * read is checked and aligned here, and what is wider than 4 bytes is read in words.
 */
import { CdrReader } from "@foxglove/cdr";
import type { PrimitiveKind } from "../../idl/index.js";
import { CdrError, type CdrErrorCode } from "../CdrError.js";
import { ENCAPSULATION_BYTES } from "../encapsulation.js";
import { float128Value } from "../float128.js";
import { alignmentOf, type Encoding, scalarBytes } from "../layout.js";
import { toNumber } from "../numbers.js";
import type { FieldSink } from "./FieldMap.js";
import { ValuePath } from "./ValuePath.js";

export class ByteReader {
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
  readonly path = new ValuePath();
  /** First byte that may not be read: the end of the payload, of the innermost DHEADER or of the innermost member. */
  end: number;
  /** Where alignment to 8 counts from. Always a multiple of 4 from the encapsulation header on. */
  origin = ENCAPSULATION_BYTES;
  private readonly cdr: CdrReader;
  readonly fields: FieldSink | undefined;

  /** The encapsulation header must have been checked, and `encoding` must be what it says. */
  constructor(payload: Uint8Array, encoding: Encoding, fields: FieldSink | undefined) {
    this.bytes = payload;
    this.encoding = encoding;
    this.fields = fields;
    this.cdr = new CdrReader(payload);
    this.end = payload.length;
  }

  get offset(): number {
    return this.cdr.offset;
  }

  set offset(offset: number) {
    this.cdr.offset = offset;
  }

  /** Bytes up to the end. */
  get left(): number {
    return this.end - this.cdr.offset;
  }

  primitive(kind: PrimitiveKind): unknown {
    const { cdr, encoding } = this;
    let bytes = scalarBytes({ kind }, encoding);
    // A wchar that its parameter header says has 2 bytes, from a writer that otherwise takes 4.
    if (kind === "wchar" && this.left < bytes) bytes = 2;
    this.take(bytes, undefined, kind === "float128" && encoding.rules.float128 === "x87" ? 6 : 0);
    switch (kind) {
      case "boolean": {
        const value = cdr.uint8();
        if (value > 1) throw this.error("bad-boolean", `a boolean is 0 or 1, not ${value}`);
        return value === 1;
      }
      case "char":
        return String.fromCharCode(cdr.uint8());
      case "wchar":
        return this.wchar(bytes);
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
      case "uint64": {
        const big = this.words64(kind === "int64");
        return encoding.int64 === "bigint" ? big : toNumber(big, kind);
      }
      case "float32":
        return cdr.float32();
      case "float64":
        return doubleOf(this.words64(false));
      case "float128":
        return float128Value(this.words128(), encoding.rules.float128);
      default:
        return cdr.uint8();
    }
  }

  /** A whole number of 1, 2, 4 or 8 bytes; bigint for 8. */
  integer(bytes: number, signed: boolean): number | bigint {
    this.take(bytes);
    const { cdr } = this;
    if (bytes === 8) return this.words64(signed);
    if (bytes === 4) return signed ? cdr.int32() : cdr.uint32();
    if (bytes === 2) return signed ? cdr.int16() : cdr.uint16();
    return signed ? cdr.int8() : cdr.uint8();
  }

  /** A uint32 that is no value of its own: a length, a count, a header. `what` names it in a field map. */
  count(what: string): number {
    this.take(4, what);
    return this.cdr.uint32();
  }

  uint16(what: string): number {
    this.take(2, what);
    return this.cdr.uint16();
  }

  /** The next so many bytes, without alignment, as a view. */
  view(count: number): Uint8Array {
    this.need(1, count);
    const start = this.offset;
    this.fields?.add(start, start + count, this.path);
    this.offset += count;
    return new Uint8Array(this.bytes.buffer, this.bytes.byteOffset + start, count);
  }

  /** Moves to the next multiple of 4, as far as there is one before the end. */
  alignTo4(): void {
    this.offset = Math.min(this.offset + this.paddingTo(4), this.end);
  }

  /** Checks that `count` numbers of `bytes` each, aligned, lie before the end. */
  need(bytes: number, count: number): void {
    const padding = count === 0 ? 0 : this.paddingTo(alignmentOf(bytes, this.encoding.version));
    if (this.offset + padding + bytes * count > this.end) {
      throw this.error("truncated", `${bytes * count} bytes needed, ${this.left} are left`);
    }
  }

  error(code: CdrErrorCode, problem: string): CdrError {
    return new CdrError(code, problem, this.path.toString(), this.offset);
  }

  /** Checks and aligns for one number, of which the highest `unused` bytes mean nothing. */
  private take(bytes: number, what?: string, unused = 0): void {
    this.need(bytes, 1);
    this.offset += this.paddingTo(alignmentOf(bytes, this.encoding.version));
    if (this.fields === undefined) return;
    const start = this.offset + (this.encoding.littleEndian ? 0 : unused);
    this.fields.add(start, start + bytes - unused, this.path, what);
  }

  private paddingTo(alignment: number): number {
    return (this.origin - this.offset) & (alignment - 1);
  }

  private wchar(bytes: number): string {
    const unit = bytes === 2 ? this.cdr.uint16() : this.cdr.uint32();
    if (unit > 0xffff) throw this.error("bad-string", `a wchar is one UTF-16 unit, not ${unit}`);
    return String.fromCharCode(unit);
  }

  private words64(signed: boolean): bigint {
    const { cdr } = this;
    const first = BigInt(cdr.uint32());
    const second = BigInt(cdr.uint32());
    const bits = this.encoding.littleEndian ? (second << 32n) | first : (first << 32n) | second;
    return signed ? BigInt.asIntN(64, bits) : bits;
  }

  private words128(): bigint {
    const first = this.words64(false);
    const second = this.words64(false);
    return this.encoding.littleEndian ? (second << 64n) | first : (first << 64n) | second;
  }
}

function doubleOf(bits: bigint): number {
  scratch.setBigUint64(0, bits);
  return scratch.getFloat64(0);
}

const scratch = new DataView(new ArrayBuffer(8));
