/** The tokens of DDS 1.4 Annex B, one at a time, so that the first mistake in the text is the one reported. */
import { FilterError, type FilterErrorCode } from "./FilterError.js";
import type { FieldName, Literal, Parameter, PathPart } from "./FilterExpression.js";
import { endOfNumber, parseNumber } from "./numbers.js";
import { quote, type Token } from "./tokens.js";

export class Lexer {
  readonly text: string;
  private position = 0;
  private readonly ahead: Token[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /** The next token, or the one `offset` behind it. Throws FilterError. */
  peek(offset = 0): Token {
    while (this.ahead.length <= offset) this.ahead.push(this.read());
    return this.ahead[offset]!;
  }

  next(): Token {
    const token = this.peek();
    this.ahead.shift();
    return token;
  }

  error(code: FilterErrorCode, problem: string, at: number): FilterError {
    return new FilterError(code, problem, this.text, at);
  }

  private read(): Token {
    SPACE.lastIndex = this.position;
    SPACE.test(this.text);
    this.position = SPACE.lastIndex;
    const at = this.position;
    const character = this.text[at];
    if (character === undefined) return { kind: "end", at };
    if (LETTER.test(character)) return this.readName(at);
    if (character === "'" || character === "`") return this.readText(at);
    if (character === "%") return this.readParameter(at);
    if (endOfNumber(this.text, at) > at) return this.readNumber(at);
    return this.readSymbol(at);
  }

  private readSymbol(at: number): Token {
    SYMBOL.lastIndex = at;
    const text = SYMBOL.exec(this.text)?.[0];
    if (text === "==") throw this.error("syntax", 'equality is a single "="', at);
    if (text === undefined) throw this.error("syntax", this.unexpected(at), at);
    this.position += text.length;
    return { kind: "symbol", text: text === "!=" ? "<>" : text, at };
  }

  private unexpected(at: number): string {
    const character = String.fromCodePoint(this.text.codePointAt(at)!);
    const isQuote = /["\u2018\u2019\u201c\u201d]/.test(character);
    return `unexpected ${quote(character)}${isQuote ? "; strings stand in single quotes: 'RED'" : ""}`;
  }

  /** FIELDNAME: words with dots between them and indices behind them, without spaces. */
  private readName(at: number): FieldName {
    const parts: PathPart[] = [];
    let name = "";
    for (;;) {
      const start = this.position;
      const word = this.readWord();
      if (word === undefined) throw this.error("syntax", 'expected a member name after "."', start);
      parts.push({ key: word, at: start });
      name += word;
      while (this.text[this.position] === "[") {
        const index = this.readIndex();
        parts.push(index);
        name += `[${index.key}]`;
      }
      if (this.text[this.position] !== ".") return { kind: "field", name, parts, at };
      this.position++;
      name += ".";
    }
  }

  private readWord(): string | undefined {
    WORD.lastIndex = this.position;
    const word = WORD.exec(this.text)?.[0];
    this.position += word?.length ?? 0;
    return word;
  }

  private readIndex(): PathPart {
    const at = ++this.position;
    INDEX.lastIndex = at;
    const digits = INDEX.exec(this.text)?.[0];
    if (digits === undefined) throw this.error("syntax", 'expected an index, such as 3, after "["', at);
    this.position += digits.length;
    if (this.text[this.position] !== "]") throw this.error("syntax", 'expected "]" after the index', this.position);
    this.position++;
    const index = Number(digits);
    if (index > MAX_INDEX) throw this.error("bad-index", `the index is more than ${MAX_INDEX}`, at);
    return { key: index, at };
  }

  /** STRING and CHARVALUE: `'` or a backtick opens, `'` closes, `''` stands for one quote. */
  private readText(at: number): Literal {
    let value = "";
    let from = at + 1;
    for (;;) {
      TEXT_END.lastIndex = from;
      const end = TEXT_END.exec(this.text);
      if (end === null || end[0] !== "'") return this.readQuoteCharacter(at);
      value += this.text.slice(from, end.index);
      this.position = end.index + 1;
      if (this.text[this.position] !== "'") return { kind: "text", value, at };
      value += "'";
      from = this.position + 1;
    }
  }

  /** The character `'` between quotes: to Fast DDS and OpenDDS that is CHARVALUE, to SQL the start of a string. */
  private readQuoteCharacter(at: number): Literal {
    if (!this.text.startsWith("''", at + 1)) throw this.error("syntax", "the string is not closed with '", at);
    this.position = at + 3;
    return { kind: "text", value: "'", at };
  }

  private readParameter(at: number): Parameter {
    PARAMETER.lastIndex = at;
    const digits = PARAMETER.exec(this.text)?.[1];
    if (digits === undefined || digits.length > 2) throw this.error("syntax", "parameters are %0 to %99", at);
    this.position += 1 + digits.length;
    return { kind: "parameter", index: Number(digits), at };
  }

  private readNumber(at: number): Literal {
    const end = endOfNumber(this.text, at);
    const number = parseNumber(this.text.slice(at, end));
    if (number === undefined || /[\w.]/.test(this.text.charAt(end))) {
      const word = /[^\s()<>=!,]*/.exec(this.text.slice(at))![0];
      throw this.error("syntax", `${quote(word)} is no number`, at);
    }
    if (typeof number === "string") throw this.error("syntax", `${quote(this.text.slice(at, end))} ${number}`, at);
    this.position = end;
    return { ...number, at };
  }
}

const SPACE = /[ \t\r\n\f\v]*/y;
const LETTER = /[A-Za-z_]/;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const INDEX = /0[xX][0-9a-fA-F]+|\d+/y;
const PARAMETER = /%(\d+)/y;
const TEXT_END = /['\r\n]/g;
const SYMBOL = /<=|>=|<>|!=|==|[=<>(),]/y;
const MAX_INDEX = 0xffff_fffe;
