// The command line, parsed in this process: what each command makes of its arguments before it does anything.

import { Command } from "commander";
import { defineBench } from "../../src/cli/benchCommand.js";
import { CliError, userMessage } from "../../src/cli/CliError.js";
import { defineCdr } from "../../src/cli/cdrCommand.js";
import { defineExplain } from "../../src/cli/explainCommand.js";
import { defineIdl } from "../../src/cli/idlCommand.js";
import { JsonSamples } from "../../src/cli/jsonValues.js";
import { defineLs } from "../../src/cli/lsCommand.js";
import { participantOptions } from "../../src/cli/options.js";
import { definePub } from "../../src/cli/pubCommand.js";
import { defineQos } from "../../src/cli/qosCommand.js";
import { endpointSettings } from "../../src/cli/qosOptions.js";
import { RosSamples } from "../../src/cli/ros/RosSamples.js";
import { parseOptions } from "../../src/cli/shape/parseOptions.js";
import { defineStages } from "../../src/cli/stagesCommand.js";
import { defineSub } from "../../src/cli/subCommand.js";
import { parseIdl } from "../../src/idl/index.js";
import { resolveReaderQos, resolveWriterQos } from "../../src/qos/index.js";
import { FuzzProblem, type FuzzTarget } from "./FuzzTarget.js";
import { mutateText, pick, wordsOf } from "./mutate.js";
import { ARGUMENTS, IDL } from "./seeds.js";

const DEFINITIONS: Readonly<Record<string, (command: Command) => void>> = {
  ...{ pub: definePub, sub: defineSub, ls: defineLs, qos: defineQos, idl: defineIdl, cdr: defineCdr },
  ...{ explain: defineExplain, bench: defineBench, stages: defineStages },
};

/** An input is one command line, its arguments separated by spaces. */
export function argumentTarget(): FuzzTarget {
  const words = [
    ...wordsOf(ARGUMENTS),
    ...ARGUMENTS.flatMap((line) => line.split(" ")),
    "{a: [1, {b: *x}]}",
    "&x",
    "1e400",
  ];
  const type = parseIdl(IDL).structs.at(-1)!;
  return {
    name: "arguments",
    limits: { ms: 2000, baseBytes: 32_000_000, bytesPerOctet: 65_536 },
    next: (random) =>
      new TextEncoder().encode(mutateText(random, pick(random, ARGUMENTS), pick(random, ARGUMENTS), words)),
    run: (input) => {
      const text = new TextDecoder().decode(input);
      const args = text.split(/\s+/).filter((one) => one !== "");
      if (args[0] === "shape") return parseOptions(args.slice(1)).kind;
      const message = refusalOf(() => parse(args));
      for (const parse of [new JsonSamples(type), new RosSamples(type)])
        refusalOf(() => parse.parse(text.slice(0, 2000), "--data"));
      return message === undefined ? "taken" : "refused";
    },
  };
}

/** The one line for the user; everything else goes on. */
function refusalOf(action: () => void): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    const message = userMessage(error);
    if (message === undefined) throw error;
    if (message.includes("\n")) throw new FuzzProblem("a message of more than one line");
    return message;
  }
}

function parse(args: readonly string[]): void {
  const name = args[0] ?? "";
  const define = Object.hasOwn(DEFINITIONS, name) ? DEFINITIONS[name] : undefined;
  const program = new Command("rtps")
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  if (define === undefined) throw new CliError("unknown command");
  const command = program.command(name).copyInheritedSettings(program);
  define(command);
  let options: Record<string, unknown> | undefined;
  intercept(command, (given) => {
    options = given;
  });
  program.parse([...args], { from: "user" });
  if (options !== undefined) useOptions(options);
}

/** In place of what the commands do. */
function intercept(command: Command, note: (options: Record<string, unknown>) => void): void {
  command.action((...given: unknown[]) => note((given.at(-1) as Command).opts()));
  for (const child of command.commands) intercept(child, note);
}

/** What pub and sub go on to make of them. Files are not read: that is not what is tested. */
function useOptions(options: Record<string, unknown>): void {
  const { qosFile: _file, qosEnv: _environment, profile: _profile, ...rest } = options;
  if (typeof rest["multicast"] !== "boolean") return;
  const given = rest as unknown as Parameters<typeof participantOptions>[0];
  participantOptions(given, "fuzz");
  resolveWriterQos(endpointSettings(given, "writer", "Square", "fuzz").qos);
  resolveReaderQos(endpointSettings(given, "reader", "Square", "fuzz").qos);
}
