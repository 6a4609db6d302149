// Interface files of ROS 2 packages on disk: installed ones in AMENT_PREFIX_PATH, folders of sources, and the
// definitions that an npm package ships. Everything is read when it is asked for, not before.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { type RosDefinitionFile, type RosDefinitionSource, stemsIn } from "../ros/definitionSources.js";
import { RosPackages } from "../ros/RosPackages.js";

export interface RosPackagesOptions {
  /** Folders with sources or installed packages, at any depth up to 6; asked first. */
  readonly folders?: readonly string[];
  /** As AMENT_PREFIX_PATH has it; default that variable of the environment. "" is none. */
  readonly prefixPath?: string;
  /** Whose common packages to use where none is installed: default ROS_DISTRO of the environment, else jazzy. */
  readonly distro?: string;
}

/** The interfaces of folders, of the installed packages, and of the common packages, in this order. */
export function openRosPackages(options: RosPackagesOptions = {}): RosPackages {
  const prefixPath = options.prefixPath ?? process.env["AMENT_PREFIX_PATH"] ?? "";
  const prefixes = prefixPath.split(delimiter).filter((prefix) => prefix !== "");
  const common = commonDefinitions(options.distro ?? process.env["ROS_DISTRO"] ?? DEFAULT_DISTRO);
  return new RosPackages([
    ...(options.folders ?? []).map(folderSource),
    ...prefixes.map(prefixSource),
    ...(common === undefined ? [] : [common]),
  ]);
}

/** Packages installed under a prefix: `share/pkg/msg/Name.msg`. */
function prefixSource(prefix: string): RosDefinitionSource {
  return packagesSource(prefix, (packageName) => {
    const folder = join(prefix, "share", packageName);
    return existsSync(folder) ? folder : undefined;
  });
}

/** Packages somewhere in a folder: a workspace, `share` of an installation, or one package. Looked for once. */
function folderSource(folder: string): RosDefinitionSource {
  let found: Map<string, string> | undefined;
  return packagesSource(folder, (packageName) => {
    found ??= findPackages(resolve(folder));
    return found.get(packageName);
  });
}

/** The definitions of @foxglove/rosmsg-msgs-common; undefined if it is not installed. */
function commonDefinitions(distro: string): RosDefinitionSource | undefined {
  const root = commonRoot();
  if (root === undefined) return undefined;
  const wanted = join(root, "msgdefs", `ros2${distro}`);
  const folder = existsSync(wanted) ? wanted : join(root, "msgdefs", `ros2${DEFAULT_DISTRO}`);
  return packagesSource(`common packages of ${basename(folder).slice("ros2".length)}`, (packageName) => {
    const inside = join(folder, packageName);
    return existsSync(inside) ? inside : undefined;
  });
}

function commonRoot(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve("@foxglove/rosmsg-msgs-common/package.json"));
  } catch {
    return undefined;
  }
}

/** @param folderOf where a package is, undefined if it is not there */
function packagesSource(name: string, folderOf: (packageName: string) => string | undefined): RosDefinitionSource {
  const read = (packageName: string, inside: string): RosDefinitionFile | undefined => {
    const folder = folderOf(packageName);
    if (folder === undefined) return undefined;
    const file = join(folder, inside);
    const text = readIfThere(file);
    const format = file.slice(file.lastIndexOf(".") + 1) as RosDefinitionFile["format"];
    return text === undefined ? undefined : { file, format, text };
  };
  return {
    name,
    find({ packageName, kind, name: wanted }) {
      // Of the two that an installation has, people wrote the first, and rosidl made the second of it.
      return read(packageName, join(kind, `${wanted}.${kind}`)) ?? read(packageName, join(kind, `${wanted}.idl`));
    },
    hasPackage: (packageName) => folderOf(packageName) !== undefined,
    names(packageName, kind) {
      const folder = folderOf(packageName);
      return folder === undefined ? [] : stemsIn(filesIn(join(folder, kind)), kind);
    },
    include(path) {
      const [packageName = "", ...inside] = path.split("/");
      return inside.length === 0 || inside.includes("..") ? undefined : read(packageName, join(...inside));
    },
  };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Folders by package name: those with a folder of interfaces in them. The first of a name counts. */
function findPackages(root: string): Map<string, string> {
  const found = new Map<string, string>();
  let level = [root];
  for (let depth = 0; depth <= FOLDER_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      const names = foldersIn(folder);
      if (names.some((name) => INTERFACE_FOLDERS.has(name)) && !found.has(basename(folder))) {
        found.set(basename(folder), folder);
      }
      for (const name of names) if (!SKIPPED_FOLDERS.has(name) && !name.startsWith(".")) next.push(join(folder, name));
    }
    level = next;
  }
  return found;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A package without interfaces of this kind.
    return [];
  }
}

function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map((entry) => entry.name)
      .sort();
  } catch {
    // Not readable, or a link to a file.
    return [];
  }
}

const DEFAULT_DISTRO = "jazzy";
const FOLDER_DEPTH = 6;
const INTERFACE_FOLDERS: ReadonlySet<string> = new Set(["msg", "srv", "action"]);
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(["node_modules", "build", "log", ...INTERFACE_FOLDERS]);
