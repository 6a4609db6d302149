/** The parser's view of the tokens: look-ahead and located errors. */
import type { IdlError, IdlErrorCode } from "../IdlError.js";
import { isKeyword } from "./keywords.js";
import { errorAt, type Position } from "./Source.js";
import { describe, quote, spelling, type Token, withArticle } from "./tokens.js";

export class TokenStream {
  private readonly tokens: readonly Token[];
  private index = 0;

  /** `tokens` must close with an "end" token. */
  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** How many tokens are behind us. */
  get position(): number {
    return this.index;
  }

  /** The token that was taken last. */
  previous(): Token {
    return this.tokens[Math.max(this.index - 1, 0)]!;
  }

  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)]!;
  }

  next(): Token {
    const token = this.peek();
    if (this.index < this.tokens.length - 1) this.index++;
    return token;
  }

  isEnd(): boolean {
    return this.peek().kind === "end";
  }

  /** Whether the next token is this punctuation or (unescaped) keyword. */
  is(text: string): boolean {
    const token = this.peek();
    return token.text === text && !token.isEscaped && (token.kind === "punctuation" || token.kind === "word");
  }

  /** Takes the next token if it is this punctuation or keyword. */
  accept(text: string): boolean {
    if (!this.is(text)) return false;
    this.next();
    return true;
  }

  expect(text: string, context = ""): Token {
    if (this.is(text)) return this.next();
    const where = context === "" ? "" : ` ${context}`;
    throw this.error("syntax", `expected ${quote(text)}${where}, found ${describe(this.peek())}`);
  }

  /** A name that is to be declared. */
  expectName(what: string): Token {
    const token = this.peek();
    if (token.kind !== "word") {
      throw this.error("syntax", `expected ${withArticle(what)}, found ${describe(token)}`);
    }
    if (!token.isEscaped && isKeyword(token.text)) {
      throw this.error("syntax", `${token.text} is a keyword: write _${token.text} to use it as a ${what}`);
    }
    if (!/^[A-Za-z]/.test(token.text)) {
      throw this.error("syntax", `${quote(spelling(token))} is no identifier: a letter must come first`);
    }
    return this.next();
  }

  /** Whether the next token can start a scoped name. */
  isName(): boolean {
    const token = this.peek();
    return this.is("::") || (token.kind === "word" && (token.isEscaped || !isKeyword(token.text)));
  }

  error(code: IdlErrorCode, problem: string, at: Position = this.peek()): IdlError {
    return errorAt(at, code, problem);
  }
}
