/** Constant expressions (OMG IDL 4.2 §7.4.1.4.3). */
import { applyInfix, applyPrefix, type Constant, fitConstant, integerLiteral, misfit } from "../constants.js";
import type { TokenStream } from "../text/TokenStream.js";
import { describe, type Token, withArticle } from "../text/tokens.js";
import type { TypeDescription } from "../types.js";
import type { Names } from "./Names.js";
import { literalOf } from "./Scope.js";

export class ExpressionParser {
  private readonly stream: TokenStream;
  private readonly names: Names;
  /** Inside `<...>` a `>` closes the bracket: shifts to the right need parentheses there. */
  private insideAngles = false;
  /** Its literals and flags are known without a scope. */
  private expected: TypeDescription | undefined;
  private depth = 0;

  constructor(stream: TokenStream, names: Names) {
    this.stream = stream;
    this.names = names;
  }

  /** Any constant expression. */
  parse(): Constant {
    return this.infix(0);
  }

  /** An expression that must fit a type. Unscoped literals of the type are known even in other scopes. */
  parseFor(type: TypeDescription): Constant {
    const at = this.stream.peek();
    this.expected = type;
    const constant = this.parse();
    this.expected = undefined;
    const fitted = fitConstant(constant, type);
    if (fitted === undefined) throw this.stream.error("bad-value", misfit(constant, type), at);
    return fitted;
  }

  /** A bound, array dimension or number of bits: 1 to 4294967295. */
  parseBound(insideAngles: boolean): number {
    const at = this.stream.peek();
    const outer = this.insideAngles;
    this.insideAngles = insideAngles;
    const constant = this.parse();
    this.insideAngles = outer;
    if (constant.kind !== "integer" || constant.value < 1n || constant.value > 0xffffffffn) {
      const shown = constant.kind === "integer" ? `${constant.value}` : `a ${constant.kind}`;
      throw this.stream.error("bad-value", `a bound must be an integer from 1 to 4294967295, not ${shown}`, at);
    }
    return Number(constant.value);
  }

  private infix(level: number): Constant {
    const operators = LEVELS[level];
    if (operators === undefined) return this.prefix();
    let left = this.infix(level + 1);
    for (;;) {
      const at = this.stream.peek();
      const operator = this.acceptOperator(operators);
      if (operator === undefined) return left;
      const right = this.infix(level + 1);
      left = this.checked(applyInfix(operator, left, right), at);
    }
  }

  private acceptOperator(operators: readonly string[]): string | undefined {
    for (const operator of operators) {
      if (operator !== ">>") {
        if (this.stream.accept(operator)) return operator;
      } else if (!this.insideAngles && this.stream.is(">") && this.stream.peek().touchesNext) {
        if (this.stream.peek(1).text !== ">") continue;
        this.stream.next();
        this.stream.next();
        return operator;
      }
    }
    return undefined;
  }

  private prefix(): Constant {
    const at = this.stream.peek();
    for (const operator of PREFIXES) {
      if (this.stream.accept(operator)) {
        this.enter();
        const operand = this.prefix();
        this.depth--;
        return this.checked(applyPrefix(operator, operand), at);
      }
    }
    return this.primary();
  }

  private primary(): Constant {
    const { stream } = this;
    if (stream.accept("(")) {
      this.enter();
      const outer = this.insideAngles;
      this.insideAngles = false;
      const inner = this.infix(0);
      this.insideAngles = outer;
      this.depth--;
      stream.expect(")");
      return inner;
    }
    if (stream.accept("TRUE")) return { kind: "boolean", value: true };
    if (stream.accept("FALSE")) return { kind: "boolean", value: false };
    if (stream.isName()) return this.name();
    return this.literal();
  }

  private literal(): Constant {
    const token = this.stream.peek();
    switch (token.kind) {
      case "integer": {
        const value = integerLiteral(token.text);
        if (value === undefined) throw this.stream.error("bad-value", "the number is too large", token);
        this.stream.next();
        return value;
      }
      case "float":
        this.stream.next();
        return { kind: "float", value: Number(token.text) };
      case "char":
      case "wchar":
        this.stream.next();
        return { kind: token.kind, value: token.text };
      case "string":
      case "wstring":
        return this.adjacentStrings(token.kind);
      default:
        throw this.stream.error("syntax", `expected a value, found ${describe(token)}`);
    }
  }

  /** Adjacent strings are one (§7.2.6.3). */
  private adjacentStrings(kind: "string" | "wstring"): Constant {
    const parts: string[] = [];
    while (this.stream.peek().kind === kind) parts.push(this.stream.next().text);
    const next = this.stream.peek();
    if (next.kind === "string" || next.kind === "wstring") {
      throw this.stream.error("syntax", "wide and other strings cannot be joined", next);
    }
    return { kind, value: parts.join("") };
  }

  private name(): Constant {
    const expected = this.expectedLiteral();
    if (expected !== undefined) return expected;
    const { definition, token, text } = this.names.resolve(this.stream);
    if (definition.kind === "constant") return definition.value;
    const what = definition.kind === "other" ? definition.what : definition.kind;
    throw this.stream.error("bad-value", `${text} is ${withArticle(what)}, not a constant`, token);
  }

  private expectedLiteral(): Constant | undefined {
    const token = this.stream.peek();
    if (this.expected === undefined || token.kind !== "word" || this.stream.peek(1).text === "::") return undefined;
    const literal = literalOf(this.expected, token.text);
    if (literal !== undefined) this.stream.next();
    return literal?.value;
  }

  private checked(result: Constant | string, at: Token): Constant {
    if (typeof result === "string") throw this.stream.error("bad-value", result, at);
    return result;
  }

  private enter(): void {
    if (++this.depth > MAX_DEPTH) throw this.stream.error("syntax", "the expression is nested too deeply");
  }
}

/** From the loosest to the tightest. */
const LEVELS: readonly (readonly string[])[] = [["|"], ["^"], ["&"], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]];
const PREFIXES = ["-", "+", "~"];
const MAX_DEPTH = 100;
