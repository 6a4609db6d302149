/** Values: type descriptions in, codecs between values and XCDR1/XCDR2 payloads out. */
export { CdrError, type CdrErrorCode } from "./CdrError.js";
export type { CodecOptions, StructValue, TypeCodec } from "./codecTypes.js";
export { compileCodec } from "./compileCodec.js";
export { EncapsulationId } from "./encapsulation.js";
export type { Dialect } from "./layout.js";
