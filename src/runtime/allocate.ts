// Memory that whoever asks for it writes completely before anybody reads it: zeroing it costs as much as the copy.

/** @param bytes of an ArrayBuffer of its own, with whatever was there before */
export function allocateUncleared(bytes: number): Uint8Array {
  return new Uint8Array(Buffer.allocUnsafeSlow(bytes).buffer);
}
