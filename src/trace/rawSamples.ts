// Raw samples of a document as text: little-endian Float32 or Float64 in base64. A microsecond figure keeps 24 bits as
// Float32, so 100 µs are exact to 8 ps and 2 s to 0.13 µs; times since the start of a run are Float64.

/** Encodes microseconds as Float32. */
export function encodeSamples(valuesUs: ArrayLike<number>): string {
  const view = new DataView(new ArrayBuffer(valuesUs.length * FLOAT32));
  for (let i = 0; i < valuesUs.length; i++) view.setFloat32(i * FLOAT32, valuesUs[i]!, true);
  return toBase64(view);
}

/** Decodes what `encodeSamples` made. @throws DOMException for text that is no base64, RangeError for a cut one */
export function decodeSamples(text: string): Float64Array {
  const view = fromBase64(text, FLOAT32);
  return Float64Array.from({ length: view.byteLength / FLOAT32 }, (_, i) => view.getFloat32(i * FLOAT32, true));
}

/** Encodes values as Float64. */
export function encodeDoubles(values: ArrayLike<number>): string {
  const view = new DataView(new ArrayBuffer(values.length * FLOAT64));
  for (let i = 0; i < values.length; i++) view.setFloat64(i * FLOAT64, values[i]!, true);
  return toBase64(view);
}

/** Decodes what `encodeDoubles` made; throws as `decodeSamples` does. */
export function decodeDoubles(text: string): Float64Array {
  const view = fromBase64(text, FLOAT64);
  return Float64Array.from({ length: view.byteLength / FLOAT64 }, (_, i) => view.getFloat64(i * FLOAT64, true));
}

function toBase64(view: DataView<ArrayBuffer>): string {
  const bytes = new Uint8Array(view.buffer);
  let text = "";
  for (let i = 0; i < bytes.length; i += CHUNK) text += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  return btoa(text);
}

function fromBase64(text: string, unit: number): DataView {
  const binary = atob(text);
  if (binary.length % unit !== 0) throw new RangeError(`raw samples have ${binary.length} octets: the text was cut`);
  const view = new DataView(new ArrayBuffer(binary.length));
  for (let i = 0; i < binary.length; i++) view.setUint8(i, binary.charCodeAt(i));
  return view;
}

const FLOAT32 = 4;
const FLOAT64 = 8;
/** Arguments of one call. */
const CHUNK = 8192;
