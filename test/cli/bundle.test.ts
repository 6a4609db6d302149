// runner: timeout 300 s (a process for each command)
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PROJECT } from "../support/sourceFacts.js";
import { pathOf } from "./support.js";

const test = suite("bundled commands");

const require = createRequire(import.meta.url);
const launcher = require(join(PROJECT, "bin", "launch.cjs")) as {
  compile(name: string): { script: { cachedDataRejected?: boolean }; cacheFile: string };
};
const sources = require(join(PROJECT, "bin", "sources.cjs")) as {
  isBuilt(root: string, target: string): boolean;
  listSources(root: string, target: string): string;
  stampFile(root: string, target: string): string;
};

/** A program by its path, from a directory that is not the project's. */
function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: tmpdir(), encoding: "utf8", timeout: 60_000 });
  return { code: status, out: stdout, err: stderr };
}

/** Files of the project as a package would hold them, in a directory of their own. */
function install(name: string): string {
  const root = pathOf(name);
  mkdirSync(join(root, "bin"), { recursive: true });
  mkdirSync(join(root, "dist"));
  const files = [
    "bin/launch.cjs",
    "bin/package.json",
    "bin/shape_main",
    "bin/rtps",
    "dist/shape_main.cjs",
    "dist/rtps.cjs",
  ];
  for (const file of [...files, "package.json"]) copyFileSync(join(PROJECT, file), join(root, file));
  return root;
}

test("the package's one file exports what its modules do, and its declarations are beside them", async () => {
  const { main, exports: map } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"));
  assert.is(map["."].default, main);
  const files = [main, map["."].module, "dist/src/index.js"];
  const [whole, forBundlers, modules] = await Promise.all(files.map((file) => import(join(PROJECT, file))));
  assert.equal(Object.keys(whole).sort(), Object.keys(modules).sort());
  assert.equal(Object.keys(forBundlers).sort(), Object.keys(modules).sort());
  for (const [name, value] of Object.entries(whole)) assert.is(typeof value, typeof modules[name], name);
  assert.ok(Object.keys(whole).length > 100);
  assert.match(readFileSync(join(PROJECT, map["."].types), "utf8"), /DomainParticipant/);
});

test("the package's one file finds the packages it needs", async () => {
  for (const file of ["index.js", "module.js"]) {
    const { openRosPackages } = (await import(join(PROJECT, "dist", file))) as typeof import("../../src/index.js");
    assert.is(openRosPackages().message("std_msgs/msg/String").type.members[0]!.name, "data");
  }
});

test("the commands of a checkout run from any directory, and through a link", () => {
  const link = pathOf("linked_shape_main");
  symlinkSync(join(PROJECT, "bin", "shape_main"), link);
  for (const program of [link, join(PROJECT, "bin", "shape_main")]) {
    const { code, out, err } = run(program, "--help");
    assert.equal([code, err], [0, ""]);
    assert.match(out, /^Usage: shape_main /);
  }
  const { version } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"));
  assert.equal(run(join(PROJECT, "bin", "rtps"), "--version"), { code: 0, out: `${version}\n`, err: "" });
});

test("an installed package has no sources to build, and no compiled code", () => {
  const root = install("installed");
  assert.equal(run(join(root, "bin", "shape_main"), "-S", "-t", "T", "-d", "233").code, 2);
  assert.is(run(join(root, "bin", "rtps"), "--version").code, 0);
  assert.equal(readdirSync(join(root, "dist")).sort(), ["rtps.cjs", "shape_main.cjs"]);
});

test("compiled code is there for each bundle, and V8 takes it", () => {
  for (const name of ["rtps", "shape_main", "library"]) {
    assert.is(launcher.compile(name).script.cachedDataRejected, false, name);
  }
});

test("the library's compiled code is that of a discovery", () => {
  const { cacheFile } = launcher.compile("library");
  // What V8 compiles when it loads alone is less than half of it.
  assert.ok(statSync(cacheFile).size > 1.5 * loadedAlone());
});

/** Bytes of compiled code of the library when nothing of it has been called. */
function loadedAlone(): number {
  const program = `const { compile, run } = require(${JSON.stringify(join(PROJECT, "bin", "launch.cjs"))});
    const vm = require("node:vm"), fs = require("node:fs"), { wrap } = require("node:module");
    const { file } = compile("library");
    const script = new vm.Script(wrap(fs.readFileSync(file, "latin1")), { filename: file });
    run({ script, file });
    console.log(script.createCachedData().length);`;
  const { stdout } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
  return Number(stdout);
}

test("compiled code that V8 does not take does no harm", () => {
  const root = install("rejected");
  const name = launcher.compile("shape_main").cacheFile.slice(join(PROJECT, "dist").length);
  writeFileSync(join(root, "dist", name), "not code");
  assert.equal(run(join(root, "bin", "shape_main"), "--help").code, 0);
});

test("the shapes program loads little of Node: crypto alone would take as long as the rest", () => {
  const text = readFileSync(join(PROJECT, "dist", "shape_main.cjs"), "utf8");
  const loaded = new Set([...text.matchAll(/require\("([^"]+)"\)/g)].map((match) => match[1]));
  // node:module and node:url bring zlib in when a peer sends a compressed type, and not before.
  const small = ["node:dgram", "node:fs", "node:module", "node:net", "node:os", "node:url"];
  assert.equal([...loaded].sort(), small);
});

test("dist/ is current until a source is changed, added, removed or older than it was", () => {
  const root = pathOf("checkout");
  mkdirSync(join(root, "src", "deep"), { recursive: true });
  mkdirSync(join(root, "dist"));
  mkdirSync(join(root, "bin"));
  const file = join(root, "src", "deep", "a.ts");
  const settings = ["package-lock.json", "tsconfig.json", "tsconfig.product.json", "bin/bundle.mjs"];
  for (const name of settings) writeFileSync(join(root, name), "{}");
  writeFileSync(file, "1");
  const isBuilt = () => sources.isBuilt(root, "product");
  const stamp = () => writeFileSync(sources.stampFile(root, "product"), sources.listSources(root, "product"));
  assert.not(isBuilt());
  const changes: (() => void)[] = [
    () => writeFileSync(file, "12"),
    () => utimesSync(file, 1e9, 1e9),
    () => writeFileSync(join(dirname(file), "b.ts"), "1"),
    () => rmSync(join(dirname(file), "b.ts")),
    () => writeFileSync(join(root, "package-lock.json"), "{ }"),
  ];
  for (const change of changes) {
    stamp();
    assert.ok(isBuilt());
    change();
    assert.not(isBuilt(), String(change));
  }
  stamp();
  writeFileSync(join(root, "src", "notes.md"), "no source");
  assert.ok(isBuilt());
});

test.run();
