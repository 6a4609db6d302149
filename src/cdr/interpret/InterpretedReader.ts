/**
 * Decodes any type by walking its description. The fallback where code generation is forbidden, and the one that words
 * the errors for both codecs.
 */
import {
  type ArrayType,
  type BitsetType,
  type EnumType,
  isPrimitive,
  type MapType,
  type SequenceType,
  type StructMember,
  type StructType,
  type TryConstruct,
  type TypeDescription,
  typeToString,
  type UnionCase,
  type UnionType,
  unaliased,
} from "../../idl/index.js";
import { bitsetValue } from "../bitsets.js";
import type { CdrError } from "../CdrError.js";
import { defaultOf, defaultUnits } from "../defaults.js";
import { minBytes } from "../extent.js";
import {
  type AggregateType,
  collectionHasDheader,
  type Encoding,
  isScalar,
  mapHasDheader,
  type ScalarType,
  scalarBytes,
} from "../layout.js";
import { MAX_EMPTY_ELEMENTS, MAX_RECURSION } from "../limits.js";
import { literalName } from "../lookups.js";
import { exceedsBitBound, toNumber, typedArrayFor } from "../numbers.js";
import { trimUtf8, trimUtf16 } from "../text.js";
import { AggregateReader, type ValueReader } from "./AggregateReader.js";
import { ByteReader } from "./ByteReader.js";
import type { FieldSink } from "./FieldMap.js";
import { readString, readWString } from "./readText.js";

export class InterpretedReader implements ValueReader {
  private readonly reader: ByteReader;
  private readonly encoding: Encoding;
  private readonly aggregates: AggregateReader;
  private readonly recursive: ReadonlySet<AggregateType>;
  private depth = 0;
  /** How many values around this one can do with a part that does not fit. */
  private recoveries = 0;
  /** The first part that did not fit, while one of those values is being read. */
  private misfit: CdrError | undefined;

  /** The encapsulation header must have been checked, and `encoding` must be what it says. */
  constructor(
    payload: Uint8Array,
    encoding: Encoding,
    recursive: ReadonlySet<AggregateType>,
    fields?: FieldSink | undefined,
  ) {
    this.encoding = encoding;
    this.recursive = recursive;
    this.reader = new ByteReader(payload, encoding, fields);
    this.aggregates = new AggregateReader(this.reader, this);
  }

  /** The value of the topic type. Throws CdrError when the bytes are no value of it. */
  readTopic(type: StructType): Record<string, unknown> {
    if (this.encoding.version === 1 && this.encoding.rules.tailMayMiss) this.aggregates.expectEnd(type);
    const value = this.readStruct(type);
    this.reader.fields?.finish?.(this.reader.offset);
    return value;
  }

  member(member: StructMember | UnionCase, makeDefault: () => unknown): unknown {
    return this.fitting(member.type, member.tryConstruct, makeDefault);
  }

  discriminator(type: TypeDescription): { readonly shown: unknown; readonly label: unknown } {
    const actual = unaliased(type);
    const isWide = actual.kind === "int64" || actual.kind === "uint64";
    if (!isWide) {
      const shown = this.read(actual);
      return { shown, label: shown };
    }
    // Looked up by its exact value, before it may be rounded to a number.
    const label = this.reader.integer(8, actual.kind === "int64") as bigint;
    return { shown: this.encoding.int64 === "bigint" ? label : toNumber(label, actual.kind), label };
  }

  private readStruct(type: StructType): Record<string, unknown> {
    return this.nested(type, () => this.aggregates.struct(type));
  }

  private readUnion(type: UnionType): Record<string, unknown> {
    return this.nested(type, () => this.aggregates.union(type));
  }

  private nested<T>(type: AggregateType, readContent: () => T): T {
    const counts = this.recursive.has(type) ? 1 : 0;
    this.depth += counts;
    if (this.depth > MAX_RECURSION) {
      throw this.reader.error("limit-exceeded", `nested more than ${MAX_RECURSION} levels deep`);
    }
    const value = readContent();
    this.depth -= counts;
    return value;
  }

  /** XTypes §7.2.2.7: a member or element whose value does not fit its type may be replaced or cut. */
  private fitting(type: TypeDescription, tryConstruct: TryConstruct, makeDefault: () => unknown): unknown {
    if (tryConstruct === "discard") return this.read(type);
    const outer = this.misfit;
    this.misfit = undefined;
    this.recoveries++;
    const value = this.read(type, tryConstruct === "trim");
    this.recoveries--;
    const misfit = this.misfit as CdrError | undefined;
    this.misfit = outer;
    if (misfit === undefined) return value;
    if (tryConstruct === "useDefault") return makeDefault();
    this.refuse(misfit);
    return value;
  }

  /** The value does not fit: the sample is refused, unless something around it can do with that. */
  private refuse(problem: CdrError): void {
    if (this.recoveries === 0) throw problem;
    this.misfit ??= problem;
  }

  private element(type: TypeDescription, tryConstruct: TryConstruct): unknown {
    if (tryConstruct === "discard") return this.read(type);
    return this.fitting(type, tryConstruct, () => {
      this.aggregates.chargeDefault(defaultUnits(type));
      return defaultOf(type, this.encoding.int64);
    });
  }

  private read(type: TypeDescription, trims = false): unknown {
    const actual = unaliased(type);
    switch (actual.kind) {
      case "string":
      case "wstring":
        return this.readText(actual.kind, actual.bound, trims);
      case "sequence":
        return this.framed(collectionHasDheader(actual.element, this.encoding), () => this.readSequence(actual, trims));
      case "array":
        return this.framed(collectionHasDheader(actual.element, this.encoding), () =>
          this.readArray(actual, actual.dimensions),
        );
      case "map":
        return this.framed(mapHasDheader(actual, this.encoding), () => this.readMap(actual, trims));
      case "struct":
        return this.readStruct(actual);
      case "union":
        return this.readUnion(actual);
      default:
        return this.readScalar(actual);
    }
  }

  private framed<T>(hasDheader: boolean, readContent: () => T): T {
    return hasDheader ? this.aggregates.delimited(readContent) : readContent();
  }

  private readText(kind: "string" | "wstring", bound: number | undefined, trims: boolean): string {
    const { text, length } = kind === "string" ? readString(this.reader) : readWString(this.reader);
    if (bound === undefined || length <= bound) return text;
    if (trims) return kind === "string" ? trimUtf8(text, bound) : trimUtf16(text, bound);
    const unit = kind === "string" ? "bytes" : "UTF-16 units";
    this.refuse(this.reader.error("bound-exceeded", `a ${kind} of ${length} ${unit}, the bound is ${bound}`));
    return text;
  }

  private readSequence({ element, bound, elementFlags }: SequenceType, trims: boolean): unknown {
    const count = this.readCount(bound, trims, minBytes(element, this.encoding), typeToString(element));
    const values = this.readElements(element, count, elementFlags?.tryConstruct ?? "discard");
    return bound !== undefined && count > bound ? values.slice(0, bound) : values;
  }

  /** An element count that fits the bound and the bytes that are left. */
  private readCount(bound: number | undefined, trims: boolean, least: number, what: string): number {
    const { reader } = this;
    const count = reader.count("count");
    if (bound !== undefined && count > bound && !trims) {
      this.refuse(reader.error("bound-exceeded", `${count} elements, the bound is ${bound}`));
    }
    if (count * least > reader.left) {
      throw reader.error("truncated", `${count} elements of ${what} do not fit in ${reader.left} bytes`);
    }
    if (least === 0 && count > MAX_EMPTY_ELEMENTS) {
      throw reader.error("limit-exceeded", `${count} empty elements, the limit is ${MAX_EMPTY_ELEMENTS}`);
    }
    return count;
  }

  private readArray(type: ArrayType, dimensions: readonly number[]): unknown {
    const [count = 0, ...inner] = dimensions;
    if (inner.length === 0) return this.readElements(type.element, count, type.elementFlags?.tryConstruct ?? "discard");
    const rows: unknown[] = [];
    this.reader.path.push(0);
    for (let i = 0; i < count; i++) {
      this.reader.path.set(i);
      rows.push(this.readArray(type, inner));
    }
    this.reader.path.pop();
    return rows;
  }

  private readElements(element: TypeDescription, count: number, tryConstruct: TryConstruct): unknown[] | Uint8Array {
    const { reader } = this;
    const actual = unaliased(element);
    if (actual.kind === "octet" || actual.kind === "uint8") return reader.view(count);
    if (isPrimitive(actual)) reader.need(scalarBytes(actual, this.encoding), count);
    const TypedArray = typedArrayFor(actual, this.encoding.int64);
    const values = (TypedArray === undefined ? [] : new TypedArray(count)) as unknown[];
    reader.path.push(0);
    for (let i = 0; i < count; i++) {
      reader.path.set(i);
      values[i] = this.element(actual, tryConstruct);
    }
    reader.path.pop();
    return values;
  }

  private readMap({ key, value, bound, elementFlags }: MapType, trims: boolean): Map<unknown, unknown> {
    const { reader } = this;
    const least = minBytes(key, this.encoding) + minBytes(value, this.encoding);
    const count = this.readCount(bound, trims, least, `${typeToString(key)} and ${typeToString(value)}`);
    const entries = new Map<unknown, unknown>();
    reader.path.push(0);
    for (let i = 0; i < count; i++) {
      reader.path.set(i);
      reader.path.push("key");
      const entryKey = this.read(key);
      reader.path.set("value");
      const entryValue = this.element(value, elementFlags?.tryConstruct ?? "discard");
      reader.path.pop();
      if (entries.has(entryKey)) reader.fields?.repeatedKey?.(reader.path);
      if (bound === undefined || i < bound) entries.set(entryKey, entryValue);
    }
    reader.path.pop();
    return entries;
  }

  private readScalar(type: ScalarType): unknown {
    const bytes = isScalar(type) ? scalarBytes(type, this.encoding) : 0;
    switch (type.kind) {
      case "enum":
        return this.readEnum(type, bytes);
      case "bitmask": {
        const bits = this.reader.integer(bytes, false);
        if (exceedsBitBound(bits, type.bitBound)) {
          const problem = `${bits} has bits beyond the ${type.bitBound} of ${type.name}`;
          this.refuse(this.reader.error("bad-bitmask", problem));
        }
        if (type.bitBound <= 32) return Number(bits);
        return this.encoding.int64 === "bigint" ? bits : toNumber(bits as bigint, "uint64");
      }
      case "bitset":
        return this.readBitset(type, bytes);
      default:
        return this.reader.primitive(type.kind);
    }
  }

  private readEnum(type: EnumType, bytes: number): string {
    const number = this.reader.integer(bytes, true) as number;
    const name = literalName(type, number, bytes);
    if (name !== undefined) return name;
    this.refuse(this.reader.error("bad-enum", `${number} is no literal of ${type.name}`));
    return type.defaultLiteral.name;
  }

  private readBitset(type: BitsetType, bytes: number): Record<string, unknown> {
    return bitsetValue(type, BigInt(this.reader.integer(bytes, false)), this.encoding.int64);
  }
}
