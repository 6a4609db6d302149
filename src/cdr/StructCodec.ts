/**
 * Encodes and decodes one struct type, by generated code or by the interpreter. Knows the encapsulation header and
 * the padding at the end (RTPS 2.5 §10.5), nothing of keys.
 */
import type { StructType } from "../idl/index.js";
import { CdrError } from "./CdrError.js";
import type { DialectRules } from "./dialects.js";
import {
  checkEncapsulation,
  ENCAPSULATION_BYTES,
  encapsulationIdFor,
  isLittleEndian,
  versionOf,
} from "./encapsulation.js";
import { FAILED } from "./generate/failed.js";
import { type GeneratedReader, generateReader } from "./generate/generateReader.js";
import { type GeneratedWriter, generateWriter } from "./generate/generateWriter.js";
import type { FieldSink } from "./interpret/FieldMap.js";
import { InterpretedReader } from "./interpret/InterpretedReader.js";
import { InterpretedWriter } from "./interpret/InterpretedWriter.js";
import type { AggregateType, Encoding } from "./layout.js";
import { MAX_PAYLOAD_BYTES } from "./limits.js";
import { recursiveTypes } from "./typeChecks.js";

export class StructCodec {
  readonly type: StructType;
  readonly encapsulationId: number;
  /** False when the interpreter does the work. */
  readonly isGenerated: boolean;
  private readonly own: DialectReaders;
  /** Of writers with other rules. */
  private readonly others = new WeakMap<DialectRules, DialectReaders>();
  private readonly recursive: ReadonlySet<AggregateType>;
  private readonly writer: GeneratedWriter | undefined;
  /** The views of the last target, kept because targets are mostly the same slab. */
  private target: Uint8Array = new Uint8Array(0);
  private targetView = new DataView(this.target.buffer);

  constructor(type: StructType, encoding: Encoding, codegen: boolean) {
    this.type = type;
    this.own = { encoding, encodings: [], readers: [] };
    this.encapsulationId = encapsulationIdFor(encoding.version, type.extensibility, encoding.littleEndian);
    this.recursive = recursiveTypes(type);
    this.writer = codegen ? tryGenerateWriter(type, encoding) : undefined;
    this.isGenerated = this.writer !== undefined;
  }

  /** Encapsulation header and body, without the padding at the end. */
  serializedSize(value: unknown): number {
    if (this.writer === undefined) return this.interpretedWrite(value).length;
    let size: number;
    try {
      size = this.writer.size(value);
    } catch (error) {
      if (error !== FAILED) throw error;
      return this.interpretedWrite(value).length;
    }
    if (size > MAX_PAYLOAD_BYTES) throw new CdrError("bad-value", `the value takes ${size} bytes`);
    return size;
  }

  serialize(value: unknown): Uint8Array {
    const mine = chunk;
    const offset = mine.used;
    // Nothing is left while it is written: a getter of the value might serialize too.
    mine.used = CHUNK_BYTES;
    const written = this.tryWrite(value, mine.view, mine.bytes, offset, Math.min(offset + POOLED_BYTES, CHUNK_BYTES));
    if (written > 0) {
      mine.used = offset + ((written + 7) & ~7);
      return new Uint8Array(mine.buffer, offset, written);
    }
    mine.used = offset;
    return written < 0 ? this.serializeLater(value, -written) : this.interpretedPayload(value);
  }

  /** In a buffer of its own, or in a new chunk. */
  private serializeLater(value: unknown, size: number): Uint8Array {
    const padded = size + (-size & 3);
    if (padded <= POOLED_BYTES) {
      chunk = openChunk();
      return this.serialize(value);
    }
    const payload = new Uint8Array(padded);
    const written = this.tryWrite(value, new DataView(payload.buffer), payload, 0, padded, size);
    return written > 0 ? payload : this.interpretedPayload(value);
  }

  /** Returns the bytes written, padding included. */
  serializeInto(value: unknown, target: Uint8Array, offset: number): number {
    const written = this.tryWrite(value, this.viewOf(target), target, offset, target.length);
    if (written > 0) return written;
    const payload = this.interpretedPayload(value);
    if (!(offset >= 0 && offset + payload.length <= target.length)) {
      const room = target.length - offset;
      throw new CdrError("no-space", `${payload.length} bytes needed, the target has ${room}`);
    }
    target.set(payload, offset);
    return payload.length;
  }

  /** The body alone, as key hashes need it. */
  serializeBody(value: unknown): Uint8Array {
    return this.serialize(value).slice(ENCAPSULATION_BYTES, this.serializedSize(value));
  }

  private viewOf(target: Uint8Array): DataView {
    if (this.target !== target) {
      this.target = target;
      this.targetView = new DataView(target.buffer, target.byteOffset, target.byteLength);
    }
    return this.targetView;
  }

  /** The bytes written; where there is no room, the size without padding, negative; 0 where generated code cannot. */
  private tryWrite(
    value: unknown,
    view: DataView,
    bytes: Uint8Array,
    offset: number,
    end: number,
    knownSize = 0,
  ): number {
    if (this.writer === undefined) return 0;
    try {
      return this.writer.write(value, view, bytes, offset, end, knownSize);
    } catch (error) {
      if (error !== FAILED) throw error;
      return 0;
    }
  }

  /** Throws with the words where generated code only failed; should it not, its bytes are as good. */
  private interpretedPayload(value: unknown): Uint8Array {
    if (this.writer !== undefined) this.serializedSize(value);
    const written = this.interpretedWrite(value);
    const padding = -written.length & 3;
    const payload = new Uint8Array(written.length + padding);
    payload.set(written);
    // XTypes 1.3 §7.6.3.1.2: the two low bits of the options hold the number of padding bytes.
    payload[3] = this.own.encoding.rules.paddingInOptions ? padding : 0;
    return payload;
  }

  private interpretedWrite(value: unknown): Uint8Array {
    return new InterpretedWriter(this.own.encoding, this.encapsulationId, this.recursive).writeTopic(this.type, value);
  }

  /** `rules`: of the payload's writer, the codec's own when undefined. Throws CdrError on anything but a value. */
  deserialize(payload: Uint8Array, rules?: DialectRules): Record<string, unknown> {
    const dialect = rules === undefined ? this.own : this.dialectOf(rules);
    // An id that has a reader has been accepted before.
    const reader = payload.length < ENCAPSULATION_BYTES ? undefined : dialect.readers[(payload[0]! << 8) | payload[1]!];
    if (reader === undefined) return this.deserializeFirst(payload, dialect);
    try {
      return reader(payload);
    } catch (error) {
      if (error !== FAILED) throw error;
      return this.interpretedRead(payload, checkEncapsulation(payload, this.type.extensibility), dialect);
    }
  }

  /** As `deserialize`, and notes which field each byte belongs to. Always interpreted. */
  deserializeMapped(payload: Uint8Array, fields: FieldSink, rules?: DialectRules): Record<string, unknown> {
    const id = checkEncapsulation(payload, this.type.extensibility);
    return this.interpretedRead(payload, id, rules === undefined ? this.own : this.dialectOf(rules), fields);
  }

  private deserializeFirst(payload: Uint8Array, dialect: DialectReaders): Record<string, unknown> {
    const id = checkEncapsulation(payload, this.type.extensibility);
    if (!this.isGenerated) return this.interpretedRead(payload, id, dialect);
    dialect.readers[id] = generateReader(this.type, encodingOf(dialect, id));
    return this.deserialize(payload, dialect.encoding.rules);
  }

  private interpretedRead(
    payload: Uint8Array,
    id: number,
    dialect: DialectReaders,
    fields?: FieldSink,
  ): Record<string, unknown> {
    return new InterpretedReader(payload, encodingOf(dialect, id), this.recursive, fields).readTopic(this.type);
  }

  private dialectOf(rules: DialectRules): DialectReaders {
    if (rules === this.own.encoding.rules) return this.own;
    let dialect = this.others.get(rules);
    if (dialect === undefined) {
      dialect = { encoding: { ...this.own.encoding, rules }, encodings: [], readers: [] };
      this.others.set(rules, dialect);
    }
    return dialect;
  }
}

/** What payloads of one dialect are read with. Both lists go by encapsulation id and fill up as payloads arrive. */
interface DialectReaders {
  readonly encoding: Encoding;
  readonly encodings: (Encoding | undefined)[];
  readonly readers: (GeneratedReader | undefined)[];
}

function encodingOf(dialect: DialectReaders, id: number): Encoding {
  let encoding = dialect.encodings[id];
  if (encoding === undefined) {
    encoding = { ...dialect.encoding, version: versionOf(id), littleEndian: isLittleEndian(id) };
    dialect.encodings[id] = encoding;
  }
  return encoding;
}

/** Undefined where the process or page forbids code generation from strings. */
function tryGenerateWriter(type: StructType, encoding: Encoding): GeneratedWriter | undefined {
  try {
    return generateWriter(type, encoding);
  } catch (error) {
    if (error instanceof EvalError) return undefined;
    throw error;
  }
}

function openChunk() {
  const buffer = new ArrayBuffer(CHUNK_BYTES);
  return { buffer, bytes: new Uint8Array(buffer), view: new DataView(buffer), used: 0 };
}

/**
 * Small payloads are cut from chunks, as Node cuts small Buffers: an ArrayBuffer each costs over a microsecond. A
 * chunk lives as long as any payload of it, so it is small.
 */
const CHUNK_BYTES = 8192;
const POOLED_BYTES = 1024;
let chunk = openChunk();
