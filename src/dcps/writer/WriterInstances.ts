// DDS 1.4 §2.2.2.4.2.5 to .10: the instances of one writer, by key and by handle, and how many RESOURCE_LIMITS allow.

import type { TypeCodec } from "../../cdr/index.js";
import { EMPTY_PAYLOAD } from "../../rtps/structure/cacheChange.js";
import { paddedKey } from "../../rtps/structure/serializedKey.js";
import { DdsError } from "../DdsError.js";
import { KeyIndex } from "../KeyIndex.js";
import { HANDLE_NIL, type InstanceHandle } from "../samples.js";
import { WriterInstance } from "./WriterInstance.js";

/** One more instance than is allowed: some will be free when readers have acknowledged their end; or none will. */
export type NoInstance = "wait" | "never";

export class WriterInstances<T extends object> {
  private readonly keys: KeyIndex<T, WriterInstance> | undefined;
  private readonly byHandle = new Map<InstanceHandle, WriterInstance>();
  /** The one instance of a topic without key. */
  private readonly only = new WriterInstance(1, EMPTY_PAYLOAD);
  /** Unregistered, while readers may lack that: they take up their place until then. Kept with a limit only. */
  private readonly departing = new Set<WriterInstance>();

  /** @param isHeld readers still lack something of the instance; if so, the writer is told of progress */
  constructor(
    keyed: boolean,
    private readonly codec: TypeCodec<T>,
    private readonly maxInstances: number,
    private readonly isHeld: (handle: InstanceHandle) => boolean,
  ) {
    if (!keyed) return;
    this.keys = new KeyIndex(codec, (handle, keyHash) => {
      const instance = new WriterInstance(handle, keyHash);
      this.byHandle.set(handle, instance);
      return instance;
    });
  }

  /** Instances registered now. */
  get size(): number {
    return this.keys?.size ?? 1;
  }

  values(): Iterable<WriterInstance> {
    return this.keys?.values() ?? [this.only];
  }

  /** The instance of a value, registered if it is not yet. */
  register(value: Partial<T>): WriterInstance | NoInstance {
    const { keys } = this;
    if (keys === undefined) return this.only;
    const instance = keys.find(value, this.maxInstances === Infinity) ?? this.registerWithinLimit(keys, value);
    if (typeof instance !== "string" && instance.keyPayload === undefined) {
      instance.keyPayload = this.keyPayloadOf(value);
    }
    return instance;
  }

  /** The instance of a value if it is registered. */
  find(value: Partial<T>): WriterInstance | undefined {
    return this.keys === undefined ? this.only : this.keys.find(value, false);
  }

  /**
   * The instance with a handle.
   *
   * @throws DdsError BAD_PARAMETER if no instance of this writer has it now
   */
  get(handle: InstanceHandle): WriterInstance {
    const instance = this.keys === undefined && handle === this.only.handle ? this.only : this.byHandle.get(handle);
    if (instance !== undefined) return instance;
    const problem = handle === HANDLE_NIL ? "HANDLE_NIL names no instance" : `${handle} is no handle of this writer`;
    throw new DdsError("BAD_PARAMETER", `${problem}: give one that registerInstance returned`);
  }

  /**
   * DDS 1.4 §2.2.2.4.2.11: a handle that is given must be that of the instance.
   *
   * @throws DdsError BAD_PARAMETER for an unknown handle, PRECONDITION_NOT_MET for that of another instance
   */
  check(handle: InstanceHandle, value: Partial<T>): void {
    if (this.get(handle) === this.find(value)) return;
    throw new DdsError("PRECONDITION_NOT_MET", `handle ${handle} is that of an instance with another key`);
  }

  /** What goes with the end of an instance. */
  keyPayloadOf(key: Partial<T>): Uint8Array {
    return paddedKey(this.codec.serializeKey(key));
  }

  /** The key members of an instance; nothing for topics without key. */
  keyOf(instance: WriterInstance): Partial<T> {
    return instance.keyPayload === undefined ? {} : this.codec.deserializeKey(instance.keyPayload);
  }

  /** Written again the key is a new instance, also to the history, which keeps the old one as long as readers need it. */
  unregister(instance: WriterInstance): void {
    if (this.keys === undefined || !instance.isRegistered) return;
    instance.isRegistered = false;
    instance.isAlive = false;
    this.keys.remove(instance);
    this.byHandle.delete(instance.handle);
    if (this.maxInstances !== Infinity) this.departing.add(instance);
  }

  private registerWithinLimit(keys: KeyIndex<T, WriterInstance>, value: Partial<T>): WriterInstance | NoInstance {
    if (keys.size + this.departing.size >= this.maxInstances) {
      for (const instance of this.departing) if (!this.isHeld(instance.handle)) this.departing.delete(instance);
    }
    if (keys.size + this.departing.size < this.maxInstances) return keys.find(value)!;
    return this.departing.size > 0 ? "wait" : "never";
  }
}
