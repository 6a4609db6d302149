// runner: timeout 300 s (a process for each command, and the compiler)
// docs/types.md: its programs compile, its outputs are what the commands print.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import ts from "typescript";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PROJECT } from "../support/sourceFacts.js";
import { typeCheck } from "../support/typeCheck.js";
import { lines, rtps, writeTemporary } from "./support.js";

const test = suite("docs/types.md");

const document = readFileSync(join(PROJECT, "docs", "types.md"), "utf8");
const blocks = (language: string) =>
  [...document.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map((match) => match[1]!);
const programs = blocks("ts").filter((text) => text.startsWith("import"));
const [generated] = blocks("ts").filter((text) => text.startsWith("/** IDL"));
const [idl] = blocks("idl");

/** What a document shows behind `$ rtps …`. */
function shownFor(command: string): string[] {
  const start = document.indexOf(`$ ${command}\n`);
  assert.ok(start >= 0, command);
  return lines(document.slice(start, document.indexOf("```", start)).split(/^\$ .*\n/m)[1]!);
}

test("its programs compile", () => {
  assert.is(programs.length, 3);
  const sources = Object.fromEntries(programs.map((text, index) => [`program${index}.ts`, text]));
  assert.equal(typeCheck(sources, "src/index.ts"), []);
});

test("the first program prints what it says, and ends", async () => {
  const quiet = '{ domainTag: String(process.pid), interfaces: ["127.0.0.1"], multicast: false, peers: ["127.0.0.1"] }';
  const text = programs[0]!
    .replace('"rtps-lab"', JSON.stringify(pathToFileURL(join(PROJECT, "dist", "src", "index.js")).href))
    .replace("create()", `create(${quiet})`);
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const file = writeTemporary("program.mjs", ts.transpileModule(text, { compilerOptions: options }).outputText);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { timeout: 60_000 });
  assert.equal([stdout, stderr], ["RED 3\n", ""]);
});

test("the module is the one that is generated", async () => {
  const { out } = await rtps(["idl", "gen", writeTemporary("lab.idl", idl!)]);
  assert.is(out.slice(out.indexOf("/** IDL")), generated);
});

test("the summary and the mistake are those of rtps idl check", async () => {
  const lab = writeTemporary("lab.idl", idl!);
  const { out } = await rtps(["idl", "check", lab]);
  assert.equal(lines(out.replace(lab, "lab.idl")), shownFor("rtps idl check lab.idl"));
  const wrong = writeTemporary("wrong.idl", "struct A {\n  long x;\n  lonk y;\n};\n");
  const { err } = await rtps(["idl", "check", wrong]);
  assert.equal(lines(err.replace(wrong, "wrong.idl")), shownFor("rtps idl check wrong.idl"));
});

test("the table of bytes is that of rtps cdr encode", async () => {
  const type = `${join(PROJECT, "docs", "shapes.idl")}#ShapeType`;
  const { out } = await rtps(["cdr", "encode", "-t", type, '{"color": "RED", "x": 1}', "--verbose"]);
  const command = `rtps cdr encode -t docs/shapes.idl#ShapeType '{"color": "RED", "x": 1}' --verbose`;
  assert.equal(lines(out), shownFor(command));
});

test.run();
