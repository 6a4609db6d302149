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
import { KeyedInstance, KeyIndex } from "./KeyIndex.js";
import type { CachedInstance, CacheNode } from "./SampleCache.js";
import type { InstanceState } from "./samples.js";

/** One instance at one reader. */
export class ReaderInstance<T extends object> extends KeyedInstance implements CachedInstance<T> {
  state: InstanceState = "ALIVE";
  /** The key members, once they are known. */
  key: T | undefined = undefined;
  readonly writers = new Set<string>();
  cachedCount = 0;
  oldest: CacheNode<T> | undefined = undefined;
  newest: CacheNode<T> | undefined = undefined;
}

/** Why a change is not a sample: one instance too many, never heard of, nothing that is news, or a key without hash. */
export type NoInstance = "limit" | "unknown" | "unchanged" | "unhashable";

export class ReaderInstances<T extends object> {
  private readonly keys: KeyIndex<T, ReaderInstance<T>> | undefined;
  /** The one instance of a topic without key. */
  private readonly only = new ReaderInstance<T>(0, new Uint8Array(16));
  /** Not alive: these give way when there are too many, the oldest first. */
  private readonly dead = new Set<ReaderInstance<T>>();
  private readonly keyNames: readonly (keyof T)[];

  constructor(
    keyed: boolean,
    codec: TypeCodec<T>,
    private readonly maxInstances: number,
  ) {
    this.keys = keyed ? new KeyIndex(codec, (handle, keyHash) => new ReaderInstance<T>(handle, keyHash)) : undefined;
    this.keyNames = codec.type.members.filter((member) => member.key).map((member) => member.name as keyof T);
  }

  get size(): number {
    return this.keys?.size ?? 1;
  }

  /**
   * Notes a change and returns its instance. "limit" if it would be one too many, "unknown" if it concerns an instance
   * that was never seen and does not make one, "unchanged" if it is no value and changes no state, "unhashable" if its
   * key cannot be written back. Never throws: the values are a peer's.
   */
  noteChange(change: ReceivedChange, data: T | undefined): ReaderInstance<T> | NoInstance {
    const instance = this.keys === undefined ? this.only : this.tryFind(this.keys, change, data);
    if (typeof instance === "string") return instance;
    const isUnregistered = (change.kind & NOT_ALIVE_UNREGISTERED) !== 0;
    if (this.keys !== undefined) {
      const writer = change.writerGuid.toString();
      if (isUnregistered) instance.writers.delete(writer);
      else instance.writers.add(writer);
    }
    const before = instance.state;
    if (change.kind === ALIVE) this.setState(instance, "ALIVE");
    else if ((change.kind & NOT_ALIVE_DISPOSED) !== 0) this.setState(instance, "NOT_ALIVE_DISPOSED");
    else if (before === "ALIVE" && instance.writers.size === 0) this.setState(instance, "NOT_ALIVE_NO_WRITERS");
    return change.kind === ALIVE || instance.state !== before ? instance : "unchanged";
  }

  /** Instances that become NOT_ALIVE_NO_WRITERS because this writer is gone. */
  writerGone(writer: Guid): ReaderInstance<T>[] {
    const gone: ReaderInstance<T>[] = [];
    if (this.keys === undefined) return gone;
    const name = writer.toString();
    for (const instance of this.keys.values()) {
      if (!instance.writers.delete(name) || instance.writers.size > 0 || instance.state !== "ALIVE") continue;
      this.setState(instance, "NOT_ALIVE_NO_WRITERS");
      gone.push(instance);
    }
    return gone;
  }

  private tryFind(
    keys: KeyIndex<T, ReaderInstance<T>>,
    change: ReceivedChange,
    data: T | undefined,
  ): ReaderInstance<T> | NoInstance {
    try {
      return this.find(keys, change, data);
    } catch {
      // Whatever decodes should hash; if the codec ever disagrees, one sample is lost and not the process.
      return "unhashable";
    }
  }

  private find(
    keys: KeyIndex<T, ReaderInstance<T>>,
    change: ReceivedChange,
    data: T | undefined,
  ): ReaderInstance<T> | NoInstance {
    if (change.payloadKind === PAYLOAD_NONE || data === undefined) {
      return (change.keyHash.length === 16 ? keys.findPeerHash(change.keyHash) : undefined) ?? "unknown";
    }
    const isOnlyUnregistered = change.kind === NOT_ALIVE_UNREGISTERED;
    const mayAdd = !isOnlyUnregistered && keys.size < this.maxInstances;
    let instance = keys.find(data, mayAdd);
    if (instance === undefined && isOnlyUnregistered) return "unknown";
    if (instance === undefined && this.reclaim(keys)) instance = keys.find(data);
    if (instance === undefined) return "limit";
    instance.key ??= this.keyOf(data);
    if (change.keyHash.length === 16) keys.learn(change.keyHash, instance);
    return instance;
  }

  private setState(instance: ReaderInstance<T>, state: InstanceState): void {
    if (instance.state === state) return;
    instance.state = state;
    if (this.keys === undefined) return;
    if (state === "ALIVE") this.dead.delete(instance);
    else this.dead.add(instance);
  }

  /** Forgets one instance that is not alive and of which nothing waits to be taken. */
  private reclaim(keys: KeyIndex<T, ReaderInstance<T>>): boolean {
    for (const instance of this.dead) {
      if (instance.cachedCount > 0) continue;
      this.dead.delete(instance);
      keys.remove(instance);
      return true;
    }
    return false;
  }

  private keyOf(data: T): T {
    const key: Partial<T> = {};
    for (const name of this.keyNames) key[name] = data[name];
    return key as T;
  }
}
