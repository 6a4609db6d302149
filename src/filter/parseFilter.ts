import { FilterError } from "./FilterError.js";
import type { FilterExpression, QueryExpression } from "./FilterExpression.js";
import { Lexer } from "./Lexer.js";
import { MAX_EXPRESSION_LENGTH } from "./limits.js";
import { Parser } from "./Parser.js";

/**
 * The syntax of a filter expression (DDS 1.4 Annex B), without a type. Throws FilterError.
 *
 * Beyond the Annex it takes what vendors take: `!=`, TRUE and FALSE, MATCH (Connext, Fast DDS), elements `a[3].b`, NULL
 * (Connext), hexadecimal numbers with a sign, and enum literals without quotes. An empty expression lets all pass.
 */
export function parseFilter(expression: string): FilterExpression {
  const parser = parserOf(expression);
  const condition = parser.parseFilter();
  const { parameterCount, vendorDifferences } = parser;
  return { text: expression, condition, parameterCount, vendorDifferences: [...vendorDifferences] };
}

/** As `parseFilter`, with `ORDER BY field, field` behind the condition or instead of it. Throws FilterError. */
export function parseQuery(expression: string): QueryExpression {
  const parser = parserOf(expression);
  const { condition, orderBy } = parser.parseQuery();
  const { parameterCount, vendorDifferences } = parser;
  return { text: expression, condition, orderBy, parameterCount, vendorDifferences: [...vendorDifferences] };
}

function parserOf(expression: string): Parser {
  if (typeof expression !== "string") {
    throw new FilterError(
      "syntax",
      `the expression must be a string, not ${expression === null ? "null" : typeof expression}`,
      "",
    );
  }
  if (expression.length > MAX_EXPRESSION_LENGTH) {
    const problem = `${expression.length} characters, at most ${MAX_EXPRESSION_LENGTH} are allowed`;
    throw new FilterError("limit-exceeded", problem, expression);
  }
  return new Parser(new Lexer(expression));
}
