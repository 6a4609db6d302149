// Types that came from the wire: announced again, they are announced as they came. Made anew, their TypeObjects could
// have other hashes, since vendors depart from XTypes 1.3 in details that descriptions do not keep.

import type { StructType } from "../../idl/index.js";
import { type RelationView, representationOf, type TypeRepresentation } from "../build/representation.js";
import { UnsayableType } from "../build/typeObjects.js";
import { keyOf, type TypeKey } from "../identifiers.js";
import { closureOf, type ObjectSource } from "../references.js";
import type { TypeIdentifier } from "../wire/identifierTypes.js";
import type { Announced, AnnouncedType } from "./announced.js";
import type { StoredObject } from "./StoredObject.js";

interface Store extends ObjectSource {
  storedOf(key: TypeKey): StoredObject | undefined;
}

const learnt = new WeakMap<StructType, TypeRepresentation>();

/** Undefined for a type that was not learnt. */
export function learntRepresentation(type: StructType): TypeRepresentation | undefined {
  return learnt.get(type);
}

/** Keeps what the type came as: its teller may leave before the type is used. */
export function noteLearnt(type: StructType, typeInformation: Uint8Array, announced: Announced, store: Store): void {
  if (learnt.has(type)) return;
  const own = madeAnew(type);
  const complete = viewOf(announced.complete, store) ?? sameView(announced.complete, own?.complete);
  const minimal = viewOf(announced.minimal, store) ?? sameView(announced.minimal, own?.minimal);
  const completeToMinimal = new Map<TypeKey, TypeIdentifier>();
  if (announced.complete !== undefined && announced.minimal !== undefined) {
    completeToMinimal.set(announced.complete.key, announced.minimal.identifier);
  }
  learnt.set(type, { complete, minimal, completeToMinimal, typeInformation });
}

/** Undefined for a type with names that are too long here. */
function madeAnew(type: StructType): TypeRepresentation | undefined {
  try {
    return representationOf(type);
  } catch (error) {
    if (error instanceof UnsayableType) return undefined;
    throw error;
  }
}

function viewOf(announced: AnnouncedType | undefined, store: Store): RelationView | undefined {
  if (announced === undefined) return undefined;
  const { present, missing } = closureOf([announced.identifier], store, MAX_KEPT, true);
  if (!present.has(announced.key) || missing.some((one) => isNeeded(one, announced, store))) return undefined;
  const objects = new Map([...present.keys()].map((key) => [key, store.storedOf(key)!]));
  return { identifier: announced.identifier, objects };
}

/** Types of annotations may be missing. */
function isNeeded(identifier: TypeIdentifier, announced: AnnouncedType, store: Store): boolean {
  const key = keyOf(identifier);
  return closureOf([announced.identifier], store, MAX_KEPT).missing.some((one) => keyOf(one) === key);
}

/** Objects made here serve where they have the same hash. */
function sameView(announced: AnnouncedType | undefined, own: RelationView | undefined): RelationView | undefined {
  if (announced === undefined || own === undefined) return undefined;
  return keyOf(own.identifier) === announced.key ? own : undefined;
}

const MAX_KEPT = 4096;
