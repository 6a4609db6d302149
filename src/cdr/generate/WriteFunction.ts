import type { EnumType, PrimitiveType } from "../../idl/index.js";
import { alignmentOf, type ScalarType, scalarBytes } from "../layout.js";
import { FLOAT32_OVERFLOW, HOST_LITTLE_ENDIAN, integerRange, typedArrayFor } from "../numbers.js";
import { enumValues } from "./enumTables.js";
import type { GenerateContext } from "./GenerateContext.js";
import { PassFunction } from "./PassFunction.js";

/** `W(v, dv, u8, p, b)`: `b` is where alignment counts from. */
export class WriteFunction extends PassFunction {
  protected readonly prefix = "W";
  protected readonly parameters = "dv, u8, p, b";

  constructor(context: GenerateContext) {
    super(context, "b");
  }

  protected align(alignment: number): void {
    const { code } = this;
    const padding = code.knownPadding(alignment);
    if (padding === undefined) {
      code.zeroFillAtRunTime(alignment);
      return;
    }
    // Padding is written: a reused target holds old bytes, and what is not ours to send must not leave.
    for (let i = 0; i < padding; i++) code.line(`u8[${code.at(i)}] = 0;`);
    code.advance(padding);
  }

  protected scalar(type: ScalarType, value: string): void {
    const bytes = scalarBytes(type, this.encoding);
    this.align(alignmentOf(bytes, this.encoding.version));
    if (type.kind === "enum") this.enum(type, bytes, value);
    else this.setChecked(type, value, this.code.at());
    this.code.advance(bytes);
  }

  private setChecked(type: PrimitiveType, value: string, at: string): void {
    const { code } = this;
    const le = this.encoding.littleEndian;
    const check = CHECKS[type.kind];
    if (check !== undefined) code.line(`if (${check.replaceAll("x", value)}) throw F;`);
    switch (type.kind) {
      case "boolean":
        code.line(`u8[${at}] = ${value} ? 1 : 0;`);
        return;
      case "char":
        code.line(`u8[${at}] = ${value}.charCodeAt(0);`);
        return;
      case "octet":
      case "uint8":
      case "int8":
        code.line(`u8[${at}] = ${value};`);
        return;
      case "int64":
        code.line(`setInt64(dv, ${at}, ${value}, ${le});`);
        return;
      case "uint64":
        code.line(`setUint64(dv, ${at}, ${value}, ${le});`);
        return;
      default:
        code.line(`dv.${SETTERS[type.kind]}(${at}, ${value}, ${le});`);
        return;
    }
  }

  private enum(type: EnumType, bytes: number, value: string): void {
    const table = this.context.enumTable(type, () => enumValues(type));
    const number = this.code.fresh("t");
    this.code.line(`const ${number} = ${table}.get(${value}); if (${number} === undefined) throw F;`);
    const kind = { 1: "setInt8", 2: "setInt16", 4: "setInt32" }[bytes];
    this.code.line(`dv.${kind}(${this.code.at()}, ${number}, ${this.encoding.littleEndian});`);
  }

  protected string(bound: number | undefined, value: string): void {
    this.align(4);
    this.code.flush();
    const limit = bound ?? 4294967294;
    this.code.line(`p = writeString(dv, u8, p, ${value}, ${this.encoding.littleEndian}, ${limit});`);
    this.code.know(1);
  }

  protected count(value: string): void {
    this.align(4);
    this.code.line(`dv.setUint32(${this.code.at()}, ${value}, ${this.encoding.littleEndian});`);
    this.code.advance(4);
  }

  protected numbers(element: PrimitiveType, value: string, count: string): void {
    const { code } = this;
    const bytes = scalarBytes(element, this.encoding);
    // The typed array's own kind decides, so that BigInt64Array is copied in "number" mode too.
    const TypedArray = typedArrayFor(element, "bigint");
    const canCopy = TypedArray !== undefined && (bytes === 1 || this.encoding.littleEndian === HOST_LITTLE_ENDIAN);
    if (canCopy) {
      code.line(`if (${value} instanceof ${TypedArray.name}) {`);
      this.copyNumbers(element.kind, bytes, value, count);
      code.line("} else");
    }
    code.line(`for (let i = 0; i < ${count}; i++, p += ${bytes}) {`);
    const item = code.fresh("v");
    code.line(`const ${item} = ${value}[i];`);
    this.setChecked(element, item, "p");
    code.line("}");
  }

  /** A typed array holds nothing that does not fit. A second view for `set` costs as much as the loop for a few. */
  private copyNumbers(kind: string, bytes: number, value: string, count: string): void {
    const { code } = this;
    if (bytes === 1) {
      code.line(`u8.set(${value}, p); p += ${count};`);
      return;
    }
    const setter = SETTERS[kind] ?? (kind === "int64" ? "setBigInt64" : "setBigUint64");
    const le = this.encoding.littleEndian;
    code.line(`if (${count} <= ${FEW_ELEMENTS}) {`);
    code.line(`for (let i = 0; i < ${count}; i++, p += ${bytes}) dv.${setter}(p, ${value}[i], ${le});`);
    code.line("} else {");
    code.line(`u8.set(new Uint8Array(${value}.buffer, ${value}.byteOffset, ${value}.byteLength), p);`);
    code.line(`p += ${count} * ${bytes}; }`);
  }

  protected delimited(emitContent: () => void): void {
    const { code } = this;
    this.align(4);
    code.flush();
    const header = code.fresh("d");
    code.line(`const ${header} = p;`);
    code.advance(4);
    emitContent();
    code.flush();
    code.line(`dv.setUint32(${header}, p - ${header} - 4, ${this.encoding.littleEndian});`);
  }
}

const FEW_ELEMENTS = 24;

const range = (kind: string): string => {
  const [low, high] = integerRange(kind)!;
  return `!Number.isInteger(x) || x < ${low} || x > ${high}`;
};

/** What makes a value of the kind wrong, with `x` for the value. 64-bit kinds are checked where they are stored. */
const CHECKS: Readonly<Record<string, string>> = {
  boolean: 'typeof x !== "boolean"',
  char: 'typeof x !== "string" || x.length !== 1 || x.charCodeAt(0) > 255',
  octet: range("octet"),
  uint8: range("uint8"),
  int8: range("int8"),
  int16: range("int16"),
  uint16: range("uint16"),
  int32: 'typeof x !== "number" || x !== (x | 0)',
  uint32: 'typeof x !== "number" || x !== x >>> 0',
  float32: `typeof x !== "number" || (Math.abs(x) >= ${FLOAT32_OVERFLOW} && Math.abs(x) !== Infinity)`,
  float64: 'typeof x !== "number"',
};

const SETTERS: Readonly<Record<string, string>> = {
  int16: "setInt16",
  uint16: "setUint16",
  int32: "setInt32",
  uint32: "setUint32",
  float32: "setFloat32",
  float64: "setFloat64",
};
