// Codecs: generated code, the interpreter, and @foxglove/cdr used by hand.

import { CdrReader, CdrWriter, EncapsulationKind } from "@foxglove/cdr";
import { compileCodec } from "../src/cdr/index.js";
import { parseIdl } from "../src/idl/index.js";
import { BATCH, runBench } from "./support.js";

const { structs } = parseIdl(`
  @appendable struct ShapeType {
    @key string<128> color; long x; long y; long shapesize; sequence<octet> additional_payload_size;
  };`);
const type = structs[0]!;
const value = { color: "BLUE", x: 1, y: 2, shapesize: 30, additional_payload_size: new Uint8Array(32) };

for (const representation of ["xcdr1", "xcdr2"] as const) {
  const generated = compileCodec(type, { representation });
  const interpreted = compileCodec(type, { representation, codegen: false });
  const payload = generated.serialize(value);
  const slab = new Uint8Array(1024);
  await runBench(`ShapeType in ${representation}, ${payload.length} bytes`, {
    "generated: serializeInto": () => {
      for (let i = 0; i < BATCH; i++) generated.serializeInto(value, slab, 0);
    },
    "generated: serialize": () => {
      for (let i = 0; i < BATCH; i++) generated.serialize(value);
    },
    "generated: deserialize": () => {
      for (let i = 0; i < BATCH; i++) generated.deserialize(payload);
    },
    "generated: keyHash": () => {
      for (let i = 0; i < BATCH; i++) generated.keyHash(value);
    },
    "interpreted: serialize": () => {
      for (let i = 0; i < BATCH; i++) interpreted.serialize(value);
    },
    "interpreted: deserialize": () => {
      for (let i = 0; i < BATCH; i++) interpreted.deserialize(payload);
    },
  });
}

await runBench("@foxglove/cdr by hand, CDR_LE", {
  CdrWriter: () => {
    for (let i = 0; i < BATCH; i++) {
      const writer = new CdrWriter({ size: 128, kind: EncapsulationKind.CDR_LE });
      writer.string("BLUE").int32(1).int32(2).int32(30).uint8Array(value.additional_payload_size, true);
    }
  },
  CdrReader: (() => {
    const payload = compileCodec(type, { representation: "xcdr1" }).serialize(value);
    return () => {
      for (let i = 0; i < BATCH; i++) {
        const reader = new CdrReader(payload);
        reader.string();
        reader.int32();
        reader.int32();
        reader.int32();
        reader.uint8Array();
      }
    };
  })(),
});
