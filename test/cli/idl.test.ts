// runner: timeout 300 s (a process for each command, and the compiler)
// `rtps idl`: files in, TypeScript or a summary out.

import { existsSync, mkdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { typeCheck } from "../support/typeCheck.js";
import { pathOf, rtps, writeTemporary } from "./support.js";

const test = suite("rtps idl");

const lab = writeTemporary(
  "lab.idl",
  `module lab {
  const long LIMIT = 4;
  enum Color { RED, GREEN };
  typedef sequence<double, LIMIT> Values;
  @final struct Point { @key long id; double x; };
  @mutable struct Track { @key string<16> name; @optional Color color; sequence<Point> points; Values values; };
  @nested union Either switch (boolean) { case TRUE: Track track; case FALSE: long long number; };
  interface Service { void call(); };
};
`,
);
const wrong = writeTemporary("wrong.idl", "struct A {\n  long x;\n  lonk y;\n};\n");

test("gen: a program of its topics and values compiles", async () => {
  const { code, out, err } = await rtps(["idl", "gen", lab]);
  assert.equal([code, err], [0, ""]);
  assert.match(out, /^\/\/ Written by `rtps idl gen` from lab\.idl: /);
  const program = `import { DomainParticipant } from "rtps-lab";
    import { lab_LIMIT, lab_Track } from "./types.js";
    export async function run(): Promise<void> {
      const participant = await DomainParticipant.create();
      const topic = participant.createTopic("Tracks", lab_Track);
      const values = new Float64Array(lab_LIMIT);
      participant.createWriter(topic).write({ name: "a", color: "RED", points: [{ id: 1, x: 2.5 }], values });
      for (const { data } of participant.createReader(topic).take()) data?.color satisfies "RED" | "GREEN" | undefined;
      // @ts-expect-error no such color
      participant.createWriter(topic).write({ name: "a", color: "PINK", points: [], values });
    }`;
  assert.equal(typeCheck({ "types.ts": out, "program.ts": program }, "src/index.ts"), []);
});

test("gen: options say how names and 64-bit integers look", async () => {
  const options = ["--names", "short", "--int64", "number", "--import", "../dds.js", "--extensibility", "final"];
  const { code, out } = await rtps(["idl", "gen", lab, ...options]);
  assert.is(code, 0);
  assert.match(out, /\} from "\.\.\/dds\.js";/);
  assert.match(out, /export type Either =\n.*\n {2}\| \{ \$discriminator: false; member: "number"; value: number \};/);
  assert.match(out, /IDL union `lab::Either`, final/);
});

test("gen: a file, and a folder with one module per file", async () => {
  const other = writeTemporary("other.idl", "struct Other { long x; };");
  const file = join(pathOf("made"), "deep", "both.ts");
  assert.is((await rtps(["idl", "gen", lab, other, "-o", file])).code, 0);
  const text = readFileSync(file, "utf8");
  assert.match(text, /from lab\.idl, other\.idl:[\s\S]*export interface lab_Track [\s\S]*export interface Other /);
  const folder = `${pathOf("modules")}/`;
  const { code, out } = await rtps(["idl", "gen", lab, other, "-o", folder]);
  assert.equal([code, out], [0, ""]);
  assert.match(readFileSync(join(folder, "lab.ts"), "utf8"), /lab_Track/);
  assert.not.match(readFileSync(join(folder, "other.ts"), "utf8"), /lab_Track/);
  // What would not change is not written.
  const made = join(folder, "other.ts");
  utimesSync(made, 1e9, 1e9);
  await rtps(["idl", "gen", other, "-o", folder]);
  assert.is(statSync(made).mtimeMs, 1e12);
});

test("gen: a mistake is shown where it is, and nothing is written", async () => {
  const file = pathOf("not-written.ts");
  const { code, out, err } = await rtps(["idl", "gen", lab, wrong, "-o", file]);
  assert.equal([code, out, existsSync(file)], [2, "", false]);
  assert.match(err, /^rtps: .*wrong\.idl:3:3: [^\n]*lonk[^\n]*\n {4}lonk y;\n {4}\^\n$/);
});

test("gen: what cannot go into one module", async () => {
  const again = writeTemporary("again.idl", "module lab { struct Point { long y; }; };");
  const types = await rtps(["idl", "gen", lab, again]);
  assert.equal([types.code, types.out], [2, ""]);
  assert.match(types.err, /^rtps: there are two different types named lab::Point\n$/);
  const limit = writeTemporary("limit.idl", "module lab { const long LIMIT = 5; };");
  assert.match((await rtps(["idl", "gen", lab, limit])).err, /two different constants named lab::LIMIT/);
  const folder = `${pathOf("twice")}/`;
  const twice = await rtps(["idl", "gen", lab, lab, "-o", folder]);
  assert.match(twice.err, /lab\.idl and .*lab\.idl would both be written to .*lab\.ts/);
  // The same definitions twice are no contradiction.
  assert.is((await rtps(["idl", "gen", lab, lab])).code, 0);
});

test("check: what is in a file", async () => {
  const { code, out, err } = await rtps(["idl", "check", lab]);
  assert.equal([code, err], [0, ""]);
  assert.match(out, /lab\.idl: 5 types, 1 constant\n/);
  assert.match(out, /lab::Color +│ enum +│ appendable +│ +│ +│ RED, GREEN/);
  assert.match(out, /lab::Values +│ alias +│ +│ +│ +│ sequence<float64, 4>/);
  assert.match(out, /lab::Point +│ struct +│ final +│ id +│ XCDR1 20 B, XCDR2 16 B +│ 2 members/);
  assert.match(out, /lab::Track +│ struct +│ mutable +│ name +│ no limit +│ 4 members/);
  assert.match(out, /lab::Either +│ union +│ appendable, nested +│ +│ no limit +│ switch \(boolean\), 2 members/);
  assert.match(out, /no data: interface lab::Service\n$/);
});

test("check: types that nobody can be told, and payloads that nobody can build", async () => {
  const doubling = Array.from({ length: 120 }, (_, i) => `struct S${i + 1} { S${i} a, b; };`).join("\n");
  const labels = "union U switch (long long) { case 5000000000: long a; }; struct H { sequence<U> u; };";
  const file = writeTemporary("odd.idl", `struct S0 { long x; };\n${doubling}\n${labels}`);
  const { code, out } = await rtps(["idl", "check", file]);
  assert.is(code, 0);
  assert.match(out, /│ S120 +│ struct +│ appendable +│ +│ too large +│ 2 members/);
  const reason = "union U: a TypeObject has no room for the case label 5000000000";
  assert.ok(out.endsWith(`\n  note: H is announced by its name alone: ${reason}\n`));
  const [{ types }] = JSON.parse((await rtps(["idl", "check", "--json", file])).out);
  assert.is(types.at(-1).byNameAlone, reason);
});

test("check: what is wrong, in every file", async () => {
  const alsoWrong = writeTemporary("also.idl", "struct B { long x };");
  const { code, out, err } = await rtps(["idl", "check", wrong, lab, alsoWrong]);
  assert.is(code, 1);
  assert.match(out, /lab\.idl: 5 types/);
  assert.match(
    err,
    /^.*wrong\.idl:3:3: .*\n {4}lonk y;\n {4}\^\n.*also\.idl:1:19: .*\n {2}struct B \{ long x \};\n {20}\^\n$/,
  );
});

test("check: as JSON", async () => {
  const { code, out } = await rtps(["idl", "check", "--json", lab, wrong]);
  assert.is(code, 1);
  const [good, bad] = JSON.parse(out);
  assert.equal(good.constants, { "lab::LIMIT": 4 });
  assert.equal(good.skipped, [{ what: "interface", name: "lab::Service" }]);
  assert.equal(good.types[2], {
    name: "lab::Point",
    kind: "struct",
    extensibility: "final",
    nested: false,
    keys: ["id"],
    xcdr1: { maxBytes: 20, fixed: true },
    xcdr2: { maxBytes: 16, fixed: true },
  });
  assert.equal([bad.file, bad.error.line, bad.error.column, bad.error.lineText], [wrong, 3, 3, "  lonk y;"]);
});

test("print: the same types in plain IDL", async () => {
  const macros = writeTemporary(
    "macros.idl",
    "#define SIZE 3\nstruct Unused { long x; };\nmodule a { @final struct T { @id(5) sequence<octet, SIZE> s; }; };",
  );
  const { code, out, err } = await rtps(["idl", "print", macros, "--type", "a::T"]);
  assert.equal([code, err], [0, ""]);
  assert.match(out, /^module a \{\n[\s\S]*@final\n? *struct T \{\n.*@id\(5\) sequence<octet, 3> s;\n/);
  const all = await rtps(["idl", "print", macros, lab]);
  assert.match(all.out, /^\/\/ .*macros\.idl\n[\s\S]*struct Unused [\s\S]*\n\n?\/\/ .*lab\.idl\n/);
  const file = writeTemporary("printed.idl", (await rtps(["idl", "print", lab])).out);
  const same = async (path: string) => JSON.parse((await rtps(["idl", "check", "--json", path])).out)[0].types;
  assert.equal(await same(file), await same(lab));
  assert.match((await rtps(["idl", "print", wrong])).err, /^rtps: .*wrong\.idl:3:3: /);
  assert.match((await rtps(["idl", "print", lab, "--type", "Nothing"])).err, /^rtps: no type Nothing; there is lab::/);
});

test("included files are found beside the file and in the folders of -I", async () => {
  mkdirSync(pathOf("shared"));
  writeTemporary("shared/base.idl", "#pragma once\n@final struct Base { long x; };");
  const user = writeTemporary("user.idl", "#include <base.idl>\nstruct User { Base base; };");
  const missing = await rtps(["idl", "check", user]);
  assert.is(missing.code, 1);
  assert.match(missing.err, /^.*user\.idl:1:\d+: .*base\.idl[\s\S]*\^\n$/);
  const { code, out, err } = await rtps(["idl", "gen", user, "-I", pathOf("elsewhere"), "-I", pathOf("shared")]);
  assert.equal([code, err], [0, ""]);
  assert.match(out, /export interface Base \{[\s\S]*export interface User \{\n {2}base: Base;/);
  const beside = writeTemporary("shared/beside.idl", '#include "base.idl"\nstruct Beside { Base base; };');
  assert.is((await rtps(["idl", "check", beside])).code, 0);
});

test("mistakes in the arguments", async () => {
  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [["check", "none.idl"], /^rtps: no such IDL file: none\.idl\n$/],
    [["check"], /missing required argument 'file'; see rtps idl check --help/],
    [["gen", lab, "--names", "long"], /Allowed choices are full, short/],
    [["nothing"], /unknown command 'nothing'; see rtps idl --help/],
    [[], /^Usage: rtps idl \[options\] \[command\]\n/],
  ];
  for (const [args, message] of cases) {
    const { code, out, err } = await rtps(["idl", ...args]);
    assert.equal([code, out], [2, ""]);
    assert.match(err, message);
  }
});

test.run();
