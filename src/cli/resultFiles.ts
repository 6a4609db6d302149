// The files that commands read results from and write them to. What the file system says is told as what to do about it.

import { closeSync, mkdirSync, openSync, realpathSync, rmSync, statSync, writeSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { CliError } from "./CliError.js";
import { EXIT_USAGE } from "./exitCodes.js";
import { complain } from "./output.js";

/** Before a run, so that nobody waits minutes to hear of a bad path. Makes the folders. @throws CliError */
export function prepareFiles(paths: readonly string[]): void {
  for (const path of paths) {
    if (path === "") throw new CliError("the path of a file to write is empty: give one, such as out/result.json");
    try {
      makeFolders(dirname(resolve(path)));
      tryToWrite(path);
    } catch (error) {
      throw cannotWrite(path, error);
    }
  }
}

/** A full disk must not cost the figures that the measurement took: they are still printed. @returns false: it failed */
export async function writeResult(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text);
    return true;
  } catch (error) {
    complain(`rtps: cannot write ${path}: ${(error as Error).message}`);
    process.exitCode = EXIT_USAGE;
    return false;
  }
}

/** The text of a file that a user named. @throws CliError */
export async function readNamedFile(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") throw new CliError(`no such file: ${path}: check the path`);
    if (code === "EISDIR") throw isDirectory(path);
    if (code === "EACCES") throw new CliError(`${path} cannot be read: you have no permission to`);
    throw new CliError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** What a user can do about a path that cannot be written. */
export function cannotWrite(path: string, error: unknown): Error {
  const code = codeOf(error);
  if (error instanceof CliError || code === undefined) return error as Error;
  if (code === "EISDIR") return isDirectory(path);
  const reason = REASONS[code] ?? (error as Error).message;
  return new CliError(`${path} cannot be written: ${reason}: give another path`);
}

/** One by one below the first that exists: mkdir with `recursive` never ends below /proc. @throws what the file system says */
export function makeFolders(folder: string): void {
  const missing: string[] = [];
  let existing = folder;
  for (; !exists(existing); existing = dirname(existing)) missing.unshift(existing);
  if (!statSync(existing).isDirectory())
    throw Object.assign(new Error(`${existing} is no folder`), { code: "ENOTDIR" });
  for (const each of missing) mkdirSync(each);
}

/** Devices and pipes are left alone: to open them may wait for somebody. */
function tryToWrite(path: string): void {
  const isNew = !exists(path);
  if (!isNew && statSync(path).isDirectory()) throw isDirectory(path);
  if (!isNew && !statSync(path).isFile()) return;
  const file = openSync(path, "a");
  try {
    // Files of /proc can be opened by root, and written by nobody.
    writeSync(file, new Uint8Array(0));
  } finally {
    closeSync(file);
    // What a dangling link names, not the link.
    if (isNew) rmSync(realpathSync(path));
  }
}

function exists(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    // "a/b" where a is a file: the walk goes on to a.
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return false;
    throw error;
  }
}

function isDirectory(path: string): CliError {
  return new CliError(`${path} is a directory: give the path of a file`);
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTDIR: "a part of its path is a file, not a folder",
  ENOENT: "its folder cannot be made",
  EACCES: "you have no permission to",
  EPERM: "you have no permission to",
  EROFS: "the file system is read-only",
  EIO: "the system does not let anybody write there",
  ENOSPC: "the disk is full",
  ENAMETOOLONG: "the path is too long",
};
