import type { Position } from "./Source.js";

export type TokenKind =
  | "word"
  | "integer"
  | "float"
  | "string"
  | "wstring"
  | "char"
  | "wchar"
  | "punctuation"
  | "directive"
  | "end";

export interface Token extends Position {
  readonly kind: TokenKind;
  /** Words without their escaping underscore; strings and chars decoded; directives without the `#`. */
  readonly text: string;
  /** A word written with the escaping underscore, which is never a keyword. */
  readonly isEscaped: boolean;
  /** No white space between this token and the next one. */
  readonly touchesNext: boolean;
  /** Behind it in its line: what stands after `//@`. */
  comments: string[] | undefined;
}

/** A word as it was written. */
export function spelling(token: Token): string {
  return token.isEscaped ? `_${token.text}` : token.text;
}

/** A name or a character as shown in messages. */
export function quote(text: string): string {
  return JSON.stringify(text);
}

/** `an enum`, `a union`. */
export function withArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`;
}

/** For messages about a token. */
export function describe(token: Token): string {
  if (token.kind === "end") return "the end of the text";
  if (token.kind === "string" || token.kind === "wstring") return `the string ${quote(token.text)}`;
  return quote(token.text);
}
