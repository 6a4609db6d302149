// Finds the instance of a value, or of a key hash (RTPS 2.5 §9.6.4.8). Hashing costs an MD5 for string keys, so a
// type with one simple key member is looked up by that member's value and hashed once per instance.

import type { TypeCodec } from "../cdr/index.js";
import { isPrimitive, type StructType } from "../idl/index.js";
import { toHex } from "../rtps/structure/guid.js";

/** What both sides keep of an instance. */
export interface KeyedInstance {
  /** From 1; 0 is the one instance of a topic without key. */
  readonly handle: number;
  readonly keyHash: Uint8Array;
}

export class KeyIndex<T extends object, I extends KeyedInstance> {
  private readonly byMember = new Map<unknown, I>();
  private readonly byHash = new Map<string, I>();
  private readonly member: string | undefined;
  private nextHandle = 1;

  constructor(
    private readonly codec: TypeCodec<T>,
    private readonly make: (handle: number, keyHash: Uint8Array) => I,
  ) {
    this.member = simpleKeyMember(codec.type);
  }

  /** Instances made so far. */
  get size(): number {
    return this.nextHandle - 1;
  }

  /** The instance of a value whose key members are set; makes it unless `mayAdd` is false. */
  find(value: Partial<T>, mayAdd = true): I | undefined {
    if (this.member === undefined) return this.findHash(this.codec.keyHash(value), mayAdd);
    const key = (value as Record<string, unknown>)[this.member];
    const known = this.byMember.get(key);
    if (known !== undefined) return known;
    const found = this.findHash(this.codec.keyHash(value), mayAdd);
    if (found !== undefined) this.byMember.set(key, found);
    return found;
  }

  /** The instance with a key hash that a peer sent. */
  findHash(keyHash: Uint8Array, mayAdd = false): I | undefined {
    const text = toHex(keyHash);
    const known = this.byHash.get(text);
    if (known !== undefined || !mayAdd) return known;
    const instance = this.make(this.nextHandle++, keyHash.slice());
    this.byHash.set(text, instance);
    return instance;
  }

  /** Vendors disagree about some hashes: one that came with a sample names that sample's instance too. */
  learn(keyHash: Uint8Array, instance: I): void {
    const text = toHex(keyHash);
    if (!this.byHash.has(text)) this.byHash.set(text, instance);
  }

  values(): Iterable<I> {
    return new Set(this.byHash.values());
  }
}

/** The only key member, if its values can be compared as they are. */
function simpleKeyMember(type: StructType): string | undefined {
  const keys = type.members.filter((member) => member.key);
  const only = keys[0];
  if (keys.length !== 1 || only === undefined) return undefined;
  const simple = isPrimitive(only.type) || only.type.kind === "string" || only.type.kind === "enum";
  return simple ? only.name : undefined;
}
