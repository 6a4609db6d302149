// The sample pattern of the peer contract (interop/README.md): what sample i holds, and the CRC-32 of a payload.

/** All members but the payload. */
export function sampleOf(index, options) {
  return { color: options.color[index % options.color.length], x: index, y: -index, shapesize: options.size };
}

export function payloadOf(index, options) {
  return Uint8Array.from({ length: options.payload }, (_, k) => index * 31 + k * 7 + (k >> 8));
}

/** CRC-32 of IEEE 802.3 as eight hexadecimal digits. `zlib.crc32` would do, but not in every Node 20. */
export function crc32Hex(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff];
  return (~crc >>> 0).toString(16).padStart(8, "0");
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  return crc;
});
