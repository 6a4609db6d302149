// A TypeObject in its bytes, decoded when somebody looks into it.

import { CdrError } from "../../cdr/index.js";
import * as kinds from "../kinds.js";
import { typeObjectCodec } from "../wire/codecs.js";
import type { TypeIdentifier } from "../wire/identifierTypes.js";
import type { TypeObject } from "../wire/typeObjectValues.js";

export class StoredObject {
  private object: TypeObject | undefined;

  /** @param serialized little endian, with its DHEADER, as it is hashed */
  constructor(
    readonly identifier: TypeIdentifier,
    readonly serialized: Uint8Array,
  ) {}

  /** Undefined for bytes that are no TypeObject. */
  get decoded(): TypeObject | undefined {
    if (this.object === undefined) {
      const object = typeObjectCodec.decode(this.serialized);
      this.object = object instanceof CdrError ? undefined : object;
    }
    return this.object;
  }

  /** What is behind the DHEADER. */
  get octets(): Uint8Array {
    return this.serialized.subarray(4);
  }

  /** The identifier says complete or minimal, and so does the object. */
  get isOfItsKind(): boolean {
    const { identifier, decoded } = this;
    const kind =
      identifier.member === "scComponentId" ? identifier.value.scComponentId.$discriminator : identifier.$discriminator;
    return (
      decoded !== undefined && decoded.member !== null && decoded.$discriminator === kind && isEquivalenceKind(kind)
    );
  }
}

function isEquivalenceKind(kind: number): boolean {
  return kind === kinds.EK_COMPLETE || kind === kinds.EK_MINIMAL;
}

/**
 * A TypeObject as it is hashed, from the octets behind its DHEADER; undefined if they have to be turned and cannot be
 * read.
 */
export function littleEndianObject(octets: Uint8Array, littleEndian: boolean): Uint8Array | undefined {
  const serialized = new Uint8Array(4 + octets.length);
  new DataView(serialized.buffer).setUint32(0, octets.length, littleEndian);
  serialized.set(octets, 4);
  if (littleEndian) return serialized;
  const object = typeObjectCodec.decode(serialized, false);
  return object instanceof CdrError ? undefined : typeObjectCodec.encode(object);
}
