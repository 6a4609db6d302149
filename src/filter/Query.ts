import type { StructType } from "../idl/index.js";
import { ConditionCompiler } from "./ConditionCompiler.js";
import { compareBy } from "./comparisons.js";
import { ExpressionParameters } from "./ExpressionParameters.js";
import { Filter } from "./Filter.js";
import type { QueryExpression } from "./FilterExpression.js";
import { parseQuery } from "./parseFilter.js";

/** The expression of a QueryCondition (DDS 1.4 §2.2.2.5.9): a filter that can also say in what order samples are read. */
export class Query<T extends object = Record<string, unknown>> extends Filter<T> {
  /** The fields of ORDER BY. They are not among `fields`. */
  readonly orderBy: readonly string[];
  /**
   * For Array.prototype.sort, ascending: values that are not there first, NaN last. Undefined without ORDER BY, when
   * samples keep the order of the reader.
   */
  readonly compare: ((a: T, b: T) => number) | undefined;

  /** Use `compileQuery`. Throws FilterError. */
  constructor(type: StructType, expression: QueryExpression, parameters: readonly string[]) {
    super(type, expression, parameters);
    const compiler = new ConditionCompiler(type, expression.text, new ExpressionParameters([], expression.text));
    const fields = expression.orderBy.map((name) => compiler.orderedField(name));
    this.orderBy = Object.freeze(fields.map((field) => field.name));
    this.compare = fields.length === 0 ? undefined : compareBy(fields);
  }
}

/** As `compileFilter`, for the expression of a QueryCondition. Throws FilterError. */
export function compileQuery<T extends object = Record<string, unknown>>(
  type: StructType,
  expression: string | QueryExpression,
  parameters: readonly string[] = [],
): Query<T> {
  const parsed = typeof expression === "object" && expression !== null ? expression : parseQuery(expression);
  return new Query<T>(type, parsed, parameters);
}
