// In the worker: hands samples over to the main thread. What finds no room in the ring stays with the reader, where
// HISTORY decides: KEEP_ALL makes writers wait, KEEP_LAST replaces the oldest.

import type { DataReader } from "../dcps/DataReader.js";
import { DdsError } from "../dcps/DdsError.js";
import type { Sample } from "../dcps/samples.js";
import { DIALECT, PAYLOAD, type PayloadCodec, type PayloadValue } from "./PayloadCodec.js";
import { RecordHeaders, SAMPLE_HEADER_BYTES } from "./RecordHeaders.js";
import type { SampleRing } from "./SampleRing.js";

export class ReaderPump {
  private readonly headers = new RecordHeaders();
  /** Taken, and not in the ring yet. */
  private taken: Sample<PayloadValue>[] = [];
  private next = 0;
  private handedOver = 0;

  /** @param wakeMain there are samples @param failed a sample can never be handed over */
  constructor(
    readonly reader: DataReader<PayloadValue>,
    private readonly codec: PayloadCodec,
    private readonly ring: SampleRing,
    private readonly wakeMain: () => void,
    private readonly failed: (error: Error) => void,
  ) {}

  /** There may be samples, or room. */
  wake(): void {
    while (!this.reader.isClosed) {
      if (this.next === this.taken.length) {
        this.taken = this.reader.take({ max: BATCH });
        this.next = 0;
        if (this.taken.length === 0) {
          this.ring.lostCount = this.codec.takenIn - this.handedOver;
          return;
        }
      }
      const sample = this.taken[this.next]!;
      if (!this.handOver(sample)) return;
      this.next++;
      if (this.ring.claimWake()) this.wakeMain();
    }
  }

  /** False if there is no room now. */
  private handOver({ data, info }: Sample<PayloadValue>): boolean {
    const payload = this.payloadOf(data, info.validData);
    const bytes = SAMPLE_HEADER_BYTES + payload.length;
    if (bytes > this.ring.maxRecordBytes) {
      const problem = `a sample of ${payload.length} bytes on ${this.reader.topic.name} is larger than the ring`;
      this.failed(new DdsError("OUT_OF_RESOURCES", `${problem}: make the reader with larger ringBytes`));
      return true;
    }
    const header = this.headers.putSample(info, info.validData ? data![DIALECT] : undefined);
    if (!this.ring.tryWrite(header, payload)) {
      this.ring.waitForRoom();
      if (!this.ring.tryWrite(header, payload)) return false;
    }
    if (info.validData) this.handedOver++;
    return true;
  }

  /** Without data there is at most a key. */
  private payloadOf(data: PayloadValue | undefined, validData: boolean): Uint8Array {
    if (validData) return data![PAYLOAD];
    return data === undefined || !this.codec.hasKey ? NOTHING : this.codec.serializeKey(data);
  }
}

/** Samples taken at once: few, for what was taken HISTORY does not replace any more. */
const BATCH = 32;
const NOTHING = new Uint8Array(0);
