// XTypes 1.3 §7.6.3.3 and DDS-RPC 1.0 §7.5: the request and the reply of the TypeLookup service, described with our
// own builders. A TypeObject is read as octets here: its hash is that of the bytes that came, and most are never
// looked into. An appendable type on the wire is a length and that many octets, like a sequence of them.

import {
  array,
  int32,
  octet,
  type StructType,
  sequence,
  string,
  struct,
  type UnionType,
  uint32,
  union,
} from "../../idl/index.js";
import { appendable, type Choice, final, mutable, type TypeIdentifier, typeIdentifier } from "./identifierTypes.js";
import { type TypeIdentifierWithSize, typeIdentifierWithSize } from "./typeInformationTypes.js";

/** The operations, by the hash of their names. */
export const GET_TYPES = 0x018252d3;
export const GET_TYPE_DEPENDENCIES = 0x05aafb31;

/** RemoteExceptionCode_t. */
export const REMOTE_EX_OK = 0;
export const REMOTE_EX_INVALID_ARGUMENT = 2;
export const REMOTE_EX_UNKNOWN_OPERATION = 4;

export interface SampleIdentity {
  /** 16 octets. */
  readonly writerGuid: Uint8Array;
  readonly sequenceNumber: { readonly high: number; readonly low: number };
}

/** The octets behind the DHEADER of a TypeObject. */
export type TypeObjectOctets = Uint8Array;

export interface TypeIdentifierTypeObjectPair {
  readonly typeIdentifier: TypeIdentifier;
  readonly typeObject: TypeObjectOctets;
}
export interface TypeIdentifierPair {
  readonly typeIdentifier1: TypeIdentifier;
  readonly typeIdentifier2: TypeIdentifier;
}

/** The operation is the discriminator; one that is not known selects nothing. */
export type TypeLookupCall =
  | Choice<number, "getTypes", { readonly typeIds: readonly TypeIdentifier[] }>
  | Choice<
      number,
      "getTypeDependencies",
      { readonly typeIds: readonly TypeIdentifier[]; readonly continuationPoint: Uint8Array }
    >
  | Choice<number, null, undefined>;

export interface TypeLookupRequest {
  readonly header: { readonly requestId: SampleIdentity; readonly instanceName: string };
  readonly data: TypeLookupCall;
}

export interface GetTypesOut {
  readonly types: readonly TypeIdentifierTypeObjectPair[];
  readonly completeToMinimal: readonly TypeIdentifierPair[];
}
export interface GetTypeDependenciesOut {
  readonly dependentTypeids: readonly TypeIdentifierWithSize[];
  /** Empty when that was all. */
  readonly continuationPoint: Uint8Array;
}

/** By return code: anything but 0 selects nothing. */
type Result<Out> = Choice<number, "result", Out> | Choice<number, null, undefined>;

export type TypeLookupReturn =
  | Choice<number, "getTypes", Result<GetTypesOut>>
  | Choice<number, "getTypeDependencies", Result<GetTypeDependenciesOut>>
  | Choice<number, null, undefined>;

export interface TypeLookupReply {
  readonly header: { readonly relatedRequestId: SampleIdentity; readonly remoteEx: number };
  readonly return: TypeLookupReturn;
}

const name = (short: string) => `DDS::Builtin::TypeLookup_${short}`;
const continuationPoint = { type: sequence(octet, 32), hashId: "continuation_point" };
const typeIds = { type: sequence(typeIdentifier), hashId: "type_ids" };

const sampleIdentity: StructType = struct(
  "DDS::SampleIdentity",
  {
    writerGuid: array(octet, 16),
    sequenceNumber: struct("DDS::SequenceNumber_t", { high: int32, low: uint32 }, final),
  },
  final,
);

export const typeLookupRequest: StructType = struct(
  name("Request"),
  {
    header: struct("DDS::RPC::RequestHeader", { requestId: sampleIdentity, instanceName: string(255) }, final),
    data: union(
      name("Call"),
      int32,
      {
        getTypes: { type: struct(name("getTypes_In"), { typeIds }, mutable), labels: [GET_TYPES] },
        getTypeDependencies: {
          type: struct(name("getTypeDependencies_In"), { typeIds, continuationPoint }, mutable),
          labels: [GET_TYPE_DEPENDENCIES],
        },
      },
      appendable,
    ),
  },
  final,
);

const typeIdentifierTypeObjectPair: StructType = struct(
  "DDS::XTypes::TypeIdentifierTypeObjectPair",
  { typeIdentifier, typeObject: sequence(octet) },
  final,
);
const typeIdentifierPair: StructType = struct(
  "DDS::XTypes::TypeIdentifierPair",
  { typeIdentifier1: typeIdentifier, typeIdentifier2: typeIdentifier },
  final,
);

const getTypesOut: StructType = struct(
  name("getTypes_Out"),
  {
    types: { type: sequence(typeIdentifierTypeObjectPair), hashId: "types" },
    completeToMinimal: { type: sequence(typeIdentifierPair), hashId: "complete_to_minimal" },
  },
  mutable,
);
const getTypeDependenciesOut: StructType = struct(
  name("getTypeDependencies_Out"),
  {
    dependentTypeids: { type: sequence(typeIdentifierWithSize), hashId: "dependent_typeids" },
    continuationPoint,
  },
  mutable,
);

const resultOf = (short: string, out: StructType): UnionType =>
  union(name(`${short}_Result`), int32, { result: { type: out, labels: [0] } }, appendable);

export const typeLookupReply: StructType = struct(
  name("Reply"),
  {
    // The exception is an enum on paper; a code of a later version should not spoil the reply.
    header: struct("DDS::RPC::ReplyHeader", { relatedRequestId: sampleIdentity, remoteEx: int32 }, final),
    return: union(
      name("Return"),
      int32,
      {
        getTypes: { type: resultOf("getTypes", getTypesOut), labels: [GET_TYPES] },
        getTypeDependencies: {
          type: resultOf("getTypeDependencies", getTypeDependenciesOut),
          labels: [GET_TYPE_DEPENDENCIES],
        },
      },
      appendable,
    ),
  },
  final,
);
