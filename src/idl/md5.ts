/**
 * MD5 (RFC 1321), written out because this folder may not use the runtime's crypto.
 * Used for hashed member ids (XTypes 1.3 §7.3.1.2.1.1) and key hashes (RTPS 2.5 §9.6.4.8); never for security.
 */

/** The 16-byte MD5 digest of `data`. */
export function md5(data: Uint8Array): Uint8Array {
  state.set(INITIAL_STATE);
  const length = data.length;
  const wholeEnd = length & ~63;
  for (let offset = 0; offset < wholeEnd; offset += 64) mixBlock(data, offset);

  const rest = length - wholeEnd;
  const tailLength = rest < 56 ? 64 : 128;
  tail.fill(0);
  for (let i = 0; i < rest; i++) tail[i] = data[wholeEnd + i]!;
  tail[rest] = 0x80;
  // The length in bits, 64-bit little endian.
  storeWord(tail, tailLength - 8, length << 3);
  storeWord(tail, tailLength - 4, length >>> 29);
  for (let offset = 0; offset < tailLength; offset += 64) mixBlock(tail, offset);

  const digest = new Uint8Array(16);
  for (let i = 0; i < 4; i++) storeWord(digest, i * 4, state[i]!);
  return digest;
}

/** One 64-byte block into the state. A loop a round: each round mixes and picks its words differently. */
function mixBlock(bytes: Uint8Array, offset: number): void {
  loadWords(bytes, offset);
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  for (let i = 0; i < 16; i++) {
    const next = rotateAdd(b, a + ((b & c) | (~b & d)) + SINES[i]! + words[i]!, SHIFTS[i & 3]!);
    a = d;
    d = c;
    c = b;
    b = next;
  }
  for (let i = 16; i < 32; i++) {
    const next = rotateAdd(b, a + ((d & b) | (~d & c)) + SINES[i]! + words[(5 * i + 1) & 15]!, SHIFTS[4 + (i & 3)]!);
    a = d;
    d = c;
    c = b;
    b = next;
  }
  for (let i = 32; i < 48; i++) {
    const next = rotateAdd(b, a + (b ^ c ^ d) + SINES[i]! + words[(3 * i + 5) & 15]!, SHIFTS[8 + (i & 3)]!);
    a = d;
    d = c;
    c = b;
    b = next;
  }
  for (let i = 48; i < 64; i++) {
    const next = rotateAdd(b, a + (c ^ (b | ~d)) + SINES[i]! + words[(7 * i) & 15]!, SHIFTS[12 + (i & 3)]!);
    a = d;
    d = c;
    c = b;
    b = next;
  }
  state[0] = state[0]! + a;
  state[1] = state[1]! + b;
  state[2] = state[2]! + c;
  state[3] = state[3]! + d;
}

function loadWords(bytes: Uint8Array, offset: number): void {
  for (let i = 0, at = offset; i < 16; i++, at += 4) {
    words[i] = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
  }
}

function rotateAdd(b: number, sum: number, shift: number): number {
  return (b + ((sum << shift) | ((sum | 0) >>> (32 - shift)))) | 0;
}

function storeWord(bytes: Uint8Array, offset: number, word: number): void {
  bytes[offset] = word;
  bytes[offset + 1] = word >>> 8;
  bytes[offset + 2] = word >>> 16;
  bytes[offset + 3] = word >>> 24;
}

const INITIAL_STATE = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
/** RFC 1321 §3.4: T[i] = floor(2^32 * |sin(i + 1)|). */
const SINES = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 4294967296));
const SHIFTS = Uint8Array.of(7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21);
// Working memory, reused: a digest is computed in one go.
const state = new Int32Array(4);
const words = new Int32Array(16);
const tail = new Uint8Array(128);
