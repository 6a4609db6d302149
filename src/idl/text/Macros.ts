/** `#define`: constants and macros with parameters (OMG IDL 4.2 §7.3, as ISO C++ has it). */
import { directiveTokens, Lexer } from "./Lexer.js";
import { errorAt, Source } from "./Source.js";
import { describe, quote, spelling, type Token } from "./tokens.js";

interface Macro {
  /** Undefined for a macro without parentheses. */
  readonly parameters: readonly string[] | undefined;
  readonly body: readonly Token[];
}

export class Macros {
  private readonly macros = new Map<string, Macro>();
  private work = 0;

  /** From what stands behind `#define`. */
  define(directive: Token, rest: string): void {
    const [, name = "", opening = "", behind = ""] = /^([A-Za-z_]\w*)(\(?)(.*)$/s.exec(rest) ?? [];
    if (name === "") throw errorAt(directive, "syntax", "#define needs a name");
    const tokens = directiveTokens(new Source(behind, directive.source.file), directive);
    if (opening === "") {
      this.macros.set(name, { parameters: undefined, body: tokens });
      return;
    }
    const close = tokens.findIndex((token) => token.text === ")" && token.kind === "punctuation");
    if (close < 0) throw errorAt(directive, "syntax", `#define ${name}: no ")" closes the parameters`);
    const parameters = parameterNames(directive, tokens.slice(0, close));
    this.macros.set(name, { parameters, body: tokens.slice(close + 1) });
  }

  undefine(name: string): void {
    this.macros.delete(name);
  }

  has(name: string): boolean {
    return this.macros.has(name);
  }

  /** Whether a token could be the beginning of a use. */
  isName(token: Token): boolean {
    return token.kind === "word" && this.macros.has(spelling(token));
  }

  takesArguments(token: Token): boolean {
    return this.macros.get(spelling(token))?.parameters !== undefined;
  }

  /**
   * The tokens with all macros in them replaced; what comes out has the place of use. `hidden` are the macros whose
   * replacement this is: they do not expand inside themselves.
   */
  expand(tokens: readonly Token[], hidden: readonly string[] = []): Token[] {
    const result: Token[] = [];
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!;
      const macro = token.kind === "word" ? this.macros.get(spelling(token)) : undefined;
      if (macro === undefined || hidden.includes(spelling(token))) {
        this.countWork(token);
        result.push(token);
        continue;
      }
      if (macro.parameters === undefined) {
        for (const each of this.replace(token, macro.body, hidden)) result.push(each);
        continue;
      }
      const closing = matchingParenthesis(tokens, i + 1);
      if (closing === undefined) {
        result.push(token);
        continue;
      }
      for (const each of this.call(token, macro, tokens.slice(i + 2, closing), hidden)) result.push(each);
      i = closing;
    }
    return result;
  }

  private call(use: Token, macro: Macro, inside: readonly Token[], hidden: readonly string[]): Token[] {
    const parameters = macro.parameters!;
    const given = splitArguments(inside);
    const wanted = parameters.length;
    if (given.length !== wanted && !(wanted === 0 && given.length === 1 && given[0]!.length === 0)) {
      const problem = `the macro ${use.text} takes ${wanted} arguments, not ${given.length}`;
      throw errorAt(use, "syntax", problem);
    }
    this.checkDepth(use, hidden);
    const raw = new Map(parameters.map((name, index) => [name, given[index]!]));
    // `hidden` grows by a name that no macro has, so that arguments in arguments are counted as depth.
    const expanded = new Map<string, readonly Token[]>();
    const expand = (name: string) => {
      let tokens = expanded.get(name);
      if (tokens === undefined) {
        tokens = this.expand(raw.get(name)!, [...hidden, ""]);
        expanded.set(name, tokens);
      }
      return tokens;
    };
    return this.replace(use, this.substitute(use, macro.body, raw, expand), hidden);
  }

  /** The body with arguments for parameters; `#x` is an argument as a string, `a ## b` makes one token of two. */
  private substitute(
    use: Token,
    body: readonly Token[],
    raw: ReadonlyMap<string, readonly Token[]>,
    expand: (parameter: string) => readonly Token[],
  ): Token[] {
    const result: Token[] = [];
    for (let i = 0; i < body.length; i++) {
      const token = body[i]!;
      const next = body[i + 1];
      if (token.text === "#" && token.kind === "punctuation" && next !== undefined && raw.has(next.text)) {
        result.push({ ...token, kind: "string", text: raw.get(next.text)!.map(spelling).join(" ") });
        i++;
      } else if (token.text === "##" && token.kind === "punctuation" && next !== undefined && result.length > 0) {
        const right = raw.get(next.text) ?? [next];
        result.push(pasted(use, result.pop()!, right[0]), ...right.slice(1));
        i++;
      } else if (token.kind === "word" && raw.has(token.text)) {
        const isPasted = next?.text === "##" && next.kind === "punctuation";
        for (const each of isPasted ? raw.get(token.text)! : expand(token.text)) result.push(each);
      } else result.push(token);
      this.countWork(use);
    }
    return result;
  }

  private replace(use: Token, body: readonly Token[], hidden: readonly string[]): Token[] {
    this.checkDepth(use, hidden);
    this.countWork(use);
    const { source, line, column } = use;
    const placed = body.map((token) => {
      // The place of use is where errors belong. A `_name` of the body is an escaped identifier outside.
      const isEscaped = token.kind === "word" && token.text.startsWith("_") && !token.isEscaped;
      const text = isEscaped ? token.text.slice(1) : token.text;
      return { ...token, source, line, column, text, isEscaped: isEscaped || token.isEscaped };
    });
    return this.expand(placed, [...hidden, spelling(use)]);
  }

  private checkDepth(use: Token, hidden: readonly string[]): void {
    if (hidden.length >= MAX_NESTING) throw errorAt(use, "syntax", "macros are nested too deeply");
  }

  /** Macros that double each other grow without end, and so does what they cost when they come to nothing. */
  private countWork(at: Token): void {
    if (++this.work > MAX_WORK) throw errorAt(at, "syntax", "macros make the text too large");
  }
}

/** The index of the `)` that closes a `(` at this index; undefined when there is no `(`, or no end. */
export function matchingParenthesis(tokens: readonly Token[], start: number): number | undefined {
  if (tokens[start]?.text !== "(" || tokens[start].kind !== "punctuation") return undefined;
  let depth = 0;
  for (let i = start; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind !== "punctuation") continue;
    if (token.text === "(") depth++;
    if (token.text === ")" && --depth === 0) return i;
  }
  return undefined;
}

function parameterNames(directive: Token, tokens: readonly Token[]): string[] {
  const names: string[] = [];
  tokens.forEach((token, index) => {
    const isName = index % 2 === 0;
    if (isName ? token.kind !== "word" || names.includes(token.text) : token.text !== ",") {
      throw errorAt(directive, "syntax", `#define: ${describe(token)} is no macro parameter`);
    }
    if (isName) names.push(token.text);
  });
  if (tokens.length > 0 && tokens.length % 2 === 0) {
    throw errorAt(directive, "syntax", "#define: a macro parameter is missing");
  }
  return names;
}

function splitArguments(tokens: readonly Token[]): Token[][] {
  const found: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    const isPunctuation = token.kind === "punctuation";
    if (isPunctuation && token.text === "(") depth++;
    if (isPunctuation && token.text === ")") depth--;
    if (isPunctuation && token.text === "," && depth === 0) found.push([]);
    else found.at(-1)!.push(token);
  }
  return found;
}

function pasted(use: Token, left: Token, right: Token | undefined): Token {
  if (right === undefined) return left;
  const text = spelling(left) + spelling(right);
  const lexer = new Lexer(new Source(text, use.source.file), "directive");
  let token: Token | undefined;
  try {
    token = lexer.next();
    if (lexer.next().kind !== "end") token = undefined;
  } catch {
    token = undefined;
  }
  if (token === undefined) throw errorAt(use, "syntax", `## makes ${quote(text)}, which is no token`);
  return { ...token, touchesNext: right.touchesNext };
}

const MAX_WORK = 200_000;
const MAX_NESTING = 256;
