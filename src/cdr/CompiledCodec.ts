import { md5, type StructType } from "../idl/index.js";
import { CdrError } from "./CdrError.js";
import type { CodecOptions, TypeCodec } from "./codecTypes.js";
import { defaultStruct } from "./defaults.js";
import { type Dialect, type DialectRules, rulesOf } from "./dialects.js";
import type { FieldSink } from "./interpret/FieldMap.js";
import { KEY_HASH_BYTES, keyHashPlan } from "./keyHashes.js";
import { keyPayloadType } from "./keyTypes.js";
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
  private readonly hashed: StructCodec | undefined;
  private readonly hashIsDigest: boolean = false;

  constructor(type: StructType, options: CodecOptions) {
    const given = rulesOf(options.dialect);
    const { keyHashAlignment = given.keyHashAlignment } = options;
    const encoding: Encoding = {
      version: options.representation === "xcdr1" ? 1 : 2,
      littleEndian: options.byteOrder !== "big",
      rules: keyHashAlignment === given.keyHashAlignment ? given : { ...given, keyHashAlignment },
      int64: options.int64 ?? "bigint",
    };
    const codegen = options.codegen ?? true;
    this.type = type;
    this.int64 = encoding.int64;
    this.data = new StructCodec(type, encoding, codegen);
    this.encapsulationId = this.data.encapsulationId;
    this.isGenerated = this.data.isGenerated;
    this.hasKey = type.hasKey;
    if (!type.hasKey) return;
    this.keyPayload = new StructCodec(keyPayloadType(type), encoding, codegen);
    const plan = keyHashPlan(type, encoding);
    this.hashed = new StructCodec(plan.type, plan.encoding, codegen);
    this.hashIsDigest = plan.isDigest;
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

  deserialize(payload: Uint8Array, dialect?: Dialect): T {
    return this.data.deserialize(payload, chosen(dialect)) as T;
  }

  tryDeserialize(payload: Uint8Array, dialect?: Dialect): T | CdrError {
    try {
      return this.deserialize(payload, dialect);
    } catch (error) {
      return asCdrError(error);
    }
  }

  serializeKey(value: Partial<T>): Uint8Array {
    return this.keyed(this.keyPayload).serialize(value);
  }

  deserializeKey(payload: Uint8Array, dialect?: Dialect): Partial<T> {
    return this.keyed(this.keyPayload).deserialize(payload, chosen(dialect)) as Partial<T>;
  }

  tryDeserializeKey(payload: Uint8Array, dialect?: Dialect): Partial<T> | CdrError {
    try {
      return this.deserializeKey(payload, dialect);
    } catch (error) {
      return asCdrError(error);
    }
  }

  keyHash(value: Partial<T>): Uint8Array {
    const hash = new Uint8Array(KEY_HASH_BYTES);
    if (this.hashed === undefined) return hash;
    const body = this.hashed.serializeBody(value);
    if (this.hashIsDigest) return md5(body);
    hash.set(body);
    return hash;
  }

  keyHashFromKeyPayload(payload: Uint8Array, dialect?: Dialect): Uint8Array {
    return this.keyHash(this.deserializeKey(payload, dialect));
  }

  defaultValue(): T {
    return defaultStruct(this.type, this.int64) as T;
  }

  /** Decodes a payload only to note which field each byte belongs to. Throws CdrError as decoding does. */
  mapFields(payload: Uint8Array, part: "data" | "key", fields: FieldSink): void {
    const codec = part === "data" ? this.data : this.keyed(this.keyPayload);
    codec.deserializeMapped(payload, fields);
  }

  private keyed(codec: StructCodec | undefined): StructCodec {
    if (codec === undefined) throw new CdrError("no-key", `${this.type.name} has no @key member`);
    return codec;
  }
}

/** Undefined stands for the codec's own dialect. */
function chosen(dialect: Dialect | undefined): DialectRules | undefined {
  return dialect === undefined ? undefined : rulesOf(dialect);
}

function asCdrError(error: unknown): CdrError {
  if (error instanceof CdrError) return error;
  throw error;
}
