// XTypes 1.3 §7.6.3.3.4: the types of this participant's endpoints, and what is answered about them.

import type { TypeRepresentation } from "../build/representation.js";
import { keyOf, type TypeKey } from "../identifiers.js";
import { closureOf, type ObjectSource } from "../references.js";
import type { TypeIdentifier } from "../wire/identifierTypes.js";
import {
  GET_TYPE_DEPENDENCIES,
  GET_TYPES,
  REMOTE_EX_UNKNOWN_OPERATION,
  type TypeIdentifierPair,
  type TypeIdentifierTypeObjectPair,
  type TypeLookupRequest,
} from "../wire/typeLookupTypes.js";
import type { TypeObject } from "../wire/typeObjectValues.js";
import { replyPayload } from "./messages.js";
import { StoredObject } from "./StoredObject.js";

export interface AnswerLimits {
  /** A reply has no more octets than this: the asker asks again for the rest. */
  readonly maxTypeReplyBytes: number;
  /** Types that are looked at for one request. */
  readonly maxTypeDependencies: number;
}

export class LocalTypes implements ObjectSource {
  private readonly objects = new Map<TypeKey, StoredObject>();
  private readonly minimalOf = new Map<TypeKey, TypeIdentifier>();

  constructor(private readonly limits: AnswerLimits) {}

  add({ complete, minimal, completeToMinimal }: TypeRepresentation): void {
    for (const view of [complete, minimal]) {
      for (const [key, { identifier, serialized }] of view?.objects ?? []) {
        if (!this.objects.has(key)) this.objects.set(key, new StoredObject(identifier, serialized));
      }
    }
    for (const [key, identifier] of completeToMinimal) this.minimalOf.set(key, identifier);
  }

  get(key: TypeKey): StoredObject | undefined {
    return this.objects.get(key);
  }

  objectOf(key: TypeKey): TypeObject | undefined {
    return this.objects.get(key)?.decoded;
  }

  /** The payload of the reply. */
  answer({ header, data }: TypeLookupRequest): Uint8Array {
    const { requestId } = header;
    switch (data.member) {
      case "getTypes": {
        const value = { $discriminator: 0, member: "result", value: this.types(data.value.typeIds) } as const;
        return replyPayload(requestId, { $discriminator: GET_TYPES, member: "getTypes", value });
      }
      case "getTypeDependencies": {
        const dependencies = this.dependencies(data.value.typeIds, data.value.continuationPoint);
        const value = { $discriminator: 0, member: "result", value: dependencies } as const;
        return replyPayload(requestId, { $discriminator: GET_TYPE_DEPENDENCIES, member: "getTypeDependencies", value });
      }
      default: {
        const nothing = { $discriminator: data.$discriminator, member: null, value: undefined };
        return replyPayload(requestId, nothing, REMOTE_EX_UNKNOWN_OPERATION);
      }
    }
  }

  /** Those that are known and fit; for complete types also which minimal type is theirs. */
  private types(typeIds: readonly TypeIdentifier[]) {
    const types: TypeIdentifierTypeObjectPair[] = [];
    const completeToMinimal: TypeIdentifierPair[] = [];
    let octets = REPLY_OVERHEAD;
    for (const typeIdentifier of this.withComponents(typeIds)) {
      const key = keyOf(typeIdentifier)!;
      const stored = this.objects.get(key);
      if (stored === undefined) continue;
      octets += stored.serialized.length + PAIR_OVERHEAD;
      if (octets > this.limits.maxTypeReplyBytes && types.length > 0) break;
      types.push({ typeIdentifier, typeObject: stored.octets });
      const minimal = this.minimalOf.get(key);
      if (minimal !== undefined) completeToMinimal.push({ typeIdentifier1: typeIdentifier, typeIdentifier2: minimal });
    }
    return { types, completeToMinimal };
  }

  /** Types that refer to each other are of no use one by one. */
  private withComponents(typeIds: readonly TypeIdentifier[]): TypeIdentifier[] {
    const found = new Map<TypeKey, TypeIdentifier>();
    for (const typeId of typeIds) {
      for (const identifier of componentOf(typeId)) {
        if (found.size >= this.limits.maxTypeDependencies) return [...found.values()];
        const key = keyOf(identifier);
        if (key !== undefined) found.set(key, identifier);
      }
    }
    return [...found.values()];
  }

  private dependencies(typeIds: readonly TypeIdentifier[], continuationPoint: Uint8Array) {
    const asked = new Set(typeIds.map(keyOf));
    const { present } = closureOf(typeIds, this, this.limits.maxTypeDependencies, true);
    const all = [...present].filter(([key]) => !asked.has(key));
    const start = placeOf(continuationPoint);
    const page = all.slice(start, start + DEPENDENCIES_PER_PAGE).map(([key, typeId]) => ({
      typeId,
      typeobjectSerializedSize: this.objects.get(key)!.serialized.length,
    }));
    const next = start + page.length;
    return { dependentTypeids: page, continuationPoint: next < all.length ? continuationAt(next) : NO_CONTINUATION };
  }
}

/** The identifier, or those of all types of its component. */
export function componentOf(identifier: TypeIdentifier, max = MAX_COMPONENT): TypeIdentifier[] {
  if (identifier.member !== "scComponentId") return [identifier];
  const { value } = identifier;
  if (value.sccLength < 1 || value.sccLength > max) return [];
  return Array.from({ length: value.sccLength }, (_, index) => ({
    ...identifier,
    value: { ...value, sccIndex: index + 1 },
  }));
}

/** 32 octets with a big-endian number at the end, as Fast DDS has them. */
function continuationAt(place: number): Uint8Array {
  const point = new Uint8Array(32);
  new DataView(point.buffer).setUint32(28, place);
  return point;
}

function placeOf(point: Uint8Array): number {
  if (point.length < 4) return 0;
  return new DataView(point.buffer, point.byteOffset, point.length).getUint32(point.length - 4);
}

const NO_CONTINUATION = new Uint8Array(0);
const DEPENDENCIES_PER_PAGE = 75;
/** More types than anybody writes that all refer to each other. */
const MAX_COMPONENT = 256;
/** Headers of the reply, and of each pair with its identifiers. */
const REPLY_OVERHEAD = 64;
const PAIR_OVERHEAD = 64;
