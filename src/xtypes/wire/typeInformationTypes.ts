// XTypes 1.3 §7.6.3.2.1 and Annex B: TypeInformation, described with our own builders.

import { int32, type StructType, sequence, struct, uint32 } from "../../idl/index.js";
import { appendable, mutable, type TypeIdentifier, typeIdentifier } from "./identifierTypes.js";

export interface TypeIdentifierWithSize {
  readonly typeId: TypeIdentifier;
  /** Octets of its TypeObject with the DHEADER in front; 0 when the sender did not count. */
  readonly typeobjectSerializedSize: number;
}

export interface TypeIdentifierWithDependencies {
  readonly typeidWithSize: TypeIdentifierWithSize;
  /** -1 when the sender did not count. */
  readonly dependentTypeidCount: number;
  /** May be fewer than the count: the rest is to be asked for. */
  readonly dependentTypeids: readonly TypeIdentifierWithSize[];
}

/** One of the two may be the identifier TK_NONE. */
export interface TypeInformation {
  readonly minimal: TypeIdentifierWithDependencies;
  readonly complete: TypeIdentifierWithDependencies;
}

export const typeIdentifierWithSize: StructType = struct(
  "DDS::XTypes::TypeIdentfierWithSize",
  { typeId: typeIdentifier, typeobjectSerializedSize: uint32 },
  appendable,
);

const typeIdentifierWithDependencies: StructType = struct(
  "DDS::XTypes::TypeIdentifierWithDependencies",
  {
    typeidWithSize: typeIdentifierWithSize,
    dependentTypeidCount: int32,
    dependentTypeids: sequence(typeIdentifierWithSize),
  },
  appendable,
);

export const typeInformation: StructType = struct(
  "DDS::XTypes::TypeInformation",
  {
    minimal: { type: typeIdentifierWithDependencies, id: 0x1001 },
    complete: { type: typeIdentifierWithDependencies, id: 0x1002 },
  },
  mutable,
);
