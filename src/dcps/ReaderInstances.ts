// DDS 1.4 §2.2.2.5.1.3: the instances a reader knows, their state, and which writers keep them alive.

import type { TypeCodec } from "../cdr/index.js";
import {
  ALIVE,
  NOT_ALIVE_DISPOSED,
  NOT_ALIVE_UNREGISTERED,
  PAYLOAD_NONE,
  type ReceivedChange,
} from "../rtps/structure/cacheChange.js";
import type { Guid } from "../rtps/structure/guid.js";
import { type KeyedInstance, KeyIndex } from "./KeyIndex.js";
import type { CachedInstance, CacheNode } from "./SampleCache.js";
import type { InstanceState } from "./samples.js";

/** One instance at one reader. */
export class ReaderInstance<T extends object> implements KeyedInstance, CachedInstance<T> {
  state: InstanceState = "ALIVE";
  /** The key members, once they are known. */
  key: T | undefined = undefined;
  readonly writers = new Set<string>();
  cachedCount = 0;
  oldest: CacheNode<T> | undefined = undefined;
  newest: CacheNode<T> | undefined = undefined;

  constructor(
    readonly handle: number,
    readonly keyHash: Uint8Array,
  ) {}
}

export class ReaderInstances<T extends object> {
  private readonly keys: KeyIndex<T, ReaderInstance<T>> | undefined;
  /** The one instance of a topic without key. */
  private readonly only = new ReaderInstance<T>(0, new Uint8Array(16));
  private readonly keyNames: readonly (keyof T)[];

  constructor(
    keyed: boolean,
    codec: TypeCodec<T>,
    private readonly maxInstances: number,
  ) {
    this.keys = keyed ? new KeyIndex(codec, (handle, keyHash) => new ReaderInstance<T>(handle, keyHash)) : undefined;
    this.keyNames = codec.type.members.filter((member) => member.key).map((member) => member.name as keyof T);
  }

  /**
   * Notes a change and returns its instance; "limit" if it would be one too many, "unknown" if it concerns an
   * instance that was never seen and only a hash of its key came.
   */
  noteChange(change: ReceivedChange, data: T | undefined): ReaderInstance<T> | "limit" | "unknown" {
    if (this.keys === undefined) {
      this.only.state = stateAfter(change, false);
      return this.only;
    }
    const instance = this.find(this.keys, change, data);
    if (typeof instance === "string") return instance;
    const writer = change.writerGuid.toString();
    if ((change.kind & NOT_ALIVE_UNREGISTERED) !== 0) instance.writers.delete(writer);
    else instance.writers.add(writer);
    if (change.kind === ALIVE) instance.state = "ALIVE";
    else if (instance.state === "ALIVE") instance.state = stateAfter(change, instance.writers.size > 0);
    return instance;
  }

  /** Instances that become NOT_ALIVE_NO_WRITERS because this writer is gone. */
  writerGone(writer: Guid): ReaderInstance<T>[] {
    const gone: ReaderInstance<T>[] = [];
    if (this.keys === undefined) return gone;
    const name = writer.toString();
    for (const instance of this.keys.values()) {
      if (!instance.writers.delete(name) || instance.writers.size > 0 || instance.state !== "ALIVE") continue;
      instance.state = "NOT_ALIVE_NO_WRITERS";
      gone.push(instance);
    }
    return gone;
  }

  private find(
    keys: KeyIndex<T, ReaderInstance<T>>,
    change: ReceivedChange,
    data: T | undefined,
  ): ReaderInstance<T> | "limit" | "unknown" {
    if (change.payloadKind === PAYLOAD_NONE || data === undefined) {
      return (change.keyHash.length === 16 ? keys.findHash(change.keyHash) : undefined) ?? "unknown";
    }
    const instance = keys.find(data, keys.size < this.maxInstances);
    if (instance === undefined) return "limit";
    instance.key ??= this.keyOf(data);
    if (change.keyHash.length === 16) keys.learn(change.keyHash, instance);
    return instance;
  }

  private keyOf(data: T): T {
    const key: Partial<T> = {};
    for (const name of this.keyNames) key[name] = data[name];
    return key as T;
  }
}

/** State of an ALIVE instance after a change that is no sample. */
function stateAfter(change: ReceivedChange, hasWriters: boolean): InstanceState {
  if ((change.kind & NOT_ALIVE_DISPOSED) !== 0) return "NOT_ALIVE_DISPOSED";
  if ((change.kind & NOT_ALIVE_UNREGISTERED) !== 0 && !hasWriters) return "NOT_ALIVE_NO_WRITERS";
  return "ALIVE";
}
