// runner: timeout 300 s (it starts the compiler)
// Generated modules: they compile, linters and formatters have nothing to say, and they make the same types again.

import { deepStrictEqual } from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import ts from "typescript";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { TypeDescription } from "../../../src/idl/index.js";
import * as idl from "../../../src/idl/index.js";
import { type GenerateTypescriptOptions, generateTypescript } from "../../../src/idl/index.js";
import { structTypes } from "../../cdr/arbitraries.js";
import { PROJECT } from "../../support/sourceFacts.js";
import { typeCheck } from "../../support/typeCheck.js";
import { ALL_KINDS } from "./allKinds.js";

const test = suite("generateTypescript");

const folder = mkdtempSync(join(tmpdir(), "rtps-idl-gen-"));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const CONSTANTS: GenerateTypescriptOptions["constants"] = [
  ["lab::LIMIT", 5],
  ["lab::BIG", 2n ** 63n],
  ["GREETING", 'hi "you"'],
  ["lab::YES", true],
];

/** What a generated module exports. */
function run(text: string): Record<string, unknown> {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exports: Record<string, unknown> = {};
  new Function("exports", "require", outputText)(exports, () => idl);
  return exports;
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
function biome(sources: Readonly<Record<string, string>>): string {
  const place = mkdtempSync(join(folder, "biome-"));
  const settings = { formatter: { indentStyle: "space", indentWidth: 2, lineWidth: 120 } };
  writeFileSync(join(place, "biome.json"), `${JSON.stringify(settings, null, 2)}\n`);
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(place, name), text);
  const program = join(PROJECT, "node_modules", "@biomejs", "biome", "bin", "biome");
  const args = [program, "check", "--error-on-warnings", "--colors=off", "."];
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

/** Random ones, every kind within every other. Some have two types of one name in them: no module can. */
const randomTypes = fc.sample(structTypes(), { numRuns: 200, seed: 1 }).filter(hasModule);
const randomTexts = Object.fromEntries(
  randomTypes.map((type, index) => [`random${index}.ts`, generateTypescript([type])]),
);

function hasModule(type: TypeDescription): boolean {
  try {
    generateTypescript([type]);
    return true;
  } catch (error) {
    if (error instanceof idl.IdlError && error.code === "redefinition") return false;
    throw error;
  }
}

test("strict compilers accept it", () => {
  assert.equal(typeCheck({ ...texts, ...randomTexts }, "src/idl/index.ts"), []);
});

test("linters and formatters accept it", () => assert.is(biome({ ...texts, ...randomTexts }), ""));

for (const [name, options] of Object.entries(VARIANTS)) {
  test(`${name}: it makes the same types again`, () => {
    const made = exportedTypes(run(texts[`${name}.ts`]!));
    assert.is(made.size, texts[`${name}.ts`]!.match(/^\/\*\* IDL (?!constant)/gm)!.length, JSON.stringify(options));
    for (const type of ALL_KINDS) {
      if ("name" in type) deepStrictEqual(made.get(type.name), type);
    }
  });
}

test("random types are the same again", () => {
  assert.ok(randomTypes.length > 50, `only ${randomTypes.length} types`);
  for (const [index, type] of randomTypes.entries()) {
    deepStrictEqual(exportedTypes(run(randomTexts[`random${index}.ts`]!)).get(type.name), type);
  }
});

test("constants are exported, with the types that they have", () => {
  const { lab_LIMIT, lab_BIG, GREETING, lab_YES } = run(texts["standard.ts"]!);
  assert.equal([lab_LIMIT, lab_BIG, GREETING, lab_YES], [5, 2n ** 63n, 'hi "you"', true]);
});

test("flags of bitmasks can be tested and set", () => {
  const { lab_Flags_flags, lab_WideFlags_flags } = run(texts["standard.ts"]!);
  assert.equal(lab_Flags_flags, { READY: 1, BUSY: 2 });
  assert.equal(lab_WideFlags_flags, { LOWEST: 1n, FAR: 2n ** 40n });
  assert.equal(run(texts["numbers.ts"]!)["lab_WideFlags_flags"], { LOWEST: 1, FAR: 2 ** 40 });
});

test("two types of one name do not go into one module", () => {
  const first = idl.struct("a::T", { x: idl.int32 });
  const second = idl.struct("a::T", { x: idl.int64 });
  assert.throws(() => generateTypescript([first, second]), /there are two different types named a::T/);
  const same = idl.struct("a::T", { x: idl.int32 });
  assert.is(generateTypescript([first, same]), generateTypescript([first]));
});

test("nothing is no mistake", () => {
  assert.match(
    generateTypescript([], { source: "empty.idl" }),
    /^\/\/ Written by `rtps idl gen` from empty\.idl: .*\n$/,
  );
});

test.run();
