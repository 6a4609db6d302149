import type { FieldName, Literal, Parameter } from "./FilterExpression.js";

export type Token =
  | FieldName
  | Literal
  | Parameter
  /** An operator, a parenthesis or a comma. */
  | { readonly kind: "symbol"; readonly text: string; readonly at: number }
  | { readonly kind: "end"; readonly at: number };

/** The word in capitals if the token is a single word, which may be a keyword; keywords have no case. */
export function wordOf(token: Token): string | undefined {
  return token.kind === "field" && token.parts.length === 1 ? token.name.toUpperCase() : undefined;
}

/** For messages. `text` is the whole expression. */
export function describe(token: Token, text: string): string {
  switch (token.kind) {
    case "end":
      return "the end of the expression";
    case "field":
      return quote(token.name);
    case "text":
      return `the string ${quoteText(token.value)}`;
    case "parameter":
      return `%${token.index}`;
    case "symbol":
      return quote(token.text);
    default:
      return /^[^\s()]*/.exec(text.slice(token.at, token.at + QUOTED_LENGTH))![0];
  }
}

/** A word as shown in messages: short, on one line. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text));
}

/** A string value, in the quotes of the language. */
export function quoteText(text: string): string {
  return `'${JSON.stringify(shorten(text)).slice(1, -1)}'`;
}

function shorten(text: string): string {
  return text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}...` : text;
}

const QUOTED_LENGTH = 40;
