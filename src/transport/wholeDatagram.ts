// A datagram in one piece, for those who keep it longer than the parts it was made of.

import type { OutgoingDatagram } from "./types.js";

/** Copies the parts, one behind the other. */
export function wholeDatagram(out: OutgoingDatagram): Uint8Array {
  const { parts } = out;
  // Written in full, so it need not be cleared.
  const whole = new Uint8Array(Buffer.allocUnsafeSlow(out.length).buffer);
  let offset = 0;
  for (let i = 0; i < parts.length; i++) {
    whole.set(parts[i]!, offset);
    offset += parts[i]!.length;
  }
  return whole;
}
