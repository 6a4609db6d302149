import { IdlError, type IdlErrorCode } from "../IdlError.js";

/** Where a token starts. Line and column count from 1. */
export interface Position {
  readonly source: Source;
  readonly line: number;
  readonly column: number;
}

/** One text with its file name. */
export class Source {
  readonly file: string;
  readonly text: string;
  private lines: readonly string[] | undefined;

  constructor(text: string, file: string) {
    this.text = text;
    this.file = file;
  }

  lineText(line: number): string {
    this.lines ??= this.text.split(/\r\n|\n|\r/);
    return this.lines[line - 1] ?? "";
  }
}

export function errorAt(at: Position, code: IdlErrorCode, problem: string): IdlError {
  const { source, line, column } = at;
  return new IdlError(code, problem, { file: source.file, line, column, lineText: source.lineText(line) });
}
