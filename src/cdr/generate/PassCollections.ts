import { type MapType, type TypeDescription, unaliased } from "../../idl/index.js";
import {
  type AggregateType,
  alignmentOf,
  collectionHasDheader,
  type Encoding,
  isScalar,
  mapHasDheader,
  type ScalarType,
  scalarBytes,
} from "../layout.js";
import { typedArrayFor } from "../numbers.js";
import { Code } from "./Code.js";
import type { GenerateContext } from "./GenerateContext.js";

/** What the two passes of an encoder share: the walk over values and collections of them. */
export abstract class PassCollections {
  protected readonly context: GenerateContext;
  protected readonly encoding: Encoding;
  protected readonly code: Code;

  constructor(context: GenerateContext, origin: string) {
    this.context = context;
    this.encoding = context.encoding;
    this.code = new Code(context.hasMovingOrigin ? "B" : origin);
  }

  protected abstract align(alignment: number): void;
  protected abstract scalar(type: ScalarType, value: string): void;
  protected abstract string(bound: number | undefined, value: string): void;
  protected abstract wstring(bound: number | undefined, value: string): void;
  /** Emits elements that are scalars; the first is aligned. */
  protected abstract scalars(element: ScalarType, value: string, count: string): void;
  protected abstract count(value: string): void;
  /** Emits a DHEADER around the content. */
  protected abstract delimited(emitContent: () => void): void;
  protected abstract aggregate(type: AggregateType, value: string): void;

  /** Emits a value that an expression gives; the expression is evaluated once, or not at all when it does not matter. */
  protected part(type: TypeDescription, expression: string): void {
    const name = this.code.fresh("v");
    this.code.line(`const ${name} = ${expression};`);
    this.value(type, name);
  }

  protected value(type: TypeDescription, value: string): void {
    const actual = unaliased(type);
    switch (actual.kind) {
      case "string":
        this.string(actual.bound, value);
        return;
      case "wstring":
        this.wstring(actual.bound, value);
        return;
      case "sequence": {
        const { element, bound } = actual;
        this.collection(collectionHasDheader(element, this.encoding), () => this.sequence(element, bound, value));
        return;
      }
      case "array": {
        const { element, dimensions } = actual;
        this.collection(collectionHasDheader(element, this.encoding), () => this.array(element, dimensions, value));
        return;
      }
      case "map":
        this.collection(mapHasDheader(actual, this.encoding), () => this.map(actual, value));
        return;
      case "struct":
      case "union":
        this.aggregate(actual, value);
        return;
      default:
        this.scalar(actual, value);
        return;
    }
  }

  private collection(hasDheader: boolean, emitContent: () => void): void {
    if (hasDheader) this.delimited(emitContent);
    else emitContent();
  }

  private sequence(element: TypeDescription, bound: number | undefined, value: string): void {
    const count = this.code.fresh("n");
    this.code.line(`const ${count} = ${this.countOf(element, value)};`);
    if (bound !== undefined) this.code.line(`if (${count} > ${bound}) throw F;`);
    this.count(count);
    this.elements(element, value, count);
  }

  private array(element: TypeDescription, dimensions: readonly number[], value: string): void {
    const [count = 0, ...inner] = dimensions;
    const given = inner.length === 0 ? this.countOf(element, value) : `countOf(${value})`;
    this.code.line(`if (${given} !== ${count}) throw F;`);
    if (inner.length === 0) {
      this.elements(element, value, String(count));
      return;
    }
    this.loop(value, String(count), (item) => this.array(element, inner, item));
  }

  /** The typed array that is to be expected is recognised in place. */
  private countOf(element: TypeDescription, value: string): string {
    const TypedArray = typedArrayFor(element, "bigint");
    if (TypedArray === undefined) return `countOf(${value})`;
    return `(${value} instanceof ${TypedArray.name} ? ${value}.length : countOf(${value}))`;
  }

  private map(type: MapType, value: string): void {
    const { code } = this;
    const count = code.fresh("n");
    const entry = code.fresh("v");
    code.line(`const ${count} = sizeOf(${value});`);
    if (type.bound !== undefined) code.line(`if (${count} > ${type.bound}) throw F;`);
    this.count(count);
    code.flush();
    code.line(`for (const ${entry} of ${value}) {`);
    code.know(1);
    this.part(type.key, `${entry}[0]`);
    this.part(type.value, `${entry}[1]`);
    code.flush();
    code.line("}");
    code.know(1);
  }

  protected elements(element: TypeDescription, value: string, count: string): void {
    const { code } = this;
    const actual = unaliased(element);
    if (!isScalar(actual)) {
      this.loop(value, count, (item) => this.value(actual, item));
      return;
    }
    const bytes = scalarBytes(actual, this.encoding);
    const alignment = alignmentOf(bytes, this.encoding.version);
    const fixedCount = Number(count);
    if (fixedCount > 0) {
      this.align(alignment);
      code.flush();
      this.scalars(actual, value, count);
      code.moved(fixedCount * bytes);
      return;
    }
    // An empty sequence has no padding: XCDR aligns elements, not the place where they would be.
    code.flush();
    code.line(`if (${count} !== 0) {`);
    this.align(alignment);
    code.flush();
    this.scalars(actual, value, count);
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
