/**
 * Patterns of LIKE (DDS 1.4 Annex B) and MATCH (Connext). Both go back only to the last `%` or `*`, so a pattern of n
 * takes at most n steps for each character of the text. A character is a code point.
 */

export interface Pattern {
  readonly matches: (text: string) => boolean;
  /** Steps that one character of a text can take. */
  readonly cost: number;
  /** False when vendors read it in different ways. */
  readonly isPortable: boolean;
}

/**
 * `%` is any number of characters, `_` is one. There is no escape. Connext 7.7 and Fast DDS 2.9 take `*` and `?` for
 * them, so a pattern that has any is read in different ways.
 */
export function likePattern(pattern: string): Pattern {
  const isPortable = !/[%_]/.test(pattern) && !SPECIAL_TO_SOME.test(pattern);
  let start = 0;
  let end = pattern.length;
  while (pattern[start] === "%") start++;
  while (end > start && pattern[end - 1] === "%") end--;
  const inner = pattern.slice(start, end);
  if (/[%_]/.test(inner)) return { matches: matcher(likeTokens(pattern), [], NONE), cost: pattern.length, isPortable };
  if (start === 0 && end === pattern.length) return { matches: (text) => text === inner, cost: 0, isPortable };
  if (start === 0) return { matches: (text) => text.startsWith(inner), cost: 0, isPortable };
  if (end === pattern.length && inner !== "") return { matches: (text) => text.endsWith(inner), cost: 0, isPortable };
  return { matches: (text) => text.includes(inner), cost: inner.length, isPortable };
}

/**
 * Alternatives with commas between them. In each `*` is any number of characters and `?` is one, but no `/`; `[abc]`,
 * `[a-z]`, `[!a]` and `[^a]` are one of a set; a backslash takes its meaning from the next character. Returns what is
 * wrong with a pattern that is not complete.
 */
export function matchPattern(pattern: string): Pattern | string {
  const names = new Set<string>();
  const matchers: ((text: string) => boolean)[] = [];
  let cost = 0;
  let at = 0;
  do {
    const alternative = readAlternative(pattern, at);
    if (typeof alternative === "string") return alternative;
    if (alternative.name === undefined) {
      matchers.push(matcher(alternative.tokens, alternative.sets, SLASH));
      cost += alternative.end - at + 1;
    } else {
      names.add(alternative.name);
    }
    at = alternative.end + 1;
  } while (at <= pattern.length);
  const isPortable = !SPECIAL_TO_SOME.test(pattern) && !pattern.includes(",");
  const matches = (text: string) => {
    if (names.has(text)) return true;
    for (const fits of matchers) if (fits(text)) return true;
    return false;
  };
  return { matches, cost, isPortable };
}

/** A code point, ANY, STAR, or FIRST_SET and below for sets. */
type PatternToken = number;

interface CharacterSet {
  readonly isNegated: boolean;
  /** First and last code points in turn. */
  readonly ranges: readonly number[];
}

interface Alternative {
  readonly tokens: readonly PatternToken[];
  readonly sets: readonly CharacterSet[];
  /** What it matches, when that is only one text. */
  readonly name: string | undefined;
  /** Where the comma stands, or the length of the pattern. */
  readonly end: number;
}

function likeTokens(pattern: string): PatternToken[] {
  return Array.from(pattern, (character) => {
    if (character === "%") return STAR;
    return character === "_" ? ANY : character.codePointAt(0)!;
  });
}

function readAlternative(pattern: string, start: number): Alternative | string {
  const tokens: PatternToken[] = [];
  const sets: CharacterSet[] = [];
  let name: string | undefined = "";
  let at = start;
  while (at < pattern.length && pattern[at] !== ",") {
    const character = String.fromCodePoint(pattern.codePointAt(at)!);
    if (character === "[") {
      const set = readSet(pattern, at);
      if (set === undefined) return 'a "[" is not closed';
      tokens.push(FIRST_SET - sets.length);
      sets.push(set);
      name = undefined;
      at = set.end;
    } else if (character === "*" || character === "?") {
      tokens.push(character === "*" ? STAR : ANY);
      name = undefined;
      at++;
    } else {
      if (character === "\\") at++;
      const code = pattern.codePointAt(at);
      if (code === undefined) return 'nothing stands behind the last "\\"';
      tokens.push(code);
      if (name !== undefined) name += String.fromCodePoint(code);
      at += widthOf(code);
    }
  }
  return { tokens, sets, name, end: at };
}

/** A set that opens at `open`, and where it ends; undefined if it does not. A `]` in first place is a member. */
function readSet(pattern: string, open: number): (CharacterSet & { readonly end: number }) | undefined {
  const ranges: number[] = [];
  let at = open + 1;
  const isNegated = pattern[at] === "!" || pattern[at] === "^";
  if (isNegated) at++;
  for (let isFirst = true; isFirst || pattern[at] !== "]"; isFirst = false) {
    const first = readMember(pattern, at);
    if (first === undefined) return undefined;
    at = first.end;
    const isRange = pattern[at] === "-" && pattern[at + 1] !== "]";
    const last = isRange ? readMember(pattern, at + 1) : first;
    if (last === undefined) return undefined;
    at = last.end;
    ranges.push(first.code, last.code);
  }
  return { isNegated, ranges, end: at + 1 };
}

function readMember(pattern: string, start: number): { readonly code: number; readonly end: number } | undefined {
  const at = pattern[start] === "\\" ? start + 1 : start;
  const code = pattern.codePointAt(at);
  return code === undefined ? undefined : { code, end: at + widthOf(code) };
}

/** `separator` is matched by itself only. */
function matcher(tokens: readonly PatternToken[], sets: readonly CharacterSet[], separator: number) {
  return (text: string): boolean => {
    let at = 0;
    let token = 0;
    let behindStar = -1;
    let starAt = 0;
    while (at < text.length) {
      const code = text.codePointAt(at)!;
      const current = tokens[token];
      if (current === STAR) {
        behindStar = ++token;
        starAt = at;
      } else if (current !== undefined && accepts(current, code, sets, separator)) {
        token++;
        at += widthOf(code);
        // What stands before the separator is settled.
        if (code === separator) behindStar = -1;
      } else {
        // Let the last star take one character more. Earlier ones need not be tried again.
        const taken = behindStar < 0 ? separator : text.codePointAt(starAt)!;
        if (taken === separator) return false;
        token = behindStar;
        starAt += widthOf(taken);
        at = starAt;
      }
    }
    while (tokens[token] === STAR) token++;
    return token === tokens.length;
  };
}

function accepts(token: PatternToken, code: number, sets: readonly CharacterSet[], separator: number): boolean {
  if (token >= 0) return token === code;
  if (code === separator) return false;
  return token === ANY || isIn(sets[FIRST_SET - token]!, code);
}

function isIn({ ranges, isNegated }: CharacterSet, code: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) {
    if (code >= ranges[i]! && code <= ranges[i + 1]!) return !isNegated;
  }
  return isNegated;
}

function widthOf(code: number): number {
  return code > 0xffff ? 2 : 1;
}

const ANY = -1;
const STAR = -2;
const FIRST_SET = -3;
/** No code point. */
const NONE = -1;
const SLASH = 0x2f;
/** Meant by LIKE or MATCH of one vendor as something else than the character. */
const SPECIAL_TO_SOME = /[*?.+()[\]{}^$|\\]/;
