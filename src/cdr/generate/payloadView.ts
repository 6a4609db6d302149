/**
 * The DataView of a payload. Making one costs more than all the reading of a small payload, so a small payload is
 * copied under a DataView that stays. Decoding calls nobody who could decode in between.
 */
export function payloadView(bytes: Uint8Array): DataView {
  const { length } = bytes;
  if (length > SCRATCH_BYTES) return new DataView(bytes.buffer, bytes.byteOffset, length);
  scratch.set(bytes);
  return scratchView;
}

const SCRATCH_BYTES = 2048;
const scratch = new Uint8Array(SCRATCH_BYTES);
const scratchView = new DataView(scratch.buffer);
