// DDS 1.4 §2.2.2.5.3: the ways to read and take the samples of a DataReader.

import type { Waiters, WaitOptions } from "../../runtime/index.js";
import { DdsError } from "../DdsError.js";
import { HANDLE_NIL, type InstanceHandle, type Sample } from "../samples.js";
import { copyOf } from "./copyOf.js";
import type { ReaderPipeline } from "./ReaderPipeline.js";
import { type ReadOptions, readRequest } from "./readOptions.js";

/** What a DataReader does with its samples. */
export abstract class SampleReading<T extends object> {
  /**
   * Returns samples and leaves them in the cache as READ (DDS 1.4 §2.2.2.5.3.8): the oldest that fit, up to `max`.
   * Samples of one instance are consecutive, unless PRESENTATION asks for ordered access of scope TOPIC or GROUP.
   *
   * @param options the number of samples, or what to read: states, an instance
   * @throws DdsError ALREADY_DELETED when the reader is closed, BAD_PARAMETER for options that are none
   */
  read(options?: number | ReadOptions<T>): Sample<T>[] {
    return this.accessing().access(readRequest(options), false);
  }

  /** Like `read`, and removes what it returns (DDS 1.4 §2.2.2.5.3.9). */
  take(options?: number | ReadOptions<T>): Sample<T>[] {
    return this.accessing().access(readRequest(options), true);
  }

  /**
   * `read` of one instance (DDS 1.4 §2.2.2.5.3.14); empty when the reader has forgotten it.
   *
   * @throws DdsError BAD_PARAMETER for a handle that no instance of this reader has ever had; else as `read` does
   */
  readInstance(instance: InstanceHandle, options?: number | ReadOptions<T>): Sample<T>[] {
    return this.accessing().access(readRequest(options, instance), false);
  }

  /** `take` of one instance (DDS 1.4 §2.2.2.5.3.15). Throws as `readInstance` does. */
  takeInstance(instance: InstanceHandle, options?: number | ReadOptions<T>): Sample<T>[] {
    return this.accessing().access(readRequest(options, instance), true);
  }

  /**
   * `read` of the instance with the next handle that has samples which fit (DDS 1.4 §2.2.2.5.3.16). Walks all instances:
   * begin with HANDLE_NIL and go on with the handle that came back, though the instance may be gone meanwhile.
   */
  readNextInstance(previous: InstanceHandle, options?: number | ReadOptions<T>): Sample<T>[] {
    return this.accessing().accessNext(previous, readRequest(options), false);
  }

  /** `take` of the next instance (DDS 1.4 §2.2.2.5.3.17), like `readNextInstance`. */
  takeNextInstance(previous: InstanceHandle, options?: number | ReadOptions<T>): Sample<T>[] {
    return this.accessing().accessNext(previous, readRequest(options), true);
  }

  /** The first sample that was not read yet, which it is then (DDS 1.4 §2.2.2.5.3.12); undefined without one. */
  readNextSample(): Sample<T> | undefined {
    return this.accessing().accessNextSample(false);
  }

  /** Takes the first sample that was not read yet (DDS 1.4 §2.2.2.5.3.13); undefined without one. */
  takeNextSample(): Sample<T> | undefined {
    return this.accessing().accessNextSample(true);
  }

  /**
   * The handle of the instance with these key members (DDS 1.4 §2.2.2.5.3.30), HANDLE_NIL if the reader knows none.
   *
   * @throws CdrError for members of a wrong type
   */
  lookupInstance(key: Partial<T>): InstanceHandle {
    return this.inside().instances.lookup(key)?.handle ?? HANDLE_NIL;
  }

  /**
   * The key members of an instance (DDS 1.4 §2.2.2.5.3.29).
   *
   * @throws DdsError BAD_PARAMETER when the reader does not know the instance
   */
  getKeyValue(instance: InstanceHandle): Partial<T> {
    const known = this.inside().instances.at(instance);
    if (known === undefined) throw new DdsError("BAD_PARAMETER", `instance ${instance} is not known to this reader`);
    return copyOf(known.key ?? {});
  }

  /** Waits until a sample can be taken. Rejects with DdsError TIMEOUT, or ALREADY_DELETED when the reader is closed. */
  async waitForData(options: WaitOptions = {}): Promise<void> {
    this.inside();
    await this.waiters.until(
      () => this.hasData(),
      options,
      () => new DdsError("TIMEOUT", `no sample of ${this.topic.name} came in time`),
    );
  }

  /**
   * Samples as they come, each taken. Ends when the reader is closed, or when the signal aborts.
   * With KEEP_LAST a slow loop sees the newest samples only; ask for KEEP_ALL to see every one.
   */
  async *samples(options: { readonly signal?: AbortSignal } = {}): AsyncGenerator<Sample<T>, void, void> {
    const isOver = () => this.isClosed || options.signal?.aborted === true;
    while (!isOver()) {
      if (this.hasData()) {
        yield this.accessing().takeFirst();
        continue;
      }
      try {
        await this.waiters.until(() => this.hasData() || this.isClosed, options, NEVER_TIMES_OUT);
      } catch (error) {
        if (isOver()) return;
        throw error;
      }
    }
  }

  [Symbol.asyncIterator](): AsyncGenerator<Sample<T>, void, void> {
    return this.samples();
  }

  abstract readonly topic: { readonly name: string };

  abstract get isClosed(): boolean;

  protected abstract readonly waiters: Waiters;

  /** True if there is something to take. */
  protected abstract hasData(): boolean;

  /** The inside of the reader. Throws DdsError ALREADY_DELETED when it is closed. */
  protected abstract inside(): ReaderPipeline<T>;

  /** The same, for a user that looks at the samples. */
  protected abstract accessing(): ReaderPipeline<T>;
}

const NEVER_TIMES_OUT = () => new DdsError("TIMEOUT", "timed out");
