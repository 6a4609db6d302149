// Codecs of messages. Every rmw writes XCDR1 as plain as it gets; only wstrings are their own: the number of UTF-16
// units, then four octets for each, whatever the DDS below does with its wstrings.

import { compileCodec, DIALECTS, type DialectRules, type TypeCodec, type WStringRules } from "../cdr/index.js";
import type { StructType } from "../idl/index.js";

const WSTRING: WStringRules = { counts: "units", unitBytes: 4, hasNul: false };

/** What ROS 2 puts on the wire: give it to writers as the dialect of their codec. */
export const ROS_DIALECT: DialectRules = Object.freeze({
  ...DIALECTS.spec,
  name: "ros",
  wstring: { 1: WSTRING, 2: WSTRING },
  paddingInOptions: false,
});

/** For readers: reads what ROS 2 writes, and not as the vendor of the writer would. */
export function rosCodec(type: StructType): TypeCodec {
  const codec = compileCodec(type, { representation: "xcdr1", dialect: ROS_DIALECT });
  return withReading(codec, (payload) => codec.tryDeserialize(payload));
}

/** The codec, but reading with this function. */
export function withReading(codec: TypeCodec, read: (payload: Uint8Array) => ReturnType<TypeCodec["tryDeserialize"]>) {
  const reads: Pick<TypeCodec, "tryDeserialize" | "deserialize"> = {
    tryDeserialize: (payload) => read(payload),
    deserialize(payload) {
      const value = read(payload);
      if (value instanceof Error) throw value;
      return value;
    },
  };
  return Object.assign(Object.create(codec) as TypeCodec, reads);
}
