// XTypes 1.3 §7.3.4: which hashed types a TypeObject refers to, and what is missing of a type and its dependencies.

import { hashedIdentifiersIn, keyOf, type TypeKey } from "./identifiers.js";
import type { TypeIdentifier } from "./wire/identifierTypes.js";
import type { AppliedAnnotation, ObjectOfKind, TypeObject } from "./wire/typeObjectValues.js";

/** Where TypeObjects are looked up. */
export interface ObjectSource {
  objectOf(key: TypeKey): TypeObject | undefined;
}

/** The hashed types that values of this one are made of. Without the types of annotations, which only describe. */
export function referencesOfObject(object: TypeObject): TypeIdentifier[] {
  const found: TypeIdentifier[] = [];
  for (const identifier of identifiersOf(object.value)) hashedIdentifiersIn(identifier, found);
  return found;
}

/** The types of the annotations that a complete object applies. */
export function annotationTypesOfObject(object: TypeObject): TypeIdentifier[] {
  return annotationsOf(object.value).map(({ annotationTypeid }) => annotationTypeid);
}

export interface Closure {
  /** Everything reachable that is there, the roots first. */
  readonly present: ReadonlyMap<TypeKey, TypeIdentifier>;
  readonly missing: readonly TypeIdentifier[];
  /** There was more, and it was not looked at. */
  readonly isCut: boolean;
}

/** What is there and what is missing of some types and all that they depend on, up to `max` types. */
export function closureOf(
  roots: readonly TypeIdentifier[],
  source: ObjectSource,
  max: number,
  withAnnotations = false,
): Closure {
  const present = new Map<TypeKey, TypeIdentifier>();
  const missing = new Map<TypeKey, TypeIdentifier>();
  const waiting = roots.flatMap((root) => hashedIdentifiersIn(root));
  let isCut = false;
  for (let at = 0; at < waiting.length; at++) {
    const identifier = waiting[at]!;
    const key = keyOf(identifier)!;
    if (present.has(key) || missing.has(key)) continue;
    if (present.size + missing.size >= max) {
      isCut = true;
      break;
    }
    const object = source.objectOf(key);
    if (object === undefined) {
      missing.set(key, identifier);
      continue;
    }
    present.set(key, identifier);
    waiting.push(...referencesOfObject(object));
    if (withAnnotations) waiting.push(...annotationTypesOfObject(object).filter((one) => keyOf(one) !== undefined));
  }
  return { present, missing: [...missing.values()], isCut };
}

function identifiersOf(object: ObjectOfKind): TypeIdentifier[] {
  switch (object.member) {
    case "structType":
      return [object.value.header.baseType, ...object.value.memberSeq.map(({ common }) => common.memberTypeId)];
    case "unionType":
      return [object.value.discriminator.common.typeId, ...object.value.memberSeq.map(({ common }) => common.typeId)];
    case "aliasType":
      return [object.value.body.common.relatedType];
    case "sequenceType":
    case "arrayType":
      return [object.value.element.common.type];
    case "mapType":
      return [object.value.key.common.type, object.value.element.common.type];
    default:
      return [];
  }
}

function annotationsOf(object: ObjectOfKind): readonly AppliedAnnotation[] {
  switch (object.member) {
    case "structType":
    case "unionType":
      return [
        ...(object.value.header.detail.annCustom ?? []),
        ...object.value.memberSeq.flatMap(({ detail }) => detail.annCustom ?? []),
      ];
    case "aliasType":
      return [...(object.value.header.detail?.annCustom ?? []), ...(object.value.body.annCustom ?? [])];
    case "enumeratedType":
    case "bitmaskType":
    case "bitsetType":
      return object.value.header.detail?.annCustom ?? [];
    default:
      return [];
  }
}
