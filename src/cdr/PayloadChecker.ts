/** Payloads of known types and values, checked against what the codecs make of them: `rtps cdr check`. */
import { parseIdl, type StructType } from "../idl/index.js";
import { CdrError } from "./CdrError.js";
import { CompiledCodec } from "./CompiledCodec.js";
import type { CodecOptions } from "./codecTypes.js";
import { DIALECTS, type DialectName } from "./dialects.js";
import { isLittleEndian } from "./encapsulation.js";
import { FieldMap } from "./interpret/FieldMap.js";
import { fromJson, toJson } from "./json/json.js";
import { jsonText } from "./json/jsonText.js";
import { checkSupported } from "./typeChecks.js";

/** One payload that a vendor produced. Values are in the form of `toJson`. */
export interface PayloadEntry {
  readonly name: string;
  /** IDL text that defines `type`, a scoped name. */
  readonly idl: string;
  readonly type: string;
  readonly value: unknown;
  /** `cyclone-11.0.1`: vendor and version, which name the dialect (`dialectOfVendor`). */
  readonly vendor: string;
  readonly representation: "XCDR1" | "XCDR2";
  /** With the encapsulation header. The padding at the end may be missing. */
  readonly payloadHex: string;
  readonly keyHashHex?: string;
  /** With the encapsulation header. */
  readonly keyPayloadHex?: string;
}

/** The first byte where two payloads differ. */
export interface PayloadDifference {
  readonly part: "payload" | "key payload";
  /** From the start of the payload, encapsulation header included. */
  readonly offset: number;
  /** `points[3].x`, `v (DHEADER)`. */
  readonly field: string;
  /** The two bytes, as two hexadecimal digits; empty where one payload has ended. */
  readonly expected: string;
  readonly actual: string;
  /** Hexadecimal digits of both from `start` to shortly behind the difference. */
  readonly around: { readonly start: number; readonly expected: string; readonly actual: string };
}

/** What became of one payload. Undefined is what the entry does not have. */
export interface PayloadCheck {
  readonly decodes: boolean;
  readonly reencodes: boolean;
  readonly keyHash: boolean | undefined;
  readonly keyPayload: boolean | undefined;
  /** What was decoded instead, as JSON text. */
  readonly decoded: string | undefined;
  readonly actualKeyHash: string | undefined;
  readonly firstDiff: PayloadDifference | undefined;
  /** Why bytes or value were refused. */
  readonly error: string | undefined;
}

type Codec = CompiledCodec<Record<string, unknown>>;

/** Keeps the types of the texts it has seen, and their codecs. */
export class PayloadChecker {
  private readonly codegen: boolean;
  private readonly dialect: DialectName | undefined;
  private readonly types = new Map<string, StructType>();
  private readonly codecs = new Map<StructType, Map<string, Codec>>();

  /** @param options `dialect`: the one of all entries, whoever they are from */
  constructor(options: { readonly codegen?: boolean; readonly dialect?: DialectName } = {}) {
    this.codegen = options.codegen ?? true;
    this.dialect = options.dialect;
  }

  /** Throws IdlError or CdrError "unsupported-type" for an entry whose type is none, "bad-value" for such a value. */
  check(entry: PayloadEntry): PayloadCheck {
    const type = this.typeOf(entry);
    const payload = bytesOf(entry.payloadHex);
    const options: CodecOptions = {
      representation: entry.representation === "XCDR1" ? "xcdr1" : "xcdr2",
      dialect: this.dialect ?? dialectOfVendor(entry.vendor),
      byteOrder: isLittleEndian(payload[1] ?? 1) ? "little" : "big",
      codegen: this.codegen,
    };
    return new EntryCheck(this.codecOf(type, options), entry, payload).run();
  }

  private codecOf(type: StructType, options: CodecOptions): Codec {
    const codecs = this.codecs.get(type) ?? new Map<string, Codec>();
    this.codecs.set(type, codecs);
    const key = JSON.stringify(options);
    const codec = codecs.get(key) ?? new CompiledCodec(type, options);
    codecs.set(key, codec);
    return codec;
  }

  private typeOf(entry: PayloadEntry): StructType {
    const key = `${entry.type} ${entry.idl}`;
    let type = this.types.get(key);
    if (type === undefined) {
      type = parseIdl(entry.idl).struct(entry.type);
      checkSupported(type);
      this.types.set(key, type);
    }
    return type;
  }
}

/** The dialect that a vendor's name stands for, such as `cyclone`, `cyclone-0.10.2` or `fastdds-3.6.2`; else `spec`. */
export function dialectOfVendor(vendor: string): DialectName {
  const name = vendor.toLowerCase();
  const begins = (dialect: string) => [`${dialect}-`, `${dialect}.`].some((part) => `${name}.`.startsWith(part));
  const fitting = (Object.keys(DIALECTS) as DialectName[]).filter((dialect) => begins(dialect));
  return fitting.sort((a, b) => b.length - a.length)[0] ?? "spec";
}

class EntryCheck {
  private readonly type: StructType;
  private readonly entry: PayloadEntry;
  private readonly payload: Uint8Array;
  private readonly codec: Codec;
  private readonly value: Record<string, unknown>;
  private firstDiff: PayloadDifference | undefined;
  private error: string | undefined;

  constructor(codec: Codec, entry: PayloadEntry, payload: Uint8Array) {
    this.type = codec.type;
    this.entry = entry;
    this.payload = payload;
    this.codec = codec;
    this.value = fromJson(codec.type, entry.value) as Record<string, unknown>;
  }

  run(): PayloadCheck {
    const wanted = jsonText(toJson(this.type, this.value));
    const decoded = this.attempt(() => jsonText(toJson(this.type, this.codec.deserialize(this.payload))));
    const decodes = decoded !== undefined && (decoded === wanted || decoded === this.rounded());
    const reencodes = this.attempt(() => this.compare("payload", this.payload)) ?? false;
    const { keyHashHex, keyPayloadHex } = this.entry;
    const hash = keyHashHex === undefined ? undefined : this.attempt(() => hexOf(this.codec.keyHash(this.value)));
    return {
      decodes,
      reencodes,
      keyHash: keyHashHex === undefined ? undefined : hash === keyHashHex.toLowerCase(),
      keyPayload: keyPayloadHex === undefined ? undefined : this.checkKeyPayload(bytesOf(keyPayloadHex)),
      decoded: decodes ? undefined : decoded,
      actualKeyHash: hash === keyHashHex ? undefined : hash,
      firstDiff: this.firstDiff,
      error: this.error,
    };
  }

  /** The value as the type holds it: numbers that are no float32 are rounded to one. */
  private rounded(): string | undefined {
    return this.attempt(() => jsonText(toJson(this.type, this.codec.deserialize(this.codec.serialize(this.value)))));
  }

  private checkKeyPayload(expected: Uint8Array): boolean {
    const isSame = this.attempt(() => this.compare("key payload", expected)) ?? false;
    const again = this.attempt(() => hexOf(this.codec.serializeKey(this.codec.deserializeKey(expected))));
    return isSame && again === this.attempt(() => hexOf(this.codec.serializeKey(this.value)));
  }

  /** Only what means something is compared: not what padding holds, nor whether the padding at the end is there. */
  private compare(part: "payload" | "key payload", expected: Uint8Array): boolean {
    const isKey = part === "key payload";
    const padded = isKey ? this.codec.serializeKey(this.value) : this.codec.serialize(this.value);
    const fields = this.mapOf(isKey, expected) ?? this.mapOf(isKey, padded);
    const actual = padded.subarray(0, padded.length - (padded[3]! & 3));
    const end = Math.max(actual.length, expected.length);
    for (let offset = 0; offset < end; offset++) {
      if (expected[offset] === actual[offset]) continue;
      const isTail = offset >= actual.length && expected.length - actual.length < 4;
      const saysNothing = offset >= 4 && offset < actual.length && fields?.isPadding(offset) === true;
      if (isTail || (saysNothing && offset < expected.length)) continue;
      this.firstDiff ??= {
        part,
        offset,
        field: fields?.at(offset) ?? "",
        expected: hexAt(expected, offset),
        actual: hexAt(actual, offset),
        around: around(expected, actual, offset),
      };
      return false;
    }
    return true;
  }

  /** Undefined when the payload cannot be decoded. */
  private mapOf(isKey: boolean, payload: Uint8Array): FieldMap | undefined {
    const fields = new FieldMap();
    try {
      this.codec.mapFields(payload, isKey ? "key" : "data", fields);
      return fields;
    } catch (error) {
      if (error instanceof CdrError) return undefined;
      throw error;
    }
  }

  private attempt<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof CdrError)) throw error;
      this.error ??= error.message;
      return undefined;
    }
  }
}

function around(expected: Uint8Array, actual: Uint8Array, offset: number): PayloadDifference["around"] {
  const start = Math.max(0, (offset & ~3) - 4);
  const end = start + SHOWN_BYTES;
  return { start, expected: hexOf(expected.subarray(start, end)), actual: hexOf(actual.subarray(start, end)) };
}

function hexAt(bytes: Uint8Array, offset: number): string {
  return offset < bytes.length ? hexOf(bytes.subarray(offset, offset + 1)) : "";
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Throws CdrError "bad-value" for anything but pairs of hexadecimal digits. */
function bytesOf(hex: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/i.test(hex))
    throw new CdrError("bad-value", "a payload is an even number of hexadecimal digits");
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );
}

/** Of a payload, in a difference. */
const SHOWN_BYTES = 16;
