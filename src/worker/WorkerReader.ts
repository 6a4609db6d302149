// In the main thread: decodes what a reader in the worker hands over.

import { CdrError, type StructValue, type TypeCodec } from "../cdr/index.js";
import { alreadyDeleted } from "../dcps/DdsError.js";
import { throwLater } from "../dcps/listeners.js";
import { RecordHeaders, SAMPLE_HEADER_BYTES, type WorkerSampleInfo } from "./RecordHeaders.js";
import type { SampleRing } from "./SampleRing.js";
import type { LinkedEndpoint, WorkerLink } from "./WorkerLink.js";

/** A sample that came through a worker. */
export interface WorkerSample<T extends object = StructValue> {
  /** The value; with `validData` false the key members, or undefined for topics without key. */
  readonly data: T | undefined;
  readonly info: WorkerSampleInfo;
}

export interface WorkerReaderListener<T extends object> {
  /** Called with each sample, which is thereby taken. */
  onSample?(sample: WorkerSample<T>): void;
  /** So many writers are matched now. */
  onSubscriptionMatched?(currentCount: number): void;
}

/** Reads the values of one topic through a worker. Made by `WorkerParticipant.createReader`. */
export class WorkerReader<T extends object = StructValue> implements LinkedEndpoint, AsyncIterable<WorkerSample<T>> {
  /** Writers that are matched now, as far as this thread has heard. */
  matchedCount = 0;
  private readonly headers = new RecordHeaders();
  /** `for await` loops that wait for a sample. */
  private readonly waiting = new Set<() => void>();
  private undecodable = 0;
  private over: Error | undefined;
  private isClosed = false;

  /** Made by WorkerParticipant.createReader. */
  constructor(
    private readonly id: number,
    private readonly codec: TypeCodec<T>,
    private readonly ring: SampleRing,
    private readonly link: WorkerLink,
    private readonly listener: WorkerReaderListener<T>,
  ) {
    ring.sleep();
  }

  /**
   * Samples that came in and nobody got: HISTORY replaced them, another policy of the reader turned them away, they are
   * larger than the ring, or they are no value of the type. Up to date when nothing waits in the worker.
   */
  get lostCount(): number {
    return this.ring.lostCount + this.undecodable;
  }

  /** The samples that are there, the oldest first, `max` of them at most. @throws DdsError ALREADY_DELETED */
  take(max = Infinity): WorkerSample<T>[] {
    this.checkOpen();
    const samples: WorkerSample<T>[] = [];
    while (samples.length < max) {
      const sample = this.next();
      if (sample === undefined) break;
      samples.push(sample);
    }
    return samples;
  }

  /** Samples as they come, until the reader or its participant is closed. Throws DdsError ALREADY_DELETED if the worker is gone. */
  async *[Symbol.asyncIterator](): AsyncGenerator<WorkerSample<T>, void, undefined> {
    while (!this.isClosed) {
      const sample = this.next();
      if (sample !== undefined) yield sample;
      else if (this.over !== undefined) throw this.over;
      else if (this.ring.sleep()) await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
  }

  /** Waits until `count` writers are matched. Rejects with DdsError TIMEOUT or ALREADY_DELETED. */
  async waitForPublications(count = 1, { timeoutMs = Infinity }: { readonly timeoutMs?: number } = {}): Promise<void> {
    this.checkOpen();
    await this.link.request({ kind: "matched", id: this.id, count, timeoutMs });
  }

  /** Closes the reader in the worker; samples that were not taken are gone. Ends every `for await`. */
  async close(): Promise<void> {
    if (this.over !== undefined) return;
    this.isClosed = true;
    this.fail(alreadyDeleted("reader"));
    await this.link.request({ kind: "closeEndpoint", id: this.id });
    this.link.endpoints.delete(this.id);
  }

  /** @internal There are samples in the ring. */
  wake(): void {
    this.resume();
    if (this.listener.onSample === undefined) return;
    // What comes meanwhile waits for the next turn of the event loop.
    const end = this.ring.head;
    while (this.over === undefined && ((end - this.ring.tail) | 0) > 0) {
      const sample = this.next();
      if (sample !== undefined) this.tell(sample);
    }
    if (this.over === undefined && !this.ring.sleep()) setImmediate(() => this.wake());
  }

  /** @internal */
  currentCountChanged(count: number): void {
    this.matchedCount = count;
    this.listener.onSubscriptionMatched?.(count);
  }

  /** @internal As if the reader were closed: no listener hears of what is still in the ring. */
  participantCloses(): void {
    this.isClosed = true;
    this.fail(alreadyDeleted("participant"));
  }

  /** @internal Nothing comes any more. */
  fail(error: Error): void {
    this.over ??= error;
    this.resume();
  }

  private next(): WorkerSample<T> | undefined {
    for (;;) {
      const record = this.ring.read();
      if (record === undefined) return undefined;
      if (this.ring.claimRoom()) this.link.wake(this.id);
      const sample = this.decode(record);
      if (sample !== undefined) return sample;
      this.undecodable++;
    }
  }

  private decode(record: Uint8Array): WorkerSample<T> | undefined {
    const info = this.headers.infoOf(record);
    const payload = record.subarray(SAMPLE_HEADER_BYTES);
    const dialect = this.headers.dialectOf(record);
    if (!info.validData && payload.length === 0) return { data: undefined, info };
    const data = info.validData
      ? this.codec.tryDeserialize(payload, dialect)
      : this.codec.tryDeserializeKey(payload, dialect);
    return data instanceof CdrError ? undefined : { data: data as T, info };
  }

  /** What a listener throws must not keep the samples behind this one from their user. */
  private tell(sample: WorkerSample<T>): void {
    try {
      this.listener.onSample!(sample);
    } catch (error) {
      throwLater(error);
    }
  }

  private resume(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }

  private checkOpen(): void {
    if (this.over !== undefined) throw this.over;
  }
}
