// XTypes 1.3 §7.6.3.3 and DDS-RPC 1.0: payloads of TypeLookup requests and replies, with their encapsulation header.

import { CdrError } from "../../cdr/index.js";
import { toHex } from "../nameHash.js";
import { typeLookupReplyCodec, typeLookupRequestCodec } from "../wire/codecs.js";
import type { TypeIdentifier } from "../wire/identifierTypes.js";
import {
  GET_TYPE_DEPENDENCIES,
  GET_TYPES,
  REMOTE_EX_OK,
  type SampleIdentity,
  type TypeLookupCall,
  type TypeLookupReply,
  type TypeLookupRequest,
  type TypeLookupReturn,
} from "../wire/typeLookupTypes.js";

/** Who asks, by which request, whom. */
export interface RequestAddress {
  readonly writerGuid: Uint8Array;
  readonly sn: number;
  /** 12 octets: the prefix of the participant that is asked. */
  readonly server: Uint8Array;
}

export function getTypesCall(typeIds: readonly TypeIdentifier[]): TypeLookupCall {
  return { $discriminator: GET_TYPES, member: "getTypes", value: { typeIds } };
}

export function getTypeDependenciesCall(
  typeIds: readonly TypeIdentifier[],
  continuationPoint: Uint8Array,
): TypeLookupCall {
  const value = { typeIds, continuationPoint };
  return { $discriminator: GET_TYPE_DEPENDENCIES, member: "getTypeDependencies", value };
}

export function requestPayload(address: RequestAddress, data: TypeLookupCall): Uint8Array {
  const requestId = { writerGuid: address.writerGuid, sequenceNumber: sequenceNumberOf(address.sn) };
  return encapsulated(
    typeLookupRequestCodec.encode({ header: { requestId, instanceName: instanceNameOf(address.server) }, data }),
  );
}

export function replyPayload(
  relatedRequestId: SampleIdentity,
  result: TypeLookupReturn,
  remoteEx: number = REMOTE_EX_OK,
): Uint8Array {
  return encapsulated(typeLookupReplyCodec.encode({ header: { relatedRequestId, remoteEx }, return: result }));
}

export function readRequest(payload: Uint8Array): TypeLookupRequest | CdrError {
  const body = bodyOf(payload);
  return body instanceof CdrError ? body : typeLookupRequestCodec.decode(body.octets, body.littleEndian);
}

export interface ReadReply {
  readonly reply: TypeLookupReply;
  /** Of the TypeObjects inside, which are not decoded. */
  readonly littleEndian: boolean;
}

export function readReply(payload: Uint8Array): ReadReply | CdrError {
  const body = bodyOf(payload);
  if (body instanceof CdrError) return body;
  const reply = typeLookupReplyCodec.decode(body.octets, body.littleEndian);
  return reply instanceof CdrError ? reply : { reply, littleEndian: body.littleEndian };
}

export function sequenceNumberIn({ sequenceNumber }: SampleIdentity): number {
  return sequenceNumber.high * 2 ** 32 + sequenceNumber.low;
}

/**
 * The service is named after the participant that serves. Cyclone DDS writes zeros when it asks everybody; of the GUID
 * the entity id says nothing.
 */
export function asksFor(instanceName: string, server: Uint8Array): boolean {
  const prefix = instanceName.slice(INSTANCE_NAME.length, INSTANCE_NAME.length + 24).toLowerCase();
  if (!instanceName.startsWith(INSTANCE_NAME)) return false;
  return prefix === toHex(server) || /^0+$/.test(prefix);
}

function instanceNameOf(server: Uint8Array): string {
  return `${INSTANCE_NAME}${toHex(server)}${ENTITYID_PARTICIPANT}`;
}

function sequenceNumberOf(sn: number): { high: number; low: number } {
  return { high: Math.floor(sn / 2 ** 32), low: sn % 2 ** 32 };
}

function encapsulated(body: Uint8Array): Uint8Array {
  const padding = -body.length & 3;
  const payload = new Uint8Array(HEADER_BYTES + body.length + padding);
  payload[1] = CDR2_LE;
  payload[3] = padding;
  payload.set(body, HEADER_BYTES);
  return payload;
}

function bodyOf(payload: Uint8Array): { readonly octets: Uint8Array; readonly littleEndian: boolean } | CdrError {
  const id = payload.length < HEADER_BYTES ? -1 : payload[0]! * 256 + payload[1]!;
  if (id !== CDR2_LE && id !== CDR2_BE) return new CdrError("bad-encapsulation", "TypeLookup messages are CDR2");
  return { octets: payload.subarray(HEADER_BYTES), littleEndian: id === CDR2_LE };
}

const INSTANCE_NAME = "dds.builtin.TOS.";
const ENTITYID_PARTICIPANT = "000001c1";
const HEADER_BYTES = 4;
/** The requests and replies are final structs (XTypes 1.3 §7.6.3.1.2). */
const CDR2_BE = 0x0006;
const CDR2_LE = 0x0007;
