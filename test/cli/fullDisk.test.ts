// A disk that is full while a command writes: one line on standard error, an exit code that says so, and no stack trace.

import { spawn } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lines, MAIN, NET, rtps, SHAPES } from "./support.js";

const test = suite("full disk");

const FULL = "/dev/full";
/** Linux alone has a disk that is always full. */
const whereFull = existsSync(FULL) ? test : test.skip;
const SHAPE_MAIN = join(dirname(MAIN), "shape_main.cjs");
const LOOK = ["ls", ...NET, "--wait", "0.2"];

interface Ended {
  readonly code: number | null;
  readonly err: string;
}

/** Runs with standard output, or both, on a full disk. */
function onFullDisk(program: string, args: readonly string[], alsoErrors = false): Promise<Ended> {
  const full = openSync(FULL, "w");
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", full, alsoErrors ? full : "pipe"] });
  let err = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), 30_000);
  return new Promise((done) => {
    child.on("close", (code) => {
      clearTimeout(timer);
      done({ code, err });
    });
  });
}

for (const [name, args] of [
  ["a list", LOOK],
  ["help", ["--help"]],
  ["generated code", ["idl", "gen", SHAPES.split("#")[0]!]],
] as const) {
  whereFull(`standard output: ${name}`, async () => {
    const { code, err } = await onFullDisk(MAIN, args);
    assert.match(err, /^rtps: cannot write to standard output: ENOSPC: .*\n$/);
    assert.is(code, 2);
  });
}

whereFull("standard output and standard error: the exit code alone can say it", async () => {
  assert.is((await onFullDisk(MAIN, ["--help"], true)).code, 2);
  assert.is((await onFullDisk(MAIN, ["nosuch"], true)).code, 2);
});

whereFull("files that commands write", async () => {
  const generated = await rtps(["idl", "gen", SHAPES.split("#")[0]!, "--output", FULL]);
  assert.match(generated.err, /^rtps: cannot write \/dev\/full: ENOSPC: .*\n$/);
  assert.is(generated.code, 2);
});

whereFull("the report of a measurement: the figures are printed all the same", async () => {
  const sizes = ["--samples", "20", "--warm-up", "1", "--size", "64"];
  const { code, out, err } = await rtps(["stages", ...sizes, "--json", FULL, "--html", FULL]);
  assert.equal(
    lines(err)
      .filter((line) => line.startsWith("rtps: "))
      .map((line) => line.replace(/ENOSPC.*/, "…")),
    ["rtps: cannot write /dev/full: …", "rtps: cannot write /dev/full: …"],
  );
  assert.match(out, /20 samples, 0 lost/);
  assert.not.match(out, /written:/);
  assert.is(code, 2);
});

whereFull("the shapes program", async () => {
  const help = await onFullDisk(SHAPE_MAIN, ["--help"]);
  assert.match(help.err, /^\S+: cannot write to standard output: ENOSPC.*\n$/);
  assert.is(help.code, 2);
  const publishing = await onFullDisk(SHAPE_MAIN, ["-P", "-t", "Square", "-d", "91", "-v", "e"]);
  assert.match(publishing.err, /cannot write to standard output: ENOSPC/);
  assert.is.not(publishing.code, 0);
});

test.run();
