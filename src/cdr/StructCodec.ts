/**
 * Encodes and decodes one struct type, by generated code or by the interpreter. Knows the encapsulation header and
 * the padding at the end (RTPS 2.5 §10.5), nothing of keys.
 */
import type { StructType } from "../idl/index.js";
import { CdrError } from "./CdrError.js";
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
  private readonly encoding: Encoding;
  private readonly recursive: ReadonlySet<AggregateType>;
  private readonly writer: GeneratedWriter | undefined;
  /** By encapsulation id, made when the first such payload arrives. */
  private readonly readers: (GeneratedReader | undefined)[] = [];
  /** The views of the last target, kept because targets are mostly the same slab. */
  private target: Uint8Array = new Uint8Array(0);
  private targetView = new DataView(this.target.buffer);

  constructor(type: StructType, encoding: Encoding, codegen: boolean) {
    this.type = type;
    this.encoding = encoding;
    this.encapsulationId = encapsulationIdFor(encoding.version, type.extensibility, encoding.littleEndian);
    this.recursive = recursiveTypes(type);
    this.writer = codegen ? tryGenerateWriter(type, encoding) : undefined;
    this.isGenerated = this.writer !== undefined;
    if (this.isGenerated) this.readers[this.encapsulationId] = generateReader(type, encoding);
  }

  /** Encapsulation header and body, without the padding at the end. */
  serializedSize(value: unknown): number {
    if (this.writer === undefined) return this.interpretedWrite(value).length;
    let size: number;
    try {
      size = ENCAPSULATION_BYTES + this.writer.size(value);
    } catch (error) {
      if (error !== FAILED) throw error;
      return this.interpretedWrite(value).length;
    }
    if (size > MAX_PAYLOAD_BYTES) throw new CdrError("bad-value", `the value takes ${size} bytes`);
    return size;
  }

  serialize(value: unknown): Uint8Array {
    const size = this.serializedSize(value);
    const padded = (size + 3) & ~3;
    if (padded > POOLED_BYTES) {
      const payload = new Uint8Array(padded);
      this.writeSized(value, payload, new DataView(payload.buffer), 0, size);
      return payload;
    }
    if (padded > chunk.length - chunkUsed) openChunk();
    const offset = chunkUsed;
    const target = chunk;
    const view = chunkView;
    // Taken before it is written: a getter of the value might serialize too.
    chunkUsed += (padded + 7) & ~7;
    this.writeSized(value, target, view, offset, size);
    return new Uint8Array(target.buffer, offset, padded);
  }

  /** Returns the bytes written, padding included. */
  serializeInto(value: unknown, target: Uint8Array, offset: number): number {
    const size = this.serializedSize(value);
    const padded = (size + 3) & ~3;
    if (offset < 0 || offset + padded > target.length) {
      throw new CdrError("no-space", `${padded} bytes needed, the target has ${target.length - offset}`);
    }
    if (this.target !== target) {
      this.target = target;
      this.targetView = new DataView(target.buffer, target.byteOffset, target.byteLength);
    }
    this.writeSized(value, target, this.targetView, offset, size);
    return padded;
  }

  /** The body alone, as key hashes need it. */
  serializeBody(value: unknown): Uint8Array {
    const payload = this.serialize(value);
    return payload.slice(ENCAPSULATION_BYTES, payload.length - payload[3]!);
  }

  private writeSized(value: unknown, target: Uint8Array, view: DataView, offset: number, size: number): void {
    const padding = -size & 3;
    if (this.writer === undefined) target.set(this.interpretedWrite(value), offset);
    else this.generatedWrite(this.writer, value, target, view, offset);
    for (let at = offset + size, end = at + padding; at < end; at++) target[at] = 0;
    // XTypes 1.3 §7.6.3.1.2: the two low bits of the options hold the number of padding bytes.
    target[offset] = this.encapsulationId >> 8;
    target[offset + 1] = this.encapsulationId & 0xff;
    target[offset + 2] = 0;
    target[offset + 3] = padding;
  }

  private generatedWrite(
    writer: GeneratedWriter,
    value: unknown,
    target: Uint8Array,
    view: DataView,
    offset: number,
  ): void {
    try {
      writer.write(value, view, target, offset + ENCAPSULATION_BYTES);
    } catch (error) {
      if (error !== FAILED) throw error;
      // Throws with the words; should it not, its bytes are as good.
      target.set(this.interpretedWrite(value), offset);
    }
  }

  private interpretedWrite(value: unknown): Uint8Array {
    return new InterpretedWriter(this.encoding, this.encapsulationId, this.recursive).writeTopic(this.type, value);
  }

  /** Throws CdrError on anything but a value of the type. */
  deserialize(payload: Uint8Array): Record<string, unknown> {
    // An id that has a reader has been accepted before.
    const reader = payload.length < ENCAPSULATION_BYTES ? undefined : this.readers[(payload[0]! << 8) | payload[1]!];
    if (reader === undefined) return this.deserializeFirst(payload);
    try {
      return reader(payload);
    } catch (error) {
      if (error !== FAILED) throw error;
      return this.interpretedRead(payload, checkEncapsulation(payload, this.type.extensibility));
    }
  }

  private deserializeFirst(payload: Uint8Array): Record<string, unknown> {
    const id = checkEncapsulation(payload, this.type.extensibility);
    if (!this.isGenerated) return this.interpretedRead(payload, id);
    this.readers[id] = generateReader(this.type, this.encodingOf(id));
    return this.deserialize(payload);
  }

  private interpretedRead(payload: Uint8Array, id: number): Record<string, unknown> {
    return new InterpretedReader(payload, this.encodingOf(id), this.recursive).readTopic(this.type);
  }

  private encodingOf(id: number): Encoding {
    return { ...this.encoding, version: versionOf(id), littleEndian: isLittleEndian(id) };
  }
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

function openChunk(): void {
  chunk = new Uint8Array(CHUNK_BYTES);
  chunkView = new DataView(chunk.buffer);
  chunkUsed = 0;
}

/**
 * Small payloads are cut from chunks, as Node cuts small Buffers: an ArrayBuffer each costs over a microsecond. A
 * chunk lives as long as any payload of it, so it is small.
 */
const CHUNK_BYTES = 8192;
const POOLED_BYTES = 1024;
let chunk = new Uint8Array(CHUNK_BYTES);
let chunkView = new DataView(chunk.buffer);
let chunkUsed = 0;
