// XTypes 1.3 §7.6.3.2.1: TypeInformation as read from an announcement. Either byte order: the length in front tells.

import { CdrError } from "../../cdr/index.js";
import { keyOf, type TypeKey } from "../identifiers.js";
import * as kinds from "../kinds.js";
import { typeInformationCodec } from "../wire/codecs.js";
import type { TypeIdentifier } from "../wire/identifierTypes.js";
import type { TypeIdentifierWithDependencies } from "../wire/typeInformationTypes.js";

/** A type as it is announced in one relation. */
export interface AnnouncedType {
  readonly identifier: TypeIdentifier;
  readonly key: TypeKey;
  /** As listed; some senders leave some out. */
  readonly dependencies: readonly TypeIdentifier[];
  /** The sender has more dependencies than it lists, or does not say. */
  readonly hasUnlisted: boolean;
}

/** One of the two may be missing. */
export interface Announced {
  readonly complete: AnnouncedType | undefined;
  readonly minimal: AnnouncedType | undefined;
  /** For messages and as a name: the key of the complete type, else of the minimal one. */
  readonly key: TypeKey;
}

const read = new WeakMap<Uint8Array, Announced | CdrError>();

/** Read once for each array of octets. An error also for octets that name no type. */
export function announcedIn(typeInformation: Uint8Array): Announced | CdrError {
  let announced = read.get(typeInformation);
  if (announced === undefined) {
    announced = readAnnounced(typeInformation);
    read.set(typeInformation, announced);
  }
  return announced;
}

function readAnnounced(octets: Uint8Array): Announced | CdrError {
  if (octets.length < 4) return new CdrError("truncated", "TypeInformation is too short");
  if (isPlainCdr(octets)) return new CdrError("bad-value", "it is in plain CDR, a form that Fast DDS 2 alone has");
  const length = new DataView(octets.buffer, octets.byteOffset, octets.length).getUint32(0, true);
  const decoded = typeInformationCodec.decode(octets, length <= octets.length);
  if (decoded instanceof CdrError) return decoded;
  const complete = announcedType(decoded.complete);
  const minimal = announcedType(decoded.minimal);
  const key = complete?.key ?? minimal?.key;
  return key === undefined ? new CdrError("bad-value", "TypeInformation names no type") : { complete, minimal, key };
}

/** An encapsulation header and the kind of a hash. XTypes 1.3 has the length and the header of a member there. */
function isPlainCdr(octets: Uint8Array): boolean {
  const isHeader = octets[0] === 0 && octets[1]! <= 1 && octets[2] === 0 && octets[3] === 0;
  return isHeader && (octets[4] === kinds.EK_MINIMAL || octets[4] === kinds.EK_COMPLETE);
}

function announcedType(given: TypeIdentifierWithDependencies): AnnouncedType | undefined {
  const { typeId } = given.typeidWithSize;
  const key = keyOf(typeId);
  if (key === undefined) return undefined;
  const dependencies = given.dependentTypeids.map((one) => one.typeId).filter((one) => keyOf(one) !== undefined);
  const count = given.dependentTypeidCount;
  return { identifier: typeId, key, dependencies, hasUnlisted: count < 0 || count > dependencies.length };
}
