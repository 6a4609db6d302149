/** How the key hash of a type comes about, by representation and dialect (XTypes 1.3 §7.6.8, RTPS 2.5 §9.6.4.8). */
import { type StructType, type TypeDescription, unaliased } from "../idl/index.js";
import { maxEnd } from "./extent.js";
import { generatedKeyBound } from "./generatedKeyBound.js";
import { keyHolderType, keyPayloadType } from "./keyTypes.js";
import { type Encoding, isBare } from "./layout.js";

export interface KeyHashPlan {
  /** What is serialized, big endian and without encapsulation header. */
  readonly type: StructType;
  readonly encoding: Encoding;
  /** Whether the hash is the MD5 of that, or the bytes themselves, filled up with zeros. */
  readonly isDigest: boolean;
}

/** By the type, not by the value: a short string in an unbounded key is hashed all the same. */
export function keyHashPlan(type: StructType, data: Encoding): KeyHashPlan {
  const { rules } = data;
  const version = rules.keyHashAlignment === "xcdr2" ? 2 : data.version;
  const encoding: Encoding = { ...data, version, littleEndian: false };
  const isXcdr1 = data.version === 1;
  const isListed = isXcdr1 && rules.keyHashMutable === "parameterList" && hasMutable(type);
  const order = isXcdr1 ? rules.keyHashOrder : "id";
  const hashed = keyHolderType(type, { order, framing: isListed ? "kept" : "final", rules });
  const largest = Math.max(maxEnd(hashed, encoding, 0), consideredSize(type, data));
  const isDigest = isListed || largest > KEY_HASH_BYTES;
  return { type: hashed, encoding, isDigest };
}

/** What some writers go by besides the size of the keys as they are hashed. */
function consideredSize(type: StructType, data: Encoding): number {
  switch (data.rules.keyHashSize) {
    case "payloadInXcdr1":
      return data.version === 1 ? maxEnd(keyPayloadType(type), data, 0) : 0;
    case "generatedBound":
      return generatedKeyBound(type);
    default:
      return 0;
  }
}

/** Whether a parameter list appears anywhere among the keys. */
function hasMutable(type: StructType): boolean {
  const seen = new Set<TypeDescription>();
  const visit = (part: TypeDescription): boolean => {
    const actual = unaliased(part);
    if (seen.has(actual)) return false;
    seen.add(actual);
    switch (actual.kind) {
      case "sequence":
      case "array":
        return visit(actual.element);
      case "map":
        return visit(actual.value);
      case "struct":
        return actual.extensibility === "mutable" || actual.members.some((member) => visit(member.type));
      case "union":
        if (actual.extensibility === "mutable") return true;
        return !isBare(actual) && actual.cases.some((each) => visit(each.type));
      default:
        return false;
    }
  };
  return visit(keyPayloadType(type));
}

/** RTPS 2.5 §9.6.4.8: KeyHash_t. */
export const KEY_HASH_BYTES = 16;
