// Texts that others chose (peers, files), on their way to a terminal or a page: what steers a terminal, breaks a line,
// turns the direction of writing or cannot be seen is shown as the escape that JSON has for it.

/** For a text inside a line of ours: no line breaks either. */
export function visible(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNSAFE, escaped);
}

/** For a text of several lines: line feeds and tabs stay. */
export function visibleLines(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNSAFE_BUT_LAYOUT, escaped);
}

/** For JSON, and for what stands in the double quotes of YAML: the same value, and nothing in it steers a terminal. */
export function visibleJson(json: string): string {
  return PLAIN.test(json) ? json : json.replace(UNSAFE_BUT_LAYOUT, codeEscape);
}

/** Cut when it is long, and then visible. */
export function visibleStart(text: string, maxLength: number): string {
  return text.length > maxLength ? `${visible(text.slice(0, maxLength - 1))}…` : visible(text);
}

/** True when `visible` would change something. */
export function hasInvisible(text: string): boolean {
  return text.search(UNSAFE) >= 0;
}

function escaped(character: string): string {
  return SHORT.get(character) ?? codeEscape(character);
}

function codeEscape(character: string): string {
  let text = "";
  for (let i = 0; i < character.length; i++) text += `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`;
  return text;
}

/**
 * Cc: C0, DEL and C1. Cf: bidirectional controls, zero width, byte order marks, tags. Zl and Zp: U+2028 and U+2029. Cs:
 * halves of pairs. DI: what Unicode says to draw as nothing.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{DI}]/gu;
const UNSAFE_BUT_LAYOUT = new RegExp(`(?![\\n\\t])${UNSAFE.source}`, "gu");
/** Most texts: a quick way past the classes of Unicode. */
const PLAIN = /^[ -~]*$/;
const SHORT: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);
