// What sample i of a run holds (interop/README.md), so that a reader's report can be checked value by value.
import type { SampleValues } from "./events.js";
import type { PeerOptions } from "./options.js";

/** One value of ShapeType or PlainType. */
export interface ShapeValue {
  color: string;
  x: number;
  y: number;
  shapesize: number;
  additional_payload_size: Uint8Array;
}

export function shapeOf(options: Pick<PeerOptions, "colors" | "payload" | "size">, index: number): ShapeValue {
  const payload = new Uint8Array(options.payload);
  for (let k = 0; k < payload.length; k++) payload[k] = index * 31 + k * 7 + (k >> 8);
  const color = options.colors[index % options.colors.length] ?? "";
  // 0 - index: plain -index would be -0 for the first sample.
  return { color, x: index, y: 0 - index, shapesize: options.size, additional_payload_size: payload };
}

/** The values in the line that a reader prints for `value`. */
export function sampleValuesOf(value: ShapeValue): SampleValues {
  const { color, x, y, shapesize, additional_payload_size: payload } = value;
  const payloadCrc = crc32Hex(payload);
  return {
    event: "sample",
    color,
    x,
    y,
    shapesize,
    payloadLength: payload.length,
    payloadCrc,
    instanceState: "ALIVE",
  };
}

/** CRC-32 of IEEE 802.3 as eight hexadecimal digits. */
export function crc32Hex(bytes: Uint8Array): string {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff]!;
  return (~crc >>> 0).toString(16).padStart(8, "0");
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  return crc;
});
