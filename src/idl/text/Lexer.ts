/** Text -> tokens (OMG IDL 4.2 §7.2). Directives come out whole; comments and white space vanish. */
import { IdlError, type IdlErrorCode } from "../IdlError.js";
import { errorAt, type Source } from "./Source.js";
import { quote, type Token, type TokenKind } from "./tokens.js";

/** What is lexed: IDL, or what stands in a directive, which has more operators and C's number suffixes. */
export type LexerMode = "idl" | "directive";

export class Lexer {
  private readonly source: Source;
  private readonly text: string;
  private readonly mode: LexerMode;
  private offset = 0;
  private line = 1;
  private startLine = 1;
  private startColumn = 1;
  private lineStart = 0;
  /** Only white space and comments since the line began. */
  private atLineStart = true;
  /** What came out last: comments such as `//@key` speak of what they follow. */
  private last: Token | undefined;
  private lastCommentEnd: number | undefined;

  constructor(source: Source, mode: LexerMode = "idl") {
    this.source = source;
    this.text = source.text;
    this.mode = mode;
    if (this.text.startsWith("\ufeff")) this.offset = 1;
  }

  next(): Token {
    this.skipBlanks();
    this.begin();
    const first = this.text[this.offset];
    if (first === undefined) return this.make("end", "");
    if (first === "#" && this.atLineStart && this.mode === "idl") return this.make("directive", this.directive());
    this.atLineStart = false;
    if (isLetter(first)) return this.word();
    if (isDigit(first) || (first === "." && isDigit(this.text[this.offset + 1] ?? ""))) return this.number();
    if (first === '"' || first === "'") return this.quoted(first, false);
    const punctuation = this.match(this.mode === "idl" ? IDL_PUNCTUATION : DIRECTIVE_PUNCTUATION);
    if (punctuation === undefined) throw this.error(`unexpected character ${quote(first)}`);
    return this.make("punctuation", punctuation);
  }

  /** Skips to the next line that is a directive and returns it: for the branch of an #if that is not taken. */
  nextDirective(): Token {
    for (;;) {
      this.match(/[^\S\r\n]*/y);
      this.begin();
      if (this.text[this.offset] === "#") return this.make("directive", this.directive());
      this.skipLine();
      if (this.offset >= this.text.length) return this.next();
      this.newLine();
    }
  }

  private word(): Token {
    const text = this.match(/[A-Za-z_][A-Za-z0-9_]*/y)!;
    const following = this.text[this.offset];
    if (text === "L" && (following === '"' || following === "'")) return this.quoted(following, true);
    // §7.2.3.2: the underscore is not part of the name.
    if (text.startsWith("_") && this.mode === "idl") return this.make("word", text.slice(1), true);
    return this.make("word", text);
  }

  private number(): Token {
    const text = this.match(/0[xX][0-9A-Fa-f]*|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y)!;
    if (this.mode === "directive") this.match(/[uUlL]+/y);
    if (/[dD]/.test(this.text[this.offset] ?? "") && !/^0[xX]/.test(text)) {
      throw this.error("a fixed-point literal: XTypes has no fixed-point type", "unsupported");
    }
    if (/[A-Za-z0-9_]/.test(this.text[this.offset] ?? "")) {
      throw this.error(`${quote(text + this.text[this.offset])}… is no number`);
    }
    if (/^0[xX]/.test(text)) {
      if (text.length === 2) throw this.error(`${quote(text)} has no digits`);
      return this.make("integer", text);
    }
    if (/[.eE]/.test(text)) return this.make("float", text);
    if (/^0[0-9]/.test(text)) {
      if (/[89]/.test(text)) throw this.error(`${quote(text)} is no octal number`);
      return this.make("integer", `0o${text.slice(1)}`);
    }
    return this.make("integer", text);
  }

  private quoted(mark: string, isWide: boolean): Token {
    this.offset++;
    const plain = mark === '"' ? /[^"\\\r\n]+/y : /[^'\\\r\n]+/y;
    let value = "";
    for (;;) {
      value += this.match(plain) ?? "";
      const next = this.text[this.offset];
      if (next === undefined || next === "\n" || next === "\r") {
        throw this.error(`the ${mark === '"' ? "string" : "character"} is not closed`);
      }
      if (next === mark) break;
      if (this.match(CONTINUATION) !== undefined) this.newLine();
      else value += this.escape();
    }
    this.offset++;
    if (mark === '"') return this.make(isWide ? "wstring" : "string", value);
    if (value.length !== 1) throw this.error("a character literal holds one character");
    return this.make(isWide ? "wchar" : "char", value);
  }

  private escape(): string {
    const { line, offset } = this;
    const text = this.match(/\\(?:x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|u[0-9A-Fa-f]{1,4}|[ntvbrfa\\?'"])/y);
    if (text === undefined) {
      const at = { source: this.source, line, column: offset - this.lineStart + 1 };
      throw errorAt(at, "syntax", "unknown escape sequence");
    }
    const letter = text[1]!;
    if (letter === "x" || letter === "u") return String.fromCharCode(Number.parseInt(text.slice(2), 16));
    if (isDigit(letter)) return String.fromCharCode(Number.parseInt(text.slice(1), 8));
    return ESCAPES[letter] ?? letter;
  }

  /** The rest of the line, with continued lines joined and comments gone. */
  private directive(): string {
    this.offset++;
    let text = "";
    for (;;) {
      const part = this.match(/[^\r\n\\/"]+|"(?:[^"\\\r\n]|\\[^\r\n])*"?/y);
      if (part !== undefined) text += part;
      else if (this.match(CONTINUATION) !== undefined) this.newLine();
      else if (this.text.startsWith("/*", this.offset)) {
        this.skipBlockComment();
        text += " ";
      } else if (this.match(/\/\/[^\r\n]*/y) === undefined) {
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
      else if (next === "/" && this.text[this.offset + 1] === "/") this.lineComment();
      else if (next === "/" && this.text[this.offset + 1] === "*") this.skipBlockComment();
      else if (next === "\\" && this.match(CONTINUATION) !== undefined) this.newLine();
      else return;
    }
  }

  /** Connext's older IDL has its annotations in comments behind what they are for: `long id; //@key`. */
  private lineComment(): void {
    const comment = this.match(/[^\r\n]*/y)!;
    if (!comment.startsWith("//@") || this.last?.line !== this.line) return;
    this.last.comments ??= [];
    this.last.comments.push(comment.slice(3));
  }

  private skipBlockComment(): void {
    const end = this.text.indexOf("*/", this.offset + 2);
    if (end < 0) {
      this.begin();
      throw this.error("the comment is not closed");
    }
    for (;;) {
      this.match(/[^\r\n]+/y);
      if (this.offset >= end) break;
      this.newLine();
    }
    this.offset = end + 2;
  }

  /** Passes over the rest of a line that is not compiled, and over comments that begin in it. */
  private skipLine(): void {
    for (;;) {
      if (this.match(/[^\r\n/"]+|"(?:[^"\\\r\n]|\\[^\r\n])*"?/y) !== undefined) continue;
      if (this.text.startsWith("/*", this.offset) && this.isClosed()) this.skipBlockComment();
      else if (this.match(/\/\/[^\r\n]*|\//y) === undefined) return;
    }
  }

  /** Whether a comment that begins here ends. Looks for the last end once: there can be many beginnings. */
  private isClosed(): boolean {
    this.lastCommentEnd ??= this.text.lastIndexOf("*/");
    return this.lastCommentEnd >= this.offset + 2;
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

  /** A token begins here: it and errors about it have this place. */
  private begin(): void {
    this.startLine = this.line;
    this.startColumn = this.offset - this.lineStart + 1;
  }

  private error(problem: string, code: IdlErrorCode = "syntax"): IdlError {
    const { source, startLine: line, startColumn: column } = this;
    return errorAt({ source, line, column }, code, problem);
  }

  private make(kind: TokenKind, text: string, isEscaped = false): Token {
    this.last = {
      source: this.source,
      line: this.startLine,
      column: this.startColumn,
      kind,
      text,
      isEscaped,
      touchesNext: !isBlank(this.text[this.offset]),
      comments: undefined,
    };
    return this.last;
  }
}

/** The tokens of the text of a directive. Errors are those of the directive. */
export function directiveTokens(source: Source, directive: Token): Token[] {
  const lexer = new Lexer(source, "directive");
  const tokens: Token[] = [];
  try {
    for (let next = lexer.next(); next.kind !== "end"; next = lexer.next()) tokens.push(next);
  } catch (error) {
    // Its own lines are joined and have lost their comments: no column in it is that of the file.
    throw error instanceof IdlError ? errorAt(directive, error.code, error.problem) : error;
  }
  return tokens;
}

function isLetter(character: string): boolean {
  return (character >= "a" && character <= "z") || (character >= "A" && character <= "Z") || character === "_";
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9" && character.length === 1;
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || character === " " || character === "\n" || /\s/.test(character);
}

const IDL_PUNCTUATION = /::|<<|[;{}(),:=+\-*/%~|^&@<>[\]?]/y;
const DIRECTIVE_PUNCTUATION = /::|##|&&|\|\||[=!<>]=|<<|>>|[;{}(),:=+\-*/%~|^&@<>[\]?!#.]/y;
const CONTINUATION = /\\(?=\r|\n)/y;
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  v: "\v",
  b: "\b",
  r: "\r",
  f: "\f",
  a: "\u0007",
};
