/** What users of codecs see: options, and the interface of a codec. */
import type { StructType } from "../idl/index.js";
import type { CdrError } from "./CdrError.js";
import type { Dialect } from "./dialects.js";

export interface CodecOptions {
  /** What `serialize` writes. Decoding takes both. */
  readonly representation: "xcdr1" | "xcdr2";
  /**
   * What 64-bit integers decode to. `"number"` rounds beyond 2^53, to doubles within the range of the type. Encoding
   * takes both. Default `"bigint"`.
   */
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
  /**
   * The payload: encapsulation header, body, zero padding to a multiple of 4. A new array that nobody else writes,
   * though it can share its ArrayBuffer with others. Throws CdrError "bad-value".
   */
  serialize(value: T): Uint8Array;
  /** As `serialize`, at `offset` of a buffer (any alignment). Returns the bytes written. Also throws "no-space". */
  serializeInto(value: T, target: Uint8Array, offset: number): number;

  /**
   * Decodes a payload in whatever representation and byte order its header names. Bytes behind the value are
   * ignored. Throws CdrError, and nothing else, on bytes that are no value of the type.
   */
  deserialize(payload: Uint8Array, dialect?: Dialect): T;
  /** As `deserialize`, but returns the error. */
  tryDeserialize(payload: Uint8Array, dialect?: Dialect): T | CdrError;

  /** The key-only payload (K flag): key members in definition order, framed as the type. Throws "no-key". */
  serializeKey(value: Partial<T>): Uint8Array;
  /** The key members from a key-only payload. Throws CdrError. */
  deserializeKey(payload: Uint8Array, dialect?: Dialect): Partial<T>;
  /** As `deserializeKey`, but returns the error. */
  tryDeserializeKey(payload: Uint8Array, dialect?: Dialect): Partial<T> | CdrError;
  /** The 16-byte key hash (RTPS 2.5 §9.6.4.8); 16 zeros for a type without key. Looks at key members only. */
  keyHash(value: Partial<T>): Uint8Array;
  /** The key hash of a key-only payload. Throws CdrError. */
  keyHashFromKeyPayload(payload: Uint8Array, dialect?: Dialect): Uint8Array;

  /** A value with every member at its default. */
  defaultValue(): T;
}
