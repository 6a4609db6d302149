// `rtps shape`: the shapes program. It reads its arguments as getopt_long does, which is not how commander does it, so
// commander knows it for its help only.

import type { Command } from "commander";
import { usage } from "./shape/parseOptions.js";
import { runShape } from "./shape/shapeMain.js";

const CALLED = "rtps shape";

export function defineShape(command: Command): void {
  command.configureHelp({ formatHelp: () => usage(CALLED) });
}

/** @returns the exit code */
export function runShapeCommand(args: readonly string[]): Promise<number> {
  return runShape(args, CALLED);
}
