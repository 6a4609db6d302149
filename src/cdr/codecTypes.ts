/** What users of codecs see: options, and the interface of a codec. */
import type { StructType } from "../idl/index.js";
import type { CdrError } from "./CdrError.js";
import type { Dialect } from "./dialects.js";
import type { WriterInput } from "./WriterInput.js";

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
   * The vendor whose reading of XTypes 1.3 is followed when writing, and when decoding a payload whose writer is not
   * named: a name, or rules of one's own. Default: XTypes 1.3 where it decides, and where it leaves a choice what most
   * vendors read. docs/cdr.md shows every difference.
   */
  readonly dialect?: Dialect;
  /**
   * Alignment in the key hash of XCDR1 writers, which matters only for 8-byte keys behind smaller ones.
   * `"representation"`: as the data, so 8 for XCDR1 (seen from Cyclone DDS and Connext). `"xcdr2"`: always 4, the
   * letter of XTypes 1.3 §7.6.8 (seen from Fast DDS). XCDR2 writers agree. Default: as the dialect has it.
   */
  readonly keyHashAlignment?: "representation" | "xcdr2";
}

/** Values of types known only at run time: structs are objects by member name. */
export type StructValue = Record<string, unknown>;

/**
 * Encodes and decodes the values of one struct type.
 *
 * Values: numbers for integers up to 32 bits and floats (float128 is rounded to a double), bigint (or number) for 64
 * bits, one-character strings for char (U+0000..U+00FF) and wchar, literal names for enums, numbers for bitmasks (as
 * 64-bit integers with more than 32 bits), objects for bitsets, typed arrays for collections of numbers (plain arrays
 * are taken too), arrays for other collections, nested arrays for several dimensions, `Map` for maps, undefined (or
 * null, when written) for an optional member that is absent.
 * Unions: `{ $discriminator, member, value }`, with `member` null when nothing is selected; `{ member, value }` is
 * enough to write one.
 *
 * Collections of numbers decode to views of the payload where byte order and alignment allow, else to copies. So a
 * payload must not be written again while its value is in use, and writing into such a collection may change it. The
 * ArrayBuffer behind a collection is shared: copy one that is kept for long or handed to another thread.
 */
export interface TypeCodec<T extends object = StructValue> {
  readonly type: StructType;
  /** The RTPS representation id that `serialize` puts in front (RTPS 2.5 §10.5): 0x0001 for CDR, 0x0007 for CDR2, and so on. */
  readonly encapsulationId: number;
  /** False when values pass through the interpreter. */
  readonly isGenerated: boolean;
  readonly hasKey: boolean;

  /** Bytes of the payload with its 4-byte encapsulation header, without the padding at the end. */
  serializedSize(value: T | WriterInput<T>): number;
  /**
   * The payload: encapsulation header, body, zero padding to a multiple of 4. A new array that nobody else writes,
   * though it can share its ArrayBuffer with others. Throws CdrError "bad-value".
   */
  serialize(value: T | WriterInput<T>): Uint8Array;
  /** As `serialize`, at `offset` of a buffer (any alignment). Returns the bytes written. Also throws "no-space". */
  serializeInto(value: T | WriterInput<T>, target: Uint8Array, offset: number): number;

  /**
   * Decodes a payload in whatever representation and byte order its header names. `dialect`: that of its writer,
   * default the codec's own. Bytes behind the value are ignored. Throws CdrError, and nothing else, on bytes that are no value of the type.
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
