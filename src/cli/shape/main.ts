// Entry of the bundle that bin/shape_main runs.

import { watchOutput } from "../ending.js";
import { runShape } from "./shapeMain.js";

watchOutput();
void runShape(process.argv.slice(2), "shape_main").then((exitCode) => {
  process.exitCode = exitCode;
});
