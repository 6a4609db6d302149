// XTypes 1.3 §7.3.4: from TypeIdentifiers and TypeObjects to type descriptions. The objects are a peer's: whatever they
// hold, the result is a type that the builders accept, or a TypeProblem.

import { declareStruct, declareUnion, type OpenStruct, type OpenUnion } from "../../idl/build/index.js";
import {
  type AliasType,
  arrayOf,
  float64,
  map,
  sequence,
  string,
  type TypeDescription,
  wstring,
} from "../../idl/index.js";
import { elementFlagsOf } from "../flags.js";
import { keyOf, type TypeKey } from "../identifiers.js";
import * as kinds from "../kinds.js";
import type { ObjectSource } from "../references.js";
import type { TypeIdentifier } from "../wire/identifierTypes.js";
import type { AnnotationObject, ObjectOfKind, TypeDetail } from "../wire/typeObjectValues.js";
import { customAnnotationsOf } from "./annotations.js";
import { bitmaskOf, bitsetOf, enumOf } from "./enumerations.js";
import { typeNameOf } from "./PeerNames.js";
import { finishStructOf } from "./structs.js";
import { TypeProblem } from "./TypeProblem.js";
import { finishUnionOf } from "./unions.js";

/** A typedef that is being described: types inside it may refer to it again. */
type OpenAlias = { -readonly [Key in keyof AliasType]: AliasType[Key] };

export class Describing {
  /** Finished types, and structs, unions and typedefs that are being described. */
  private readonly named = new Map<TypeKey, TypeDescription>();
  /** Typedefs that are being described, with how many structs and unions are open around them. */
  private readonly openAliases = new Map<TypeKey, number>();
  private depth = 0;
  private aggregateDepth = 0;

  /** @param rootName the name of a type that has none in its object */
  constructor(
    private readonly source: ObjectSource,
    private readonly rootKey: TypeKey | undefined,
    private readonly rootName: string | undefined,
  ) {}

  of(identifier: TypeIdentifier): TypeDescription {
    this.depth++;
    if (this.depth > MAX_DEPTH) throw new TypeProblem(`types are nested deeper than ${MAX_DEPTH} levels`);
    const type = this.ofKind(identifier);
    this.depth--;
    return type;
  }

  /** Custom annotations whose type is known. */
  annotations(detail: Pick<TypeDetail, "annCustom"> | undefined) {
    return customAnnotationsOf(detail?.annCustom, this.annotationOf);
  }

  private ofKind(identifier: TypeIdentifier): TypeDescription {
    switch (identifier.member) {
      case null:
        return primitiveOf(identifier.$discriminator);
      case "stringSdefn":
      case "stringLdefn": {
        const isWide = identifier.$discriminator >= kinds.TI_STRING16_SMALL;
        return (isWide ? wstring : string)(boundOf(identifier.value.bound));
      }
      case "seqSdefn":
      case "seqLdefn": {
        const { elementIdentifier, bound, header } = identifier.value;
        return sequence(this.of(elementIdentifier), boundOf(bound), elementFlagsOf(header.elementFlags));
      }
      case "arraySdefn":
      case "arrayLdefn": {
        const { elementIdentifier, arrayBoundSeq, header } = identifier.value;
        return this.arrayOf(elementIdentifier, arrayBoundSeq, header.elementFlags);
      }
      case "mapSdefn":
      case "mapLdefn": {
        const { keyIdentifier, elementIdentifier, bound, header } = identifier.value;
        return this.mapOf(keyIdentifier, elementIdentifier, bound, header.elementFlags);
      }
      case "equivalenceHash":
      case "scComponentId":
        return this.ofHash(keyOf(identifier)!);
    }
  }

  private arrayOf(element: TypeIdentifier, bounds: ArrayLike<number>, flags: number): TypeDescription {
    if (bounds.length > MAX_DIMENSIONS) throw new TypeProblem(`an array has ${bounds.length} dimensions`);
    return arrayOf(this.of(element), Array.from(bounds), elementFlagsOf(flags));
  }

  private mapOf(key: TypeIdentifier, value: TypeIdentifier, bound: number, flags: number): TypeDescription {
    return map(this.of(key), this.of(value), boundOf(bound), elementFlagsOf(flags));
  }

  private ofHash(key: TypeKey): TypeDescription {
    const known = this.named.get(key);
    if (known !== undefined) {
      const openAt = this.openAliases.get(key);
      // A typedef may come back to itself through a struct or union only: else it has no end.
      if (openAt === this.aggregateDepth) throw new TypeProblem(`typedef ${nameOf(known)} is defined by itself`);
      return known;
    }
    const object = this.source.objectOf(key);
    if (object === undefined) throw new TypeProblem(`the TypeObject of ${key} is not known`);
    const type = this.ofObject(key, object.value);
    this.named.set(key, type);
    return type;
  }

  private ofObject(key: TypeKey, object: ObjectOfKind): TypeDescription {
    switch (object.member) {
      case "structType":
        return this.within(key, declareStruct(this.nameFor(key, object.value.header.detail)), (open) => {
          finishStructOf(open as OpenStruct, object.value, this);
        });
      case "unionType":
        return this.within(key, declareUnion(this.nameFor(key, object.value.header.detail)), (open) => {
          finishUnionOf(open as OpenUnion, object.value, this);
        });
      case "aliasType":
        return this.aliasOf(key, object.value.body.common.relatedType, object.value.header.detail);
      case "enumeratedType":
        return enumOf(this.nameFor(key, object.value.header.detail), object.value, this);
      case "bitmaskType":
        return bitmaskOf(this.nameFor(key, object.value.header.detail), object.value, this);
      case "bitsetType":
        return bitsetOf(this.nameFor(key, object.value.header.detail), object.value, this);
      case "sequenceType": {
        const { element, header } = object.value;
        return sequence(
          this.of(element.common.type),
          boundOf(header.common.bound),
          elementFlagsOf(element.common.elementFlags),
        );
      }
      case "arrayType": {
        const { element, header } = object.value;
        return this.arrayOf(element.common.type, header.common.boundSeq, element.common.elementFlags);
      }
      case "mapType": {
        const { key: mapKey, element, header } = object.value;
        return this.mapOf(mapKey.common.type, element.common.type, header.common.bound, element.common.elementFlags);
      }
      default:
        throw new TypeProblem(`${key} is of kind 0x${object.$discriminator.toString(16)}, which describes no values`);
    }
  }

  /** A struct or union can be referred to while its members are described. */
  private within<Open extends OpenStruct | OpenUnion>(
    key: TypeKey,
    open: Open,
    finish: (open: Open) => void,
  ): TypeDescription {
    this.named.set(key, open);
    this.aggregateDepth++;
    finish(open);
    this.aggregateDepth--;
    return open;
  }

  private aliasOf(key: TypeKey, target: TypeIdentifier, detail: TypeDetail | undefined): AliasType {
    const name = this.nameFor(key, detail);
    const open: OpenAlias = { kind: "alias", name, target: NO_TARGET, annotations: this.annotations(detail) };
    this.named.set(key, open);
    this.openAliases.set(key, this.aggregateDepth);
    open.target = this.of(target);
    this.openAliases.delete(key);
    return Object.freeze(open);
  }

  private nameFor(key: TypeKey, detail: TypeDetail | undefined): string {
    const fallback = key === this.rootKey ? this.rootName : undefined;
    return typeNameOf(detail, fallback ?? `T_${key.replace(/[^A-Za-z0-9]/g, "_")}`);
  }

  private readonly annotationOf = (identifier: TypeIdentifier): AnnotationObject | undefined => {
    const key = keyOf(identifier);
    const object = key === undefined ? undefined : this.source.objectOf(key)?.value;
    return object?.member === "annotationType" ? object.value : undefined;
  };
}

function primitiveOf(kind: number): TypeDescription {
  const primitive = kinds.PRIMITIVE_OF_KIND.get(kind);
  if (primitive === undefined) throw new TypeProblem(`0x${kind.toString(16)} identifies no type that is known here`);
  return { kind: primitive };
}

function boundOf(bound: number): number | undefined {
  return bound === 0 ? undefined : bound;
}

function nameOf(type: TypeDescription): string {
  return "name" in type ? type.name : type.kind;
}

/** Those of the description itself, and of what is inside a collection without a name. */
const MAX_DEPTH = 128;
const MAX_DIMENSIONS = 64;
/** Of a typedef that is being described: no map key and no discriminator, so that nobody takes it for one. */
const NO_TARGET: TypeDescription = float64;
