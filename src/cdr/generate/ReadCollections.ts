import { type MapType, type TypeDescription, unaliased } from "../../idl/index.js";
import { minBytes } from "../extent.js";
import {
  type AggregateType,
  alignmentOf,
  collectionHasDheader,
  isScalar,
  mapHasDheader,
  type ScalarType,
  scalarBytes,
} from "../layout.js";
import { MAX_EMPTY_ELEMENTS } from "../limits.js";
import { HOST_LITTLE_ENDIAN, typedArrayFor } from "../numbers.js";
import { numbersFunction } from "./numberArrays.js";
import { ReadScalars } from "./ReadScalars.js";

/** Values of every kind but aggregates, and collections of them. */
export abstract class ReadCollections extends ReadScalars {
  protected abstract readAggregate(type: AggregateType): string;

  /** Emits what must come first and returns an expression that is to be used at once. */
  protected read(type: TypeDescription): string {
    const actual = unaliased(type);
    switch (actual.kind) {
      case "string":
        return this.readString(actual.bound);
      case "wstring":
        return this.readWString(actual.bound);
      case "sequence": {
        const { element, bound } = actual;
        return this.inCollection(collectionHasDheader(element, this.encoding), () => this.readSequence(element, bound));
      }
      case "array": {
        const { element, dimensions } = actual;
        return this.inCollection(collectionHasDheader(element, this.encoding), () =>
          this.readArray(element, dimensions),
        );
      }
      case "map":
        return this.inCollection(mapHasDheader(actual, this.encoding), () => this.readMap(actual));
      case "struct":
      case "union":
        return this.readAggregate(actual);
      default:
        return this.readScalarValue(actual);
    }
  }

  private inCollection(hasDheader: boolean, readContent: () => string): string {
    if (!hasDheader) return readContent();
    const outerEnd = this.openDelimiter();
    const value = this.code.fresh("q");
    this.code.line(`const ${value} = ${readContent()};`);
    this.closeDelimiter(outerEnd);
    return value;
  }

  protected openDelimiter(): string {
    const { code } = this;
    const length = this.readCount();
    this.barrier();
    const outerEnd = this.end;
    const end = code.fresh("e");
    code.line(`if (${length} > ${outerEnd} - p) throw F; const ${end} = p + ${length};`);
    this.end = end;
    return outerEnd;
  }

  protected closeDelimiter(outerEnd: string): void {
    this.barrier();
    this.code.line(`p = ${this.end};`);
    this.end = outerEnd;
    this.code.know(1);
  }

  private readSequence(element: TypeDescription, bound: number | undefined): string {
    const count = this.readCheckedCount(minBytes(element, this.encoding), bound);
    return this.readElements(element, count);
  }

  private readCheckedCount(least: number, bound: number | undefined): string {
    const { code } = this;
    const count = this.readCount();
    this.barrier();
    if (bound !== undefined) code.line(`if (${count} > ${bound}) throw F;`);
    if (least === 0) code.line(`if (${count} > ${MAX_EMPTY_ELEMENTS}) throw F;`);
    else code.line(`if (${count} * ${least} > ${this.end} - p) throw F;`);
    return count;
  }

  private readArray(element: TypeDescription, dimensions: readonly number[]): string {
    const [count = 0, ...inner] = dimensions;
    if (inner.length === 0) return this.readElements(element, String(count));
    return this.readLoop(String(count), () => this.readArray(element, inner));
  }

  private readElements(element: TypeDescription, count: string): string {
    const actual = unaliased(element);
    if (isScalar(actual) && typedArrayFor(actual, this.encoding.int64) !== undefined) {
      return this.readNumbers(actual, count);
    }
    return this.readLoop(count, () => this.read(actual));
  }

  private readNumbers(element: ScalarType, count: string): string {
    const { code, encoding } = this;
    const bytes = scalarBytes(element, encoding);
    const numbers = this.context.helper(element.kind, (name) => numbersFunction(name, element.kind, bytes, encoding));
    if (bytes === 1 || encoding.littleEndian === HOST_LITTLE_ENDIAN) this.context.noteNumbers(bytes);
    const value = code.fresh("a");
    this.barrier();
    this.alignBeforeElements(alignmentOf(bytes, encoding.version), count);
    code.line(`if (${count} * ${bytes} > ${this.end} - p) throw F;`);
    code.line(`const ${value} = ${numbers}(dv, u8, p, ${count}); p += ${count} * ${bytes};`);
    if (Number(count) > 0) code.moved(Number(count) * bytes);
    else code.know(Math.min(bytes, 4));
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

  private readMap(type: MapType): string {
    const { code, encoding } = this;
    const count = this.readCheckedCount(minBytes(type.key, encoding) + minBytes(type.value, encoding), type.bound);
    const map = code.fresh("a");
    const index = code.fresh("i");
    const key = code.fresh("k");
    code.line(`const ${map} = new Map();`);
    code.line(`for (let ${index} = 0; ${index} < ${count}; ${index}++) {`);
    code.know(1);
    code.line(`const ${key} = ${this.read(type.key)};`);
    code.line(`${map}.set(${key}, ${this.read(type.value)});`);
    this.barrier();
    code.line("}");
    code.know(1);
    return map;
  }
}
