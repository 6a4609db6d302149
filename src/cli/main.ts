#!/usr/bin/env node
// The command `rtps`. A mistake of the user is one line and exit code 2, never a stack trace.

import { Command } from "commander";
import { userMessage } from "./CliError.js";
import { watchOutput } from "./ending.js";
import { EXIT_USAGE } from "./exitCodes.js";
import { addExplainCommand } from "./explainCommand.js";
import { addLsCommand } from "./lsCommand.js";
import { addPubCommand } from "./pubCommand.js";
import { addStagesCommand } from "./stagesCommand.js";
import { addSubCommand } from "./subCommand.js";
import { PACKAGE_VERSION } from "./version.js";

async function main(): Promise<void> {
  const program = new Command("rtps")
    .description("RTPS/DDS on the wire, in TypeScript: publish, subscribe, look at a domain, measure")
    .version(PACKAGE_VERSION)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  addPubCommand(program);
  addSubCommand(program);
  addLsCommand(program);
  addExplainCommand(program);
  addStagesCommand(program);
  for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => undefined });
  try {
    await program.parseAsync();
  } catch (error) {
    fail(program, error);
  }
}

function fail(program: Command, error: unknown): void {
  const { exitCode, code } = error as { exitCode?: number; code?: string };
  if (exitCode === 0) return;
  if (code === "commander.help") {
    // Called without a command.
    process.stderr.write(program.helpInformation());
    process.exitCode = EXIT_USAGE;
    return;
  }
  const command = program.commands.find((one) => one.name() === process.argv[2]);
  const message = userMessage(error, command === undefined ? "rtps --help" : `rtps ${command.name()} --help`);
  if (message === undefined) throw error;
  process.stderr.write(`rtps: ${message}\n`);
  process.exitCode = EXIT_USAGE;
}

watchOutput();
await main();
