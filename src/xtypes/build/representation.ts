// XTypes 1.3 §7.3.4.3, §7.3.4.9 and §7.6.3.2: a type with everything it depends on as TypeObjects, the identifiers
// they give, and the TypeInformation that announces them.

import { CdrError } from "../../cdr/index.js";
import type { StructType, TypeDescription } from "../../idl/index.js";
import { componentIdentifier, hashIdentifier, keyOf, type TypeKey } from "../identifiers.js";
import * as kinds from "../kinds.js";
import { equivalenceHashOf } from "../nameHash.js";
import { typeInformationCodec, typeObjectCodec, typeObjectSeqCodec } from "../wire/codecs.js";
import type { TypeIdentifier } from "../wire/identifierTypes.js";
import type { TypeIdentifierWithDependencies } from "../wire/typeInformationTypes.js";
import { type Component, componentsOf, type NamedType, namedTypesIn, referencesOf } from "./components.js";
import { Identifying } from "./Identifying.js";
import { typeObjectOf, UnsayableType } from "./typeObjects.js";

/** One TypeObject, little endian, with its DHEADER. */
export interface IdentifiedObject {
  readonly identifier: TypeIdentifier;
  readonly serialized: Uint8Array;
}

/** A type in one equivalence relation. */
export interface RelationView {
  readonly identifier: TypeIdentifier;
  /** By key: the type, the named types that it depends on, and types of annotations. The type first. */
  readonly objects: ReadonlyMap<TypeKey, IdentifiedObject>;
}

export interface TypeRepresentation {
  /** One of the two is missing of a type that was learnt from a peer. */
  readonly complete: RelationView | undefined;
  readonly minimal: RelationView | undefined;
  /** Complete to minimal identifiers of the named types. */
  readonly completeToMinimal: ReadonlyMap<TypeKey, TypeIdentifier>;
  /** The value of PID_TYPE_INFORMATION, little endian. */
  readonly typeInformation: Uint8Array;
}

/** A type that is described here has both. */
export interface FullRepresentation extends TypeRepresentation {
  readonly complete: RelationView;
  readonly minimal: RelationView;
}

const made = new WeakMap<StructType, FullRepresentation>();

/** Made once for each type. Throws UnsayableType for a type that TypeObjects cannot describe. */
export function representationOf(type: StructType): FullRepresentation {
  let representation = made.get(type);
  if (representation === undefined) {
    representation = sayable(type);
    made.set(type, representation);
  }
  return representation;
}

/**
 * Why nobody can be told what the type consists of, in one line, such as a union in it with a case label beyond 32 bits;
 * undefined if it can be told. Such a type goes by its name.
 */
export function typeInformationProblem(type: StructType): string | undefined {
  try {
    representationOf(type);
    return undefined;
  } catch (error) {
    if (error instanceof UnsayableType) return error.message;
    throw error;
  }
}

/** The identifier of any type, named or not. */
export function identifierOf(type: TypeDescription, kind: kinds.EquivalenceKind): TypeIdentifier {
  const roots = namedTypesIn(type);
  const relation = new Relation(kind, componentsOf(roots));
  return relation.identifying.of(type);
}

function sayable(type: StructType): FullRepresentation {
  try {
    return represent(type);
  } catch (error) {
    // Names have 256 octets at most, texts of annotations 128.
    if (error instanceof CdrError) throw new UnsayableType(`type ${type.name}: ${error.message}`);
    throw error;
  }
}

function represent(type: StructType): FullRepresentation {
  const components = componentsOf([type]);
  const complete = new Relation(kinds.EK_COMPLETE, components);
  const minimal = new Relation(kinds.EK_MINIMAL, components);
  const order = definitionOrder(type);
  const views = { complete: complete.view(type, order), minimal: minimal.view(type, order) };
  const completeToMinimal = new Map(
    order.map((one) => [keyOf(complete.identifying.of(one))!, minimal.identifying.of(one)]),
  );
  const typeInformation = typeInformationCodec.encode({
    minimal: withDependencies(views.minimal),
    complete: withDependencies(views.complete),
  });
  return { ...views, completeToMinimal, typeInformation };
}

/** As a reader of the definition meets them. Peers list dependencies in this order too. */
function definitionOrder(root: NamedType): NamedType[] {
  const found = new Set<NamedType>();
  const waiting = [root];
  for (let type = waiting.pop(); type !== undefined; type = waiting.pop()) {
    if (found.has(type)) continue;
    found.add(type);
    waiting.push(...[...referencesOf(type)].reverse());
  }
  return [...found];
}

function withDependencies({ objects }: RelationView): TypeIdentifierWithDependencies {
  const [own, ...dependent] = [...objects.values()].map(({ identifier, serialized }) => ({
    typeId: identifier,
    typeobjectSerializedSize: serialized.length,
  }));
  return { typeidWithSize: own!, dependentTypeidCount: dependent.length, dependentTypeids: dependent };
}

/** The TypeObjects of a set of types in one equivalence relation. Components come in an order that needs no look ahead. */
class Relation {
  readonly identifying: Identifying;
  private readonly objects = new Map<NamedType, IdentifiedObject>();
  private readonly annotations = new Map<TypeKey, IdentifiedObject>();

  constructor(kind: kinds.EquivalenceKind, components: readonly Component[]) {
    this.identifying = new Identifying(kind);
    for (const component of components) {
      if (component.isCyclic) this.addCycle(component.types);
      else this.addSingle(component.types[0]!);
    }
  }

  view(root: NamedType, order: readonly NamedType[]): RelationView {
    const objects = new Map<TypeKey, IdentifiedObject>();
    for (const type of order) {
      const object = this.objects.get(type)!;
      const key = keyOf(object.identifier)!;
      // Two aliases of one type differ in their names alone, which minimal objects do not have.
      if (!objects.has(key)) objects.set(key, object);
    }
    for (const [key, object] of this.annotations) objects.set(key, object);
    return { identifier: this.identifying.of(root), objects };
  }

  private addSingle(type: NamedType): void {
    const serialized = this.serialize(type);
    const identifier = hashIdentifier(this.identifying.kind, equivalenceHashOf(serialized));
    this.identifying.name(type, identifier);
    this.objects.set(type, { identifier, serialized });
  }

  /**
   * §7.3.4.9.2: types that refer to each other get identifiers with a hash of zeros first; the hash of the sequence of
   * their TypeObjects then takes its place.
   */
  private addCycle(types: readonly NamedType[]): void {
    this.nameCycle(types, new Uint8Array(14));
    const objects = types.map((type) => typeObjectOf(type, this.identifying, this.noteAnnotation));
    this.nameCycle(types, equivalenceHashOf(typeObjectSeqCodec.encode(objects)));
    for (const type of types) {
      this.objects.set(type, { identifier: this.identifying.of(type), serialized: this.serialize(type) });
    }
  }

  private nameCycle(types: readonly NamedType[], hash: Uint8Array): void {
    const { kind } = this.identifying;
    types.forEach((type, index) => {
      this.identifying.name(type, componentIdentifier(kind, hash, types.length, index + 1));
    });
  }

  private serialize(type: NamedType): Uint8Array {
    return typeObjectCodec.encode(typeObjectOf(type, this.identifying, this.noteAnnotation));
  }

  private readonly noteAnnotation = (identifier: TypeIdentifier, serialized: Uint8Array): void => {
    this.annotations.set(keyOf(identifier)!, { identifier, serialized });
  };
}
