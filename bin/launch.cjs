// Runs a bundle, dist/NAME.cjs, as fast as Node starts: with the code that V8 compiled when it was built. In a checkout
// a command builds first when that is needed; a package has no sources, and nothing is built.
"use strict";

const { existsSync, readFileSync } = require("node:fs");
const { wrap } = require("node:module");
const { dirname, join } = require("node:path");
const { Script } = require("node:vm");

const ROOT = dirname(__dirname);
/** The last line of a bundle: a fingerprint of its text. */
const FINGERPRINT = /\n\/\/# fingerprint=([0-9a-f]+)\s*$/;
const FINGERPRINT_LENGTH = 64;

exports.launch = (name) => {
  if (!existsSync(join(ROOT, "src")) || require("./sources.cjs").isBuilt(ROOT, "product")) exports.load(name);
  else
    import("./bootstrap.mjs").then(({ bootstrap }) => {
      bootstrap({ target: "product" });
      exports.load(name);
    });
};

/** Runs the bundle and returns what it exports. */
exports.load = (name) => exports.run(exports.compile(name));

exports.run = ({ script, file }) => {
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, file, dirname(file));
  return module.exports;
};

/** The bundle as a script, and where its compiled code belongs: the fingerprint keeps both together. */
exports.compile = (name) => {
  const file = join(ROOT, "dist", `${name}.cjs`);
  // The bundle is ASCII.
  const text = readFileSync(file, "latin1");
  const fingerprint = FINGERPRINT.exec(text.slice(-FINGERPRINT_LENGTH))?.[1];
  const cacheFile = join(ROOT, "dist", `${name}-${fingerprint}.cache`);
  // Code from another version of V8, or for other flags, is not taken, and the text is compiled as usual.
  const script = new Script(wrap(text), { filename: file, cachedData: readIfThere(cacheFile) });
  return { script, file, cacheFile };
};

function readIfThere(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
