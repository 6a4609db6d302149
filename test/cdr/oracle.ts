/**
 * A second opinion: values written and read with @foxglove/cdr's own calls (strings, typed arrays), where they are
 * right. Known faults of @foxglove/cdr 3.5.0, kept out by `oracleCanDo`:
 *  - string() counts UTF-16 units as bytes: ASCII only;
 *  - XCDR2 typed arrays of ten or more 64-bit elements are aligned to 8: such collections only in XCDR1;
 *  - XCDR1 typed arrays of 64-bit elements are read from an aligned position even when empty: not empty ones.
 */
import { CdrReader, CdrWriter } from "@foxglove/cdr";
import { isPrimitive, type TypeDescription } from "../../src/idl/index.js";

export interface OracleRules {
  readonly version: 1 | 2;
  readonly encapsulationId: number;
}

type Numbers = Iterable<number | bigint> & ArrayLike<number | bigint>;

export function oracleCanDo(type: TypeDescription, value: unknown, version: 1 | 2): boolean {
  switch (type.kind) {
    case "string":
      return [...(value as string)].every((character) => character < "\u0080");
    case "struct":
      return type.members.every((member) =>
        oracleCanDo(member.type, (value as Record<string, unknown>)[member.name], version),
      );
    case "sequence":
    case "array": {
      const items = flat(type, value);
      if (EIGHT_BYTES.has(type.element.kind) && (version === 2 ? items.length >= 10 : items.length === 0)) return false;
      return items.every((item) => oracleCanDo(type.element, item, version));
    }
    default:
      return true;
  }
}

/** The payload without padding at the end. */
export function oracleWrite(type: TypeDescription, value: unknown, rules: OracleRules): Uint8Array {
  // DHEADERs need sizes beforehand: a first pass measures them.
  const sizes: number[] = [];
  new OracleWriter(rules, sizes, true).write(type, value);
  const second = new OracleWriter(rules, sizes, false);
  second.write(type, value);
  return second.cdr.data;
}

class OracleWriter {
  readonly cdr: CdrWriter;
  private next = 0;

  constructor(
    private readonly rules: OracleRules,
    private readonly sizes: number[],
    private readonly isMeasuring: boolean,
  ) {
    this.cdr = new CdrWriter({ kind: rules.encapsulationId });
  }

  write(type: TypeDescription, value: unknown): void {
    if (isDelimited(type, this.rules.version)) this.delimited(() => this.content(type, value));
    else this.content(type, value);
  }

  private delimited(write: () => void): void {
    const index = this.next++;
    this.cdr.dHeader(this.isMeasuring ? 0 : this.sizes[index]!);
    const start = this.cdr.size;
    write();
    if (this.isMeasuring) this.sizes[index] = this.cdr.size - start;
  }

  private content(type: TypeDescription, value: unknown): void {
    switch (type.kind) {
      case "string":
        this.cdr.string(value as string);
        return;
      case "enum": {
        const number = type.literals.find((literal) => literal.name === value)!.value;
        if (type.bitBound <= 8) this.cdr.int8(number);
        else if (type.bitBound <= 16) this.cdr.int16(number);
        else this.cdr.int32(number);
        return;
      }
      case "struct":
        for (const member of type.members) this.write(member.type, (value as Record<string, unknown>)[member.name]);
        return;
      case "sequence":
        this.cdr.sequenceLength((value as unknown[]).length);
        this.elements(type.element, value as unknown[]);
        return;
      case "array":
        this.elements(type.element, flat(type, value));
        return;
      default:
        this.elements(type, [value]);
    }
  }

  private elements(element: TypeDescription, values: unknown[]): void {
    const { cdr } = this;
    switch (element.kind) {
      case "boolean":
        for (const value of values) cdr.uint8(value ? 1 : 0);
        return;
      case "char":
        for (const value of values) cdr.uint8((value as string).charCodeAt(0));
        return;
      case "octet":
        cdr.uint8Array(values as number[]);
        return;
      default:
        if (!isPrimitive(element)) for (const value of values) this.write(element, value);
        else writeNumbers(cdr, element.kind, values as number[]);
    }
  }
}

function writeNumbers(cdr: CdrWriter, kind: string, values: number[]): void {
  const TypedArray = TYPED_ARRAYS[kind] as unknown as { from(items: Iterable<unknown>): never };
  (cdr as unknown as Record<string, (items: unknown) => void>)[`${kind}Array`]!(TypedArray.from(values));
}

export function oracleRead(type: TypeDescription, payload: Uint8Array, version: 1 | 2): unknown {
  return readWith(new CdrReader(payload), type, version);
}

function readWith(cdr: CdrReader, type: TypeDescription, version: 1 | 2): unknown {
  if (isDelimited(type, version)) cdr.dHeader();
  switch (type.kind) {
    case "string":
      return cdr.string();
    case "enum": {
      const number = type.bitBound <= 8 ? cdr.int8() : type.bitBound <= 16 ? cdr.int16() : cdr.int32();
      const unsigned = type.bitBound <= 8 ? number & 255 : number;
      return type.literals.find((literal) => literal.value === number || literal.value === unsigned)!.name;
    }
    case "struct":
      return Object.fromEntries(type.members.map((member) => [member.name, readWith(cdr, member.type, version)]));
    case "sequence":
      return readElements(cdr, type.element, cdr.sequenceLength(), version);
    case "array": {
      const count = type.dimensions.reduce((product, n) => product * n, 1);
      return readElements(cdr, type.element, count, version);
    }
    default:
      return readElements(cdr, type, 1, version)[0];
  }
}

function readElements(cdr: CdrReader, element: TypeDescription, count: number, version: 1 | 2): unknown[] {
  if (!isPrimitive(element)) return Array.from({ length: count }, () => readWith(cdr, element, version));
  if (element.kind === "boolean") return Array.from({ length: count }, () => cdr.uint8() === 1);
  if (element.kind === "char") return Array.from({ length: count }, () => String.fromCharCode(cdr.uint8()));
  const kind = element.kind === "octet" ? "uint8" : element.kind;
  return Array.from((cdr as unknown as Record<string, (n: number) => Numbers>)[`${kind}Array`]!(count));
}

/** Arrays of several dimensions as one list; the oracle reads them so too. */
export function flat(type: TypeDescription, value: unknown): unknown[] {
  return type.kind === "array" ? (value as unknown[]).flat(type.dimensions.length - 1) : (value as unknown[]);
}

/** A value with its arrays flattened, to compare with what the oracle reads. */
export function flattened(type: TypeDescription, value: unknown): unknown {
  switch (type.kind) {
    case "struct":
      return Object.fromEntries(
        type.members.map((each) => [each.name, flattened(each.type, (value as Record<string, unknown>)[each.name])]),
      );
    case "sequence":
    case "array":
      return flat(type, value).map((item) => flattened(type.element, item));
    default:
      return value;
  }
}

function isDelimited(type: TypeDescription, version: 1 | 2): boolean {
  if (version === 1) return false;
  if (type.kind === "struct") return type.extensibility === "appendable";
  return (type.kind === "sequence" || type.kind === "array") && !isPrimitive(type.element);
}

const EIGHT_BYTES: ReadonlySet<string> = new Set(["int64", "uint64", "float64"]);

const TYPED_ARRAYS: Readonly<Record<string, unknown>> = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array,
};
