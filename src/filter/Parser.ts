/**
 * Filter and query expressions (DDS 1.4 Annex B). Annex B gives no precedence: it is that of SQL, NOT before AND before
 * OR. Keywords are told from members by their place, so a member may be called `order` or `match`.
 */
import type { FilterError } from "./FilterError.js";
import type {
  Comparison,
  Condition,
  FieldName,
  OrderOperator,
  PatternOperator,
  Term,
  VendorDifference,
} from "./FilterExpression.js";
import type { Lexer } from "./Lexer.js";
import { MAX_DEPTH, MAX_PREDICATES } from "./limits.js";
import { isOrderOperator, MIRRORED } from "./operators.js";
import { describe, type Token, wordOf } from "./tokens.js";

export class Parser {
  /** One more than the highest parameter seen. */
  parameterCount = 0;
  readonly vendorDifferences = new Set<VendorDifference>();
  private readonly lexer: Lexer;
  /** ANDs without parentheses around them. */
  private readonly bareAnds = new Set<Condition>();
  private depth = 0;
  private predicates = 0;

  constructor(lexer: Lexer) {
    this.lexer = lexer;
  }

  /** A whole FilterExpression. Throws FilterError. */
  parseFilter(): Condition | undefined {
    const condition = this.isAtEnd() ? undefined : this.parseOr();
    if (this.isAtEnd()) return condition;
    if (this.isOrderBy()) throw this.error("ORDER BY belongs to queries, not to filters");
    throw this.expected("AND, OR or the end of the expression");
  }

  /** A whole QueryExpression: a condition, an ordering, both or neither. Throws FilterError. */
  parseQuery(): { readonly condition: Condition | undefined; readonly orderBy: readonly FieldName[] } {
    const condition = this.isAtEnd() || this.isOrderBy() ? undefined : this.parseOr();
    const orderBy = this.isOrderBy() ? this.parseOrderBy() : [];
    if (!this.isAtEnd()) {
      throw this.expected(orderBy.length > 0 ? '"," or the end of the expression' : "AND, OR, ORDER BY or the end");
    }
    return { condition, orderBy };
  }

  private parseOrderBy(): FieldName[] {
    this.lexer.next();
    this.lexer.next();
    const fields: FieldName[] = [];
    do {
      const token = this.lexer.peek();
      if (token.kind !== "field") throw this.expected("the name of a field");
      this.lexer.next();
      fields.push(token);
    } while (this.acceptSymbol(","));
    return fields;
  }

  private parseOr(): Condition {
    const first = this.parseAnd();
    const terms = [first];
    while (this.acceptWord("OR")) terms.push(this.parseAnd());
    if (terms.length === 1) return first;
    if (terms.some((term) => this.bareAnds.has(term))) this.vendorDifferences.add("precedence");
    return { kind: "or", terms };
  }

  private parseAnd(): Condition {
    const first = this.parseNot();
    const terms = [first];
    while (this.acceptWord("AND")) terms.push(this.parseNot());
    if (terms.length === 1) return first;
    const condition: Condition = { kind: "and", terms };
    this.bareAnds.add(condition);
    return condition;
  }

  private parseNot(): Condition {
    let isNegated = false;
    let hasNot = false;
    while (this.isNot()) {
      this.lexer.next();
      isNegated = !isNegated;
      hasNot = true;
    }
    const term = this.parsePrimary();
    const next = wordOf(this.lexer.peek());
    if (hasNot && (next === "AND" || next === "OR")) this.vendorDifferences.add("negation");
    return isNegated ? { kind: "not", term } : term;
  }

  private parsePrimary(): Condition {
    if (!this.acceptSymbol("(")) return this.parsePredicate();
    if (++this.depth > MAX_DEPTH) throw this.limit(`more than ${MAX_DEPTH} parentheses inside each other`);
    const condition = this.parseOr();
    this.bareAnds.delete(condition);
    if (!this.acceptSymbol(")")) throw this.expected('AND, OR or ")"');
    this.depth--;
    return condition;
  }

  private parsePredicate(): Condition {
    if (++this.predicates > MAX_PREDICATES) throw this.limit(`more than ${MAX_PREDICATES} comparisons`);
    const left = this.parseTerm(false);
    const operator = this.lexer.peek();
    const word = wordOf(operator);
    if (word === "BETWEEN" || word === "NOT") return this.parseBetween(left, word === "NOT");
    this.lexer.next();
    if (word === "LIKE" || word === "MATCH") return this.finishPattern(left, word, operator.at);
    if (operator.kind !== "symbol" || !isOrderOperator(operator.text)) {
      throw this.expected("=, <>, <, <=, >, >=, LIKE, MATCH or BETWEEN", operator);
    }
    return this.finishComparison(left, operator.text, operator.at);
  }

  private finishPattern(left: Term, operator: PatternOperator, at: number): Comparison {
    if (left.kind !== "field") throw this.error(`the field stands on the left of ${operator}`, left);
    return { kind: "comparison", operator, left, right: this.parseTerm(true), at };
  }

  private finishComparison(left: Term, operator: OrderOperator, at: number): Comparison {
    const right = this.parseTerm(true);
    const isOrder = operator !== "=" && operator !== "<>";
    if (isOrder && (left.kind === "null" || right.kind === "null")) {
      throw this.lexer.error("syntax", "NULL has no order: compare with = or <>", at);
    }
    if (left.kind === "field") return { kind: "comparison", operator, left, right, at };
    if (right.kind === "field")
      return { kind: "comparison", operator: MIRRORED[operator], left: right, right: left, at };
    throw this.error("one side of a comparison must be a field", left);
  }

  private parseBetween(field: Term, isNegated: boolean): Condition {
    const operator = this.lexer.next();
    if (isNegated && !this.acceptWord("BETWEEN")) {
      throw this.expected("BETWEEN after NOT (other comparisons are negated in front: NOT name LIKE 'a%')");
    }
    if (field.kind !== "field") throw this.error("the field stands on the left of BETWEEN", field);
    const low = this.parseTerm(true);
    if (!this.acceptWord("AND")) throw this.expected("AND and the upper bound of BETWEEN");
    const high = this.parseTerm(true);
    if (low.kind === "null" || high.kind === "null")
      throw this.error("NULL has no order: compare with = or <>", operator);
    return { kind: "between", field, low, high, isNegated };
  }

  /** A field, a literal or a parameter. A keyword is a field where only a field can stand. */
  private parseTerm(isRight: boolean): Term {
    const token = this.lexer.peek();
    const word = wordOf(token);
    const isKeyword = word !== undefined && KEYWORDS.has(word);
    if (token.kind === "symbol" || token.kind === "end" || (isKeyword && !this.isNameHere(isRight))) {
      throw this.expected(isRight ? "a value or a field" : "a condition");
    }
    this.lexer.next();
    if (token.kind === "parameter") this.parameterCount = Math.max(this.parameterCount, token.index + 1);
    if (word === "TRUE" || word === "FALSE") return { kind: "boolean", value: word === "TRUE", at: token.at };
    if (word === "NULL") return { kind: "null", at: token.at };
    return token;
  }

  /** Whether the keyword that comes next is the name of a member: by what stands behind it. */
  private isNameHere(isRight: boolean): boolean {
    const behind = this.lexer.peek(1);
    const word = wordOf(behind);
    if (!isRight) return this.isOperator(behind) || word === "LIKE" || word === "MATCH" || word === "BETWEEN";
    const closes = behind.kind === "end" || (behind.kind === "symbol" && behind.text === ")");
    return closes || word === "AND" || word === "OR" || word === "ORDER";
  }

  private isNot(): boolean {
    return wordOf(this.lexer.peek()) === "NOT" && !this.isOperator(this.lexer.peek(1));
  }

  private isOrderBy(): boolean {
    return wordOf(this.lexer.peek()) === "ORDER" && wordOf(this.lexer.peek(1)) === "BY";
  }

  private isOperator(token: Token): boolean {
    return token.kind === "symbol" && isOrderOperator(token.text);
  }

  private isAtEnd(): boolean {
    return this.lexer.peek().kind === "end";
  }

  private acceptWord(word: string): boolean {
    if (wordOf(this.lexer.peek()) !== word) return false;
    this.lexer.next();
    return true;
  }

  private acceptSymbol(text: string): boolean {
    const token = this.lexer.peek();
    if (token.kind !== "symbol" || token.text !== text) return false;
    this.lexer.next();
    return true;
  }

  private expected(what: string, token: Token = this.lexer.peek()): FilterError {
    return this.error(`expected ${what}, found ${describe(token, this.lexer.text)}`, token);
  }

  private error(problem: string, token: Token = this.lexer.peek()): FilterError {
    return this.lexer.error("syntax", problem, token.at);
  }

  private limit(problem: string): FilterError {
    return this.lexer.error("limit-exceeded", problem, this.lexer.peek().at);
  }
}

const KEYWORDS: ReadonlySet<string> = new Set(["AND", "OR", "NOT", "BETWEEN", "LIKE", "MATCH", "ORDER"]);
