// XTypes 1.3 §7.6.3: the types that one participant knows: its own, which it serves, and those it has asked others for.
// Answers what discovery asks about types, and gives descriptions of what was learnt.

import { CdrError } from "../../cdr/index.js";
import type { StructType } from "../../idl/index.js";
import { representationOf } from "../build/representation.js";
import { describeType } from "../describe/describeType.js";
import { TypeProblem } from "../describe/TypeProblem.js";
import { keyOf, type TypeKey } from "../identifiers.js";
import { closureOf, type ObjectSource } from "../references.js";
import type { TypeIdentifier } from "../wire/identifierTypes.js";
import type { TypeLookupReply } from "../wire/typeLookupTypes.js";
import type { TypeObject } from "../wire/typeObjectValues.js";
import { type Announced, type AnnouncedType, announcedIn } from "./announced.js";
import { Comparisons, type TypeComparison, type TypeConsistency } from "./Comparisons.js";
import { DependencyQuestions } from "./DependencyQuestions.js";
import { type AnswerLimits, componentOf, LocalTypes } from "./LocalTypes.js";
import { learntRepresentation, noteLearnt } from "./learnt.js";
import {
  asksFor,
  getTypesCall,
  type RequestAddress,
  readReply,
  readRequest,
  requestPayload,
  sequenceNumberIn,
} from "./messages.js";
import { type PeerTypeLimits, PeerTypes } from "./PeerTypes.js";
import { littleEndianObject } from "./StoredObject.js";

export type TypeRegistryLimits = AnswerLimits & PeerTypeLimits;

export type TypeRelation = "complete" | "minimal";

export type TypeAnswer =
  | { readonly kind: "reply"; readonly payload: Uint8Array }
  | { readonly kind: "notForUs" }
  | { readonly kind: "unreadable" };

/** What came of a reply: see TypeSupport in discovery, which this class is for. */
export interface TypeReply {
  readonly sn: number;
  readonly added: number;
  readonly refused: number;
  readonly beyondLimits: number;
}

export class TypeRegistry implements ObjectSource {
  private readonly local: LocalTypes;
  private readonly peers: PeerTypes;
  private readonly dependencies: DependencyQuestions;
  private readonly comparisons = new Comparisons();
  private readonly ownTypes = new Set<StructType>();
  /** Own types by both of their keys. */
  private readonly own = new Map<TypeKey, StructType>();
  /** Of peers' types, until something is forgotten. */
  private readonly descriptions = new Map<TypeKey, StructType | TypeProblem>();

  constructor(private readonly limits: TypeRegistryLimits) {
    this.local = new LocalTypes(limits);
    this.peers = new PeerTypes(limits);
    this.dependencies = new DependencyQuestions(limits.maxTypeDependencies);
  }

  // ---- own types, and what was learnt ----

  /**
   * Serves the type from now on.
   *
   * @returns the octets of PID_TYPE_INFORMATION
   * @throws UnsayableType for a type that TypeObjects cannot describe
   */
  register(type: StructType): Uint8Array {
    const representation = learntRepresentation(type) ?? representationOf(type);
    this.local.add(representation);
    this.ownTypes.add(type);
    const announced = announcedIn(representation.typeInformation);
    if (!(announced instanceof CdrError)) {
      for (const one of [announced.complete, announced.minimal]) if (one !== undefined) this.own.set(one.key, type);
    }
    return representation.typeInformation;
  }

  /**
   * The type that is announced; why its TypeObjects describe none; undefined as long as some are missing. The complete
   * type if that is there, else the minimal one with made-up names.
   */
  describe(typeInformation: Uint8Array, typeName?: string): StructType | TypeProblem | undefined {
    const announced = announcedIn(typeInformation);
    if (announced instanceof CdrError)
      return new TypeProblem(`its TypeInformation cannot be read: ${announced.message}`);
    const type = this.typeOf(announced, typeName);
    if (type === undefined || type instanceof TypeProblem || this.ownTypes.has(type)) return type;
    noteLearnt(type, typeInformation, announced, this);
    return type;
  }

  objectOf(key: TypeKey): TypeObject | undefined {
    return this.storedOf(key)?.decoded;
  }

  storedOf(key: TypeKey) {
    return this.local.get(key) ?? this.peers.get(key);
  }

  // ---- what discovery asks ----

  keyOf(typeInformation: Uint8Array): string | undefined {
    const announced = announcedIn(typeInformation);
    return announced instanceof CdrError ? undefined : announced.key;
  }

  compare(writer: Uint8Array, reader: Uint8Array, consistency: TypeConsistency): TypeComparison {
    const from = announcedIn(writer);
    const to = announcedIn(reader);
    if (from instanceof CdrError) return { verdict: "unreadable", detail: `the writer's type: ${from.message}` };
    if (to instanceof CdrError) return { verdict: "unreadable", detail: `the reader's type: ${to.message}` };
    return this.comparisons.compare(from, to, consistency, (announced) => this.typeOf(announced));
  }

  isKnown(typeInformation: Uint8Array, relation: TypeRelation): boolean {
    const announced = this.announcedAs(typeInformation, relation);
    return announced !== undefined && this.isComplete(announced.identifier);
  }

  request(
    peer: string,
    typeInformation: Uint8Array,
    relation: TypeRelation,
    address: RequestAddress,
  ): Uint8Array | undefined {
    const announced = this.announcedAs(typeInformation, relation);
    if (announced === undefined) return undefined;
    const missing = this.missingOf(peer, announced);
    if (missing.length === 0) return undefined;
    this.peers.want(peer, missing);
    return requestPayload(address, getTypesCall(missing));
  }

  dependenciesRequest(
    peer: string,
    typeInformation: Uint8Array,
    relation: TypeRelation,
    address: RequestAddress,
  ): Uint8Array | undefined {
    const announced = this.announcedAs(typeInformation, relation);
    if (announced === undefined || !announced.hasUnlisted) return undefined;
    return this.dependencies.request(peer, announced, address);
  }

  answer(payload: Uint8Array, server: Uint8Array): TypeAnswer {
    const request = readRequest(payload);
    if (request instanceof CdrError) return { kind: "unreadable" };
    if (!asksFor(request.header.instanceName, server)) return { kind: "notForUs" };
    return { kind: "reply", payload: this.local.answer(request) };
  }

  takeReply(peer: string, payload: Uint8Array, writerGuid: Uint8Array): TypeReply | undefined {
    const read = readReply(payload);
    if (read instanceof CdrError) return undefined;
    const { reply, littleEndian } = read;
    const { relatedRequestId } = reply.header;
    const isOurs = relatedRequestId.writerGuid.every((octet, index) => octet === writerGuid[index]);
    // Whoever answers somebody else's request answers nothing that was asked here.
    if (!isOurs) return { sn: 0, added: 0, refused: 0, beyondLimits: 0 };
    return { sn: sequenceNumberIn(relatedRequestId), ...this.takeResult(peer, reply, littleEndian) };
  }

  forget(peer: string): void {
    this.peers.forget(peer);
    this.dependencies.forget(peer);
    this.descriptions.clear();
    this.comparisons.clear();
  }

  // ---- details ----

  private takeResult(peer: string, reply: TypeLookupReply, littleEndian: boolean) {
    const counts = { added: 0, refused: 0, beyondLimits: 0 };
    const returned = reply.return;
    if (returned.member === "getTypes" && returned.value.member === "result") {
      for (const { typeIdentifier, typeObject } of returned.value.value.types) {
        const serialized = littleEndianObject(typeObject, littleEndian);
        const intake = serialized === undefined ? "refused" : this.peers.take(peer, typeIdentifier, serialized);
        if (intake === "added" || intake === "refused" || intake === "beyondLimits") counts[intake]++;
      }
    } else if (returned.member === "getTypeDependencies" && returned.value.member === "result") {
      counts.added = this.dependencies.take(
        peer,
        sequenceNumberIn(reply.header.relatedRequestId),
        returned.value.value,
      );
    }
    return counts;
  }

  /** What the type needs, and what its announcement lists besides, such as types of annotations. */
  private missingOf(peer: string, announced: AnnouncedType): TypeIdentifier[] {
    const max = this.limits.maxTypeDependencies;
    const { missing } = closureOf([announced.identifier], this, max);
    const listed = [...announced.dependencies, ...this.dependencies.knownOf(peer, announced.key)];
    const found = new Map<TypeKey, TypeIdentifier>();
    for (const identifier of [...missing, ...listed]) {
      for (const one of componentOf(identifier)) {
        const key = keyOf(one)!;
        if (found.size < max && this.storedOf(key) === undefined) found.set(key, one);
      }
    }
    return [...found.values()];
  }

  private isComplete(identifier: TypeIdentifier): boolean {
    const { missing, isCut } = closureOf([identifier], this, this.limits.maxTypeDependencies);
    return missing.length === 0 && !isCut;
  }

  private typeOf(announced: Announced, typeName?: string): StructType | TypeProblem | undefined {
    for (const relation of [announced.complete, announced.minimal]) {
      if (relation === undefined) continue;
      const known = this.own.get(relation.key) ?? this.descriptions.get(relation.key);
      if (known !== undefined) return known;
      if (!this.isComplete(relation.identifier)) continue;
      const described = describeType(relation.identifier, this, typeName);
      this.descriptions.set(relation.key, described);
      return described;
    }
    return undefined;
  }

  private announcedAs(typeInformation: Uint8Array, relation: TypeRelation): AnnouncedType | undefined {
    const announced = announcedIn(typeInformation);
    return announced instanceof CdrError ? undefined : announced[relation];
  }
}
