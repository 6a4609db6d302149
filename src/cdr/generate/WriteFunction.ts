import type { EnumType } from "../../idl/index.js";
import { alignmentOf, isExtendedParameter, type ScalarType, scalarBytes } from "../layout.js";
import { HOST_LITTLE_ENDIAN, typedArrayFor } from "../numbers.js";
import { enumValues } from "./enumTables.js";
import type { GenerateContext } from "./GenerateContext.js";
import { fixedLengthCode, fixedValueBytes, hasCountedParts } from "./headers.js";
import { type MemberHeader, PassFunction } from "./PassFunction.js";
import { bitmaskCheck, CHECKS, SETTERS } from "./setters.js";

/** `W(v, dv, u8, p, b)`: `b` is where alignment counts from. */
export class WriteFunction extends PassFunction {
  protected readonly prefix = "W";
  protected readonly parameters = "dv, u8, p, b";
  private readonly le: boolean;

  constructor(context: GenerateContext) {
    super(context, "b");
    this.le = context.encoding.littleEndian;
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
    this.setChecked(type, bytes, value, this.code.at());
    this.code.advance(bytes);
  }

  private setChecked(type: ScalarType, bytes: number, value: string, at: string): void {
    const { code, le } = this;
    const check = CHECKS[type.kind];
    if (check !== undefined) code.line(`if (${check.replaceAll("x", value)}) throw F;`);
    switch (type.kind) {
      case "boolean":
        code.line(`u8[${at}] = ${value} ? 1 : 0;`);
        return;
      case "char":
        code.line(`u8[${at}] = ${value}.charCodeAt(0);`);
        return;
      case "wchar":
        code.line(`dv.${bytes === 4 ? "setUint32" : "setUint16"}(${at}, ${value}.charCodeAt(0), ${le});`);
        return;
      case "octet":
      case "uint8":
      case "int8":
        code.line(`u8[${at}] = ${value};`);
        return;
      case "int64":
      case "uint64":
        code.line(`${type.kind === "int64" ? "setInt64" : "setUint64"}(dv, ${at}, ${value}, ${le});`);
        return;
      case "float128":
        code.line(`setFloat128(dv, ${at}, ${value}, ${le}, ${JSON.stringify(this.encoding.rules.float128)});`);
        return;
      case "enum":
        this.enum(type, bytes, value, at);
        return;
      case "bitmask":
        this.bitmask(type.bitBound, bytes, value, at);
        return;
      case "bitset":
        code.line(`setBits(${this.context.constant(type)}, dv, ${at}, ${value}, ${bytes}, ${le});`);
        return;
      default:
        code.line(`dv.${SETTERS[type.kind]}(${at}, ${value}, ${le});`);
        return;
    }
  }

  private enum(type: EnumType, bytes: number, value: string, at: string): void {
    const table = this.context.enumTable(type, () => enumValues(type));
    const number = this.code.fresh("t");
    this.code.line(`const ${number} = ${table}.get(${value}); if (${number} === undefined) throw F;`);
    const kind = { 1: "setInt8", 2: "setInt16", 4: "setInt32" }[bytes];
    this.code.line(`dv.${kind}(${at}, ${number}, ${this.le});`);
  }

  private bitmask(bitBound: number, bytes: number, value: string, at: string): void {
    const { code, le } = this;
    if (bytes === 8) {
      code.line(`setMask64(dv, ${at}, ${value}, ${le}, ${bitBound});`);
      return;
    }
    code.line(`if (${bitmaskCheck(bitBound).replaceAll("x", value)}) throw F;`);
    const kind = { 1: "setUint8", 2: "setUint16", 4: "setUint32" }[bytes];
    code.line(`dv.${kind}(${at}, ${value}, ${le});`);
  }

  protected string(bound: number | undefined, value: string): void {
    this.align(4);
    this.code.flush();
    const limit = bound ?? 4294967294;
    this.code.line(`p = writeString(dv, u8, p, ${value}, ${this.le}, ${limit});`);
    this.code.know(1);
  }

  protected wstring(bound: number | undefined, value: string): void {
    const rules = this.encoding.rules.wstring[this.encoding.version];
    this.align(4);
    this.code.flush();
    const limit = bound ?? 4294967294;
    const form = this.context.constant(rules);
    this.code.line(`p = writeWString(dv, p, ${value}, ${this.le}, ${limit}, ${form});`);
    this.code.know(rules.unitBytes);
  }

  protected count(value: string): void {
    this.align(4);
    this.setUint32(value);
  }

  /** At an aligned position. */
  private setUint32(value: string | number): void {
    this.code.line(`dv.setUint32(${this.code.at()}, ${value}, ${this.le});`);
    this.code.advance(4);
  }

  protected scalars(element: ScalarType, value: string, count: string): void {
    const { code } = this;
    const bytes = scalarBytes(element, this.encoding);
    // The typed array's own kind decides, so that BigInt64Array is copied in "number" mode too.
    const TypedArray = typedArrayFor(element, "bigint");
    const canCopy = TypedArray !== undefined && (bytes === 1 || this.le === HOST_LITTLE_ENDIAN);
    if (canCopy) {
      code.line(`if (${value} instanceof ${TypedArray.name}) {`);
      this.copyNumbers(element.kind, bytes, value, count);
      code.line("} else");
    }
    code.line(`for (let i = 0; i < ${count}; i++, p += ${bytes}) {`);
    const item = code.fresh("v");
    code.line(`const ${item} = ${value}[i];`);
    this.setChecked(element, bytes, item, "p");
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
    code.line(`if (${count} <= ${FEW_ELEMENTS}) {`);
    code.line(`for (let i = 0; i < ${count}; i++, p += ${bytes}) dv.${setter}(p, ${value}[i], ${this.le});`);
    code.line("} else {");
    code.line(`u8.set(new Uint8Array(${value}.buffer, ${value}.byteOffset, ${value}.byteLength), p);`);
    code.line(`p += ${count} * ${bytes}; }`);
  }

  protected delimited(emitContent: () => void): void {
    this.align(4);
    this.measured(emitContent);
  }

  /** A uint32 that says how many bytes follow. */
  private measured(emitContent: () => void): void {
    const { code } = this;
    code.flush();
    const header = code.fresh("d");
    code.line(`const ${header} = p;`);
    code.advance(4);
    emitContent();
    code.flush();
    code.line(`dv.setUint32(${header}, p - ${header} - 4, ${this.le});`);
  }

  protected flag(isPresent: boolean): void {
    this.code.line(`u8[${this.code.at()}] = ${isPresent ? 1 : 0};`);
    this.code.advance(1);
  }

  protected headed(header: MemberHeader, expression: string): void {
    this.align(4);
    if (this.encoding.version === 1) this.parameter(header, expression);
    else this.emHeaded(header, expression);
  }

  /** XTypes §7.4.3.4.2: must-understand bit, length code, id; NEXTINT with the length when the code is 4. */
  private emHeaded(header: MemberHeader, expression: string): void {
    const lengthCode = fixedLengthCode(header, this.encoding);
    const word = (header.mustUnderstand ? 0x8000_0000 : 0) | header.id;
    if (lengthCode === "bySize") {
      this.memberBySize(header, word, expression);
      return;
    }
    if (lengthCode === "entries") {
      this.memberByEntries(header, word, expression);
      return;
    }
    this.setUint32((word | (lengthCode << 28)) >>> 0);
    const known = fixedValueBytes(header, this.encoding);
    if (lengthCode !== 4) this.part(header.type, expression);
    else if (known === undefined) this.measured(() => this.part(header.type, expression));
    else {
      this.setUint32(known);
      this.part(header.type, expression);
    }
  }

  /**
   * Room for NEXTINT only where it is sure to be needed: what is written must not reach beyond the end that the size
   * pass has found. `closeMember` makes room where it turns out to be needed.
   */
  private memberBySize(header: MemberHeader, word: number, expression: string): void {
    const { code } = this;
    code.flush();
    const start = code.fresh("h");
    const value = code.fresh("v");
    const first = code.fresh("h");
    code.line(`const ${value} = ${expression}, ${start} = p;`);
    code.line(`p += ${hasCountedParts(header.type, this.encoding) ? `isLong(${value}) ? 8 : 4` : 4};`);
    code.line(`const ${first} = p;`);
    code.know(4);
    this.part(header.type, value);
    code.flush();
    code.line(`p = closeMember(dv, u8, ${start}, ${first}, p, ${word}, ${this.le});`);
    code.know(1);
  }

  private memberByEntries(header: MemberHeader, word: number, expression: string): void {
    const { code, le } = this;
    code.flush();
    const start = code.fresh("h");
    code.line(`const ${start} = p;`);
    code.advance(4);
    this.part(header.type, expression);
    code.flush();
    const [empty, filled] = [2, 5].map((lengthCode) => (word | (lengthCode << 28)) >>> 0);
    code.line(`dv.setUint32(${start}, p - ${start} === 8 ? ${empty} : ${filled}, ${le});`);
  }

  /** XTypes §7.4.1.2.1: id and length, in the long form where the short one has no room. */
  private parameter(header: MemberHeader, expression: string): void {
    const { code } = this;
    const known = fixedValueBytes(header, this.encoding);
    const isExtended = isExtendedParameter(header.id, known ?? 0, this.encoding.rules);
    this.parameterHeader(header, isExtended, known ?? 0);
    const { outer, start } = code.openOrigin();
    this.part(header.type, expression);
    if (header.isRounded) this.align(4);
    if (known === undefined) {
      code.flush();
      if (isExtended) code.line(`dv.setUint32(${start} - 4, p - ${start}, ${this.le});`);
      else
        code.line(
          `p = closeParameter(dv, u8, ${start}, p, ${this.extendedPid(header)}, ${longId(header)}, ${this.le});`,
        );
    }
    this.closeOrigin(outer);
  }

  private parameterHeader(header: MemberHeader, isExtended: boolean, length: number): void {
    const { code, le } = this;
    if (!isExtended) {
      const pid = header.id | (header.mustUnderstand ? 0x4000 : 0);
      code.line(`dv.setUint16(${code.at()}, ${pid}, ${le}); dv.setUint16(${code.at(2)}, ${length}, ${le});`);
      code.advance(4);
      return;
    }
    code.line(`dv.setUint16(${code.at()}, ${this.extendedPid(header)}, ${le}); dv.setUint16(${code.at(2)}, 8, ${le});`);
    code.advance(4);
    this.setUint32(longId(header));
    this.setUint32(length);
  }

  private extendedPid({ mustUnderstand }: MemberHeader): number {
    return this.encoding.rules.extendedMustUnderstand || mustUnderstand ? 0x7f01 : 0x3f01;
  }

  protected absent(header: MemberHeader): void {
    this.align(4);
    this.parameterHeader(header, isExtendedParameter(header.id, 0, this.encoding.rules), 0);
    this.keepOrigin();
  }

  protected listEnd(): void {
    const { code, le } = this;
    this.align(4);
    const pid = this.encoding.rules.listEndMustUnderstand ? 0x7f02 : 0x3f02;
    code.line(`dv.setUint16(${code.at()}, ${pid}, ${le}); dv.setUint16(${code.at(2)}, 0, ${le});`);
    code.advance(4);
  }
}

function longId(header: MemberHeader): number {
  return (header.id | (header.mustUnderstand ? 0x4000_0000 : 0)) >>> 0;
}

const FEW_ELEMENTS = 24;
