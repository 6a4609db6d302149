// In the main thread: encodes values and puts them into the ring of a writer in the worker.

import type { StructValue, TypeCodec, WriterInput } from "../cdr/index.js";
import { alreadyDeleted, DdsError } from "../dcps/DdsError.js";
import { Waiters, type WaitOptions } from "../runtime/index.js";
import { DISPOSE, RecordHeaders, UNREGISTER, WRITE, WRITE_HEADER_BYTES, type WriteKind } from "./RecordHeaders.js";
import type { SampleRing } from "./SampleRing.js";
import type { LinkedEndpoint, WorkerLink } from "./WorkerLink.js";

export interface WorkerWriterListener {
  /** So many readers are matched now. */
  onPublicationMatched?(currentCount: number): void;
}

/** Writes the values of one topic through a worker. Made by `WorkerParticipant.createWriter`. */
export class WorkerWriter<T extends object = StructValue> implements LinkedEndpoint {
  /** Readers that are matched now, as far as this thread has heard. */
  matchedCount = 0;
  private readonly headers = new RecordHeaders();
  private readonly room = new Waiters();
  /** Records that wait for room, in order. */
  private readonly queue: Uint8Array[] = [];
  private over: Error | undefined;

  /** Made by WorkerParticipant.createWriter. */
  constructor(
    private readonly id: number,
    private readonly topicName: string,
    private readonly codec: TypeCodec<T>,
    private readonly ring: SampleRing,
    private readonly link: WorkerLink,
    private readonly maxBlockingTimeMs: number,
    private readonly listener: WorkerWriterListener,
  ) {}

  /**
   * Hands a sample to the worker, which sends it at once.
   *
   * @throws DdsError TIMEOUT when the ring is full (use `writeAsync` to wait), OUT_OF_RESOURCES for a sample larger than
   *   the ring, ALREADY_DELETED when writer or worker are gone; CdrError for a value that is not of the type
   */
  write(value: T | WriterInput<T>): void {
    this.putNow(WRITE, this.encode(value));
  }

  /**
   * As `write`, but waits for room: up to `reliability.maxBlockingTimeMs` unless `timeoutMs` says otherwise. Samples leave
   * in the order in which they were given.
   */
  async writeAsync(value: T | WriterInput<T>, options: WaitOptions = {}): Promise<void> {
    const payload = this.encode(value);
    const { timeoutMs = this.maxBlockingTimeMs, signal } = options;
    signal?.throwIfAborted();
    const record = this.record(WRITE, payload);
    if (this.queue.length === 0 && this.put(record)) return;
    this.queue.push(record);
    const waiting = signal === undefined ? { timeoutMs } : { timeoutMs, signal };
    const hasLeft = () => this.queue[0] === record && this.put(record) && this.queue.shift() === record;
    try {
      await this.room.until(hasLeft, waiting, () => this.isFull("wait longer (timeoutMs)"));
    } finally {
      const index = this.queue.indexOf(record);
      if (index >= 0) this.queue.splice(index, 1);
      if (index === 0) this.room.notify();
    }
  }

  /** DDS 1.4 §2.2.2.4.2.13: the instance with these key members no longer exists. @throws as `write` does */
  dispose(key: Partial<T>): void {
    this.putNow(DISPOSE, this.encodeKey(key));
  }

  /** DDS 1.4 §2.2.2.4.2.7: this writer no longer writes the instance. @throws as `write` does */
  unregister(key: Partial<T>): void {
    this.putNow(UNREGISTER, this.encodeKey(key));
  }

  /** As `DataWriter.ready`: `count` readers are matched and can receive. */
  async ready(count = 1, { timeoutMs = Infinity }: { readonly timeoutMs?: number } = {}): Promise<void> {
    this.checkOpen();
    await this.link.request({ kind: "ready", id: this.id, count, timeoutMs });
  }

  /** As `DataWriter.waitForAcknowledgments`, for everything that was written before. */
  async waitForAcknowledgments({ timeoutMs = Infinity }: { readonly timeoutMs?: number } = {}): Promise<void> {
    this.checkOpen();
    await this.link.request({ kind: "acknowledged", id: this.id, timeoutMs });
  }

  /** Writes what is still in the ring, then closes the writer in the worker. */
  async close(): Promise<void> {
    if (this.over !== undefined) return;
    this.fail(alreadyDeleted("writer"));
    await this.link.request({ kind: "closeEndpoint", id: this.id });
    this.link.endpoints.delete(this.id);
  }

  /** @internal There is room in the ring. */
  wake(): void {
    this.room.notify();
  }

  /** @internal */
  currentCountChanged(count: number): void {
    this.matchedCount = count;
    this.listener.onPublicationMatched?.(count);
  }

  /** @internal What is in the ring is still written. */
  participantCloses(): void {
    this.fail(alreadyDeleted("participant"));
  }

  /** @internal Nothing can be written any more. */
  fail(error: Error): void {
    this.over ??= error;
    this.room.fail(this.over);
  }

  private putNow(kind: WriteKind, payload: Uint8Array): void {
    if (this.queue.length > 0) throw this.isFull();
    if (!this.putParts(this.headers.putWrite(kind, timeNow()), payload)) throw this.isFull();
  }

  private put(record: Uint8Array): boolean {
    return this.putParts(record, NOTHING);
  }

  private putParts(header: Uint8Array, payload: Uint8Array): boolean {
    if (!this.ring.tryWrite(header, payload)) {
      this.ring.waitForRoom();
      if (!this.ring.tryWrite(header, payload)) return false;
    }
    if (this.ring.claimWake()) this.link.wake(this.id);
    return true;
  }

  private record(kind: WriteKind, payload: Uint8Array): Uint8Array {
    const record = new Uint8Array(WRITE_HEADER_BYTES + payload.length);
    record.set(this.headers.putWrite(kind, timeNow()));
    record.set(payload, WRITE_HEADER_BYTES);
    return record;
  }

  private encode(value: T | WriterInput<T>): Uint8Array {
    this.checkOpen();
    return this.checked(this.codec.serialize(value));
  }

  private encodeKey(key: Partial<T>): Uint8Array {
    this.checkOpen();
    if (!this.codec.hasKey) {
      throw new DdsError(
        "PRECONDITION_NOT_MET",
        `the type of topic ${this.topicName} has no key: there is no instance`,
      );
    }
    return this.checked(this.codec.serializeKey(key));
  }

  private checked(payload: Uint8Array): Uint8Array {
    if (WRITE_HEADER_BYTES + payload.length <= this.ring.maxRecordBytes) return payload;
    const problem = `a sample of ${payload.length} bytes is larger than the ring of ${this.ring.capacity}`;
    throw new DdsError("OUT_OF_RESOURCES", `${problem}: make the writer with larger ringBytes`);
  }

  private checkOpen(): void {
    if (this.over !== undefined) throw this.over;
  }

  private isFull(advice = "wait with writeAsync"): DdsError {
    const problem = `the ring of ${this.topicName} is full and no room came in time`;
    return new DdsError("TIMEOUT", `${problem}: raise ringBytes or ${advice}`);
  }
}

/** Milliseconds since 1970 with a fraction. */
function timeNow(): number {
  return performance.timeOrigin + performance.now();
}

const NOTHING = new Uint8Array(0);
