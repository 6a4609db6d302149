// Damage to octets and to texts, from one seed.

import type { Random } from "../../src/simulation/index.js";

/** The octets with one to a few kinds of damage; a new buffer that ends with them. */
export function mutateBytes(random: Random, seed: Uint8Array, other: Uint8Array): Uint8Array {
  let bytes = seed;
  const rounds = 1 + random.below(random.chance(0.2) ? 12 : 3);
  for (let round = 0; round < rounds; round++) bytes = damage(random, bytes, other);
  return bytes === seed ? seed.slice() : bytes;
}

function damage(random: Random, bytes: Uint8Array, other: Uint8Array): Uint8Array {
  if (bytes.length === 0) return other.slice();
  const kind = random.below(100);
  if (kind < 30) return withOctet(random, bytes);
  if (kind < 45) return withWord(random, bytes);
  if (kind < 53) return withHalf(random, bytes);
  if (kind < 61) return bytes.slice(0, random.below(bytes.length + 1));
  if (kind < 69) return without(random, bytes);
  if (kind < 77) return repeated(random, bytes);
  if (kind < 87) return spliced(random, bytes, other);
  if (kind < 93) return moved(random, bytes);
  const filled = bytes.slice();
  const at = random.below(bytes.length);
  filled.fill(pick(random, OCTETS), at, at + 1 + random.below(32));
  return filled;
}

function withOctet(random: Random, bytes: Uint8Array): Uint8Array {
  const changed = bytes.slice();
  const at = random.below(bytes.length);
  const way = random.below(3);
  if (way === 0) changed[at]! ^= 1 << random.below(8);
  else changed[at] = way === 1 ? pick(random, OCTETS) : random.below(256);
  return changed;
}

/** A 32-bit word where one is likely to be: a number, a length or a count that is at the edge, or next to what it was. */
function withWord(random: Random, bytes: Uint8Array): Uint8Array {
  const changed = bytes.slice();
  if (bytes.length < 4) return changed;
  const at = random.chance(0.8) ? random.below((bytes.length - 3) >>> 2) << 2 : random.below(bytes.length - 3);
  const view = new DataView(changed.buffer);
  const little = random.chance(0.7);
  const before = view.getUint32(at, little);
  view.setUint32(at, random.chance(0.4) ? before + random.below(9) - 4 : pick(random, WORDS), little);
  return changed;
}

function withHalf(random: Random, bytes: Uint8Array): Uint8Array {
  const changed = bytes.slice();
  if (bytes.length < 2) return changed;
  const at = random.below((bytes.length - 1) >>> 1) << 1;
  const view = new DataView(changed.buffer);
  const little = random.chance(0.7);
  view.setUint16(
    at,
    random.chance(0.4) ? view.getUint16(at, little) + random.below(9) - 4 : pick(random, HALVES),
    little,
  );
  return changed;
}

function without(random: Random, bytes: Uint8Array): Uint8Array {
  const at = random.below(bytes.length);
  const count = 1 + random.below(random.chance(0.7) ? 8 : bytes.length);
  return joined(bytes.subarray(0, at), bytes.subarray(at + count));
}

function repeated(random: Random, bytes: Uint8Array): Uint8Array {
  if (bytes.length > MAX_BYTES / 2) return bytes;
  const from = random.below(bytes.length);
  const part = bytes.subarray(from, from + 1 + random.below(random.chance(0.8) ? 32 : bytes.length));
  const at = random.below(bytes.length);
  return joined(bytes.subarray(0, at), part, bytes.subarray(at));
}

/** The beginning of one and the end of the other, or a piece of the other inside. */
function spliced(random: Random, bytes: Uint8Array, other: Uint8Array): Uint8Array {
  const at = random.below(bytes.length);
  if (random.chance(0.5)) return joined(bytes.subarray(0, at), other.subarray(Math.min(at, other.length)));
  const from = random.below(other.length + 1);
  const part = other.subarray(from, from + random.below(64));
  return joined(bytes.subarray(0, at), part, bytes.subarray(random.chance(0.5) ? at : at + part.length));
}

function moved(random: Random, bytes: Uint8Array): Uint8Array {
  const changed = bytes.slice();
  const from = random.below(bytes.length);
  const to = random.below(bytes.length);
  changed.copyWithin(to, from, from + 1 + random.below(24));
  return changed;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const length = Math.min(
    MAX_BYTES,
    parts.reduce((sum, part) => sum + part.length, 0),
  );
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part.subarray(0, length - at), at);
    at = Math.min(length, at + part.length);
  }
  return whole;
}

/** The text with words exchanged, taken out, repeated and put in, now and then with a character that is none. */
export function mutateText(random: Random, seed: string, other: string, words: readonly string[]): string {
  const tokens = seed.match(TOKENS) ?? [];
  const rounds = 1 + random.below(random.chance(0.2) ? 10 : 3);
  for (let round = 0; round < rounds; round++) {
    const at = random.below(tokens.length + 1);
    const kind = random.below(10);
    const word = random.chance(0.85) ? pick(random, words) : pick(random, STRANGE);
    if (kind < 3) tokens.splice(at, 1, word);
    else if (kind < 5) tokens.splice(at, 1 + random.below(3));
    else if (kind < 7) tokens.splice(at, 0, word, random.chance(0.5) ? " " : "");
    else if (kind < 8) tokens.splice(at, 0, ...tokens.slice(at, at + 1 + random.below(12)));
    else if (kind < 9) tokens.splice(at, 3, ...(other.match(TOKENS) ?? []).slice(0, random.below(20)));
    else if (tokens.length > 0) {
      const from = random.below(tokens.length);
      tokens.splice(at, 0, ...tokens.splice(from, 1 + random.below(6)));
    }
  }
  const text = tokens.join("").slice(0, MAX_BYTES / 4);
  return random.chance(0.1) ? text.slice(0, random.below(text.length + 1)) : text;
}

/** The words of some texts. */
export function wordsOf(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(/\w+|[^\w\s]/g) ?? []))];
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.below(list.length)]!;
}

const TOKENS = /\w+|\s+|[^\w\s]/g;
const OCTETS = [0, 1, 2, 3, 4, 7, 8, 0x0f, 0x10, 0x7e, 0x7f, 0x80, 0x81, 0xc2, 0xc7, 0xfe, 0xff];
const HALVES = [0, 1, 2, 3, 4, 8, 0x70, 0x71, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xfffc, 0xfffe, 0xffff];
const WORDS = [
  ...[0, 1, 2, 3, 4, 8, 16, 255, 256, 257, 1024, 65535, 65536, 0x10000000, 0x7ffffffe, 0x7fffffff, 0x80000000],
  ...[0xfffffff0, 0xfffffffc, 0xfffffffe, 0xffffffff, 1_000_000, 16_777_216],
];
const STRANGE = [
  ..."\0\u2028\ud800\ufeff\\'\"/*#@<>(){}[];%&=:|\n\r\t$!-0",
  "18446744073709551616",
  "1e999",
  "__proto__",
];
/** Longer than any datagram. */
const MAX_BYTES = 1 << 17;
