/**
 * Generates the encoder of one type under one encoding: a size pass and a write pass. Every value that does not fit
 * the type throws FAILED and the interpreter finds the words.
 */
import { type EnumType, isPrimitive, type StructType, type TypeDescription } from "../../idl/index.js";
import {
  alignmentOf,
  collectionHasDheader,
  type Encoding,
  isFixedSize,
  maxEnd,
  scalarBytes,
  structHasDheader,
} from "../layout.js";
import { MAX_RECURSION } from "../limits.js";
import { HOST_LITTLE_ENDIAN, integerRange, typedArrayFor } from "../numbers.js";
import { Code } from "./Code.js";
import { FAILED, GenerateContext } from "./context.js";
import { countOf, setInt64, setUint64, stringBytes, writeString } from "./writeHelpers.js";

export interface GeneratedWriter {
  /** Bytes of the body: no encapsulation header, no trailing padding. */
  size(value: unknown): number;
  /** Writes the body at `origin` and returns its end. Both views start at the same byte; there must be room. */
  write(value: unknown, view: DataView, bytes: Uint8Array, origin: number): number;
}

/** Throws EvalError where code generation is forbidden. */
export function generateWriter(type: StructType, encoding: Encoding): GeneratedWriter {
  const context = new GenerateContext(type, encoding);
  const root = context.functionIndex(type);
  const functions: string[] = [];
  for (let next = context.nextPendingStruct(); next !== undefined; next = context.nextPendingStruct()) {
    functions.push(new SizeFunction(context).structFunction(next), new WriteFunction(context).structFunction(next));
  }
  const source = `"use strict";
const { countOf, stringBytes, writeString, setInt64, setUint64 } = H;
let depth = 0;
${context.enumSources.join("\n")}
${functions.join("\n")}
return {
  size(v) { depth = 0; return S${root}(v, 0); },
  write(v, dv, u8, b) { depth = 0; return W${root}(v, dv, u8, b, b); },
};`;
  const make = new Function("K", "F", "H", source);
  const helpers = { countOf, stringBytes, writeString, setInt64, setUint64 };
  return make(context.constantValues, FAILED, helpers) as GeneratedWriter;
}

/** What the two passes share: the walk over structs and collections. */
abstract class PassFunction {
  protected readonly context: GenerateContext;
  protected readonly encoding: Encoding;
  protected readonly code: Code;

  constructor(context: GenerateContext, origin: string) {
    this.context = context;
    this.encoding = context.encoding;
    this.code = new Code(origin);
  }

  protected abstract readonly prefix: string;
  /** Parameters besides the value, as passed on. */
  protected abstract readonly parameters: string;
  protected abstract align(alignment: number): void;
  protected abstract scalar(type: TypeDescription, value: string): void;
  protected abstract string(bound: number | undefined, value: string): void;
  protected abstract numbers(element: TypeDescription, value: string, count: string): void;
  protected abstract count(value: string): void;
  /** Emits a DHEADER around the content. */
  protected abstract delimited(emitContent: () => void): void;

  structFunction(type: StructType): string {
    const { code, context } = this;
    const isRecursive = context.recursive.has(type);
    code.line(`function ${this.prefix}${context.functionIndex(type)}(v, ${this.parameters}) {`);
    if (context.functionIndex(type) !== 0 || isRecursive) code.know(1);
    if (isRecursive) code.line(`if (++depth > ${MAX_RECURSION}) throw F;`);
    this.structBody(type, "v");
    code.flush();
    if (isRecursive) code.line("depth--;");
    code.line("return p;\n}");
    return code.toString();
  }

  protected value(type: TypeDescription, value: string): void {
    switch (type.kind) {
      case "string":
        this.string(type.bound, value);
        return;
      case "sequence":
        this.collection(type.element, () => this.sequence(type.element, type.bound, value));
        return;
      case "array":
        this.collection(type.element, () => this.array(type.element, type.dimensions, value));
        return;
      case "struct":
        this.struct(type, value);
        return;
      default:
        this.scalar(type, value);
        return;
    }
  }

  protected struct(type: StructType, value: string): void {
    const { code, context } = this;
    if (context.isInlined(type)) {
      this.structBody(type, value);
      return;
    }
    code.flush();
    code.line(`p = ${this.prefix}${context.functionIndex(type)}(${value}, ${this.parameters});`);
    code.know(1);
  }

  protected structBody(type: StructType, value: string): void {
    this.code.line(`if (typeof ${value} !== "object" || ${value} === null) throw F;`);
    if (structHasDheader(type, this.encoding.version)) this.delimited(() => this.members(type, value));
    else this.members(type, value);
  }

  private members(type: StructType, value: string): void {
    for (const member of type.members) this.member(member.type, `${value}.${member.name}`);
  }

  protected member(type: TypeDescription, expression: string): void {
    const name = this.code.fresh("v");
    this.code.line(`const ${name} = ${expression};`);
    this.value(type, name);
  }

  private collection(element: TypeDescription, emitContent: () => void): void {
    if (collectionHasDheader(element, this.encoding)) this.delimited(emitContent);
    else emitContent();
  }

  private sequence(element: TypeDescription, bound: number | undefined, value: string): void {
    const count = this.code.fresh("n");
    this.code.line(`const ${count} = countOf(${value});`);
    if (bound !== undefined) this.code.line(`if (${count} > ${bound}) throw F;`);
    this.count(count);
    this.elements(element, value, count);
  }

  private array(element: TypeDescription, dimensions: readonly number[], value: string): void {
    const [count = 0, ...inner] = dimensions;
    this.code.line(`if (countOf(${value}) !== ${count}) throw F;`);
    if (inner.length === 0) {
      this.elements(element, value, String(count));
      return;
    }
    this.loop(value, String(count), (item) => this.array(element, inner, item));
  }

  private elements(element: TypeDescription, value: string, count: string): void {
    const { code } = this;
    if (!isPrimitive(element)) {
      this.loop(value, count, (item) => this.value(element, item));
      return;
    }
    const bytes = scalarBytes(element, this.encoding);
    code.flush();
    code.line(`if (${count} !== 0) {`);
    this.align(alignmentOf(bytes, this.encoding.version));
    code.flush();
    this.numbers(element, value, count);
    code.line("}");
    code.know(Math.min(bytes, 4));
  }

  protected loop(value: string, count: string, emitOne: (item: string) => void): void {
    const { code } = this;
    code.flush();
    const index = code.fresh("i");
    const item = code.fresh("v");
    code.line(`for (let ${index} = 0; ${index} < ${count}; ${index}++) {`);
    code.line(`const ${item} = ${value}[${index}];`);
    code.know(1);
    emitOne(item);
    code.flush();
    code.line("}");
    code.know(1);
  }
}

/** `S(v, p)`: looks only at what has a variable size. */
class SizeFunction extends PassFunction {
  protected readonly prefix = "S";
  protected readonly parameters = "p";

  constructor(context: GenerateContext) {
    super(context, "0");
  }

  protected override member(type: TypeDescription, expression: string): void {
    if (!this.skipFixed(type)) super.member(type, expression);
  }

  /** A part of fixed size from a known start is a constant. */
  private skipFixed(type: TypeDescription): boolean {
    if (!isFixedSize(type)) return false;
    const residue = this.code.knownResidue(this.encoding.version === 1 ? 8 : 4);
    if (residue === undefined) return false;
    this.code.advance(maxEnd(type, this.encoding, residue) - residue);
    return true;
  }

  protected align(alignment: number): void {
    const padding = this.code.knownPadding(alignment);
    if (padding === undefined) this.code.alignAtRunTime(alignment);
    else this.code.advance(padding);
  }

  protected scalar(type: TypeDescription): void {
    const bytes = scalarBytes(type, this.encoding);
    this.align(alignmentOf(bytes, this.encoding.version));
    this.code.advance(bytes);
  }

  protected string(_bound: number | undefined, value: string): void {
    this.align(4);
    this.code.advance(4);
    this.code.flush();
    this.code.line(`p += stringBytes(${value});`);
    this.code.know(1);
  }

  protected count(): void {
    this.align(4);
    this.code.advance(4);
  }

  protected numbers(element: TypeDescription, _value: string, count: string): void {
    this.code.line(`p += ${count} * ${scalarBytes(element, this.encoding)};`);
  }

  protected delimited(emitContent: () => void): void {
    this.align(4);
    this.code.advance(4);
    emitContent();
  }
}

/** `W(v, dv, u8, p, b)`: `b` is where alignment counts from. */
class WriteFunction extends PassFunction {
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

  protected scalar(type: TypeDescription, value: string): void {
    const bytes = scalarBytes(type, this.encoding);
    this.align(alignmentOf(bytes, this.encoding.version));
    if (type.kind === "enum") this.enum(type, bytes, value);
    else this.setChecked(type, value, this.code.at());
    this.code.advance(bytes);
  }

  private setChecked(type: TypeDescription, value: string, at: string): void {
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

  protected numbers(element: TypeDescription, value: string, count: string): void {
    const { code } = this;
    const bytes = scalarBytes(element, this.encoding);
    // The typed array's own kind decides, so that BigInt64Array is copied in "number" mode too.
    const TypedArray = typedArrayFor(element, "bigint");
    const canCopy = TypedArray !== undefined && (bytes === 1 || this.encoding.littleEndian === HOST_LITTLE_ENDIAN);
    if (canCopy) {
      code.line(`if (${value} instanceof ${TypedArray.name}) {`);
      const source = bytes === 1 ? value : `new Uint8Array(${value}.buffer, ${value}.byteOffset, ${value}.byteLength)`;
      code.line(`u8.set(${source}, p); p += ${count} * ${bytes};`);
      code.line("} else");
    }
    code.line(`for (let i = 0; i < ${count}; i++, p += ${bytes}) {`);
    const item = code.fresh("v");
    code.line(`const ${item} = ${value}[i];`);
    this.setChecked(element, item, "p");
    code.line("}");
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

/** By literal name and by number. */
function enumValues(type: EnumType): ReadonlyMap<unknown, number> {
  const values = new Map<unknown, number>();
  for (const literal of type.literals) values.set(literal.name, literal.value).set(literal.value, literal.value);
  return values;
}

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
  float32: 'typeof x !== "number"',
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
