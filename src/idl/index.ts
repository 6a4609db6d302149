/** Types: IDL text or TypeScript calls in, immutable type descriptions out. */
export {
  type AggregateOptions,
  type AliasOptions,
  type AutoId,
  alias,
  array,
  arrayOf,
  type BitfieldOptions,
  type BitmaskOptions,
  type BitsetOptions,
  bitmask,
  bitset,
  boolean,
  type CaseOptions,
  type CommonMemberOptions,
  char,
  defineStruct,
  defineUnion,
  type ElementOptions,
  type EnumOptions,
  enumeration,
  float32,
  float64,
  float128,
  forwardStruct,
  forwardUnion,
  int8,
  int16,
  int32,
  int64,
  isExtensibilityUnsaid,
  type MemberOptions,
  map,
  memberIdHash,
  octet,
  type StructMembers,
  type StructOptions,
  sequence,
  string,
  struct,
  type UnionCases,
  type UnionOptions,
  uint8,
  uint16,
  uint32,
  uint64,
  union,
  wchar,
  wstring,
} from "./build/index.js";
export type {
  // The compiler names these in the declarations of programs, for what it has inferred.
  AliasOf,
  ArrayOf,
  BitmaskOf,
  BitsetOf,
  EnumOf,
  HasValue,
  MapOf,
  NoBase,
  NoBitsetBase,
  RecursiveStruct,
  RecursiveUnion,
  Self,
  SelfStruct,
  SelfUnion,
  SequenceOf,
  StructTypeOf,
  Typed,
  ValueOf,
} from "./build/valueTypes.js";
export { IdlError, type IdlErrorCode, type SourceLocation } from "./IdlError.js";
export type { IdlModel } from "./IdlModel.js";
export { md5 } from "./md5.js";
export type { SkippedDefinition } from "./parse/ParseContext.js";
export { type ParseIdlOptions, parseIdl } from "./parseIdl.js";
export { idlText } from "./print/idlText.js";
export type { IncludedFile, IncludeRequest, IncludeResolver } from "./text/includes.js";
export { searchPaths } from "./text/searchPaths.js";
export * from "./types.js";
export { type GenerateTypescriptOptions, generateTypescript } from "./typescript/generateTypescript.js";
export type { NameStyle } from "./typescript/TypeNames.js";
