import {
  type EnumType,
  isPrimitive,
  type PrimitiveType,
  type StructType,
  type TypeDescription,
} from "../../idl/index.js";
import { defaultMember, defaultUnits } from "../defaults.js";
import { minBytes } from "../extent.js";
import { alignmentOf, collectionHasDheader, type Encoding, scalarBytes, structHasDheader } from "../layout.js";
import { MAX_EMPTY_ELEMENTS, MAX_RECURSION } from "../limits.js";
import { typedArrayFor } from "../numbers.js";
import { enumNames, isDense } from "./enumTables.js";
import type { GenerateContext } from "./GenerateContext.js";
import { getterFor } from "./getters.js";
import { numbersFunction } from "./numberArrays.js";
import { ReadCursor } from "./ReadCursor.js";

/** `R(dv, u8, p, e)`: positions count from the payload start, `e` is where reading must stop. */
export class ReadFunction extends ReadCursor {
  private readonly context: GenerateContext;
  private readonly encoding: Encoding;

  constructor(context: GenerateContext) {
    super();
    this.context = context;
    this.encoding = context.encoding;
  }

  structFunction(type: StructType): string {
    const { code, context } = this;
    code.line(`function R${context.functionIndex(type)}(dv, u8, p, e) {`);
    // Only the first function starts at a known position, and it is not worth a second version of itself.
    if (context.functionIndex(type) !== 0 || context.recursive.has(type)) code.know(1);
    if (context.recursive.has(type)) code.line(`if (++depth > ${MAX_RECURSION}) throw F;`);
    const value = this.structBody(type);
    this.barrier();
    if (context.recursive.has(type)) code.line("depth--;");
    code.line(`P = p; return ${value};\n}`);
    return code.toString();
  }

  /** Emits what must come first and returns an expression that is to be used at once. */
  private read(type: TypeDescription): string {
    switch (type.kind) {
      case "string":
        return this.readString(type.bound);
      case "sequence":
        return this.inCollection(type.element, () => this.readSequence(type.element, type.bound));
      case "array":
        return this.inCollection(type.element, () => this.readArray(type.element, type.dimensions));
      case "struct":
        return this.readStruct(type);
      case "enum":
        return this.readEnum(type);
      default:
        return this.readPrimitive(type);
    }
  }

  private readStruct(type: StructType): string {
    const { code, context } = this;
    if (context.isInlined(type)) return this.structBody(type);
    this.barrier();
    const value = code.fresh("s");
    code.line(`const ${value} = R${context.functionIndex(type)}(dv, u8, p, ${this.end}); p = P;`);
    code.know(1);
    return value;
  }

  private structBody(type: StructType): string {
    return structHasDheader(type, this.encoding.version) ? this.delimitedMembers(type) : this.plainMembers(type);
  }

  private plainMembers(type: StructType): string {
    const fields = type.members.map((member) => {
      const name = this.code.fresh("m");
      this.code.line(`const ${name} = ${this.read(member.type)};`);
      return `${member.name}: ${name}`;
    });
    return `{ ${fields.join(", ")} }`;
  }

  /** XTypes §7.4.3.4.1: the DHEADER ends the members; missing ones take defaults, unknown ones are skipped. */
  private delimitedMembers(type: StructType): string {
    const { code } = this;
    const outerEnd = this.openDelimiter();
    const names = type.members.map(() => code.fresh("m"));
    if (names.length > 0) code.line(`let ${names.join(", ")};`);
    const label = code.fresh("L");
    code.line(`${label}: {`);
    for (const [index, member] of type.members.entries()) {
      this.closeCheck();
      this.leaveWhenMissing(member.type, label);
      code.line(`${names[index]} = ${this.read(member.type)};`);
      this.onMissing = "";
    }
    this.barrier();
    code.line("}");
    // One test on the way out: when the last member is there, all are.
    const last = names.at(-1);
    if (last !== undefined) code.line(`if (${last} === undefined) {`);
    for (const [index, member] of type.members.entries()) this.defaultWhenMissing(member, names[index]!);
    if (last !== undefined) code.line("}");
    this.closeDelimiter(outerEnd);
    return `{ ${type.members.map((member, index) => `${member.name}: ${names[index]}`).join(", ")} }`;
  }

  private leaveWhenMissing(type: TypeDescription, label: string): void {
    const { code } = this;
    const atEnd = `if (${code.at()} === ${this.end}) break ${label};`;
    // The position test can ride on the bounds check when the member starts with one at this very place.
    const alignment = this.leadingScalarAlignment(type);
    if (alignment !== undefined && code.knownPadding(alignment) !== undefined) this.onMissing = atEnd;
    else code.line(atEnd);
  }

  private defaultWhenMissing(member: StructType["members"][number], name: string): void {
    const { int64 } = this.encoding;
    const make = this.context.constant(() => defaultMember(member, int64));
    const units = defaultUnits(member.type);
    this.code.line(`if (${name} === undefined) { if ((units -= ${units}) < 0) throw F; ${name} = ${make}(); }`);
  }

  private inCollection(element: TypeDescription, readContent: () => string): string {
    if (!collectionHasDheader(element, this.encoding)) return readContent();
    const outerEnd = this.openDelimiter();
    const value = this.code.fresh("q");
    this.code.line(`const ${value} = ${readContent()};`);
    this.closeDelimiter(outerEnd);
    return value;
  }

  private openDelimiter(): string {
    const { code } = this;
    const length = this.readCount();
    this.barrier();
    const outerEnd = this.end;
    const end = code.fresh("e");
    code.line(`if (${length} > ${outerEnd} - p) throw F; const ${end} = p + ${length};`);
    this.end = end;
    return outerEnd;
  }

  private closeDelimiter(outerEnd: string): void {
    this.barrier();
    this.code.line(`p = ${this.end};`);
    this.end = outerEnd;
    this.code.know(1);
  }

  private readSequence(element: TypeDescription, bound: number | undefined): string {
    const { code } = this;
    const count = this.readCount();
    this.barrier();
    if (bound !== undefined) code.line(`if (${count} > ${bound}) throw F;`);
    const least = minBytes(element, this.encoding);
    if (least === 0) code.line(`if (${count} > ${MAX_EMPTY_ELEMENTS}) throw F;`);
    else code.line(`if (${count} * ${least} > ${this.end} - p) throw F;`);
    return this.readElements(element, count);
  }

  private readArray(element: TypeDescription, dimensions: readonly number[]): string {
    const [count = 0, ...inner] = dimensions;
    if (inner.length === 0) return this.readElements(element, String(count));
    return this.readLoop(String(count), () => this.readArray(element, inner));
  }

  private readElements(element: TypeDescription, count: string): string {
    if (isPrimitive(element) && typedArrayFor(element, this.encoding.int64) !== undefined) {
      return this.readNumbers(element, count);
    }
    return this.readLoop(count, () => this.read(element));
  }

  private readNumbers(element: PrimitiveType, count: string): string {
    const { code, encoding } = this;
    const bytes = scalarBytes(element, encoding);
    const numbers = this.context.helper(element.kind, (name) => numbersFunction(name, element.kind, bytes, encoding));
    const value = code.fresh("a");
    this.barrier();
    this.alignBeforeElements(alignmentOf(bytes, encoding.version), count);
    code.line(`if (${count} * ${bytes} > ${this.end} - p) throw F;`);
    code.line(`const ${value} = ${numbers}(dv, u8, p, ${count}); p += ${count} * ${bytes};`);
    code.know(Math.min(bytes, 4));
    return value;
  }

  private readLoop(count: string, readOne: () => string): string {
    const { code } = this;
    this.barrier();
    const list = code.fresh("a");
    const index = code.fresh("i");
    code.line(`const ${list} = [];`);
    code.line(`for (let ${index} = 0; ${index} < ${count}; ${index}++) {`);
    code.know(1);
    code.line(`${list}.push(${readOne()});`);
    this.barrier();
    code.line("}");
    code.know(1);
    return list;
  }

  private readString(bound: number | undefined): string {
    const { code } = this;
    const length = this.readCount();
    this.barrier();
    const text = code.fresh("t");
    const tooLong = bound === undefined ? "" : ` || ${length} > ${bound + 1}`;
    code.line(`let ${text} = "";`);
    code.line(`if (${length} !== 0) {`);
    code.line(`if (${length} > ${this.end} - p${tooLong} || u8[p + ${length} - 1] !== 0) throw F;`);
    code.line(`${text} = text(u8, p, ${length} - 1); if (${text} === undefined) throw F;`);
    code.line(`p += ${length}; }`);
    code.know(1);
    return text;
  }

  private readEnum(type: EnumType): string {
    const bytes = scalarBytes(type, this.encoding);
    const table = this.context.enumTable(type, () => enumNames(type, bytes));
    const value = this.code.fresh("t");
    const isList = isDense(type);
    const kinds: Record<number, string> = isList
      ? { 1: "uint8", 2: "uint16", 4: "uint32" }
      : { 1: "int8", 2: "int16", 4: "int32" };
    const number = this.readScalar(kinds[bytes]!, bytes);
    this.code.line(`const ${value} = ${isList ? `${table}[${number}]` : `${table}.get(${number})`};`);
    this.code.line(`if (${value} === undefined) throw F;`);
    return value;
  }

  private readPrimitive({ kind }: PrimitiveType): string {
    const bytes = scalarBytes({ kind }, this.encoding);
    const scalar = this.readScalar(kind, bytes);
    if (kind !== "boolean") return scalar;
    const value = this.code.fresh("t");
    this.code.line(`const ${value} = ${scalar}; if (${value} > 1) throw F;`);
    return `${value} === 1`;
  }

  private readScalar(kind: string, bytes: number): string {
    this.align(alignmentOf(bytes, this.encoding.version));
    this.need(bytes);
    const expression = getterFor(kind, this.code.at(), this.encoding);
    this.code.advance(bytes);
    return expression;
  }

  /** A uint32 count in a variable. */
  private readCount(): string {
    const scalar = this.readScalar("uint32", 4);
    const name = this.code.fresh("n");
    this.code.line(`const ${name} = ${scalar};`);
    return name;
  }

  /** The alignment of the scalar that a value of this type starts with; undefined when it starts otherwise. */
  private leadingScalarAlignment(type: TypeDescription): number | undefined {
    const { version } = this.encoding;
    if (type.kind === "string" || type.kind === "sequence") return 4;
    if (type.kind === "array") return collectionHasDheader(type.element, this.encoding) ? 4 : undefined;
    if (type.kind !== "struct") return alignmentOf(scalarBytes(type, this.encoding), version);
    if (!this.context.isInlined(type)) return undefined;
    if (structHasDheader(type, version)) return 4;
    const first = type.members[0];
    return first === undefined ? undefined : this.leadingScalarAlignment(first.type);
  }
}
