// XTypes 1.3 §7.3.4.4: MemberFlag and TypeFlag of a description, and back.
//
// The masks of Annex B (MemberFlagMinimalMask, TypeFlagMinimalMask) are not applied: Cyclone DDS, OpenDDS and Connext
// leave every flag in their minimal objects, and another flag is another hash.

import type {
  ElementFlags,
  Extensibility,
  StructMember,
  StructType,
  TryConstruct,
  UnionCase,
  UnionType,
} from "../idl/index.js";
import * as kinds from "./kinds.js";

export function extensibilityFlag(extensibility: Extensibility): number {
  if (extensibility === "final") return kinds.IS_FINAL;
  return extensibility === "appendable" ? kinds.IS_APPENDABLE : kinds.IS_MUTABLE;
}

/** Undefined when no kind is given: Annex B has the flags of enums and bitmasks unused. */
export function extensibilityOf(flags: number): Extensibility | undefined {
  if ((flags & kinds.IS_FINAL) !== 0) return "final";
  if ((flags & kinds.IS_MUTABLE) !== 0) return "mutable";
  return (flags & kinds.IS_APPENDABLE) !== 0 ? "appendable" : undefined;
}

export function aggregateFlags(type: StructType | UnionType): number {
  const nested = type.nested ? kinds.IS_NESTED : 0;
  const autoId = type.autoIdHash ? kinds.IS_AUTOID_HASH : 0;
  return extensibilityFlag(type.extensibility) | nested | autoId;
}

export function structMemberFlags(member: StructMember): number {
  let flags = tryConstructFlags(member.tryConstruct);
  if (member.external) flags |= kinds.IS_EXTERNAL;
  if (member.optional) flags |= kinds.IS_OPTIONAL;
  // §7.2.2.4.4.4.8: a key must always be understood.
  if (member.mustUnderstand || member.key) flags |= kinds.IS_MUST_UNDERSTAND;
  if (member.key) flags |= kinds.IS_KEY;
  return flags;
}

export function unionMemberFlags(member: UnionCase): number {
  let flags = tryConstructFlags(member.tryConstruct);
  if (member.external) flags |= kinds.IS_EXTERNAL;
  if (member.isDefault) flags |= kinds.IS_DEFAULT;
  return flags;
}

/** §7.2.2.4.4.4.6: a discriminator must always be understood. */
export function discriminatorFlags(type: UnionType): number {
  const key = type.discriminatorIsKey ? kinds.IS_KEY : 0;
  return kinds.TRY_CONSTRUCT_DISCARD | kinds.IS_MUST_UNDERSTAND | key;
}

export function elementFlags(flags: ElementFlags | undefined): number {
  if (flags === undefined) return kinds.TRY_CONSTRUCT_DISCARD;
  return tryConstructFlags(flags.tryConstruct) | (flags.external ? kinds.IS_EXTERNAL : 0);
}

/** What was written, and undefined for what is the default anyway. */
export function elementFlagsOf(flags: number): { external: boolean; tryConstruct: TryConstruct } | undefined {
  const external = (flags & kinds.IS_EXTERNAL) !== 0;
  const tryConstruct = tryConstructOf(flags);
  return external || tryConstruct !== "discard" ? { external, tryConstruct } : undefined;
}

export function tryConstructOf(flags: number): TryConstruct {
  switch (flags & kinds.TRY_CONSTRUCT_MASK) {
    case kinds.TRY_CONSTRUCT_USE_DEFAULT:
      return "useDefault";
    case kinds.TRY_CONSTRUCT_TRIM:
      return "trim";
    default:
      // 0 is "invalid"; DISCARD is what nobody has to write.
      return "discard";
  }
}

function tryConstructFlags(tryConstruct: TryConstruct): number {
  if (tryConstruct === "useDefault") return kinds.TRY_CONSTRUCT_USE_DEFAULT;
  return tryConstruct === "trim" ? kinds.TRY_CONSTRUCT_TRIM : kinds.TRY_CONSTRUCT_DISCARD;
}
