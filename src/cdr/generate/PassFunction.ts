import { isPrimitive, type PrimitiveType, type StructType, type TypeDescription } from "../../idl/index.js";
import {
  alignmentOf,
  collectionHasDheader,
  type Encoding,
  type ScalarType,
  scalarBytes,
  structHasDheader,
} from "../layout.js";
import { MAX_RECURSION } from "../limits.js";
import { Code } from "./Code.js";
import type { GenerateContext } from "./GenerateContext.js";

/** What the two passes of an encoder share: the walk over structs and collections. */
export abstract class PassFunction {
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
  protected abstract scalar(type: ScalarType, value: string): void;
  protected abstract string(bound: number | undefined, value: string): void;
  protected abstract numbers(element: PrimitiveType, value: string, count: string): void;
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
