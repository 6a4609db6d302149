// Entry of the bundle that bin/shape_main runs.

import { runShape } from "./shapeMain.js";

void runShape(process.argv.slice(2), "shape_main").then((exitCode) => {
  process.exitCode = exitCode;
});
