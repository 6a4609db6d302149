// Knows whether dist/ is current: a stamp in dist/ lists the sources it was built from (path, size and time of change
// of each). CommonJS, because the commands of a checkout ask this at every start and ES modules load slower.
"use strict";

const { readdirSync, readFileSync, statSync } = require("node:fs");
const { join } = require("node:path");

/** What is built: `product` is src/ alone, `all` also what tests and measures it. */
exports.TARGETS = {
  product: { config: "tsconfig.product.json", folders: ["src"] },
  all: { config: "tsconfig.json", folders: ["src", "test", "bench", "interop"] },
};

const SETTINGS = ["package-lock.json", "tsconfig.json", "tsconfig.product.json", "bin/bundle.mjs"];

/** True when dist/ holds what the sources say. */
exports.isBuilt = (root, target) => {
  try {
    return readFileSync(exports.stampFile(root, target), "utf8") === exports.listSources(root, target);
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
};

exports.stampFile = (root, target) => join(root, "dist", `.stamp-${target}`);

/** One line for each source. */
exports.listSources = (root, target) => {
  const names = [...SETTINGS];
  for (const folder of exports.TARGETS[target].folders) addSources(root, folder, names);
  const lines = names.map((name) => {
    const { size, mtimeMs } = statSync(join(root, name));
    return `${name} ${size} ${mtimeMs}\n`;
  });
  return lines.join("");
};

function addSources(root, folder, names) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name !== "node_modules" && entry.name !== "build") addSources(root, name, names);
    } else if (entry.name.endsWith(".ts")) names.push(name);
  }
}
