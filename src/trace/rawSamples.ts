// Raw samples of a benchmark as text: little-endian Float32 in base64. A microsecond figure keeps 24 bits, so 100 µs are
// exact to 8 ps and 2 s to 0.13 µs.

/** Encodes microseconds. */
export function encodeSamples(valuesUs: ArrayLike<number>): string {
  const view = new DataView(new ArrayBuffer(valuesUs.length * BYTES));
  for (let i = 0; i < valuesUs.length; i++) view.setFloat32(i * BYTES, valuesUs[i]!, true);
  const bytes = new Uint8Array(view.buffer);
  let text = "";
  for (let i = 0; i < bytes.length; i += CHUNK) text += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  return btoa(text);
}

/** Decodes what `encodeSamples` made. @throws DOMException for text that is no base64, RangeError for a cut one */
export function decodeSamples(text: string): Float64Array {
  const binary = atob(text);
  if (binary.length % BYTES !== 0) throw new RangeError(`raw samples have ${binary.length} octets: the text was cut`);
  const view = new DataView(new ArrayBuffer(binary.length));
  for (let i = 0; i < binary.length; i++) view.setUint8(i, binary.charCodeAt(i));
  return Float64Array.from({ length: binary.length / BYTES }, (_, i) => view.getFloat32(i * BYTES, true));
}

const BYTES = 4;
/** Arguments of one call. */
const CHUNK = 8192;
