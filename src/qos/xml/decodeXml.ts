// Octets of an XML document to text, by XML 1.0 appendix F: a byte order mark, or how "<?" is written, or what the
// declaration says. What would be read as something else is an error.

import { xmlError } from "./xmlTree.js";

/**
 * Decodes a document in UTF-8, UTF-16, ISO-8859-1 or US-ASCII. Without a mark and a declaration it is UTF-8.
 *
 * @param file what error messages call the text
 * @throws QosError (`QOS_FILE`) `file:line: …` for another encoding, and for octets that the encoding has not
 */
export function decodeXml(octets: Uint8Array, file: string): string {
  const wide = wideEncoding(octets);
  if (wide !== undefined) return decodeWide(octets, wide, file);
  const declared = declaredEncoding(octets) ?? "UTF-8";
  switch (declared.toUpperCase()) {
    case "UTF-8":
    case "UTF8":
      return decodeLines(octets, file, () => true, "UTF-8");
    case "US-ASCII":
    case "ASCII":
      return decodeLines(octets, file, (octet) => octet < 0x80, "US-ASCII");
    case "ISO-8859-1":
    case "LATIN1":
      return latin1(octets);
    default:
      throw xmlError(file, 1, `the encoding ${declared} is not read: save it as UTF-8`);
  }
}

function wideEncoding([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === LESS_THAN && second === 0) return "utf-16le";
  return first === 0 && second === LESS_THAN ? "utf-16be" : undefined;
}

function decodeWide(octets: Uint8Array, encoding: "utf-16le" | "utf-16be", file: string): string {
  try {
    // It leaves out a byte order mark.
    return new TextDecoder(encoding, { fatal: true }).decode(octets);
  } catch {
    throw xmlError(file, 1, `not ${encoding.slice(0, 6).toUpperCase()}, as it begins: save it as UTF-8`);
  }
}

/** What is written in the declaration, all of it ASCII. */
function declaredEncoding(octets: Uint8Array): string | undefined {
  const head = latin1(octets.subarray(0, MAX_DECLARATION)).replace(/^\u00ef\u00bb\u00bf/, "");
  return /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["'][^>]*\?>/.exec(head)?.[1];
}

/** UTF-8, of octets that are allowed; what is wrong is found line by line. */
function decodeLines(octets: Uint8Array, file: string, allowed: (octet: number) => boolean, name: string): string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (part: Uint8Array) => {
    if (!part.every(allowed)) throw new TypeError(name);
    return decoder.decode(part);
  };
  try {
    return decode(octets);
  } catch {
    let line = 1;
    for (let start = 0; start < octets.length; line++) {
      const newline = octets.indexOf(LINE_FEED, start);
      const end = newline < 0 ? octets.length : newline;
      if (!succeeds(() => decode(octets.subarray(start, end)))) break;
      start = end + 1;
    }
    throw xmlError(file, line, `octets that are not ${name}: save it as UTF-8, or declare its encoding`);
  }
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

/** Each octet is the character with its number; TextDecoder would take the label for windows-1252. */
function latin1(octets: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < octets.length; at += CHUNK) parts.push(String.fromCharCode(...octets.subarray(at, at + CHUNK)));
  return parts.join("");
}

const LESS_THAN = 0x3c;
const LINE_FEED = 0x0a;
const MAX_DECLARATION = 256;
const CHUNK = 8192;
