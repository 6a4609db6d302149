import type { HasValue, StructType } from "../idl/index.js";
import { CompiledCodec } from "./CompiledCodec.js";
import type { CodecOptions, StructValue, TypeCodec } from "./codecTypes.js";
import { checkSupported } from "./typeChecks.js";

/**
 * From a type description to a codec (XTypes 1.3 §7.4). Generates code for the representation asked for at once, for
 * others when the first such payload arrives. TypeScript knows the values of a type that was built in place; name them
 * where 64-bit integers are numbers: `compileCodec<Shape>(type, { int64: "number", … })`.
 * Throws CdrError "unsupported-type" for types that codecs cannot do yet.
 */
export function compileCodec<T extends object = StructValue>(
  type: StructType & HasValue<T>,
  options: CodecOptions & { readonly int64?: "bigint" },
): TypeCodec<T>;
export function compileCodec<T extends object = StructValue>(type: StructType, options: CodecOptions): TypeCodec<T>;
export function compileCodec<T extends object>(type: StructType, options: CodecOptions): TypeCodec<T> {
  checkSupported(type);
  return new CompiledCodec<T>(type, options);
}
