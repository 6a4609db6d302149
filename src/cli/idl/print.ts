// `rtps idl print`: what the files say, as one normalised text without includes, macros and constants.

import { IdlError, idlText } from "../../index.js";
import { EXIT_USAGE } from "../exitCodes.js";
import { complainLines } from "../output.js";
import { type ReadOptions, readIdl } from "./readIdl.js";

interface PrintOptions extends ReadOptions {
  readonly type?: string;
}

export function runPrint(files: readonly string[], options: PrintOptions): void {
  try {
    const texts = files.map((file) => printed(file, options));
    const isOne = files.length === 1;
    process.stdout.write(texts.map((text, index) => (isOne ? text : `// ${files[index]}\n${text}`)).join("\n"));
  } catch (error) {
    if (!(error instanceof IdlError)) throw error;
    complainLines(`rtps: ${error.pretty()}\n`);
    process.exitCode = EXIT_USAGE;
  }
}

function printed(file: string, options: PrintOptions): string {
  const model = readIdl(file, options);
  return options.type === undefined ? idlText(...model.typesByName.values()) : idlText(model.type(options.type));
}
