// XTypes 1.3 §7.6.3: what discovery asks about types. To discovery types are octets; who understands them implements
// this. Nothing here throws on a peer's octets.

import type { TypeConsistencyQos } from "../qos/index.js";

/** §7.6.3.4.2: what TypeInformation of both sides says. */
export type TypeComparison =
  /** One of the two cannot be read or understood: names decide. */
  | { readonly verdict: "unreadable"; readonly detail: string }
  | { readonly verdict: "assignable" }
  /** `detail` says which member, and why. */
  | { readonly verdict: "notAssignable"; readonly detail: string }
  /** TypeObjects are missing. */
  | { readonly verdict: "unknown" };

/** §7.3.4.7. Complete types have names, minimal ones only hashes of names. */
export type TypeRelation = "complete" | "minimal";

/** Who asks, by which request, whom. */
export interface RequestAddress {
  /** 16 octets: the writer of the request. */
  readonly writerGuid: Uint8Array;
  /** Number of the request at that writer. */
  readonly sn: number;
  /** 12 octets: the prefix of the participant that is asked. */
  readonly server: Uint8Array;
}

export type TypeAnswer =
  | { readonly kind: "reply"; readonly payload: Uint8Array }
  /** It asks another participant. */
  | { readonly kind: "notForUs" }
  | { readonly kind: "unreadable" };

export interface TypeReply {
  /** Of the request that it answers, if that was one of ours; 0 for another's. */
  readonly sn: number;
  /** Types, or names of types to ask for, that were missing and are there now. */
  readonly added: number;
  /** TypeObjects that are not what their hash says, or that nobody asked for. */
  readonly refused: number;
  /** TypeObjects beyond what one participant may make us hold. */
  readonly beyondLimits: number;
}

export interface TypeSupport {
  /** Names what is announced; undefined if it cannot be read. */
  keyOf(typeInformation: Uint8Array): string | undefined;
  compare(writer: Uint8Array, reader: Uint8Array, consistency: TypeConsistencyQos): TypeComparison;
  /** Everything that the announced type consists of is there. */
  isKnown(typeInformation: Uint8Array, relation: TypeRelation): boolean;
  /** The payload of a getTypes request for what is missing; undefined if there is nothing to ask. */
  request(
    peer: string,
    typeInformation: Uint8Array,
    relation: TypeRelation,
    address: RequestAddress,
  ): Uint8Array | undefined;
  /** A getTypeDependencies request, if the announcement leaves dependencies out. */
  dependenciesRequest(
    peer: string,
    typeInformation: Uint8Array,
    relation: TypeRelation,
    address: RequestAddress,
  ): Uint8Array | undefined;
  /** What a request of another participant is answered with. `server`: the 12 octets of our prefix. */
  answer(payload: Uint8Array, server: Uint8Array): TypeAnswer;
  /** Takes in what a peer answered; undefined for octets that are no reply. `writerGuid`: that of our requests. */
  takeReply(peer: string, payload: Uint8Array, writerGuid: Uint8Array): TypeReply | undefined;
  /** The participant is gone: what only it has told is forgotten. */
  forget(peer: string): void;
}
