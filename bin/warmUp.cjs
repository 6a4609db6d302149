// Runs a bundled command once and saves the code that V8 compiled meanwhile: `node warmUp.cjs NAME [ARGUMENT...]`.
"use strict";

const { renameSync, writeFileSync } = require("node:fs");
const { dirname } = require("node:path");
const { compile } = require("./launch.cjs");

const [, , name, ...args] = process.argv;
const { script, file, cacheFile } = compile(name);
process.argv = [process.execPath, file, ...args];
process.on("exit", () => {
  const unfinished = `${cacheFile}.${process.pid}`;
  writeFileSync(unfinished, script.createCachedData());
  renameSync(unfinished, cacheFile);
});
const module_ = { exports: {} };
script.runInThisContext()(module_.exports, require, module_, file, dirname(file));
