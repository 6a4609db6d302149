// `rtps idl`: what can be done with IDL files. Each of its commands is loaded when it is called.

import { type Command, Option } from "commander";
import { collect } from "./options.js";

export function defineIdl(command: Command): void {
  const gen = command
    .command("gen <file...>")
    .description("write TypeScript: the types of values, and the descriptions that topics take")
    .option("-o, --output <path>", "a file, or a folder for one module per IDL file (default: standard output)")
    .addOption(
      new Option("--names <style>", "a::b::C becomes a_b_C, or C where nothing else is called so")
        .choices(["full", "short"])
        .default("full"),
    )
    .addOption(
      new Option("--int64 <type>", "what 64-bit integers are; participants give bigint")
        .choices(["bigint", "number"])
        .default("bigint"),
    )
    .option("--import <module>", "where the module finds this package", "rtps-lab")
    .addHelpText("after", "\nExample: rtps idl gen shapes.idl -o src/shapes.ts");
  addReadOptions(gen).action(async (...args) => (await import("./idl/gen.js")).runGen(args[0], args[1]));

  const check = command
    .command("check <file...>")
    .description("say what is wrong with IDL files, or what is in them; ends with 1 when something is wrong")
    .option("--json", "print JSON");
  addReadOptions(check).action(async (...args) => (await import("./idl/check.js")).runCheck(args[0], args[1]));

  const print = command
    .command("print <file...>")
    .description("print the types as plain IDL: includes, macros and constants are filled in, ids and defaults kept")
    .option("-t, --type <name>", "print this type alone, with what it is made of");
  addReadOptions(print).action(async (...args) => (await import("./idl/print.js")).runPrint(args[0], args[1]));
}

/** Options that say how the files are read. */
function addReadOptions(command: Command): Command {
  return command
    .option("-I, --include <folder>", "where included files are; repeatable", collect)
    .addOption(
      new Option("--extensibility <kind>", "of types without an annotation; older tools mean final")
        .choices(["final", "appendable", "mutable"])
        .default("appendable"),
    );
}
