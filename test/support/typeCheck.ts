// What the TypeScript compiler says of sources that a test makes, which use the package by its name.

import { existsSync } from "node:fs";
import { dirname } from "node:path";
import ts from "typescript";
import { PROJECT } from "./sourceFacts.js";

/** What `rtps-lab` stands for: all of it, or the descriptions of types alone, which is checked sooner. */
export type Entry = "src/index.ts" | "src/idl/index.ts";

/**
 * Checks sources with `--strict` and more, as if they lay in one folder of a project that has the package installed.
 *
 * @param sources by file name
 * @returns one line for each complaint about them; what is wrong elsewhere does not count
 */
export function typeCheck(sources: Readonly<Record<string, string>>, entry: Entry): string[] {
  const { program, files } = programOf(sources, entry);
  const complaints: ts.Diagnostic[] = [...program.getOptionsDiagnostics()];
  for (const file of files) {
    const source = program.getSourceFile(file);
    complaints.push(...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source));
    complaints.push(...program.getDeclarationDiagnostics(source));
  }
  return complaints.map(lineOf);
}

/** The declarations of a source, as others see it who import it: what is inferred is written out. */
export function declarationsOf(source: string, entry: Entry): string {
  const { program, files } = programOf({ "source.ts": source }, entry);
  let declarations = "";
  const note = (_name: string, text: string) => {
    declarations += text;
  };
  program.emit(program.getSourceFile(files[0]!), note, undefined, true);
  return declarations;
}

function programOf(sources: Readonly<Record<string, string>>, entry: Entry): { program: ts.Program; files: string[] } {
  const texts = new Map(Object.entries(sources).map(([name, text]) => [`${FOLDER}/${name}`, text]));
  const options: ts.CompilerOptions = { ...STRICT, types: entry === "src/index.ts" ? ["node"] : [] };
  const files = [...texts.keys()];
  return { program: ts.createProgram(files, options, hostOf(texts, entry)), files };
}

/** The file system with a folder that holds the sources, and has this project among its node_modules. */
function hostOf(texts: ReadonlyMap<string, string>, entry: Entry): ts.CompilerHost {
  const host = ts.createCompilerHost(STRICT);
  const manifest = JSON.stringify({ name: "rtps-lab", type: "module", exports: { ".": { types: `./${entry}` } } });
  const made = (file: string) => {
    if (file === `${FOLDER}/package.json`) return '{ "type": "module" }';
    return file === `${PACKAGE}/package.json` ? manifest : texts.get(file);
  };
  const { readFile, fileExists } = host;
  return {
    ...host,
    getCurrentDirectory: () => FOLDER,
    realpath: (path) => path,
    fileExists: (file) => made(file) !== undefined || fileExists(realPath(file)),
    readFile: (file) => made(file) ?? readFile(realPath(file)),
    directoryExists: (path) => PACKAGE.startsWith(path) || existsSync(realPath(path)),
    getSourceFile: (file, languageVersion) => {
      const text = made(file);
      if (text !== undefined) return ts.createSourceFile(file, text, languageVersion, true);
      let source = parsed.get(file);
      if (source === undefined) {
        const contents = readFile(realPath(file));
        if (contents === undefined) return undefined;
        source = ts.createSourceFile(file, contents, languageVersion, true);
        parsed.set(file, source);
      }
      return source;
    },
  };
}

/** Files of the project and of its packages, for the programs of one test file. */
const parsed = new Map<string, ts.SourceFile>();

function realPath(path: string): string {
  if (path.startsWith(PACKAGE)) return PROJECT + path.slice(PACKAGE.length);
  return path.startsWith(`${FOLDER}/node_modules/`) ? PROJECT + path.slice(FOLDER.length) : path;
}

function lineOf({ file, start, messageText }: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, " / ");
  if (file === undefined || start === undefined) return text;
  const name = file.fileName.slice(dirname(file.fileName).length + 1);
  return `${name}:${file.getLineAndCharacterOfPosition(start).line + 1}: ${text}`;
}

/** A folder that is not there, outside of the project, which would find itself by name otherwise. */
const FOLDER = "/made";
const PACKAGE = `${FOLDER}/node_modules/rtps-lab`;

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
  outDir: "out",
};
