/**
 * The part of preprocessing (OMG IDL 4.2 §7.3) that single files need: include guards, conditionals on names, constant
 * macros. What it does not do (#include, macros with parameters, #if expressions) is refused, never passed over.
 */
import { Lexer } from "./Lexer.js";
import { errorAt, Source } from "./Source.js";
import type { Token } from "./tokens.js";

interface Conditional {
  readonly directive: Token;
  /** A branch was taken, so no later one is. */
  wasTaken: boolean;
  hadElse: boolean;
}

export class Preprocessor {
  private readonly source: Source;
  private readonly lexer: Lexer;
  private readonly macros = new Map<string, readonly Token[]>();
  private readonly conditionals: Conditional[] = [];
  private readonly tokens: Token[] = [];
  private expansions = 0;

  constructor(source: Source) {
    this.source = source;
    this.lexer = new Lexer(source);
  }

  /** All tokens of the text, without directives, closed by an "end" token. */
  run(): Token[] {
    for (;;) {
      const token = this.lexer.next();
      if (token.kind === "directive") this.directive(token);
      else if (token.kind === "end") return this.finish(token);
      else this.push(token, []);
    }
  }

  private finish(end: Token): Token[] {
    const open = this.conditionals.at(-1);
    if (open !== undefined) throw errorAt(open.directive, "syntax", "no #endif for this line");
    this.tokens.push(end);
    return this.tokens;
  }

  /** Replaces constant macros. `expanding` stops a macro from expanding inside itself. */
  private push(token: Token, expanding: readonly string[]): void {
    const body = token.kind === "word" && !token.isEscaped ? this.macros.get(token.text) : undefined;
    if (body === undefined || expanding.includes(token.text)) {
      // Macros that double each other grow without end.
      if (this.tokens.length >= MAX_TOKENS) throw errorAt(token, "syntax", "the text is too large");
      this.tokens.push(token);
      return;
    }
    // So do macros that double each other and come to nothing.
    if (++this.expansions > MAX_TOKENS) throw errorAt(token, "syntax", "the text is too large");
    if (expanding.length >= MAX_NESTING) throw errorAt(token, "syntax", "macros are nested too deeply");
    // The place of use is where errors belong.
    for (const part of body)
      this.push({ ...part, source: token.source, line: token.line, column: token.column }, [...expanding, token.text]);
  }

  private directive(token: Token): void {
    const [, name = "", rest = ""] = /^([A-Za-z]*)\s*(.*)$/s.exec(token.text) ?? [];
    switch (name) {
      case "include":
        throw errorAt(token, "unsupported", "#include is not supported yet");
      case "define":
        this.define(token, rest);
        return;
      case "undef":
        this.macros.delete(rest);
        return;
      case "ifdef":
      case "ifndef":
      case "if":
        this.open(token, name, rest);
        return;
      case "elif":
      case "else":
      case "endif":
        this.branch(token, name);
        return;
      case "pragma":
        this.pragma(token, rest);
        return;
      case "error":
        throw errorAt(token, "syntax", `#error ${rest}`);
      case "warning":
      case "line":
      // "# 12 file" is what a C preprocessor leaves; "#" alone is nothing.
      case "":
        return;
      default:
        throw errorAt(token, "syntax", `unknown directive #${name}`);
    }
  }

  private define(token: Token, rest: string): void {
    const [, name = "", parameters = "", body = ""] = /^([A-Za-z_]\w*)(\(?)(.*)$/s.exec(rest) ?? [];
    if (name === "") throw errorAt(token, "syntax", "#define needs a name");
    if (parameters !== "") throw errorAt(token, "unsupported", "a macro with parameters is not supported yet");
    const lexer = new Lexer(new Source(body, this.source.file));
    const tokens: Token[] = [];
    for (let next = lexer.next(); next.kind !== "end"; next = lexer.next()) tokens.push(next);
    this.macros.set(name, tokens);
  }

  private pragma(token: Token, rest: string): void {
    // Ignoring it would lose the keys, and with them the instances.
    if (/^keylist\b/.test(rest)) throw errorAt(token, "unsupported", "#pragma keylist is not supported yet");
  }

  private open(token: Token, name: string, rest: string): void {
    const conditional: Conditional = { directive: token, wasTaken: false, hadElse: false };
    this.conditionals.push(conditional);
    conditional.wasTaken = this.holds(token, name, rest);
    if (!conditional.wasTaken) this.skip();
  }

  private holds(token: Token, name: string, rest: string): boolean {
    if (name === "ifdef" || name === "ifndef") {
      if (!/^[A-Za-z_]\w*$/.test(rest)) throw errorAt(token, "syntax", `#${name} needs one name`);
      return this.macros.has(rest) === (name === "ifdef");
    }
    if (/^[01]$/.test(rest)) return rest === "1";
    const [, not, bare, inParentheses] =
      /^(!?)\s*defined\s*(?:([A-Za-z_]\w*)|\(\s*([A-Za-z_]\w*)\s*\))$/.exec(rest) ?? [];
    const tested = bare ?? inParentheses;
    if (tested === undefined) throw errorAt(token, "unsupported", `#if ${rest} is not supported yet`);
    return this.macros.has(tested) === (not === "");
  }

  /** An #elif, #else or #endif reached from a branch that was taken. */
  private branch(token: Token, name: string): void {
    const conditional = this.conditionals.at(-1);
    if (conditional === undefined) throw errorAt(token, "syntax", `#${name} without #if`);
    if (name === "endif") {
      this.conditionals.pop();
      return;
    }
    if (conditional.hadElse) throw errorAt(token, "syntax", `#${name} after #else`);
    conditional.hadElse = name === "else";
    this.skip();
  }

  /** Passes over branches until one is taken or the conditional ends. */
  private skip(): void {
    let depth = 0;
    const conditional = this.conditionals.at(-1)!;
    for (;;) {
      const token = this.lexer.nextDirective();
      if (token.kind !== "directive") throw errorAt(conditional.directive, "syntax", "no #endif for this line");
      const [, name = "", rest = ""] = /^([A-Za-z]*)\s*(.*)$/s.exec(token.text) ?? [];
      if (name === "if" || name === "ifdef" || name === "ifndef") depth++;
      else if (depth > 0) {
        if (name === "endif") depth--;
      } else if (name === "endif") {
        this.conditionals.pop();
        return;
      } else if (name === "else" || name === "elif") {
        if (conditional.hadElse) throw errorAt(token, "syntax", `#${name} after #else`);
        conditional.hadElse = name === "else";
        if (conditional.wasTaken) continue;
        conditional.wasTaken = name === "else" || this.holds(token, "if", rest);
        if (conditional.wasTaken) return;
      }
    }
  }
}

const MAX_TOKENS = 1_000_000;
const MAX_NESTING = 256;
