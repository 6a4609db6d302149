import { md5, type StructType } from "../idl/index.js";
import { CdrError } from "./CdrError.js";
import type { CodecOptions, TypeCodec } from "./codecTypes.js";
import { defaultStruct } from "./defaults.js";
import { rulesOf } from "./dialects.js";
import { maxEnd } from "./extent.js";
import { keyHolderType, keyPayloadType } from "./keyTypes.js";
import type { Encoding } from "./layout.js";
import { StructCodec } from "./StructCodec.js";

/** A codec made of three: for the data, for the key-only payload and for the key hash (RTPS 2.5 §9.6.4.8). */
export class CompiledCodec<T extends object> implements TypeCodec<T> {
  readonly type: StructType;
  readonly encapsulationId: number;
  readonly isGenerated: boolean;
  readonly hasKey: boolean;
  private readonly int64: "bigint" | "number";
  private readonly data: StructCodec;
  private readonly keyPayload: StructCodec | undefined;
  private readonly keyHolder: StructCodec | undefined;
  private readonly hashIsDigest: boolean;

  constructor(type: StructType, options: CodecOptions) {
    const encoding: Encoding = {
      version: options.representation === "xcdr1" ? 1 : 2,
      littleEndian: options.byteOrder !== "big",
      rules: rulesOf(options.dialect),
      int64: options.int64 ?? "bigint",
    };
    const codegen = options.codegen ?? true;
    this.type = type;
    this.int64 = encoding.int64;
    this.data = new StructCodec(type, encoding, codegen);
    this.encapsulationId = this.data.encapsulationId;
    this.isGenerated = this.data.isGenerated;
    this.hasKey = type.hasKey;
    const hashEncoding: Encoding = {
      ...encoding,
      littleEndian: false,
      version: (options.keyHashAlignment ?? encoding.rules.keyHashAlignment) === "xcdr2" ? 2 : encoding.version,
    };
    const holder = keyHolderType(type, encoding.version === 1 ? encoding.rules.keyHashOrder : "id");
    this.keyPayload = type.hasKey ? new StructCodec(keyPayloadType(type), encoding, codegen) : undefined;
    this.keyHolder = type.hasKey ? new StructCodec(holder, hashEncoding, codegen) : undefined;
    // By the type, not by the value: a short string in an unbounded key is hashed all the same.
    this.hashIsDigest = maxEnd(holder, hashEncoding, 0) > KEY_HASH_BYTES;
  }

  serializedSize(value: T): number {
    return this.data.serializedSize(value);
  }

  serialize(value: T): Uint8Array {
    return this.data.serialize(value);
  }

  serializeInto(value: T, target: Uint8Array, offset: number): number {
    return this.data.serializeInto(value, target, offset);
  }

  deserialize(payload: Uint8Array): T {
    return this.data.deserialize(payload) as T;
  }

  tryDeserialize(payload: Uint8Array): T | CdrError {
    try {
      return this.deserialize(payload);
    } catch (error) {
      return asCdrError(error);
    }
  }

  serializeKey(value: Partial<T>): Uint8Array {
    return this.keyed(this.keyPayload).serialize(value);
  }

  deserializeKey(payload: Uint8Array): Partial<T> {
    return this.keyed(this.keyPayload).deserialize(payload) as Partial<T>;
  }

  tryDeserializeKey(payload: Uint8Array): Partial<T> | CdrError {
    try {
      return this.deserializeKey(payload);
    } catch (error) {
      return asCdrError(error);
    }
  }

  keyHash(value: Partial<T>): Uint8Array {
    if (this.keyHolder === undefined) return new Uint8Array(KEY_HASH_BYTES);
    const body = this.keyHolder.serializeBody(value);
    if (this.hashIsDigest) return md5(body);
    const hash = new Uint8Array(KEY_HASH_BYTES);
    hash.set(body);
    return hash;
  }

  keyHashFromKeyPayload(payload: Uint8Array): Uint8Array {
    return this.keyHash(this.deserializeKey(payload));
  }

  defaultValue(): T {
    return defaultStruct(this.type, this.int64) as T;
  }

  private keyed(codec: StructCodec | undefined): StructCodec {
    if (codec === undefined) throw new CdrError("no-key", `${this.type.name} has no @key member`);
    return codec;
  }
}

function asCdrError(error: unknown): CdrError {
  if (error instanceof CdrError) return error;
  throw error;
}

const KEY_HASH_BYTES = 16;
