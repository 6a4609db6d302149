/** Preprocessing (OMG IDL 4.2 §7.3): included files, macros, conditions, and the pragmas that say what keys are. */
import { conditionHolds } from "./conditions.js";
import type { IncludeResolver } from "./includes.js";
import { directiveTokens, Lexer } from "./Lexer.js";
import { Macros } from "./Macros.js";
import { errorAt, Source } from "./Source.js";
import type { Token } from "./tokens.js";

/** `#pragma keylist Type field1 field2.inner`. */
export interface KeyList {
  readonly directive: Token;
  /** As written. */
  readonly typeName: string;
  readonly fields: string[];
  /** How many tokens of the text are before it: the scope there is where `typeName` is looked up. */
  readonly position: number;
}

export interface Preprocessed {
  /** Closed by an "end" token. */
  readonly tokens: readonly Token[];
  readonly keyLists: readonly KeyList[];
}

export interface PreprocessorOptions {
  readonly include?: IncludeResolver;
  /** Macros, as with `-D`: name to text. */
  readonly defines?: Readonly<Record<string, string>>;
}

interface Conditional {
  readonly directive: Token;
  /** A branch was taken, so no later one is. */
  wasTaken: boolean;
  hadElse: boolean;
}

export class Preprocessor {
  private readonly options: PreprocessorOptions;
  private readonly macros = new Macros();
  private readonly tokens: Token[] = [];
  private readonly keyLists: KeyList[] = [];
  /** Files with `#pragma once`. */
  private readonly once = new Set<string>();
  private lexer: Lexer;
  private source: Source;
  private conditionals: Conditional[] = [];
  private depth = 0;
  private characters = 0;

  constructor(source: Source, options: PreprocessorOptions = {}) {
    this.options = options;
    this.source = source;
    this.lexer = new Lexer(source);
  }

  run(): Preprocessed {
    this.predefine();
    const end = this.file();
    this.tokens.push(end);
    return { tokens: this.tokens, keyLists: this.keyLists };
  }

  private predefine(): void {
    const lines = Object.entries(this.options.defines ?? {}).map(([name, text]) => `#define ${name} ${text}\n`);
    const lexer = new Lexer(new Source(lines.join(""), "<defines>"));
    for (let token = lexer.next(); token.kind !== "end"; token = lexer.next()) {
      if (token.kind === "directive") this.directive(token);
      else throw errorAt(token, "syntax", "a macro is a name and a text in one line");
    }
  }

  /** Reads the current file to its end, which it returns. */
  private file(): Token {
    this.characters += this.source.text.length;
    let token = this.lexer.next();
    while (token.kind !== "end") {
      if (this.macros.isName(token)) {
        token = this.useMacro(token);
        continue;
      }
      if (token.kind === "directive") this.directive(token);
      else this.push(token);
      token = this.lexer.next();
    }
    const open = this.conditionals.at(-1);
    if (open !== undefined) throw errorAt(open.directive, "syntax", "no #endif for this line");
    return token;
  }

  private push(token: Token): void {
    if (this.tokens.length >= MAX_TOKENS) throw errorAt(token, "syntax", "the text is too large");
    this.tokens.push(token);
  }

  /** Replaces a macro and returns the token behind it. */
  private useMacro(token: Token): Token {
    let next = this.lexer.next();
    if (!this.macros.takesArguments(token)) {
      this.pushExpanded([token]);
      return next;
    }
    if (next.kind !== "punctuation" || next.text !== "(") {
      // Without arguments the name of such a macro is a name like any other.
      this.push(token);
      return next;
    }
    const use = [token];
    for (let depth = 0; ; next = this.lexer.next()) {
      if (next.kind === "end" || next.kind === "directive" || use.length >= MAX_TOKENS) {
        throw errorAt(token, "syntax", `the use of the macro ${token.text} is not closed`);
      }
      use.push(next);
      if (next.kind !== "punctuation") continue;
      if (next.text === "(") depth++;
      if (next.text === ")" && --depth === 0) break;
    }
    this.pushExpanded(use);
    return this.lexer.next();
  }

  private pushExpanded(use: readonly Token[]): void {
    for (const token of this.macros.expand(use)) {
      if (token.text !== ">>" || token.kind !== "punctuation") this.push(token);
      else {
        // Two closing brackets, or a shift if the parser needs one.
        this.push({ ...token, text: ">", touchesNext: true });
        this.push({ ...token, text: ">" });
      }
    }
  }

  private directive(token: Token): void {
    const { name, rest } = directiveParts(token);
    switch (name) {
      case "include":
        this.include(token, rest);
        return;
      case "define":
        this.macros.define(token, rest);
        return;
      case "undef":
        this.macros.undefine(rest);
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
      case "ident":
      case "warning":
      case "line":
      // "# 12 file" is what a C preprocessor leaves; "#" alone is nothing.
      case "":
        return;
      default:
        throw errorAt(token, "syntax", `unknown directive #${name}`);
    }
  }

  private include(directive: Token, rest: string): void {
    const { name, isAngled } = this.includedName(directive, rest);
    if (this.options.include === undefined) {
      throw errorAt(directive, "include", `cannot include ${name}: no search paths were given`);
    }
    const found = this.options.include({ name, isAngled, from: this.source.file });
    if (found === undefined) throw errorAt(directive, "include", `there is no file ${name} in the search paths`);
    if (this.once.has(found.file)) return;
    if (this.depth >= MAX_INCLUDE_DEPTH) throw errorAt(directive, "include", "files include each other too deeply");
    if (this.characters + found.text.length > MAX_CHARACTERS) {
      throw errorAt(directive, "include", "the included files are too large together");
    }
    const { source, lexer, conditionals } = this;
    this.source = new Source(found.text, found.file);
    this.lexer = new Lexer(this.source);
    this.conditionals = [];
    this.depth++;
    // What an empty file costs, so that files that include each other many times come to an end.
    this.characters += INCLUDE_COST;
    this.file();
    this.depth--;
    this.source = source;
    this.lexer = lexer;
    this.conditionals = conditionals;
  }

  private includedName(directive: Token, rest: string): { readonly name: string; readonly isAngled: boolean } {
    const [, quoted, angled] = /^(?:"([^"]+)"|<([^>]+)>)$/.exec(rest) ?? [];
    if (quoted !== undefined) return { name: quoted, isAngled: false };
    if (angled !== undefined) return { name: angled, isAngled: true };
    const [token, second] = this.macros.expand(directiveTokens(new Source(rest, this.source.file), directive));
    if (token?.kind === "string" && second === undefined) return { name: token.text, isAngled: false };
    throw errorAt(directive, "syntax", '#include needs "file" or <file>');
  }

  private pragma(directive: Token, rest: string): void {
    const words = rest.split(/[\s,]+/).map((word) => word.replace(/"/g, ""));
    const [what = "", typeName, ...fields] = words.filter((word) => word !== "");
    if (what === "once") this.once.add(this.source.file);
    if (what !== "keylist" && what !== "DCPS_DATA_KEY") return;
    if (typeName === undefined) throw errorAt(directive, "syntax", `#pragma ${what} needs the name of a struct`);
    // OpenDDS also writes `Type.field`.
    const [bare = "", ...path] = typeName.split(".");
    const all = path.length === 0 ? fields : [path.join("."), ...fields];
    // DCPS_DATA_KEY names one member at a time.
    const known = what === "keylist" ? undefined : this.keyLists.find((each) => each.typeName === bare);
    if (known !== undefined) known.fields.push(...all);
    else this.keyLists.push({ directive, typeName: bare, fields: all, position: this.tokens.length });
  }

  private open(token: Token, name: string, rest: string): void {
    const conditional: Conditional = { directive: token, wasTaken: false, hadElse: false };
    this.conditionals.push(conditional);
    conditional.wasTaken = this.holds(token, name, rest);
    if (!conditional.wasTaken) this.skip();
  }

  private holds(token: Token, name: string, rest: string): boolean {
    if (name === "if") return conditionHolds(token, rest, this.macros);
    if (!/^[A-Za-z_]\w*$/.test(rest)) throw errorAt(token, "syntax", `#${name} needs one name`);
    return this.macros.has(rest) === (name === "ifdef");
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
      const { name, rest } = directiveParts(token);
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

function directiveParts(token: Token): { readonly name: string; readonly rest: string } {
  const [, name = "", rest = ""] = /^\s*([A-Za-z]*)\s*(.*)$/s.exec(token.text) ?? [];
  return { name, rest };
}

const MAX_TOKENS = 2_000_000;
const MAX_INCLUDE_DEPTH = 100;
const MAX_CHARACTERS = 1 << 26;
const INCLUDE_COST = 1 << 13;
