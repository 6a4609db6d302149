/**
 * Why a text or a type description was refused. `unsupported`: valid IDL that XTypes has no type for. `include`: a
 * file was not found.
 */
export type IdlErrorCode = "syntax" | "unknown-name" | "redefinition" | "bad-value" | "unsupported" | "include";

/** Where in a text something stands. Line and column count from 1; 0 means there is no text (built in TypeScript). */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly lineText: string;
}

const NOWHERE: SourceLocation = { file: "", line: 0, column: 0, lineText: "" };

/** A user's mistake in IDL text or in a type built by hand. `message` is one line; `pretty()` adds the caret. */
export class IdlError extends Error {
  override readonly name = "IdlError";
  readonly code: IdlErrorCode;
  /** The message without the place. */
  readonly problem: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly lineText: string;

  constructor(code: IdlErrorCode, problem: string, at: SourceLocation = NOWHERE) {
    super(at.line === 0 ? problem : `${at.file}:${at.line}:${at.column}: ${problem}`);
    this.code = code;
    this.problem = problem;
    this.file = at.file;
    this.line = at.line;
    this.column = at.column;
    this.lineText = at.lineText;
  }

  /** The message, the source line and a caret under the place. */
  pretty(): string {
    if (this.line === 0) return this.message;
    // Tabs are kept so that the caret stands under the place whatever the tab width.
    const indent = this.lineText.slice(0, this.column - 1).replace(/[^\t]/g, " ");
    return `${this.message}\n  ${this.lineText}\n  ${indent}^`;
  }
}
