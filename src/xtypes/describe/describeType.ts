// XTypes 1.3 §7.3.4: the description of a topic type from its identifier and the TypeObjects that are known.

import { IdlError, type StructType, unaliased } from "../../idl/index.js";
import { keyOf } from "../identifiers.js";
import type { ObjectSource } from "../references.js";
import type { TypeIdentifier } from "../wire/identifierTypes.js";
import { Describing } from "./Describing.js";
import { checkSize } from "./sizes.js";
import { TypeProblem } from "./TypeProblem.js";

/**
 * The description, or why the objects give none. A minimal object has no names: members are called after the hash of
 * theirs, types after their own.
 *
 * @param typeName the name of the type, which a minimal object does not have
 */
export function describeType(
  identifier: TypeIdentifier,
  source: ObjectSource,
  typeName?: string,
): StructType | TypeProblem {
  try {
    const type = unaliased(new Describing(source, keyOf(identifier), typeName).of(identifier));
    if (type.kind !== "struct") return new TypeProblem(`the type is a ${type.kind}: topics here have struct types`);
    checkSize(type);
    return type;
  } catch (error) {
    if (error instanceof TypeProblem) return error;
    // The builders' rules hold for a peer's types too.
    if (error instanceof IdlError) return new TypeProblem(error.message);
    throw error;
  }
}
