// Finds the instance of a value, or of a key hash (RTPS 2.5 §9.6.4.8). Values are compared by their keys, because two
// keys can have one MD5: by the value of a simple key member, else by the key as it is serialized. Hashing comes once.

import type { TypeCodec } from "../cdr/index.js";
import { isPrimitive, type StructType, unaliased } from "../idl/index.js";
import { toHex } from "../rtps/structure/guid.js";

/** What both sides keep of an instance. */
export class KeyedInstance {
  /** What it is found by besides its own hash: values of the key member, hashes that peers sent. */
  readonly names: unknown[] = [];
  /** What the index knows its key by. */
  keyText = "";

  /** @param handle from 1; 0 is the one instance of a topic without key @param keyHash as our codec makes it */
  constructor(
    readonly handle: number,
    readonly keyHash: Uint8Array,
  ) {}
}

export class KeyIndex<T extends object, I extends KeyedInstance> {
  private readonly byMember = new Map<unknown, I>();
  private readonly byKey = new Map<string, I>();
  /** By the hash that our codec makes; several have the same one only if somebody took pains. */
  private readonly byHash = new Map<string, I[]>();
  /** Hashes that peers sent. Apart from our own: a wrong one must never name the instance of another value. */
  private readonly byPeerHash = new Map<string, I>();
  private readonly member: string | undefined;
  private nextHandle = 1;

  constructor(
    private readonly codec: TypeCodec<T>,
    private readonly make: (handle: number, keyHash: Uint8Array) => I,
  ) {
    this.member = simpleKeyMember(codec.type);
  }

  /** Instances known now. */
  get size(): number {
    return this.byKey.size;
  }

  /** The instance of a value whose key members are set; makes it unless `mayAdd` is false. */
  find(value: Partial<T>, mayAdd = true): I | undefined {
    if (this.member === undefined) return this.findKey(value, mayAdd);
    const key = (value as Record<string, unknown>)[this.member];
    const known = this.byMember.get(key);
    if (known !== undefined) return known;
    const found = this.findKey(value, mayAdd);
    if (found !== undefined) addName(this.byMember, key, found);
    return found;
  }

  /** The same for all values of one instance, and another for those of others. */
  nameOf(value: Partial<T>): unknown {
    return this.member === undefined ? this.keyText(value) : (value as Record<string, unknown>)[this.member];
  }

  /** The instance with a key hash that a peer sent without the key itself; none if several have it. */
  findPeerHash(keyHash: Uint8Array): I | undefined {
    const text = toHex(keyHash);
    const own = this.byHash.get(text);
    if (own === undefined) return this.byPeerHash.get(text);
    return own.length === 1 ? own[0] : undefined;
  }

  /** Vendors disagree about some hashes: one that came with a sample names that sample's instance too. */
  learn(keyHash: Uint8Array, instance: I): void {
    if (!isSame(keyHash, instance.keyHash)) addName(this.byPeerHash, toHex(keyHash), instance);
  }

  remove(instance: I): void {
    this.byKey.delete(instance.keyText);
    const text = toHex(instance.keyHash);
    const others = this.byHash.get(text)?.filter((other) => other !== instance) ?? [];
    if (others.length > 0) this.byHash.set(text, others);
    else this.byHash.delete(text);
    for (const name of instance.names) {
      if (this.byMember.get(name) === instance) this.byMember.delete(name);
      if (this.byPeerHash.get(name as string) === instance) this.byPeerHash.delete(name as string);
    }
  }

  values(): Iterable<I> {
    return this.byKey.values();
  }

  private findKey(value: Partial<T>, mayAdd: boolean): I | undefined {
    const text = this.keyText(value);
    const known = this.byKey.get(text);
    if (known !== undefined || !mayAdd) return known;
    const instance = this.make(this.nextHandle++, this.codec.keyHash(value).slice());
    instance.keyText = text;
    this.byKey.set(text, instance);
    const hash = toHex(instance.keyHash);
    this.byHash.set(hash, [...(this.byHash.get(hash) ?? []), instance]);
    return instance;
  }

  /** A character for each octet of the serialized key. */
  private keyText(value: Partial<T>): string {
    const payload = this.codec.serializeKey(value);
    let text = "";
    for (let i = 0; i < payload.length; i++) text += String.fromCharCode(payload[i]!);
    return text;
  }
}

/** A peer decides how many hashes it sends for one key: some are enough. */
const MAX_NAMES = 8;

function addName<K, I extends KeyedInstance>(map: Map<K, I>, name: K, instance: I): void {
  if (instance.names.length >= MAX_NAMES || map.has(name)) return;
  instance.names.push(name);
  map.set(name, instance);
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return a.length === b.length;
}

/** The only key member, if its values can be compared as they are. */
function simpleKeyMember(type: StructType): string | undefined {
  const keys = type.members.filter((member) => member.key);
  const only = keys[0];
  if (keys.length !== 1 || only === undefined) return undefined;
  const keyType = unaliased(only.type);
  const simple = isPrimitive(keyType) || keyType.kind === "string" || keyType.kind === "enum";
  return simple ? only.name : undefined;
}
