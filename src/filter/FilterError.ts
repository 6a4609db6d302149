/** Why an expression or its parameters were refused. */
export type FilterErrorCode =
  /** Not an expression of DDS 1.4 Annex B. */
  | "syntax"
  /** The type has no such member. */
  | "unknown-field"
  /** The enum has no such literal. */
  | "unknown-literal"
  /** What is compared does not go together, or a field cannot be compared at all. */
  | "wrong-kind"
  /** An index beyond an array or a bounded sequence, or on something that has no elements. */
  | "bad-index"
  /** A pattern of MATCH that is not complete. */
  | "bad-pattern"
  /** The value of a parameter does not fit the field it is compared with. */
  | "bad-parameter"
  /** The expression uses a parameter that was not given. */
  | "missing-parameter"
  /** More parameters than %0 to %99. */
  | "too-many-parameters"
  /** Legal, but more than one filter may cost (see limits.ts). */
  | "limit-exceeded"
  /** A filter class other than those of SQL. */
  | "unsupported-class";

/**
 * Anything that a user or a peer can get wrong in a filter. `message` is one line with the expression, the column and
 * what is expected; `pretty` has a caret under the place.
 */
export class FilterError extends Error {
  override readonly name = "FilterError";
  readonly code: FilterErrorCode;
  /** What is wrong, without the expression and the column. */
  readonly problem: string;
  readonly expression: string;
  /** Where in the expression, in UTF-16 units from 0. Undefined when it is about the parameters or the class. */
  readonly offset: number | undefined;

  constructor(code: FilterErrorCode, problem: string, expression: string, offset?: number) {
    const where = offset === undefined ? "" : ` at column ${offset + 1}`;
    super(`filter ${JSON.stringify(excerpt(expression, offset ?? 0).text)}${where}: ${problem}`);
    this.code = code;
    this.problem = problem;
    this.expression = expression;
    this.offset = offset;
  }

  /** The problem, the line of the expression and a caret under the place: three lines. */
  get pretty(): string {
    if (this.offset === undefined) return `${this.problem}\n  ${excerpt(this.expression, 0).text}`;
    const start = this.expression.lastIndexOf("\n", this.offset - 1) + 1;
    const end = this.expression.indexOf("\n", start);
    const line = this.expression.slice(start, end < 0 ? undefined : end);
    const shown = excerpt(line, this.offset - start);
    // Tabs are kept so that the caret stands under the place whatever the tab width.
    const indent = shown.text.slice(0, shown.offset).replace(/[^\t]/g, " ");
    return `column ${this.offset + 1}: ${this.problem}\n  ${shown.text}\n  ${indent}^`;
  }
}

/** A long expression is shown around the place only. */
function excerpt(text: string, offset: number): { readonly text: string; readonly offset: number } {
  if (text.length <= EXCERPT_LENGTH) return { text, offset };
  const start = Math.max(0, Math.min(offset - EXCERPT_LENGTH / 2, text.length - EXCERPT_LENGTH));
  const end = start + EXCERPT_LENGTH;
  const head = start > 0 ? "..." : "";
  const tail = end < text.length ? "..." : "";
  return { text: `${head}${text.slice(start, end)}${tail}`, offset: offset - start + head.length };
}

const EXCERPT_LENGTH = 80;
