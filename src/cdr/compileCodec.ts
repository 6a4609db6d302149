/**
 * From a type description to a codec (XTypes 1.3 §7.4, RTPS 2.5 §9.6.4.8 for keys).
 */
import { md5, type StructType } from "../idl/index.js";
import { CdrError } from "./CdrError.js";
import { defaultStruct } from "./defaults.js";
import { keyHolderType, keyPayloadType } from "./keyTypes.js";
import { checkSupported, type Dialect, type Encoding, maxEnd } from "./layout.js";
import { StructCodec } from "./StructCodec.js";

export interface CodecOptions {
  /** What `serialize` writes. Decoding takes both. */
  readonly representation: "xcdr1" | "xcdr2";
  /** What 64-bit integers decode to. `"number"` rounds beyond 2^53. Encoding takes both. Default `"bigint"`. */
  readonly int64?: "bigint" | "number";
  /** `false` uses the interpreter; so does a process that forbids code generation from strings. Default `true`. */
  readonly codegen?: boolean;
  /** What `serialize` writes. Decoding takes both. Default `"little"`. */
  readonly byteOrder?: "little" | "big";
  /**
   * The vendor whose departures from XTypes 1.3 are followed, both ways. They concern XCDR2 collections of structs,
   * strings and enums, enums with @bit_bound, and the order of keys with ids of their own; most types are the same for
   * all. Default `"spec"`.
   */
  readonly dialect?: Dialect;
  /**
   * Alignment in the key hash of XCDR1 writers, which matters only for 8-byte keys behind smaller ones.
   * `"representation"`: as the data, so 8 for XCDR1 (seen from Cyclone DDS and Connext). `"xcdr2"`: always 4, the
   * letter of XTypes 1.3 §7.6.8 (seen from Fast DDS). XCDR2 writers agree. Default `"representation"`.
   */
  readonly keyHashAlignment?: "representation" | "xcdr2";
}

/** Values of types known only at run time: structs are objects by member name. */
export type StructValue = Record<string, unknown>;

/**
 * Encodes and decodes the values of one struct type.
 *
 * Values: numbers for integers up to 32 bits and floats, bigint (or number) for 64 bits, one-character strings
 * (U+0000..U+00FF) for char, literal names for enums, typed arrays for collections of numbers (plain arrays are taken
 * too), arrays for other collections, nested arrays for several dimensions.
 *
 * Collections of octets decode to views of the payload: copy them if the payload is to be reused.
 */
export interface TypeCodec<T extends object = StructValue> {
  readonly type: StructType;
  /** The RTPS representation id that `serialize` puts in front (RTPS 2.5 §10.5): 0x0001, 0x0007, 0x0009. */
  readonly encapsulationId: number;
  /** False when values pass through the interpreter. */
  readonly isGenerated: boolean;
  readonly hasKey: boolean;

  /** Bytes of the payload with its 4-byte encapsulation header, without the padding at the end. */
  serializedSize(value: T): number;
  /** The payload: encapsulation header, body, zero padding to a multiple of 4. Throws CdrError "bad-value". */
  serialize(value: T): Uint8Array;
  /** As `serialize`, at `offset` of a buffer (any alignment). Returns the bytes written. Also throws "no-space". */
  serializeInto(value: T, target: Uint8Array, offset: number): number;

  /**
   * Decodes a payload in whatever representation and byte order its header names. Bytes behind the value are
   * ignored. Throws CdrError, and nothing else, on bytes that are no value of the type.
   */
  deserialize(payload: Uint8Array): T;
  /** As `deserialize`, but returns the error. */
  tryDeserialize(payload: Uint8Array): T | CdrError;

  /** The key-only payload (K flag): key members in definition order, framed as the type. Throws "no-key". */
  serializeKey(value: Partial<T>): Uint8Array;
  /** The key members from a key-only payload. Throws CdrError. */
  deserializeKey(payload: Uint8Array): Partial<T>;
  /** As `deserializeKey`, but returns the error. */
  tryDeserializeKey(payload: Uint8Array): Partial<T> | CdrError;
  /** The 16-byte key hash (RTPS 2.5 §9.6.4.8); 16 zeros for a type without key. Looks at key members only. */
  keyHash(value: Partial<T>): Uint8Array;
  /** The key hash of a key-only payload. Throws CdrError. */
  keyHashFromKeyPayload(payload: Uint8Array): Uint8Array;

  /** A value with every member at its default. */
  defaultValue(): T;
}

/** Throws CdrError "unsupported-type" for types that the codecs cannot do yet. */
export function compileCodec<T extends object = StructValue>(type: StructType, options: CodecOptions): TypeCodec<T> {
  checkSupported(type);
  return new CompiledCodec<T>(type, options);
}

class CompiledCodec<T extends object> implements TypeCodec<T> {
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
      dialect: options.dialect ?? "spec",
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
      version: options.keyHashAlignment === "xcdr2" ? 2 : encoding.version,
    };
    const isConnext1 = encoding.dialect === "connext" && encoding.version === 1;
    const holder = keyHolderType(type, isConnext1 ? "definition" : "id");
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
    return orError(() => this.deserialize(payload));
  }

  serializeKey(value: Partial<T>): Uint8Array {
    return this.keyed(this.keyPayload).serialize(value);
  }

  deserializeKey(payload: Uint8Array): Partial<T> {
    return this.keyed(this.keyPayload).deserialize(payload) as Partial<T>;
  }

  tryDeserializeKey(payload: Uint8Array): Partial<T> | CdrError {
    return orError(() => this.deserializeKey(payload));
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

function orError<R>(decode: () => R): R | CdrError {
  try {
    return decode();
  } catch (error) {
    if (error instanceof CdrError) return error;
    throw error;
  }
}

const KEY_HASH_BYTES = 16;
