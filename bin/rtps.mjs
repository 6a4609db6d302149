#!/usr/bin/env node
// The `rtps` command of a checkout: like dist/src/cli/main.js, but installs and builds first when that is needed.
import { runCommandLine } from "./bootstrap.mjs";

runCommandLine(process.argv.slice(2));
