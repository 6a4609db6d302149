// RTPS 2.5 §8.2.4.1 and §9.3.1: GUID prefixes and GUIDs. Hex text is made once and only when asked for.

import { type EntityId, entityIdToHex } from "./entityId.js";

const HEX: string[] = [];
for (let i = 0; i < 256; i++) HEX.push(i.toString(16).padStart(2, "0"));

/** Lower-case hex of `length` octets at `offset`. */
export function toHex(bytes: Uint8Array, offset = 0, length = bytes.length - offset): string {
  let text = "";
  for (let i = offset; i < offset + length; i++) text += HEX[bytes[i]!];
  return text;
}

/** Twelve octets that name a participant. `w0..w2` are the same octets as big-endian words, for comparing. */
export class GuidPrefix {
  readonly bytes: Uint8Array;
  readonly w0: number;
  readonly w1: number;
  readonly w2: number;
  private text = "";

  /** Copies 12 octets from `source` at `offset`. */
  constructor(source: Uint8Array, offset = 0) {
    if (source.length < offset + 12) throw new RangeError("a GUID prefix has 12 octets");
    this.bytes = source.slice(offset, offset + 12);
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset, 12);
    this.w0 = view.getUint32(0);
    this.w1 = view.getUint32(4);
    this.w2 = view.getUint32(8);
  }

  equals(other: GuidPrefix): boolean {
    return this.w0 === other.w0 && this.w1 === other.w1 && this.w2 === other.w2;
  }

  /** As text, not as its fields. */
  toJSON(): string {
    return this.toString();
  }

  /** 24 hex digits. */
  toString(): string {
    if (this.text === "") this.text = toHex(this.bytes);
    return this.text;
  }
}

export const GUIDPREFIX_UNKNOWN = new GuidPrefix(new Uint8Array(12));

/** A participant's prefix and one of its entities. */
export class Guid {
  private text = "";

  constructor(
    readonly prefix: GuidPrefix,
    readonly entityId: EntityId,
  ) {}

  static fromBytes(bytes: Uint8Array, offset = 0): Guid {
    const id = new DataView(bytes.buffer, bytes.byteOffset + offset + 12, 4).getUint32(0);
    return new Guid(new GuidPrefix(bytes, offset), id);
  }

  /** From 32 hex digits, as `toString` gives them; undefined if the text is none. */
  static fromHex(text: string): Guid | undefined {
    if (!/^[0-9a-f]{32}$/i.test(text)) return undefined;
    return Guid.fromBytes(Uint8Array.from(text.match(/../g)!, (octet) => Number.parseInt(octet, 16)));
  }

  equals(other: Guid): boolean {
    return this.entityId === other.entityId && this.prefix.equals(other.prefix);
  }

  /** In the order of the octets: below 0 if this one is lower. */
  compareTo(other: Guid): number {
    const { prefix } = other;
    const { w0, w1, w2 } = this.prefix;
    return w0 - prefix.w0 || w1 - prefix.w1 || w2 - prefix.w2 || this.entityId - other.entityId;
  }

  /** 16 octets, as on the wire. */
  toBytes(): Uint8Array {
    const bytes = new Uint8Array(16);
    bytes.set(this.prefix.bytes);
    new DataView(bytes.buffer).setUint32(12, this.entityId);
    return bytes;
  }

  /** As text, not as its fields. */
  toJSON(): string {
    return this.toString();
  }

  /** 32 hex digits: the key of maps off the hot path, and what reports print. */
  toString(): string {
    if (this.text === "") this.text = this.prefix.toString() + entityIdToHex(this.entityId);
    return this.text;
  }
}
