/** UTF-8 in and out of payload bytes. Short ASCII strings, the common case, avoid the encoder objects. */

const encoder = new TextEncoder();
// ignoreBOM keeps a leading U+FEFF, which is part of the string; fatal refuses bytes that are not UTF-8.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes of the UTF-8 form; -1 for a text with a surrogate that stands alone, which has none. */
export function utf8Length(text: string): number {
  const length = text.length;
  let bytes = length;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) {
      bytes += 1;
      continue;
    }
    bytes += 2;
    if ((unit & 0xf800) !== 0xd800) continue;
    // Past the end charCodeAt gives NaN, which is no low surrogate either.
    const isPair = unit < 0xdc00 && (text.charCodeAt(++i) & 0xfc00) === 0xdc00;
    if (!isPair) return -1;
  }
  return bytes;
}

/**
 * Writes UTF-8 at `offset` and returns the byte count; -1 for a text that has no UTF-8 form, or a NUL, which would end
 * it. The target must be large enough.
 */
export function encodeUtf8(text: string, target: Uint8Array, offset: number): number {
  const length = text.length;
  if (length <= SHORT_TEXT) {
    let i = 0;
    for (; i < length; i++) {
      const unit = text.charCodeAt(i);
      // Neither NUL nor beyond ASCII.
      if ((unit - 1) >>> 0 >= 0x7f) break;
      target[offset + i] = unit;
    }
    if (i === length) return length;
  }
  if (text.includes("\0") || !isWellFormed(text)) return -1;
  return encoder.encodeInto(text, target.subarray(offset)).written;
}

/** Whether no surrogate stands alone. Newer than the library that the compiler knows, but Node 20 has it. */
function isWellFormed(text: string): boolean {
  return (text as unknown as { isWellFormed(): boolean }).isWellFormed();
}

/** The text of `length` bytes at `offset`; undefined when they are not UTF-8 or hold a NUL, which ends a string. */
export function decodeUtf8(bytes: Uint8Array, offset: number, length: number): string | undefined {
  if (length <= SHORT_BYTES) {
    const text = decodeShortAscii(bytes, offset, offset + length);
    if (text !== undefined) return text;
  }
  try {
    const text = decoder.decode(bytes.subarray(offset, offset + length));
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Undefined for anything but the bytes 1 to 127. */
function decodeShortAscii(bytes: Uint8Array, start: number, end: number): string | undefined {
  let text = "";
  let i = start;
  for (; i + 4 <= end; i += 4) {
    const a = bytes[i]!;
    const b = bytes[i + 1]!;
    const c = bytes[i + 2]!;
    const d = bytes[i + 3]!;
    if ((a | b | c | d) >= 0x80 || ((a - 1) | (b - 1) | (c - 1) | (d - 1)) < 0) return undefined;
    text += String.fromCharCode(a, b, c, d);
  }
  for (; i < end; i++) {
    const a = bytes[i]!;
    if (a >= 0x80 || a === 0) return undefined;
    text += String.fromCharCode(a);
  }
  return text;
}

/**
 * The text of UTF-16 units of 2 or 4 bytes each; undefined for a unit beyond U+10FFFF. Surrogates stay as they are, also
 * those that stand alone. A 4-byte unit beyond U+FFFF becomes a pair: some writers send UTF-32.
 */
export function decodeUtf16(bytes: Uint8Array, unitBytes: 2 | 4, littleEndian: boolean): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += unitBytes) {
    const unit = unitBytes === 2 ? view.getUint16(at, littleEndian) : view.getUint32(at, littleEndian);
    if (unit > 0x10ffff) return undefined;
    parts.push(unit > 0xffff ? String.fromCodePoint(unit) : String.fromCharCode(unit));
  }
  return parts.join("");
}

/** The longest beginning of a text whose UTF-8 form has no more than so many bytes. Pairs are not split. */
export function trimUtf8(text: string, bytes: number): string {
  let kept = 0;
  let taken = 0;
  for (const character of text) {
    taken += utf8Length(character);
    if (taken > bytes) break;
    kept += character.length;
  }
  return text.slice(0, kept);
}

/** The beginning of a text, of no more than so many UTF-16 units. Pairs are not split. */
export function trimUtf16(text: string, units: number): string {
  const splits = (text.charCodeAt(units - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(units) & 0xfc00) === 0xdc00;
  return text.slice(0, splits ? units - 1 : units);
}

/** Up to here plain loops beat the encoder objects. */
const SHORT_TEXT = 40;
const SHORT_BYTES = 24;
