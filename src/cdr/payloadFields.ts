import type { StructType } from "../idl/index.js";
import { CdrError } from "./CdrError.js";
import { CompiledCodec } from "./CompiledCodec.js";
import type { Dialect } from "./dialects.js";
import { type Field, FieldMap, type FieldSink } from "./interpret/FieldMap.js";
import type { ValuePath } from "./interpret/ValuePath.js";
import { checkSupported } from "./typeChecks.js";

export interface PayloadFields {
  /** Fields, headers and padding in the order of the bytes; offsets count from the start of the payload. */
  readonly fields: readonly Field[];
  /** Why the bytes behind the last field were not understood; undefined when all were. */
  readonly error: CdrError | undefined;
}

/**
 * Which bytes of a payload belong to which field. Throws CdrError "unsupported-type" for types that codecs cannot do.
 *
 * @param isKey the payload holds key members alone
 */
export function payloadFields(
  type: StructType,
  payload: Uint8Array,
  { dialect, isKey = false }: { readonly dialect?: Dialect; readonly isKey?: boolean } = {},
): PayloadFields {
  const codec = interpreting(type, dialect);
  const map = new FieldMap();
  try {
    codec.mapFields(payload, isKey ? "key" : "data", map);
    return { fields: map.inOrder(payload.length, "(behind the value)"), error: undefined };
  } catch (error) {
    if (!(error instanceof CdrError)) throw error;
    return { fields: map.inOrder(payload.length, "(not understood)"), error };
  }
}

/**
 * What decoding passes over in silence: bytes behind the value, and entries of maps whose key was there before. A line
 * each; none for a payload that cannot be decoded. Throws as `payloadFields`.
 */
export function payloadRemarks(
  type: StructType,
  payload: Uint8Array,
  { dialect, isKey = false }: { readonly dialect?: Dialect; readonly isKey?: boolean } = {},
): readonly string[] {
  const remarks = new Remarks();
  try {
    interpreting(type, dialect).mapFields(payload, isKey ? "key" : "data", remarks);
  } catch (error) {
    if (!(error instanceof CdrError)) throw error;
    return [];
  }
  return remarks.lines(payload.length);
}

class Remarks implements FieldSink {
  private end = 0;
  private repeated = 0;
  private firstRepeated = "";

  add(): void {}

  repeatedKey(path: ValuePath): void {
    if (this.repeated++ === 0) this.firstRepeated = path.toString();
  }

  finish(offset: number): void {
    this.end = offset;
  }

  /** Up to three bytes that fill the payload to a multiple of 4 are padding (RTPS 2.5 §10.5). */
  lines(length: number): string[] {
    const rest = length - this.end;
    const isPadding = rest < 4 && length % 4 === 0;
    const lines = [];
    if (rest > 0 && !isPadding) {
      const bytes = `${rest} ${rest === 1 ? "byte" : "bytes"}`;
      lines.push(`${bytes} behind the value, from byte ${this.end} on, mean nothing in this type`);
    }
    if (this.repeated > 0) {
      const others = this.repeated > 1 ? ` and ${this.repeated - 1} more` : "";
      lines.push(`${this.firstRepeated}${others}: the key was there before; the last entry with it counts`);
    }
    return lines;
  }
}

function interpreting(type: StructType, dialect: Dialect | undefined): CompiledCodec<Record<string, unknown>> {
  checkSupported(type);
  return new CompiledCodec(type, {
    representation: "xcdr1",
    codegen: false,
    ...(dialect === undefined ? {} : { dialect }),
  });
}
