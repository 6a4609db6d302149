/** Text -> tokens (OMG IDL 4.2 §7.2). Directives come out whole; comments and white space vanish. */
import type { IdlError, IdlErrorCode } from "../IdlError.js";
import { errorAt, type Position, type Source } from "./Source.js";
import { quote, type Token, type TokenKind } from "./tokens.js";

export class Lexer {
  private readonly source: Source;
  private readonly text: string;
  private offset = 0;
  private line = 1;
  private lineStart = 0;
  /** Only white space and comments since the line began. */
  private atLineStart = true;

  constructor(source: Source) {
    this.source = source;
    this.text = source.text;
    if (this.text.startsWith("\ufeff")) this.offset = 1;
  }

  next(): Token {
    this.skipBlanks();
    const at = this.position();
    const first = this.text[this.offset];
    if (first === undefined) return { ...at, kind: "end", text: "", isEscaped: false, touchesNext: false };
    if (first === "#" && this.atLineStart) return this.make("directive", this.directive(), at);
    this.atLineStart = false;
    if (/[A-Za-z_]/.test(first)) return this.word(at);
    if (/[0-9]/.test(first) || (first === "." && /[0-9]/.test(this.text[this.offset + 1] ?? ""))) {
      return this.number(at);
    }
    if (first === '"' || first === "'") return this.quoted(first, at, false);
    const punctuation = this.match(/::|<<|[;{}(),:=+\-*/%~|^&@<>[\]?]/y);
    if (punctuation === undefined) throw this.error("syntax", `unexpected character ${quote(first)}`, at);
    return this.make("punctuation", punctuation, at);
  }

  /** Skips to the next line that is a directive and returns it: for the branch of an #if that is not taken. */
  nextDirective(): Token {
    for (;;) {
      this.match(/[^\S\r\n]*/y);
      const at = this.position();
      if (this.text[this.offset] === "#") return this.make("directive", this.directive(), at);
      this.match(/[^\r\n]*/y);
      if (this.offset >= this.text.length) return this.next();
      this.newLine();
    }
  }

  private word(at: Position): Token {
    const text = this.match(/[A-Za-z_][A-Za-z0-9_]*/y)!;
    const following = this.text[this.offset];
    if (text === "L" && (following === '"' || following === "'")) return this.quoted(following, at, true);
    const isEscaped = text.startsWith("_");
    // IDL 4.2 §7.2.3.2: the underscore is not part of the name.
    const name = isEscaped ? text.slice(1) : text;
    if (!/^[A-Za-z]/.test(name)) {
      throw this.error("syntax", `${quote(text)} is no identifier: a letter must come first`, at);
    }
    return { ...this.make("word", name, at), isEscaped };
  }

  private number(at: Position): Token {
    const text = this.match(/0[xX][0-9A-Fa-f]*|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y)!;
    if (/[dD]/.test(this.text[this.offset] ?? "") && !/^0[xX]/.test(text)) {
      throw this.error("unsupported", "a fixed-point literal: XTypes has no fixed-point type", at);
    }
    if (/[A-Za-z0-9_]/.test(this.text[this.offset] ?? "")) {
      throw this.error("syntax", `${quote(text + this.text[this.offset])}… is no number`, at);
    }
    if (/^0[xX]/.test(text)) {
      if (text.length === 2) throw this.error("syntax", `${quote(text)} has no digits`, at);
      return this.make("integer", text, at);
    }
    if (/[.eE]/.test(text)) return this.make("float", text, at);
    if (/^0[0-9]/.test(text)) {
      if (/[89]/.test(text)) throw this.error("syntax", `${quote(text)} is no octal number`, at);
      return this.make("integer", `0o${text.slice(1)}`, at);
    }
    return this.make("integer", text, at);
  }

  private quoted(mark: string, at: Position, isWide: boolean): Token {
    this.offset++;
    let value = "";
    for (;;) {
      const next = this.text[this.offset];
      if (next === undefined || next === "\n" || next === "\r") {
        throw this.error("syntax", `the ${mark === '"' ? "string" : "character"} is not closed`, at);
      }
      if (next === mark) break;
      value += next === "\\" ? this.escape() : this.text[this.offset++];
    }
    this.offset++;
    if (mark === '"') return this.make(isWide ? "wstring" : "string", value, at);
    if (value.length !== 1) throw this.error("syntax", "a character literal holds one character", at);
    return this.make(isWide ? "wchar" : "char", value, at);
  }

  private escape(): string {
    const at = this.position();
    const text = this.match(/\\(?:x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|u[0-9A-Fa-f]{1,4}|[ntvbrfa\\?'"])/y);
    if (text === undefined) throw this.error("syntax", "unknown escape sequence", at);
    const letter = text[1]!;
    if (letter === "x" || letter === "u") return String.fromCharCode(Number.parseInt(text.slice(2), 16));
    if (/[0-7]/.test(letter)) return String.fromCharCode(Number.parseInt(text.slice(1), 8));
    return ESCAPES[letter] ?? letter;
  }

  /** The rest of the line, with continued lines joined and comments gone. */
  private directive(): string {
    this.offset++;
    let text = "";
    for (;;) {
      const part = this.match(/[^\r\n\\/"]+|"[^"\r\n]*"?/y);
      if (part !== undefined) text += part;
      else if (this.match(/\\(?=\r|\n)/y) !== undefined) this.newLine();
      else if (this.text.startsWith("/*", this.offset)) this.skipBlockComment();
      else if (this.match(/\/\/[^\r\n]*/y) === undefined) {
        const single = this.match(/[\\/]/y);
        if (single === undefined) return text.trim();
        text += single;
      }
    }
  }

  private skipBlanks(): void {
    for (;;) {
      this.match(/[^\S\r\n]+/y);
      const next = this.text[this.offset];
      if (next === "\n" || next === "\r") this.newLine();
      else if (this.text.startsWith("//", this.offset)) this.match(/[^\r\n]*/y);
      else if (this.text.startsWith("/*", this.offset)) this.skipBlockComment();
      else return;
    }
  }

  private skipBlockComment(): void {
    const at = this.position();
    const end = this.text.indexOf("*/", this.offset + 2);
    if (end < 0) throw this.error("syntax", "the comment is not closed", at);
    while (this.offset < end) {
      this.match(/[^\r\n]+/y);
      if (this.offset >= end) break;
      this.newLine();
    }
    this.offset = end + 2;
  }

  private newLine(): void {
    this.match(/\r\n|\r|\n/y);
    this.line++;
    this.lineStart = this.offset;
    this.atLineStart = true;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.offset;
    const text = pattern.exec(this.text)?.[0];
    if (text === undefined || text === "") return undefined;
    this.offset += text.length;
    return text;
  }

  private position(): Position {
    return { source: this.source, line: this.line, column: this.offset - this.lineStart + 1 };
  }

  private error(code: IdlErrorCode, problem: string, at: Position): IdlError {
    return errorAt(at, code, problem);
  }

  private make(kind: TokenKind, text: string, at: Position): Token {
    const touchesNext = !/\s/.test(this.text[this.offset] ?? " ");
    const { source, line, column } = at;
    return { source, line, column, kind, text, isEscaped: false, touchesNext };
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  v: "\v",
  b: "\b",
  r: "\r",
  f: "\f",
  a: "\u0007",
};
