// In the worker: takes what the main thread put into a ring and writes it. A writer that waits for room leaves the rest
// in the ring, which is how a slow reader makes the main thread wait.

import type { DataWriter } from "../dcps/DataWriter.js";
import { DdsError } from "../dcps/DdsError.js";
import { systemScheduler } from "../runtime/index.js";
import type { PayloadCodec, PayloadValue } from "./PayloadCodec.js";
import { DISPOSE, RecordHeaders, WRITE, WRITE_HEADER_BYTES } from "./RecordHeaders.js";
import type { SampleRing } from "./SampleRing.js";

export class WriterPump {
  private readonly headers = new RecordHeaders();
  private readonly waiting: { readonly position: number; readonly resolve: () => void }[] = [];
  private isRunning = false;
  private isOpen = true;

  /** @param wakeMain there is room @param failed a sample could not be written */
  constructor(
    readonly writer: DataWriter<PayloadValue>,
    private readonly codec: PayloadCodec,
    private readonly ring: SampleRing,
    private readonly wakeMain: () => void,
    private readonly failed: (error: unknown) => void,
  ) {
    this.wake();
  }

  /** There may be records. */
  wake(): void {
    if (this.isRunning || !this.isOpen) return;
    this.isRunning = true;
    void this.run().finally(() => {
      this.isRunning = false;
    });
  }

  /** When everything that is in the ring now has been written. */
  async written(): Promise<void> {
    if (!this.isRunning && this.ring.usedBytes === 0) return;
    const position = this.ring.head;
    await new Promise<void>((resolve) => this.waiting.push({ position, resolve }));
  }

  /** Writes what is left, but not for longer than this; nothing is written afterwards. */
  async finish(lingerMs: number): Promise<void> {
    let cancel = () => {};
    const isOver = new Promise<void>((resolve) => {
      cancel = systemScheduler(lingerMs, resolve);
    });
    await Promise.race([this.written(), isOver]);
    cancel();
    this.isOpen = false;
    for (const { resolve } of this.waiting.splice(0)) resolve();
  }

  private async run(): Promise<void> {
    while (this.isOpen) {
      for (let i = 0; i < BATCH && this.isOpen; i++) {
        const record = this.ring.read();
        if (record === undefined) break;
        const blocked = this.put(record);
        if (blocked !== undefined) await blocked;
      }
      this.noteWritten();
      if (this.ring.claimRoom()) this.wakeMain();
      if (this.ring.sleep()) return;
      // Sockets and timers get their turn.
      await new Promise(setImmediate);
    }
  }

  /** A promise if the writer has no room now. */
  private put(record: Uint8Array): Promise<void> | undefined {
    const { kind, sourceTimestampMs } = this.headers.writeOf(record);
    const payload = record.subarray(WRITE_HEADER_BYTES);
    try {
      if (kind !== WRITE) return this.end(kind === DISPOSE, payload, sourceTimestampMs);
      const value = this.codec.wrap(payload);
      try {
        this.writer.write(value, { sourceTimestampMs });
      } catch (error) {
        if (!(error instanceof DdsError) || error.code !== "TIMEOUT") throw error;
        return this.settled(this.writer.writeAsync(value, { sourceTimestampMs, timeoutMs: Infinity }));
      }
    } catch (error) {
      this.failed(error);
    }
    return undefined;
  }

  private end(isDisposed: boolean, payload: Uint8Array, sourceTimestampMs: number): Promise<void> {
    const key = this.codec.deserializeKey(payload);
    const options = { sourceTimestampMs, timeoutMs: Infinity };
    return this.settled(
      isDisposed ? this.writer.disposeAsync(key, options) : this.writer.unregisterAsync(key, options),
    );
  }

  private async settled(write: Promise<unknown>): Promise<void> {
    try {
      await write;
    } catch (error) {
      if (this.isOpen) this.failed(error);
    }
  }

  private noteWritten(): void {
    const { tail } = this.ring;
    while (this.waiting.length > 0 && ((tail - this.waiting[0]!.position) | 0) >= 0) this.waiting.shift()!.resolve();
  }
}

/** Records in a row before the event loop has its turn. */
const BATCH = 64;
