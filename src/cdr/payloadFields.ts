import type { StructType } from "../idl/index.js";
import { CdrError } from "./CdrError.js";
import { CompiledCodec } from "./CompiledCodec.js";
import type { Dialect } from "./dialects.js";
import { type Field, FieldMap } from "./interpret/FieldMap.js";
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
  checkSupported(type);
  const codec = new CompiledCodec(type, {
    representation: "xcdr1",
    codegen: false,
    ...(dialect === undefined ? {} : { dialect }),
  });
  const map = new FieldMap();
  try {
    codec.mapFields(payload, isKey ? "key" : "data", map);
    return { fields: map.inOrder(payload.length, "(behind the value)"), error: undefined };
  } catch (error) {
    if (!(error instanceof CdrError)) throw error;
    return { fields: map.inOrder(payload.length, "(not understood)"), error };
  }
}
