// DDS 1.4 §2.2.3.13: do two lists of partitions have one in common? Names may be patterns of POSIX fnmatch:
// '*', '?', bracket expressions, and a backslash before a character that stands for itself.
// The matcher goes back only to the last '*', so its time is at most pattern length x name length.

/**
 * True if a name of one list fits one of the other: equal names, or a pattern that matches a name. A pattern never
 * matches a pattern. An empty list is the one partition "".
 */
export function partitionsMatch(a: readonly string[], b: readonly string[]): boolean {
  const left = compileAll(a);
  const right = compileAll(b);
  for (const one of left) {
    for (const other of right) if (fits(one, other)) return true;
  }
  return false;
}

/** True if the name holds a wildcard, that is, matches names other than itself. */
export function isPartitionPattern(name: string): boolean {
  return compile(name).pattern !== undefined;
}

/** A pattern of one list and the plain names of the other that it was tried on. */
export interface PartitionTrial {
  readonly pattern: string;
  readonly names: readonly string[];
}

/** Which patterns `partitionsMatch` tries on which names, those of `a` first. For reports. */
export function partitionTrials(a: readonly string[], b: readonly string[]): PartitionTrial[] {
  const trialsOf = (one: readonly Partition[], other: readonly Partition[]) => {
    const names = other.filter((partition) => partition.pattern === undefined).map((partition) => partition.name);
    const patterns = one.filter((partition) => partition.pattern !== undefined);
    return patterns.map((partition) => ({ pattern: partition.name, names }));
  };
  const left = compileAll(a);
  const right = compileAll(b);
  return [...trialsOf(left, right), ...trialsOf(right, left)];
}

/** A list of partitions in words, for reports: `"A", "B"`, or `the default partition`. */
export function partitionsInWords(names: readonly string[]): string {
  if (names.length === 0) return "the default partition";
  return names.map((name) => (name === "" ? "the default partition" : JSON.stringify(name))).join(", ");
}

type Token =
  | { readonly kind: "star" }
  | { readonly kind: "any" }
  | { readonly kind: "literal"; readonly code: number }
  | { readonly kind: "set"; readonly negated: boolean; readonly tests: readonly SetTest[] };

type SetTest = (code: number) => boolean;

interface Partition {
  readonly name: string;
  /** Undefined for a plain name. */
  readonly pattern: readonly Token[] | undefined;
}

const STAR = 0x2a;
const QUESTION = 0x3f;
const BACKSLASH = 0x5c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const DASH = 0x2d;
const BANG = 0x21;
const CARET = 0x5e;

const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /\p{Cc}/u,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /\s/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

function compileAll(names: readonly string[]): Partition[] {
  return names.length === 0 ? [{ name: "", pattern: undefined }] : names.map(compile);
}

function fits(a: Partition, b: Partition): boolean {
  if (a.pattern === undefined) return b.pattern === undefined ? a.name === b.name : matches(b.pattern, a.name);
  return b.pattern === undefined && matches(a.pattern, b.name);
}

function codesOf(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0)!);
}

function compile(name: string): Partition {
  const codes = codesOf(name);
  const tokens: Token[] = [];
  let wild = false;
  let canClose = true;
  let at = 0;
  while (at < codes.length) {
    const code = codes[at]!;
    const set = code === OPEN && canClose ? compileSet(codes, at) : undefined;
    // After one bracket that is never closed all others are text: looking again would take quadratic time.
    if (code === OPEN && set === undefined) canClose = false;
    if (set !== undefined) {
      tokens.push(set.token);
      at = set.end;
      wild = true;
    } else if (code === STAR || code === QUESTION) {
      tokens.push(code === STAR ? { kind: "star" } : { kind: "any" });
      wild = true;
      at++;
    } else {
      const escapes = code === BACKSLASH && at + 1 < codes.length;
      tokens.push({ kind: "literal", code: escapes ? codes[at + 1]! : code });
      at += escapes ? 2 : 1;
    }
  }
  return { name, pattern: wild ? tokens : undefined };
}

/** A bracket expression at `open`; undefined if it is not closed, and '[' stands for itself (POSIX 2.13.1). */
function compileSet(codes: readonly number[], open: number): { token: Token; end: number } | undefined {
  let at = open + 1;
  const negated = codes[at] === BANG || codes[at] === CARET;
  if (negated) at++;
  const tests: SetTest[] = [];
  // A ']' in first place is a member, not the end.
  for (let first = true; at < codes.length && (first || codes[at] !== CLOSE); first = false) {
    const element = readElement(codes, at);
    at = element.end;
    const isRange =
      element.code !== undefined && codes[at] === DASH && at + 1 < codes.length && codes[at + 1] !== CLOSE;
    const last = isRange ? readElement(codes, at + 1) : undefined;
    if (element.code === undefined || last?.code === undefined) {
      tests.push(element.test);
      continue;
    }
    const from = element.code;
    const to = last.code;
    tests.push((code) => code >= from && code <= to);
    at = last.end;
  }
  if (codes[at] !== CLOSE) return undefined;
  return { token: { kind: "set", negated, tests }, end: at + 1 };
}

interface SetElement {
  /** The character, or undefined for a class such as [:digit:]. */
  readonly code: number | undefined;
  readonly test: SetTest;
  readonly end: number;
}

function readElement(codes: readonly number[], at: number): SetElement {
  const code = codes[at]!;
  const special = code === OPEN ? readNamedElement(codes, at) : undefined;
  if (special !== undefined) return special;
  const escapes = code === BACKSLASH && at + 1 < codes.length;
  const member = escapes ? codes[at + 1]! : code;
  return { code: member, test: (other) => other === member, end: at + (escapes ? 2 : 1) };
}

/** [:class:], [=x=] and [.x.] inside a bracket expression. */
function readNamedElement(codes: readonly number[], at: number): SetElement | undefined {
  const rest = String.fromCodePoint(...codes.slice(at, at + 12));
  const named = /^\[:([a-z]+):\]/.exec(rest);
  const expression = named === null ? undefined : CLASSES[named[1]!];
  if (named !== null && expression !== undefined) {
    const test: SetTest = (code) => expression.test(String.fromCodePoint(code));
    return { code: undefined, test, end: at + named[0].length };
  }
  const single = /^\[([.=])(.)\1\]/u.exec(rest);
  if (single === null) return undefined;
  const member = single[2]!.codePointAt(0)!;
  return { code: member, test: (code) => code === member, end: at + 5 };
}

function matches(pattern: readonly Token[], name: string): boolean {
  const codes = codesOf(name);
  let at = 0;
  let token = 0;
  let starToken = -1;
  let starAt = 0;
  while (at < codes.length) {
    const current = pattern[token];
    if (current?.kind === "star") {
      starToken = token++;
      starAt = at;
    } else if (current !== undefined && accepts(current, codes[at]!)) {
      token++;
      at++;
    } else if (starToken >= 0) {
      // Let the last '*' take one character more. Earlier ones need not be tried again.
      token = starToken + 1;
      at = ++starAt;
    } else {
      return false;
    }
  }
  while (pattern[token]?.kind === "star") token++;
  return token === pattern.length;
}

function accepts(token: Token, code: number): boolean {
  switch (token.kind) {
    case "literal":
      return token.code === code;
    case "set":
      return token.tests.some((test) => test(code)) !== token.negated;
    default:
      return true;
  }
}
