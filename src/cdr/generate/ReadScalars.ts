import type { EnumType } from "../../idl/index.js";
import { alignmentOf, type ScalarType, scalarBytes } from "../layout.js";
import { enumNames, isDense } from "./enumTables.js";
import { getterFor } from "./getters.js";
import { ReadCursor } from "./ReadCursor.js";
import { LONGEST_KEPT_TEXT } from "./readHelpers.js";

/** Numbers and strings. Each method emits what must come first and returns an expression that is to be used at once. */
export abstract class ReadScalars extends ReadCursor {
  protected readScalarValue(type: ScalarType): string {
    const bytes = scalarBytes(type, this.encoding);
    switch (type.kind) {
      case "enum":
        return this.readEnum(type, bytes);
      case "bitmask":
        return this.readBitmask(type.bitBound, bytes);
      case "bitset": {
        const int64 = JSON.stringify(this.encoding.int64);
        return this.readBy(
          bytes,
          (at, le) => `getBits(${this.context.constant(type)}, dv, ${at}, ${bytes}, ${le}, ${int64})`,
        );
      }
      case "float128": {
        const format = JSON.stringify(this.encoding.rules.float128);
        return this.readBy(bytes, (at, le) => `getFloat128(dv, ${at}, ${le}, ${format})`);
      }
      case "wchar":
        return this.readWchar(bytes);
      case "boolean": {
        const value = this.code.fresh("t");
        this.code.line(`const ${value} = ${this.readNumber("uint8", 1)}; if (${value} > 1) throw F;`);
        return `${value} === 1`;
      }
      default:
        return this.readNumber(type.kind, bytes);
    }
  }

  /** A discriminator as case labels are written: 64 bits as bigint, whatever values are shown as. */
  protected readLabel(type: ScalarType): string {
    if (type.kind !== "int64" && type.kind !== "uint64") return this.readScalarValue(type);
    return this.readBy(8, (at) => getterFor(type.kind, at, { ...this.encoding, int64: "bigint" }));
  }

  private readEnum(type: EnumType, bytes: number): string {
    const table = this.context.enumTable(type, () => enumNames(type, bytes));
    const value = this.code.fresh("t");
    const isList = isDense(type);
    const number = this.readNumber(isList ? UNSIGNED[bytes]! : SIGNED[bytes]!, bytes);
    this.code.line(`const ${value} = ${isList ? `${table}[${number}]` : `${table}.get(${number})`};`);
    this.code.line(`if (${value} === undefined) throw F;`);
    return value;
  }

  /** Bits that the type does not name are kept, up to the bit bound. */
  private readBitmask(bitBound: number, bytes: number): string {
    if (bitBound === 8 * bytes) return this.readNumber(UNSIGNED[bytes]!, bytes);
    if (bytes === 8) {
      const int64 = JSON.stringify(this.encoding.int64);
      return this.readBy(bytes, (at, le) => `getMask64(dv, ${at}, ${le}, ${bitBound}, ${int64})`);
    }
    const value = this.code.fresh("t");
    this.code.line(`const ${value} = ${this.readNumber(UNSIGNED[bytes]!, bytes)};`);
    this.code.line(`if (${value} >= ${2 ** bitBound}) throw F;`);
    return value;
  }

  private readWchar(bytes: number): string {
    if (bytes === 2) return `String.fromCharCode(${this.readNumber("uint16", 2)})`;
    const unit = this.code.fresh("t");
    this.code.line(`const ${unit} = ${this.readNumber("uint32", 4)}; if (${unit} > 65535) throw F;`);
    return `String.fromCharCode(${unit})`;
  }

  protected readNumber(kind: string, bytes: number): string {
    return this.readBy(bytes, (at) => getterFor(kind, at, this.encoding));
  }

  private readBy(bytes: number, get: (at: string, littleEndian: boolean) => string): string {
    this.align(alignmentOf(bytes, this.encoding.version));
    this.need(bytes);
    const expression = get(this.code.at(), this.encoding.littleEndian);
    this.code.advance(bytes);
    return expression;
  }

  /** A uint32 count in a variable. */
  protected readCount(): string {
    const scalar = this.readNumber("uint32", 4);
    const name = this.code.fresh("n");
    this.code.line(`const ${name} = ${scalar};`);
    return name;
  }

  protected readString(bound: number | undefined): string {
    const { code } = this;
    const length = this.readCount();
    this.barrier();
    const value = code.fresh("t");
    const tooLong = bound === undefined ? "" : ` || ${length} > ${bound + 1}`;
    code.line(`let ${value} = "";`);
    code.line(`if (${length} !== 0) {`);
    code.line(`if (${length} > ${this.end} - p${tooLong} || u8[p + ${length} - 1] !== 0) throw F;`);
    const last = this.context.lastText();
    code.line(`${value} = text(u8, p, ${length} - 1, ${last}); if (${value} === undefined) throw F;`);
    code.line(`if (${length} <= ${LONGEST_KEPT_TEXT}) ${last} = ${value};`);
    code.line(`p += ${length}; }`);
    code.know(1);
    return value;
  }

  protected readWString(bound: number | undefined): string {
    const { code } = this;
    const { counts, unitBytes, hasNul } = this.encoding.rules.wstring[this.encoding.version];
    const count = this.readCount();
    this.barrier();
    const value = code.fresh("t");
    const bytes = counts === "bytes" ? count : `${count} * ${unitBytes}`;
    code.line(`if (${bytes} > ${this.end} - p) throw F;`);
    code.line(`const ${value} = wtext(u8, p, ${bytes}, ${unitBytes}, ${hasNul}, ${this.encoding.littleEndian});`);
    code.line(`if (${value} === undefined${bound === undefined ? "" : ` || ${value}.length > ${bound}`}) throw F;`);
    code.line(`p += ${bytes};`);
    code.know(unitBytes);
    return value;
  }
}

const UNSIGNED: Readonly<Record<number, string>> = { 1: "uint8", 2: "uint16", 4: "uint32", 8: "uint64" };
const SIGNED: Readonly<Record<number, string>> = { 1: "int8", 2: "int16", 4: "int32" };
