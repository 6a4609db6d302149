// IDL files as models, for the commands of `rtps idl`.

import { readFileSync } from "node:fs";
import { type Extensibility, type IdlModel, parseIdl, searchPaths } from "../../index.js";
import { CliError } from "../CliError.js";

export interface ReadOptions {
  /** Folders where included files are, besides that of the file itself. */
  readonly include?: readonly string[];
  /** Default: that of XTypes, appendable. */
  readonly extensibility?: Extensibility;
}

/** @throws CliError for a file that cannot be read, IdlError for one that is not IDL */
export function readIdl(file: string, options: ReadOptions = {}): IdlModel {
  const text = textOf(file);
  if (text === undefined) throw new CliError(`no such IDL file: ${file}`);
  const include = searchPaths(options.include ?? [], textOf);
  return parseIdl(text, { file, include, defaultExtensibility: options.extensibility });
}

/** Undefined when there is no such file. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new CliError(`cannot read ${file}: ${code}`);
  }
}
