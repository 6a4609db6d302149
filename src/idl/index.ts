/** Types: IDL text or TypeScript calls in, immutable type descriptions out. */
export {
  array,
  boolean,
  char,
  type EnumOptions,
  enumeration,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  type MemberOptions,
  memberIdHash,
  octet,
  type StructOptions,
  sequence,
  string,
  struct,
  uint8,
  uint16,
  uint32,
  uint64,
} from "./build.js";
export { IdlError, type IdlErrorCode, type SourceLocation } from "./IdlError.js";
export type { IdlModel } from "./IdlModel.js";
export { md5 } from "./md5.js";
export { type ParseIdlOptions, parseIdl } from "./parseIdl.js";
export * from "./types.js";
