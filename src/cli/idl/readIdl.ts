// IDL files as models, for the commands of `rtps idl`.

import { readFileSync } from "node:fs";
import { type Extensibility, type IdlModel, parseIdl } from "../../index.js";
import { CliError } from "../CliError.js";

export interface ReadOptions {
  readonly include?: readonly string[];
  readonly extensibility: Extensibility;
}

/** @throws CliError for a file that cannot be read, IdlError for one that is not IDL */
export function readIdl(file: string, options: ReadOptions): IdlModel {
  return parseIdl(textOf(file), { file, defaultExtensibility: options.extensibility });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError(code === "ENOENT" ? `no such IDL file: ${file}` : `cannot read ${file}: ${code}`);
  }
}
