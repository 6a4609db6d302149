/** Values: type descriptions in, codecs between values and XCDR1/XCDR2 payloads out. */
export { BareKeys } from "./BareKeys.js";
export { CdrError, type CdrErrorCode } from "./CdrError.js";
export type { CodecOptions, StructValue, TypeCodec } from "./codecTypes.js";
export { compileCodec } from "./compileCodec.js";
export {
  DEFAULT_RULES,
  DIALECTS,
  type Dialect,
  type DialectName,
  type DialectRules,
  rulesOf,
  type WStringRules,
} from "./dialects.js";
export { EncapsulationId } from "./encapsulation.js";
export { fromJson, toJson } from "./json/json.js";
export { type Json, jsonText } from "./json/jsonText.js";
export { keyPayloadType } from "./keyTypes.js";
export {
  dialectOfVendor,
  type PayloadCheck,
  PayloadChecker,
  type PayloadDifference,
  type PayloadEntry,
} from "./PayloadChecker.js";
export { type PayloadBounds, payloadBounds } from "./payloadBounds.js";
export { type PayloadFields, payloadFields, payloadRemarks } from "./payloadFields.js";
export type { WriterInput } from "./WriterInput.js";
