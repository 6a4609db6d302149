// Generated modules: they compile, linters and formatters have nothing to say, and they make the same types again.

import { deepStrictEqual } from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type GenerateTypescriptOptions, generateTypescript, type TypeDescription } from "../../../src/idl/index.js";
import { PROJECT } from "../../support/sourceFacts.js";
import { typeCheck } from "../../support/typeCheck.js";
import { ALL_KINDS } from "./allKinds.js";

const test = suite("generateTypescript");

const folder = mkdtempSync(join(tmpdir(), "rtps-idl-gen-"));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const ENTRY = new URL("../../../src/idl/index.js", import.meta.url).href;
const CONSTANTS: GenerateTypescriptOptions["constants"] = [
  ["lab::LIMIT", 5],
  ["lab::BIG", 2n ** 63n],
  ["GREETING", 'hi "you"'],
  ["lab::YES", true],
];

let modules = 0;

/** What a generated module exports. */
async function run(text: string): Promise<Record<string, unknown>> {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true },
  });
  const file = join(folder, `module${modules++}.mjs`);
  writeFileSync(file, outputText);
  return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
}

function exportedTypes(exports: Record<string, unknown>): Map<string, TypeDescription> {
  const types = new Map<string, TypeDescription>();
  for (const each of Object.values(exports)) {
    if (typeof each === "object" && each !== null && "kind" in each && "name" in each) {
      types.set(each.name as string, each as TypeDescription);
    }
  }
  return types;
}

/** The complaints of the linter and formatter of this project. */
function biome(text: string): string {
  const place = mkdtempSync(join(folder, "biome-"));
  const settings = { formatter: { indentStyle: "space", indentWidth: 2, lineWidth: 120 } };
  writeFileSync(join(place, "biome.json"), JSON.stringify(settings));
  writeFileSync(join(place, "types.ts"), text);
  const program = join(PROJECT, "node_modules", "@biomejs", "biome", "bin", "biome");
  const args = [program, "check", "--error-on-warnings", "--colors=off", "types.ts"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: place, encoding: "utf8" });
  return status === 0 ? "" : stdout + stderr;
}

const VARIANTS: Readonly<Record<string, GenerateTypescriptOptions>> = {
  standard: {},
  short: { names: "short" },
  numbers: { int64: "number" },
};

const texts = Object.fromEntries(
  Object.entries(VARIANTS).map(([name, options]) => {
    return [`${name}.ts`, generateTypescript(ALL_KINDS, { constants: CONSTANTS, source: "all.idl", ...options })];
  }),
);

test("strict compilers accept it", () => assert.equal(typeCheck(texts, "src/idl/index.ts"), []));

for (const [name, options] of Object.entries(VARIANTS)) {
  const text = texts[`${name}.ts`]!;

  test(`${name}: linters and formatters accept it`, () => assert.is(biome(text), ""));

  test(`${name}: it makes the same types again`, async () => {
    const made = exportedTypes(await run(generateTypescript(ALL_KINDS, { ...options, importFrom: ENTRY })));
    assert.is(made.size, text.match(/^\/\*\* IDL (?!constant)/gm)!.length);
    for (const type of ALL_KINDS) {
      if ("name" in type) deepStrictEqual(made.get(type.name), type);
    }
  });
}

test.run();
