/** Filters of samples by content: ContentFilteredTopic and QueryCondition (DDS 1.4 §2.2.2.3.3, §2.2.2.5.9). */
import type { StructType } from "../idl/index.js";
import { ConditionCompiler } from "./ConditionCompiler.js";
import type { Test } from "./comparisons.js";
import { ExpressionParameters } from "./ExpressionParameters.js";
import { FilterError } from "./FilterError.js";
import type { FilterExpression, VendorDifference } from "./FilterExpression.js";
import { parseFilter } from "./parseFilter.js";

export interface FilterOptions {
  /** "DDSSQL", the default and the same as "", or "DDSSTRINGMATCH" of Connext: a single MATCH. */
  readonly filterClass?: string;
}

/**
 * A filter for the samples of one type. `T` is a value as its codec makes it.
 *
 * A comparison with a value that is not there (an element behind the end of a sequence, a member that a key-only sample
 * lacks) is neither true nor false, as in SQL: neither it nor its negation lets a sample pass.
 */
export class Filter<T extends object = Record<string, unknown>> {
  /** The expression as it was given. */
  readonly expression: string;
  /** The fields that the condition looks at, such as `color` and `points[3].x`, each once. */
  readonly fields: readonly string[];
  /** True when all fields are part of the key, so that samples without data can be filtered too. */
  readonly usesOnlyKeys: boolean;
  private readonly type: StructType;
  private readonly parsed: FilterExpression;
  private bound: Bound;

  /** Use `compileFilter`. Throws FilterError. */
  constructor(type: StructType, expression: FilterExpression, parameters: readonly string[]) {
    this.type = type;
    this.parsed = expression;
    this.expression = expression.text;
    this.bound = bind(type, expression, parameters);
    const fields = [...this.bound.compiler.fields.values()];
    this.fields = Object.freeze(fields.map((field) => field.name));
    this.usesOnlyKeys = fields.every((field) => field.isKey);
  }

  /** The values of %0 and on, as they were given. */
  get parameters(): readonly string[] {
    return this.bound.compiler.parameters.values;
  }

  /** Where vendors would read this filter in another way; empty for most. It can change with the parameters. */
  get vendorDifferences(): readonly VendorDifference[] {
    const { vendorDifferences } = this.parsed;
    return this.bound.compiler.hasPortablePatterns ? vendorDifferences : [...vendorDifferences, "pattern"];
  }

  /** What one sample can take, at least 1: the members and elements that are looked up, each time. */
  get steps(): number {
    return Math.max(1, this.bound.compiler.steps);
  }

  /** `matches` as it is now, alone: it holds neither the text nor the tree of the expression. */
  get test(): (value: T) => boolean {
    return this.bound.test;
  }

  /** Whether a sample passes. Never throws for what a codec makes of the type, whole or key only. */
  matches(value: T): boolean {
    return this.bound.test(value);
  }

  /** Takes other values for %0 and on. Throws FilterError, and then nothing has changed. */
  setParameters(parameters: readonly string[]): void {
    this.bound = bind(this.type, this.parsed, parameters);
  }
}

/**
 * Makes a filter from an expression (DDS 1.4 Annex B) for a type. What strings of `parameters` mean is said at
 * ExpressionParameters. Throws FilterError.
 */
export function compileFilter<T extends object = Record<string, unknown>>(
  type: StructType,
  expression: string | FilterExpression,
  parameters: readonly string[] = [],
  options: FilterOptions = {},
): Filter<T> {
  const { filterClass = "" } = options;
  const isParsed = typeof expression === "object" && expression !== null;
  const text = isParsed ? expression.text : String(expression);
  if (!FILTER_CLASSES.has(filterClass)) {
    throw new FilterError("unsupported-class", `filter class ${JSON.stringify(filterClass)} is not known`, text);
  }
  const parsed = isParsed ? expression : parseFilter(expression);
  const isMatch = parsed.condition?.kind === "comparison" && parsed.condition.operator === "MATCH";
  if (filterClass === "DDSSTRINGMATCH" && !isMatch) {
    throw new FilterError("syntax", "a filter of class DDSSTRINGMATCH is one MATCH", text);
  }
  return new Filter<T>(type, parsed, parameters);
}

interface Bound {
  readonly compiler: ConditionCompiler;
  readonly test: Test;
}

function bind(type: StructType, { text, condition }: FilterExpression, parameters: readonly string[]): Bound {
  const compiler = new ConditionCompiler(type, text, new ExpressionParameters(parameters, text));
  return { compiler, test: condition === undefined ? () => true : compiler.compile(condition) };
}

const FILTER_CLASSES: ReadonlySet<string> = new Set(["", "DDSSQL", "DDSSTRINGMATCH"]);
