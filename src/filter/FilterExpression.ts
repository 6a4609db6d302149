/** The tree of an expression (DDS 1.4 Annex B), as written: it knows no type yet. Offsets are UTF-16 units from 0. */

/** An expression whose syntax is right. It fits any type until a Filter is compiled from it. */
export interface FilterExpression {
  readonly text: string;
  /** Undefined for an empty expression, which lets everything pass. */
  readonly condition: Condition | undefined;
  /** One more than the highest %n; 0 without parameters. */
  readonly parameterCount: number;
  /** Where vendors read this expression in other ways than SQL does. */
  readonly vendorDifferences: readonly VendorDifference[];
}

/** An expression of a QueryCondition, which can order what is read. */
export interface QueryExpression extends FilterExpression {
  readonly orderBy: readonly FieldName[];
}

/**
 * Where vendors disagree, so that a writer had better leave the filtering to the reader that knows what it meant:
 * - `precedence`: AND and OR side by side. SQL binds AND tighter; Fast DDS goes from left to right, OpenDDS from
 *   right to left.
 * - `negation`: AND or OR behind a NOT. SQL negates the nearest condition; Fast DDS and OpenDDS all that follows.
 * - `pattern`: LIKE is a regular expression with extras to Fast DDS, and knows [sets] and backslashes to OpenDDS;
 *   MATCH is fnmatch to Connext and a regular expression to Fast DDS.
 */
export type VendorDifference = "precedence" | "negation" | "pattern";

export type Condition = Junction | Negation | Comparison | Between;

/** Terms are never a Junction of the same kind without parentheses: a AND b AND c is one with three terms. */
export interface Junction {
  readonly kind: "and" | "or";
  readonly terms: readonly Condition[];
}

export interface Negation {
  readonly kind: "not";
  readonly term: Condition;
}

export type OrderOperator = "=" | "<>" | "<" | "<=" | ">" | ">=";
export type PatternOperator = "LIKE" | "MATCH";

/** A literal or parameter on the left was moved to the right. */
export interface Comparison {
  readonly kind: "comparison";
  readonly operator: OrderOperator | PatternOperator;
  readonly left: FieldName;
  readonly right: Term;
  /** Of the operator. */
  readonly at: number;
}

export interface Between {
  readonly kind: "between";
  readonly field: FieldName;
  readonly low: Term;
  readonly high: Term;
  readonly isNegated: boolean;
}

export type Term = FieldName | Literal | Parameter;

export interface FieldName {
  readonly kind: "field";
  /** As in the expression, with decimal indices: `a.b[3].c`. A single word can also be a literal of an enum. */
  readonly name: string;
  readonly parts: readonly PathPart[];
  readonly at: number;
}

/** A member, or an index into an array or sequence. */
export interface PathPart {
  readonly key: string | number;
  readonly at: number;
}

export type Literal =
  | { readonly kind: "integer"; readonly value: bigint; readonly at: number }
  | { readonly kind: "float"; readonly value: number; readonly at: number }
  | { readonly kind: "text"; readonly value: string; readonly at: number }
  | { readonly kind: "boolean"; readonly value: boolean; readonly at: number }
  | { readonly kind: "null"; readonly at: number };

export interface Parameter {
  readonly kind: "parameter";
  readonly index: number;
  readonly at: number;
}
