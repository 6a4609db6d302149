// XTypes 1.3 §7.3.4.3: TypeObjects and what goes with them are always XCDR2. Bytes here have no encapsulation header
// and no padding at the end; the hash of a type is over exactly these.

import { CdrError, compileCodec, type StructValue, type TypeCodec } from "../../cdr/index.js";
import { struct, type TypeDescription } from "../../idl/index.js";

/** CDR2_BE and CDR2_LE: every value travels as the only member of a final struct, which adds nothing. */
const ID_LOW_OCTET = { big: 0x06, little: 0x07 } as const;

export class WireCodec<Value> {
  private compiled: TypeCodec | undefined;

  /** @param name names the value in errors */
  constructor(
    private readonly name: string,
    private readonly describe: () => TypeDescription,
  ) {}

  /** Little endian. The bytes are nobody else's. Throws CdrError for a value that the type has no bytes for. */
  encode(value: Value): Uint8Array {
    const payload = this.codec().serialize({ value });
    return payload.slice(HEADER_BYTES, payload.length - (payload[3]! & 3));
  }

  /** The value, or why the bytes are none. Bytes behind the value are ignored. */
  decode(bytes: Uint8Array, littleEndian = true): Value | CdrError {
    const payload = new Uint8Array(HEADER_BYTES + bytes.length);
    payload[1] = littleEndian ? ID_LOW_OCTET.little : ID_LOW_OCTET.big;
    payload.set(bytes, HEADER_BYTES);
    const value = this.codec().tryDeserialize(payload);
    return value instanceof CdrError ? value : (value["value"] as Value);
  }

  // Made when it is first needed, and interpreted: compiling some fifty types would cost more than all their uses.
  private codec(): TypeCodec<StructValue> {
    this.compiled ??= compileCodec(struct(this.name, { value: this.describe() }, { extensibility: "final" }), {
      representation: "xcdr2",
      codegen: false,
      // Seen in captures: the length codes of Cyclone DDS, which older versions of it insist on.
      dialect: "cyclone",
    });
    return this.compiled;
  }
}

const HEADER_BYTES = 4;
