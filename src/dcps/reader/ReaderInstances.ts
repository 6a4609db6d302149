// DDS 1.4 §2.2.2.5.1.3 and §2.2.2.5.1.5: the instances a reader knows, how changes move their state, and when they are
// forgotten: once nobody writes them and no sample of theirs is left.

import type { TypeCodec } from "../../cdr/index.js";
import {
  ALIVE,
  type ChangeKind,
  NOT_ALIVE_DISPOSED,
  NOT_ALIVE_UNREGISTERED,
  PAYLOAD_NONE,
  type ReceivedChange,
} from "../../rtps/structure/cacheChange.js";
import { KeyIndex } from "../KeyIndex.js";
import { HANDLE_NIL, type InstanceHandle } from "../samples.js";
import { copyOf } from "./copyOf.js";
import { InstanceOrder } from "./InstanceOrder.js";
import { ReaderInstance } from "./ReaderInstance.js";
import type { SampleCache } from "./SampleCache.js";
import { type InstanceStateIndex, STATE_ALIVE, STATE_DISPOSED, STATE_NO_WRITERS } from "./stateMasks.js";

/** Whoever keeps something per instance hears when it can go. */
export type InstanceWatcher<T extends object> = (instance: ReaderInstance<T>) => void;

/** Why a change has no instance: its key is not known and does not come with it, or cannot be written back. */
export type NoInstance = "unknown" | "unhashable";

export class ReaderInstances<T extends object> {
  /** Called after an instance was made, and after its state has changed. */
  onState: InstanceWatcher<T> | undefined = undefined;
  /** Called for an instance that is forgotten. */
  onForgotten: InstanceWatcher<T> | undefined = undefined;
  private readonly keys: KeyIndex<T, ReaderInstance<T>> | undefined;
  private readonly keyNames: readonly (keyof T)[];
  private readonly order = new InstanceOrder<T>();
  /** Not alive: these give way when there are too many, the oldest first. */
  private readonly dead = new Set<ReaderInstance<T>>();
  /** Up to here was looked for an instance that can be forgotten. */
  private lookedAt: InstanceHandle = HANDLE_NIL;

  constructor(
    keyed: boolean,
    codec: TypeCodec<T>,
    private readonly cache: SampleCache<T>,
    readonly maxInstances: number,
    /** The limit is ours and not the user's: instances of which everything was taken give way too. */
    private readonly forgetsTaken = false,
  ) {
    this.keys = keyed ? new KeyIndex(codec, (handle, keyHash) => new ReaderInstance<T>(handle, keyHash)) : undefined;
    this.keyNames = codec.type.members.filter((member) => member.key).map((member) => member.name as keyof T);
  }

  get size(): number {
    return this.order.size;
  }

  /** So many more can be made, instead of those that give way too. */
  get freeCount(): number {
    let count = this.maxInstances - this.order.size;
    for (const instance of this.dead) if (instance.isEmpty) count++;
    return count;
  }

  // ---- finding ----

  /** What tells the instance of this value from others, known or not. */
  nameOf(data: T | undefined): unknown {
    return data === undefined ? undefined : this.keys?.nameOf(data);
  }

  /** The instance of a change, undefined if it would be a new one. Never throws: the values are a peer's. */
  find(change: ReceivedChange, data: T | undefined): ReaderInstance<T> | NoInstance | undefined {
    const { keys } = this;
    if (keys === undefined) {
      return this.order.at(ONLY_HANDLE) ?? (change.kind === NOT_ALIVE_UNREGISTERED ? "unknown" : undefined);
    }
    if (change.payloadKind === PAYLOAD_NONE || data === undefined) {
      return (change.keyHash.length === 16 ? keys.findPeerHash(change.keyHash) : undefined) ?? "unknown";
    }
    try {
      const instance = keys.find(data, false);
      if (instance === undefined) return change.kind === NOT_ALIVE_UNREGISTERED ? "unknown" : undefined;
      if (change.keyHash.length === 16) keys.learn(change.keyHash, instance);
      return instance;
    } catch {
      // Whatever decodes should hash; if the codec ever disagrees, one sample is lost and not the process.
      return "unhashable";
    }
  }

  /** Makes the instance that `find` did not find; undefined if it would be one too many. */
  add(change: ReceivedChange, data: T | undefined): ReaderInstance<T> | undefined {
    if (this.order.size >= this.maxInstances && !this.reclaim()) return undefined;
    const instance = this.keys === undefined ? new ReaderInstance<T>(ONLY_HANDLE, NO_HASH) : this.keys.find(data!)!;
    if (this.keys !== undefined) {
      instance.key = this.keyOf(data!);
      if (change.keyHash.length === 16) this.keys.learn(change.keyHash, instance);
    }
    this.order.add(instance);
    this.onState?.(instance);
    return instance;
  }

  /** The instance with these key members, undefined if it is not known. Throws CdrError for members of a wrong type. */
  lookup(key: Partial<T>): ReaderInstance<T> | undefined {
    return this.keys === undefined ? this.order.at(ONLY_HANDLE) : this.keys.find(key, false);
  }

  at(handle: InstanceHandle): ReaderInstance<T> | undefined {
    return this.order.at(handle);
  }

  /** False for a handle that no instance has ever had. */
  wasGiven(handle: InstanceHandle): boolean {
    return Number.isInteger(handle) && handle >= 1 && handle <= this.order.highest;
  }

  /** Instances with a handle above that one, ascending. They may be forgotten meanwhile. */
  after(handle: InstanceHandle): IterableIterator<ReaderInstance<T>> {
    return this.order.after(handle);
  }

  // ---- changes ----

  /** False if a change of this kind is no value and changes no state: nobody needs to hear of it. */
  isNews(instance: ReaderInstance<T>, kind: ChangeKind, writer: string): boolean {
    return kind === ALIVE || stateAfter(instance, kind, writer) !== instance.state;
  }

  /** Writers, state, view state and generations after a change of this kind (DDS 1.4 figure 2.11). */
  apply(instance: ReaderInstance<T>, kind: ChangeKind, writer: string): void {
    const state = stateAfter(instance, kind, writer);
    if ((kind & NOT_ALIVE_UNREGISTERED) !== 0) instance.writers.delete(writer);
    else instance.writers.add(writer);
    this.setState(instance, state);
  }

  /** The writer writes the instance, but what it wrote does not count: only that the instance has a writer does. */
  noteWriter(instance: ReaderInstance<T>, writer: string): void {
    instance.writers.add(writer);
    if (instance.state === STATE_NO_WRITERS) this.setState(instance, STATE_ALIVE);
  }

  /** Takes a writer that is gone off its instances. Those that become NOT_ALIVE_NO_WRITERS by it are given to `tell`. */
  writerGone(writer: string, tell: (instance: ReaderInstance<T>) => void): void {
    for (const instance of this.order.after(HANDLE_NIL)) {
      if (!instance.writers.delete(writer) || instance.writers.size > 0) continue;
      if (instance.state === STATE_ALIVE) {
        this.setState(instance, STATE_NO_WRITERS);
        tell(instance);
      } else {
        this.forgetIfIdle(instance);
      }
    }
  }

  /** Nobody writes it and nothing of it is left: samples of its key would make a new instance (§2.2.2.5.1.8). */
  forgetIfIdle(instance: ReaderInstance<T>): void {
    if (instance.writers.size === 0 && instance.isEmpty && !instance.isForgotten) this.forget(instance);
  }

  private setState(instance: ReaderInstance<T>, state: InstanceStateIndex): void {
    const before = instance.state;
    if (before === state) return;
    const isReborn = state === STATE_ALIVE;
    if (isReborn && before === STATE_DISPOSED) instance.disposedGenerationCount++;
    else if (isReborn) instance.noWritersGenerationCount++;
    this.cache.setInstance(instance, state, isReborn || instance.isNew);
    if (isReborn) this.dead.delete(instance);
    else this.dead.add(instance);
    this.onState?.(instance);
  }

  /** Forgets one instance that is not alive and has no samples. */
  private reclaim(): boolean {
    for (const instance of this.dead) {
      if (!instance.isEmpty) continue;
      this.forget(instance);
      return true;
    }
    return this.forgetsTaken && this.reclaimTaken();
  }

  /** Forgets one that is alive and has no samples, the oldest first. Looks at a few, so that a full reader is not slow. */
  private reclaimTaken(): boolean {
    let looks = LOOKS;
    for (const instance of this.order.after(this.lookedAt)) {
      this.lookedAt = instance.handle;
      if (instance.isEmpty) {
        this.forget(instance);
        return true;
      }
      if (--looks === 0) return false;
    }
    this.lookedAt = HANDLE_NIL;
    return false;
  }

  private forget(instance: ReaderInstance<T>): void {
    instance.isForgotten = true;
    this.dead.delete(instance);
    this.keys?.remove(instance);
    this.order.forget();
    this.onForgotten?.(instance);
  }

  private keyOf(data: T): T {
    const key: Partial<T> = {};
    for (const name of this.keyNames) key[name] = copyOf(data[name]);
    return key as T;
  }
}

function stateAfter<T extends object>(
  instance: ReaderInstance<T>,
  kind: ChangeKind,
  writer: string,
): InstanceStateIndex {
  if (kind === ALIVE) return STATE_ALIVE;
  if ((kind & NOT_ALIVE_DISPOSED) !== 0) return STATE_DISPOSED;
  const { writers, state } = instance;
  const others = writers.size - (writers.has(writer) ? 1 : 0);
  return state === STATE_ALIVE && others === 0 ? STATE_NO_WRITERS : state;
}

const LOOKS = 64;
/** The one instance of a topic without key. */
const ONLY_HANDLE = 1;
const NO_HASH = new Uint8Array(16);
