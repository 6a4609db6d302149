// DDS 1.4 §2.2.2.4.2 DataWriter: what an application does with it. What it is as an entity is in WriterEntity.

import type { StructValue, WriterInput } from "../cdr/index.js";
import { type ChangeKind, NOT_ALIVE_DISPOSED } from "../rtps/structure/cacheChange.js";
import type { SequenceNumber } from "../rtps/structure/sequenceNumber.js";
import type { WaitOptions } from "../runtime/index.js";
import { HANDLE_NIL, type InstanceHandle } from "./samples.js";
import type { WriteOptions } from "./WritePath.js";
import type { PreparedWrite } from "./writer/PreparedWrite.js";
import { WriterEntity } from "./writer/WriterEntity.js";

export type { DataWriterListener } from "./listeners.js";
export type { WriteOptions } from "./WritePath.js";

/**
 * Writes the values of one topic (DDS 1.4 §2.2.2.4.2). Made by `DomainParticipant.createWriter`.
 * `await writer.ready(n)` before the first `write` and no reader misses it.
 */
export class DataWriter<T extends object = StructValue> extends WriterEntity<T> {
  // ---- writing ----

  /**
   * Writes a sample. A lone one has left, as far as the socket takes it, when this returns; one that was written right after
   * another leaves with those around it, at the end of the calling code at the latest (see the participant's `coalescing`).
   *
   * @returns its sequence number
   * @throws DdsError TIMEOUT when the history or the instances are full until readers acknowledge (use `writeAsync` to
   *   wait), OUT_OF_RESOURCES when waiting would not help, BAD_PARAMETER for a time or handle that is none,
   *   PRECONDITION_NOT_MET for the handle of another instance, ALREADY_DELETED when the writer is closed; CdrError for
   *   a value that is not of the type
   */
  write(value: T | WriterInput<T>, options: WriteOptions = {}): SequenceNumber {
    return this.path.putNow(this.prepareValue(value, options));
  }

  /**
   * Like `write`, but waits for room, and gives the event loop its turn now and then: up to `reliability.maxBlockingTimeMs` unless `timeoutMs` says otherwise
   * (DDS 1.4 §2.2.2.4.2.11). Writes of one instance leave in the order in which they were called.
   */
  async writeAsync(value: T | WriterInput<T>, options: WriteOptions & WaitOptions = {}): Promise<SequenceNumber> {
    return this.path.putWaiting(this.prepareValue(value, options), options);
  }

  /** DDS 1.4 §2.2.2.4.2.13: the instance with these key members no longer exists. Throws as `write` does. */
  dispose(key: Partial<T>, options: WriteOptions = {}): SequenceNumber {
    return this.path.putNow(this.prepareKey(key, NOT_ALIVE_DISPOSED, options));
  }

  /** `dispose` that waits for room as `writeAsync` does. */
  async disposeAsync(key: Partial<T>, options: WriteOptions & WaitOptions = {}): Promise<SequenceNumber> {
    return this.path.putWaiting(this.prepareKey(key, NOT_ALIVE_DISPOSED, options), options);
  }

  // ---- instances ----

  /**
   * DDS 1.4 §2.2.2.4.2.5: this writer is going to write the instance with these key members. Nothing is sent. A write
   * or dispose does the same. HANDLE_NIL for topics without key.
   *
   * @returns what names the instance until it is unregistered
   * @throws DdsError TIMEOUT or OUT_OF_RESOURCES when `resourceLimits.maxInstances` are in use
   */
  registerInstance(key: Partial<T>): InstanceHandle {
    this.checkUsable();
    return this.topic.keyed ? this.path.registerInstance(key).handle : HANDLE_NIL;
  }

  /**
   * DDS 1.4 §2.2.2.4.2.7: this writer no longer writes the instance; disposes it too if WRITER_DATA_LIFECYCLE says so.
   * There is always room for it.
   *
   * @throws DdsError PRECONDITION_NOT_MET if the instance is not registered, TIMEOUT if writes of it still wait; else as
   *   `write` does
   */
  unregister(key: Partial<T>, options: WriteOptions = {}): SequenceNumber {
    return this.path.putNow(this.prepareKey(key, this.path.unregisteringKind(), options));
  }

  /** `unregister` that lets writes of the instance go first which wait for room. */
  async unregisterAsync(key: Partial<T>, options: WriteOptions & WaitOptions = {}): Promise<SequenceNumber> {
    return this.path.putWaiting(this.prepareKey(key, this.path.unregisteringKind(), options), options);
  }

  /** `unregister` by handle. @throws DdsError BAD_PARAMETER for a handle that is not registered; else as `unregister` */
  unregisterInstance(handle: InstanceHandle, options: Omit<WriteOptions, "handle"> = {}): SequenceNumber {
    return this.path.putNow(this.prepareInstance(handle, this.path.unregisteringKind(), options));
  }

  /** `dispose` by handle. @throws DdsError BAD_PARAMETER for a handle that is not registered; else as `dispose` */
  disposeInstance(handle: InstanceHandle, options: Omit<WriteOptions, "handle"> = {}): SequenceNumber {
    return this.path.putNow(this.prepareInstance(handle, NOT_ALIVE_DISPOSED, options));
  }

  /** The handle of a registered instance; HANDLE_NIL if it is not registered (DDS 1.4 §2.2.2.4.2.10). */
  lookupInstance(key: Partial<T>): InstanceHandle {
    this.checkUsable();
    return this.topic.keyed ? (this.path.instances.find(key)?.handle ?? HANDLE_NIL) : HANDLE_NIL;
  }

  /** The key members of a registered instance (DDS 1.4 §2.2.2.4.2.9). @throws DdsError BAD_PARAMETER for any other handle */
  getKeyValue(handle: InstanceHandle): Partial<T> {
    this.checkUsable();
    return this.path.instances.keyOf(this.path.instances.get(handle));
  }

  /**
   * DDS 1.4 §2.2.2.4.2.22: says that this writer and its participant are alive, for liveliness kinds other than
   * AUTOMATIC. Writing, disposing and unregistering do the same.
   */
  assertLiveliness(): void {
    this.checkUsable();
    const { engine, driver, clock } = this.context.runtime;
    engine.assertLiveliness(clock.now(), this.handle);
    driver.flush();
  }

  protected asWriter(): DataWriter<T> {
    return this;
  }

  private prepareValue(value: T | WriterInput<T>, options: WriteOptions): PreparedWrite<T> {
    const t0 = this.path.now();
    this.checkUsable();
    // The codec takes both, and refuses what is neither.
    return this.path.prepareValue(value as T, options, t0);
  }

  private prepareKey(key: Partial<T>, kind: ChangeKind, options: WriteOptions): PreparedWrite<T> {
    const t0 = this.path.now();
    this.checkUsable();
    return this.path.prepareKey(key, kind, options, t0);
  }

  private prepareInstance(handle: InstanceHandle, kind: ChangeKind, options: WriteOptions): PreparedWrite<T> {
    const t0 = this.path.now();
    this.checkUsable();
    return this.path.prepareInstance(this.path.instances.get(handle), kind, options, t0);
  }
}
