/**
 * Type descriptions built in TypeScript, without IDL text; the IDL parser builds through the same functions.
 * This folder owns the rules that hold for every type, wherever it comes from.
 */
export * from "./enumerations.js";
export * from "./forward.js";
export { type AutoId, type CommonMemberOptions, memberIdHash } from "./members.js";
export * from "./simpleTypes.js";
export * from "./struct.js";
export * from "./union.js";
export { isExtensibilityUnsaid } from "./unsaid.js";
