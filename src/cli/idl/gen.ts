// `rtps idl gen`: TypeScript modules for IDL files.

import { readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { type ConstantValue, generateTypescript, IdlError, type IdlModel, type NameStyle } from "../../index.js";
import { CliError } from "../CliError.js";
import { EXIT_USAGE } from "../exitCodes.js";
import { complainLines } from "../output.js";
import { makeFolders } from "../resultFiles.js";
import { type ReadOptions, readIdl } from "./readIdl.js";

interface GenOptions extends ReadOptions {
  readonly output?: string;
  readonly names: NameStyle;
  readonly int64: "bigint" | "number";
  readonly import: string;
}

interface Module {
  /** Undefined for standard output. */
  readonly path: string | undefined;
  readonly files: readonly string[];
}

export function runGen(files: readonly string[], options: GenOptions): void {
  const modules = modulesOf(files, options.output);
  try {
    // Nothing is written unless everything can be.
    const texts = modules.map((module) => textOf(module.files, options));
    for (const [index, { path }] of modules.entries()) write(path, texts[index]!);
  } catch (error) {
    if (!(error instanceof IdlError)) throw error;
    complainLines(`rtps: ${error.pretty()}\n`);
    process.exitCode = EXIT_USAGE;
  }
}

/** One module for all files, or with a folder one for each. */
function modulesOf(files: readonly string[], output: string | undefined): Module[] {
  if (output === undefined || !isFolder(output)) return [{ path: output, files }];
  const modules = files.map((file) => ({ path: join(output, `${basename(file, extname(file))}.ts`), files: [file] }));
  const paths = new Map<string, string>();
  for (const { path, files } of modules) {
    const other = paths.get(path);
    if (other !== undefined) throw new CliError(`${other} and ${files[0]} would both be written to ${path}`);
    paths.set(path, files[0]!);
  }
  return modules;
}

function isFolder(path: string): boolean {
  return /[/\\]$/.test(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function textOf(files: readonly string[], options: GenOptions): string {
  const models = files.map((file) => readIdl(file, options));
  return generateTypescript(
    models.flatMap((model) => [...model.typesByName.values()]),
    {
      constants: constantsOf(models),
      names: options.names,
      int64: options.int64,
      importFrom: options.import,
      source: files.map((file) => basename(file)).join(", "),
    },
  );
}

function constantsOf(models: readonly IdlModel[]): Map<string, ConstantValue> {
  const constants = new Map<string, ConstantValue>();
  for (const [name, value] of models.flatMap((model) => [...model.constants])) {
    if (constants.has(name) && constants.get(name) !== value) {
      throw new IdlError("redefinition", `there are two different constants named ${name}`);
    }
    constants.set(name, value);
  }
  return constants;
}

/** A file that would not change is left alone, so that nothing is built again for it. */
function write(path: string | undefined, text: string): void {
  if (path === undefined) {
    process.stdout.write(text);
    return;
  }
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true && readFileSync(path, "utf8") === text) return;
  try {
    makeFolders(dirname(resolve(path)));
    writeFileSync(path, text);
  } catch (error) {
    throw new CliError(`cannot write ${path}: ${(error as Error).message}`);
  }
}
