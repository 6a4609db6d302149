/** What follows `#if` (OMG IDL 4.2 §7.3, as ISO C++ has it): integers, names that are macros, `defined`. */
import { integerLiteral } from "../constants.js";
import { directiveTokens } from "./Lexer.js";
import type { Macros } from "./Macros.js";
import { errorAt, Source } from "./Source.js";
import { describe, spelling, type Token } from "./tokens.js";

/** Whether the condition holds. Names that are no macros count as 0. */
export function conditionHolds(directive: Token, text: string, macros: Macros): boolean {
  const tokens = directiveTokens(new Source(text, directive.source.file), directive);
  const settled = settleDefined(directive, tokens, macros);
  const condition = new Condition(
    directive,
    macros.expand(settled.map((token) => ({ ...token, ...placeOf(directive) }))),
  );
  return condition.evaluate() !== 0n;
}

function placeOf({ source, line, column }: Token): Pick<Token, "source" | "line" | "column"> {
  return { source, line, column };
}

/** `defined X` and `defined(X)` become 1 or 0 before macros are replaced. */
function settleDefined(directive: Token, tokens: readonly Token[], macros: Macros): Token[] {
  const result: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.text !== "defined" || token.kind !== "word") {
      result.push(token);
      continue;
    }
    const inParentheses = tokens[i + 1]?.text === "(";
    const name = tokens[i + (inParentheses ? 2 : 1)];
    if (name?.kind !== "word" || (inParentheses && tokens[i + 3]?.text !== ")")) {
      throw errorAt(directive, "syntax", "defined needs a name");
    }
    result.push({ ...name, kind: "integer", text: macros.has(spelling(name)) ? "1" : "0" });
    i += inParentheses ? 3 : 1;
  }
  return result;
}

/** One expression of 64-bit integers. */
class Condition {
  private readonly directive: Token;
  private readonly tokens: readonly Token[];
  private index = 0;
  private depth = 0;
  /** Inside the side of `&&`, `||` or `?:` that is not taken: no error about values. */
  private skipping = 0;

  constructor(directive: Token, tokens: readonly Token[]) {
    this.directive = directive;
    this.tokens = tokens;
  }

  evaluate(): bigint {
    const value = this.choice();
    const rest = this.tokens[this.index];
    if (rest !== undefined) throw this.error(`#if has ${describe(rest)} too much`);
    return value;
  }

  private choice(): bigint {
    if (++this.depth > MAX_DEPTH) throw this.error("#if is nested too deeply");
    const condition = this.infix(0);
    let value = condition;
    if (this.accept("?")) {
      const yes = this.unless(condition === 0n, () => this.choice());
      if (!this.accept(":")) throw this.error('#if has a "?" without ":"');
      const no = this.unless(condition !== 0n, () => this.choice());
      value = condition === 0n ? no : yes;
    }
    this.depth--;
    return value;
  }

  private infix(level: number): bigint {
    const operators = LEVELS[level];
    if (operators === undefined) return this.prefix();
    let left = this.infix(level + 1);
    for (;;) {
      const operator = operators.find((each) => this.accept(each));
      if (operator === undefined) return left;
      const isSettled = (operator === "&&" && left === 0n) || (operator === "||" && left !== 0n);
      const right = this.unless(isSettled, () => this.infix(level + 1));
      left = this.apply(operator, left, right);
    }
  }

  private prefix(): bigint {
    const operators: string[] = [];
    for (;;) {
      const operator = ["!", "-", "+", "~"].find((each) => this.accept(each));
      if (operator === undefined) break;
      operators.push(operator);
    }
    let value = this.primary();
    for (const operator of operators.reverse()) {
      if (operator === "!") value = value === 0n ? 1n : 0n;
      else if (operator === "-") value = BigInt.asIntN(64, -value);
      else if (operator === "~") value = ~value;
    }
    return value;
  }

  private primary(): bigint {
    if (this.accept("(")) {
      const value = this.choice();
      if (!this.accept(")")) throw this.error('#if has a "(" without ")"');
      return value;
    }
    const token = this.tokens[this.index++];
    switch (token?.kind) {
      case "integer": {
        const literal = integerLiteral(token.text);
        if (literal?.kind !== "integer") throw this.error("#if has a number that is too large");
        return BigInt.asIntN(64, literal.value);
      }
      case "char":
        return BigInt(token.text.charCodeAt(0));
      case "word":
        return token.text === "true" ? 1n : 0n;
      default:
        throw this.error(`#if needs a number, not ${token === undefined ? "the end of the line" : describe(token)}`);
    }
  }

  private apply(operator: string, a: bigint, b: bigint): bigint {
    if ((operator === "/" || operator === "%") && b === 0n) {
      if (this.skipping > 0) return 0n;
      throw this.error("#if divides by zero");
    }
    const result = OPERATIONS[operator]!(a, b);
    return typeof result === "boolean" ? BigInt(result) : BigInt.asIntN(64, result);
  }

  private unless(isSkipped: boolean, parse: () => bigint): bigint {
    if (isSkipped) this.skipping++;
    const value = parse();
    if (isSkipped) this.skipping--;
    return value;
  }

  private accept(text: string): boolean {
    const token = this.tokens[this.index];
    if (token?.kind !== "punctuation" || token.text !== text) return false;
    this.index++;
    return true;
  }

  private error(problem: string): Error {
    return errorAt(this.directive, "syntax", problem);
  }
}

/** From the loosest to the tightest. */
const LEVELS: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["|"],
  ["^"],
  ["&"],
  ["==", "!="],
  ["<", "<=", ">", ">="],
  ["<<", ">>"],
  ["+", "-"],
  ["*", "/", "%"],
];
const OPERATIONS: Readonly<Record<string, (a: bigint, b: bigint) => bigint | boolean>> = {
  "||": (a, b) => a !== 0n || b !== 0n,
  "&&": (a, b) => a !== 0n && b !== 0n,
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
  "&": (a, b) => a & b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "<<": (a, b) => a << (b & 63n),
  ">>": (a, b) => a >> (b & 63n),
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
};
const MAX_DEPTH = 100;
