import { IdlError, type IdlErrorCode } from "./IdlError.js";

/** Where a token starts. Line and column count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One text with its file name: makes located errors. */
export class Source {
  readonly file: string;
  readonly text: string;
  private lines: readonly string[] | undefined;

  constructor(text: string, file: string) {
    this.text = text;
    this.file = file;
  }

  error(code: IdlErrorCode, problem: string, at: Position): IdlError {
    this.lines ??= this.text.split(/\r\n|\n|\r/);
    const lineText = this.lines[at.line - 1] ?? "";
    return new IdlError(code, problem, { file: this.file, line: at.line, column: at.column, lineText });
  }

  unsupported(what: string, at: Position, hint = ""): IdlError {
    return this.error("unsupported", `${what} is not supported yet${hint === "" ? "" : `: ${hint}`}`, at);
  }
}
