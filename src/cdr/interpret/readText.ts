/** Strings and wstrings from a payload (XTypes 1.3 §7.4.1.1.2, §7.4.4.2). Bounds are the caller's. */
import { decodeUtf8, decodeUtf16 } from "../text.js";
import type { ByteReader } from "./ByteReader.js";

/** Text that was read, and how much of its bound it takes. */
export interface ReadText {
  readonly text: string;
  /** UTF-8 bytes of a string, UTF-16 units of a wstring. */
  readonly length: number;
}

/** A string: its length with the NUL, UTF-8, the NUL. */
export function readString(reader: ByteReader): ReadText {
  const length = reader.count("length");
  // XTypes §7.4.1.1.2 counts the NUL, so 0 is wrong; some writers send it for the empty string and nothing is lost.
  if (length === 0) return { text: "", length: 0 };
  const start = reader.offset;
  if (length > reader.left) {
    throw reader.error("truncated", `a string of ${length} bytes, ${reader.left} are left`);
  }
  if (reader.bytes[start + length - 1] !== 0) throw reader.error("bad-string", "the string has no closing NUL");
  const text = decodeUtf8(reader.bytes, start, length - 1);
  if (text === undefined) {
    const isCut = reader.bytes.subarray(start, start + length - 1).includes(0);
    if (isCut) throw reader.error("bad-string", "the string holds a NUL before its end");
    throw reader.error("bad-utf8", "the string is not UTF-8");
  }
  reader.view(length);
  return { text, length: length - 1 };
}

/** A wstring in the form of the dialect. */
export function readWString(reader: ByteReader): ReadText {
  const { littleEndian, rules, version } = reader.encoding;
  const form = rules.wstring[version];
  const count = reader.count("length");
  const bytes = form.counts === "bytes" ? count : count * form.unitBytes;
  if (bytes > reader.left) throw reader.error("truncated", `a wstring of ${bytes} bytes, ${reader.left} are left`);
  if (bytes % form.unitBytes !== 0) {
    throw reader.error("bad-string", `a wstring of ${bytes} bytes, which is no multiple of ${form.unitBytes}`);
  }
  const text = decodeUtf16(reader.view(bytes), form.unitBytes, littleEndian);
  if (text === undefined) throw reader.error("bad-string", "the wstring holds a number beyond U+10FFFF");
  return closed(reader, text, form.hasNul);
}

function closed(reader: ByteReader, text: string, hasNul: boolean): ReadText {
  // The empty wstring without its NUL is taken for what it must mean, as with strings.
  if (!hasNul || text === "") return { text, length: text.length };
  if (!text.endsWith("\0")) throw reader.error("bad-string", "the wstring has no closing NUL");
  return { text: text.slice(0, -1), length: text.length - 1 };
}
