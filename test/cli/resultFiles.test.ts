// Paths of files, looked at before anything is measured: what is refused, what is made, and what is left as it was.

import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CliError } from "../../src/cli/CliError.js";
import { prepareFiles, readNamedFile, writeResult } from "../../src/cli/resultFiles.js";
import { lines, pathOf, rtps, writeTemporary } from "./support.js";

const test = suite("result files");

function refused(path: string): string {
  try {
    prepareFiles([path]);
  } catch (error) {
    assert.instance(error, CliError);
    return (error as Error).message;
  }
  return "";
}

test("folders are made, and a file that was not there is not there afterwards", async () => {
  const path = pathOf("a/b/c.json");
  prepareFiles([path]);
  assert.ok(existsSync(pathOf("a/b")));
  assert.not.ok(existsSync(path));
  assert.ok(await writeResult(path, "text"));
  assert.is(readFileSync(path, "utf8"), "text");
});

test("a file that was there keeps what is in it", () => {
  const path = writeTemporary("kept.json", "kept");
  prepareFiles([path]);
  assert.is(readFileSync(path, "utf8"), "kept");
});

test("a link to a file that is not there stays", () => {
  symlinkSync(pathOf("target.json"), pathOf("link.json"));
  prepareFiles([pathOf("link.json")]);
  assert.ok(lstatSync(pathOf("link.json")).isSymbolicLink());
  assert.not.ok(existsSync(pathOf("target.json")));
});

test("what cannot be written is refused", () => {
  mkdirSync(pathOf("folder"));
  const file = writeTemporary("file", "");
  assert.match(refused(""), /^the path of a file to write is empty: give one/);
  assert.match(refused(pathOf("folder")), /folder is a directory: give the path of a file$/);
  for (const path of [`${file}/x`, `${file}/x/y`]) {
    assert.match(refused(path), /cannot be written: a part of its path is a file, not a folder: give another path$/);
  }
  assert.match(refused(pathOf("x".repeat(300))), /cannot be written: the path is too long: give another path$/);
});

(existsSync("/proc/version") ? test : test.skip)("files and folders of /proc are refused, and nothing hangs", () => {
  assert.match(refused("/proc/version"), /^\/proc\/version cannot be written: .*: give another path$/);
  assert.match(refused("/proc/x/y"), /^\/proc\/x\/y cannot be written: .*: give another path$/);
});

test("a file to read that is not there, or is a folder", async () => {
  const message = (path: string) => readNamedFile(path).catch((error: Error) => error.message);
  assert.is(await message(pathOf("none.json")), `no such file: ${pathOf("none.json")}: check the path`);
  assert.is(await message(pathOf("folder")), `${pathOf("folder")} is a directory: give the path of a file`);
});

for (const path of ["", "/etc/passwd/x"]) {
  test(`rtps bench --json "${path}" measures nothing`, async () => {
    const { code, out, err } = await rtps(["bench", "rtt", "--quick", "--peers", "self", "--json", path]);
    assert.equal([code, out, lines(err).length], [2, "", 1], err);
    assert.match(err, path === "" ? /is empty: give one/ : /not a folder: give another path/);
  });
}

test.run();
