/** Values: type descriptions in, codecs between values and XCDR1/XCDR2 payloads out. */
export { CdrError, type CdrErrorCode } from "./CdrError.js";
export { type CodecOptions, compileCodec, type StructValue, type TypeCodec } from "./compileCodec.js";
export { EncapsulationId } from "./encapsulation.js";
export type { Dialect } from "./layout.js";
