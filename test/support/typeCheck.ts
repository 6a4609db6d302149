// What the TypeScript compiler says of sources that a test makes, which use the package by its name.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { PROJECT } from "./sourceFacts.js";

/** What `rtps-lab` stands for: all of it, or the descriptions of types alone, which is checked sooner. */
export type Entry = "src/index.ts" | "src/idl/index.ts";

/**
 * Checks sources with `--strict` and more, as if they lay in one folder.
 *
 * @param sources by file name
 * @returns one line for each complaint about them; what is wrong elsewhere does not count
 */
export function typeCheck(sources: Readonly<Record<string, string>>, entry: Entry): string[] {
  const folder = join(PROJECT, "test", "made");
  const texts = new Map(Object.entries(sources).map(([name, text]) => [join(folder, name), text]));
  const options: ts.CompilerOptions = {
    ...STRICT,
    paths: { "rtps-lab": [join(PROJECT, entry)] },
    types: entry === "src/index.ts" ? ["node"] : [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, readFile, fileExists } = host;
  host.getCurrentDirectory = () => PROJECT;
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.directoryExists = (path) => path === folder || existsSync(path);
  host.getSourceFile = (file, ...rest) => {
    const text = texts.get(file);
    if (text !== undefined) return ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
    return getSourceFile(file, ...rest);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  const complaints: ts.Diagnostic[] = [...program.getOptionsDiagnostics()];
  for (const file of texts.keys()) {
    const source = program.getSourceFile(file);
    complaints.push(...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source));
    complaints.push(...program.getDeclarationDiagnostics(source));
  }
  return complaints.map(lineOf);
}

function lineOf({ file, start, messageText }: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, " / ");
  if (file === undefined || start === undefined) return text;
  const name = file.fileName.slice(dirname(file.fileName).length + 1);
  return `${name}:${file.getLineAndCharacterOfPosition(start).line + 1}: ${text}`;
}

const STRICT: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  declaration: true,
  skipLibCheck: true,
  noEmit: true,
};
