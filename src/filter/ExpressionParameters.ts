import { FilterError } from "./FilterError.js";
import type { Parameter } from "./FilterExpression.js";
import { MAX_EXPRESSION_LENGTH, MAX_PARAMETERS } from "./limits.js";
import { quote } from "./tokens.js";

/**
 * The expression parameters of a filter (DDS 1.4 §2.2.2.3.3): the values of %0 to %99, as strings. What a string means
 * depends on the field that it is compared with:
 * - a string or char: the text itself, or the text in quotes. OpenDDS and CoreDX send RED, Fast DDS and Connext 'RED'.
 *   A text with quotes of its own at both ends must be quoted once more.
 * - an enum: the name of a literal, with or without quotes, or its number;
 * - a number: as in an expression;
 * - a boolean: TRUE, FALSE, 1 or 0.
 */
export class ExpressionParameters {
  readonly values: readonly string[];
  private readonly expression: string;

  /** Throws FilterError on more than 100 values, on what is no string, and on strings that are too long. */
  constructor(values: readonly string[], expression: string) {
    this.expression = expression;
    if (!Array.isArray(values)) throw this.error("bad-parameter", `give a list of strings, not ${kindOf(values)}`);
    if (values.length > MAX_PARAMETERS) {
      throw this.error("too-many-parameters", `${values.length} parameters, %0 to %99 are allowed`);
    }
    this.values = Object.freeze([...values]);
    for (const [index, value] of this.values.entries()) this.check(value, index);
  }

  /** The string as given. Throws FilterError when there is none. */
  textOf(parameter: Parameter): string {
    const value = this.values[parameter.index];
    if (value !== undefined) return value;
    const count = this.values.length;
    const given =
      count === 0 ? "none is given" : count === 1 ? "only %0 is given" : `only %0 to %${count - 1} are given`;
    throw this.error("missing-parameter", `no value for %${parameter.index}: ${given}`, parameter.at);
  }

  /** The string without the quotes that it may stand in, for strings, chars and enums. */
  unquoted(parameter: Parameter): string {
    const text = this.textOf(parameter);
    if (!/^['`].*'$/s.test(text)) return text;
    return text === "'''" ? "'" : text.slice(1, -1).replaceAll("''", "'");
  }

  /** `needed` says what the field takes, such as "a number for x (int32)". */
  misfit(parameter: Parameter, needed: string): FilterError {
    const problem = `%${parameter.index} is ${quote(this.textOf(parameter))}, not ${needed}`;
    return this.error("bad-parameter", problem, parameter.at);
  }

  private check(value: unknown, index: number): void {
    if (typeof value !== "string") {
      throw this.error("bad-parameter", `%${index} must be a string, not ${kindOf(value)}`);
    }
    if (value.length > MAX_EXPRESSION_LENGTH) {
      const problem = `%${index} has ${value.length} characters, at most ${MAX_EXPRESSION_LENGTH} are allowed`;
      throw this.error("limit-exceeded", problem);
    }
  }

  private error(code: FilterError["code"], problem: string, at?: number): FilterError {
    return new FilterError(code, problem, this.expression, at);
  }
}

function kindOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}
