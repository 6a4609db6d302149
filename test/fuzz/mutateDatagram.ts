// Damage to datagrams that knows where submessages begin: most damage without it ends at the first wrong length.

import type { Random } from "../../src/simulation/index.js";
import { mutateBytes, pick } from "./mutate.js";

const HEADER_BYTES = 20;
const KINDS = [0, 1, 6, 7, 8, 9, 0x0c, 0x0d, 0x0e, 0x0f, 0x12, 0x13, 0x15, 0x16, 0x30, 0x31, 0x33, 0x80];
/** Where prefix and entity ids stand. */
const PREFIX_OFFSET = 8;

/** @param pool other datagrams, whose submessages and senders are borrowed */
export function mutateDatagram(random: Random, datagram: Uint8Array, pool: readonly Uint8Array[]): Uint8Array {
  const other = pick(random, pool);
  if (datagram.length < HEADER_BYTES || random.chance(0.15)) return mutateBytes(random, datagram, other);
  const header = datagram.slice(0, HEADER_BYTES);
  const parts = submessagesOf(datagram);
  const rounds = 1 + random.below(3);
  for (let round = 0; round < rounds && parts.length > 0; round++) {
    const at = random.below(parts.length);
    const kind = random.below(100);
    if (kind < 8) parts.splice(at, 1);
    else if (kind < 16) parts.splice(at, 0, parts[random.below(parts.length)]!);
    else if (kind < 32) parts.splice(at, kind < 24 ? 0 : 1, ...submessagesOf(other).slice(0, 1 + random.below(4)));
    else if (kind < 38) parts.splice(at, 0, ...parts.splice(random.below(parts.length), 1));
    else if (kind < 42) header.set(other.subarray(PREFIX_OFFSET, HEADER_BYTES), PREFIX_OFFSET);
    else if (kind < 50) parts[at] = withHead(random, parts[at]!);
    else parts[at] = withBody(random, parts[at]!, other);
  }
  return assembled(header, parts.slice(0, MAX_PARTS));
}

/** Flags, kind or length are wrong. */
function withHead(random: Random, part: Uint8Array): Uint8Array {
  const changed = part.slice();
  const which = random.below(4);
  if (which === 0) changed[0] = pick(random, KINDS);
  else if (which === 1) changed[1]! ^= 1 << random.below(8);
  else changed[which] = pick(random, [0, 1, 4, 8, 0x7f, 0xff, random.below(256)]);
  return changed;
}

/** The length follows what was done to the body, mostly. */
function withBody(random: Random, part: Uint8Array, other: Uint8Array): Uint8Array {
  const body = mutateBytes(random, part.subarray(4), other.subarray(Math.min(other.length, HEADER_BYTES + 4)));
  const changed = new Uint8Array(4 + body.length);
  changed.set(part.subarray(0, 4));
  changed.set(body, 4);
  if (random.chance(0.9))
    new DataView(changed.buffer).setUint16(2, Math.min(body.length, 65535), (changed[1]! & 1) !== 0);
  return changed;
}

/** Each with its header, the last with all that is left. */
export function submessagesOf(datagram: Uint8Array): Uint8Array[] {
  const view = new DataView(datagram.buffer, datagram.byteOffset, datagram.length);
  const parts: Uint8Array[] = [];
  for (let at = HEADER_BYTES; at + 4 <= datagram.length; ) {
    const length = view.getUint16(at + 2, (datagram[at + 1]! & 1) !== 0);
    const end = length === 0 ? datagram.length : at + 4 + length;
    parts.push(datagram.slice(at, end));
    at = end;
  }
  return parts;
}

function assembled(header: Uint8Array, parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, HEADER_BYTES);
  const whole = new Uint8Array(length);
  whole.set(header);
  let at = HEADER_BYTES;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole.length > MAX_DATAGRAM ? whole.slice(0, MAX_DATAGRAM) : whole;
}

const MAX_PARTS = 64;
/** Of UDP over IPv4. */
const MAX_DATAGRAM = 65507;
