/**
 * Key-only payloads as Cyclone DDS 0.10 reads and writes them in XCDR2: the key members alone, as if all types were
 * final, nested ones too, behind the representation id of the topic type. XTypes 1.3 §7.4.3 has a DHEADER in front of
 * appendable and mutable types, and an EMHEADER in front of members of the latter.
 */
import type { StructType } from "../idl/index.js";
import { CdrError } from "./CdrError.js";
import { DEFAULT_RULES, type Dialect, rulesOf } from "./dialects.js";
import { ENCAPSULATION_BYTES, EncapsulationId } from "./encapsulation.js";
import { keyHolderType, keyPayloadType } from "./keyTypes.js";
import { StructCodec } from "./StructCodec.js";

/** Of one type. XCDR1 is left alone. */
export class BareKeys {
  private codecs: { readonly framed: StructCodec; readonly bare: StructCodec } | undefined;

  /** @param dialect of the payloads to strip */
  constructor(
    private readonly type: StructType,
    private readonly dialect?: Dialect,
  ) {}

  /** A payload of ours without its frames, little endian. */
  strip(payload: Uint8Array): Uint8Array {
    if (!isXcdr2(payload)) return payload;
    const { framed, bare } = this.made();
    const stripped = bare.serialize(framed.deserialize(payload, undefined));
    stripped[1] = payload[1]! | 1;
    return stripped;
  }

  /** The key members in a payload without frames; undefined in XCDR1. */
  read(payload: Uint8Array): object | CdrError | undefined {
    if (!isXcdr2(payload)) return undefined;
    const plain = payload.slice();
    plain[1] = EncapsulationId.CDR2_BE | (payload[1]! & 1);
    try {
      return this.made().bare.deserialize(plain, undefined) as object;
    } catch (error) {
      if (error instanceof CdrError) return error;
      throw error;
    }
  }

  /** When the first such reader or writer turns up, which is seldom. */
  private made() {
    if (this.codecs !== undefined) return this.codecs;
    const encoding = { version: 2, littleEndian: true, rules: DEFAULT_RULES, int64: "bigint" } as const;
    const bare = keyHolderType(this.type, { order: "definition", framing: "final", rules: DEFAULT_RULES });
    this.codecs = {
      framed: new StructCodec(keyPayloadType(this.type), { ...encoding, rules: rulesOf(this.dialect) }, false),
      bare: new StructCodec(bare, encoding, false),
    };
    return this.codecs;
  }
}

function isXcdr2(payload: Uint8Array): boolean {
  const id = payload.length < ENCAPSULATION_BYTES || payload[0] !== 0 ? 0 : payload[1]!;
  return id >= EncapsulationId.CDR2_BE && id <= EncapsulationId.PL_CDR2_LE;
}
