// What stands in front of a payload in a ring. Numbers are in the byte order of the machine: both threads have the same.

import { DIALECTS, type Dialect, type DialectName } from "../cdr/index.js";
import type { InstanceState, SampleInfo } from "../dcps/samples.js";
import { Guid } from "../rtps/structure/guid.js";

/** What a reader in a worker says about a sample: less than SampleInfo, for instances live in the worker. */
export type WorkerSampleInfo = Pick<
  SampleInfo,
  | "validData"
  | "receivedInstanceState"
  | "sourceTimestampMs"
  | "receptionTimestampMs"
  | "writerGuid"
  | "sequenceNumber"
  | "instanceHandle"
>;

/** What a writer does. */
export type WriteKind = 0 | 1 | 2;
export const WRITE: WriteKind = 0;
export const DISPOSE: WriteKind = 1;
export const UNREGISTER: WriteKind = 2;

/** Octets in front of a payload to write. */
export const WRITE_HEADER_BYTES = 16;
/** Octets in front of a payload that was read. */
export const SAMPLE_HEADER_BYTES = 56;

/** Writes and reads the headers of one ring; memory is used again. */
export class RecordHeaders {
  readonly bytes = new Uint8Array(SAMPLE_HEADER_BYTES);
  private readonly view = new DataView(this.bytes.buffer);
  private lastGuid: Guid | undefined;

  putWrite(kind: WriteKind, sourceTimestampMs: number): Uint8Array {
    this.view.setUint32(0, kind, true);
    this.view.setFloat64(8, sourceTimestampMs, true);
    return this.bytes.subarray(0, WRITE_HEADER_BYTES);
  }

  putSample(info: SampleInfo, dialect: Dialect | undefined): Uint8Array {
    const { view, bytes } = this;
    view.setUint8(0, info.validData ? 1 : 0);
    view.setUint8(1, STATES.indexOf(info.receivedInstanceState));
    view.setUint8(2, typeof dialect === "string" ? DIALECT_NAMES.indexOf(dialect) + 1 : 0);
    view.setUint32(4, info.instanceHandle, true);
    view.setFloat64(8, info.sourceTimestampMs ?? Number.NaN, true);
    view.setFloat64(16, info.receptionTimestampMs, true);
    view.setFloat64(24, info.sequenceNumber, true);
    bytes.set(info.writerGuid.prefix.bytes, 32);
    view.setUint32(44, info.writerGuid.entityId);
    return bytes;
  }

  writeOf(record: Uint8Array): { readonly kind: WriteKind; readonly sourceTimestampMs: number } {
    const view = new DataView(record.buffer, record.byteOffset, WRITE_HEADER_BYTES);
    return { kind: view.getUint32(0, true) as WriteKind, sourceTimestampMs: view.getFloat64(8, true) };
  }

  infoOf(record: Uint8Array): WorkerSampleInfo {
    const view = new DataView(record.buffer, record.byteOffset, SAMPLE_HEADER_BYTES);
    const sourceTimestampMs = view.getFloat64(8, true);
    return {
      validData: view.getUint8(0) === 1,
      receivedInstanceState: STATES[view.getUint8(1)]!,
      instanceHandle: view.getUint32(4, true),
      sourceTimestampMs: Number.isNaN(sourceTimestampMs) ? undefined : sourceTimestampMs,
      receptionTimestampMs: view.getFloat64(16, true),
      sequenceNumber: view.getFloat64(24, true),
      writerGuid: this.guidOf(record),
    };
  }

  /** Undefined for that of the reader's own codec. */
  dialectOf(record: Uint8Array): Dialect | undefined {
    return record[2] === 0 ? undefined : DIALECT_NAMES[record[2]! - 1];
  }

  /** Samples of one writer come in a row: they share the object. */
  private guidOf(record: Uint8Array): Guid {
    const guid = Guid.fromBytes(record, 32);
    if (this.lastGuid?.equals(guid) !== true) this.lastGuid = guid;
    return this.lastGuid!;
  }
}

const STATES: readonly InstanceState[] = ["ALIVE", "NOT_ALIVE_DISPOSED", "NOT_ALIVE_NO_WRITERS"];
const DIALECT_NAMES = Object.keys(DIALECTS) as DialectName[];
