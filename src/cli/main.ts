// The command `rtps`. A mistake of the user is one line and exit code 2, never a stack trace.
// Only the command that is called is loaded: the others would cost most of the time that it takes to start.

import { Command } from "commander";
import { watchOutput } from "./ending.js";
import { EXIT_USAGE } from "./exitCodes.js";
import { complain } from "./output.js";
import { PACKAGE_VERSION } from "./version.js";

interface LazyCommand {
  readonly description: string;
  /** Loads the function that adds the arguments and options to the command. */
  load(): Promise<(command: Command) => void>;
}

const COMMANDS: Readonly<Record<string, LazyCommand>> = {
  pub: {
    description: "publish samples: JSON lines from standard input, or --data",
    load: async () => (await import("./pubCommand.js")).definePub,
  },
  sub: {
    description: "print the samples of a topic as JSON lines, until Ctrl-C",
    load: async () => (await import("./subCommand.js")).defineSub,
  },
  ls: {
    description: "list the participants and endpoints of a domain, with vendor and QoS",
    load: async () => (await import("./lsCommand.js")).defineLs,
  },
  qos: {
    description: "show what a vendor's QoS file says and what of it is ignored; without a file the presets",
    load: async () => (await import("./qosCommand.js")).defineQos,
  },
  idl: {
    description: "check and print IDL files, and write TypeScript for them",
    load: async () => (await import("./idlCommand.js")).defineIdl,
  },
  cdr: {
    description: "decode, encode and check payloads",
    load: async () => (await import("./cdrCommand.js")).defineCdr,
  },
  explain: {
    description: "say why the writers and readers of a domain match or do not",
    load: async () => (await import("./explainCommand.js")).defineExplain,
  },
  shape: {
    description: "publish or subscribe as the shape_main of the OMG interoperability suite does",
    load: async () => (await import("./shapeCommand.js")).defineShape,
  },
  bench: {
    description:
      "compare this project with other stacks and the raw socket: latency, rates, discovery, memory and more",
    load: async () => (await import("./benchCommand.js")).defineBench,
  },
  report: {
    description: "make one page with plots from results of bench, stages and import",
    load: async () => (await import("./reportCommand.js")).defineReport,
  },
  compare: {
    description: "say what has become slower or faster between two results, with bootstrap intervals",
    load: async () => (await import("./compareCommand.js")).defineCompare,
  },
  export: {
    description: "write results as CSV, HdrHistogram log or Perfetto trace",
    load: async () => (await import("./exportCommand.js")).defineExport,
  },
  import: {
    description: "take results of ddsperf, RTI perftest or a CSV file for the same plots",
    load: async () => (await import("./importCommand.js")).defineImport,
  },
  stages: {
    description: "measure where the time of samples goes, t0 to t5, between two processes on 127.0.0.1",
    load: async () => (await import("./stagesCommand.js")).defineStages,
  },
};

async function main(args: readonly string[]): Promise<void> {
  if (args[0] === "shape") {
    const { runShapeCommand } = await import("./shapeCommand.js");
    process.exitCode = await runShapeCommand(args.slice(1));
    return;
  }
  const program = new Command("rtps")
    .description("RTPS/DDS on the wire, in TypeScript: publish, subscribe, look at a domain, measure")
    .version(PACKAGE_VERSION)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  const called = args[0] === "help" ? args[1] : args[0];
  try {
    for (const [name, { description, load }] of Object.entries(COMMANDS)) {
      const command = program.command(name).description(description).copyInheritedSettings(program);
      if (name === called) (await load())(command);
    }
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    await fail(program, called, error);
  }
}

async function fail(program: Command, called: string | undefined, error: unknown): Promise<void> {
  const { exitCode, code } = error as { exitCode?: number; code?: string };
  if (exitCode === 0) return;
  if (code === "commander.help") {
    // Called without a command, or without one of a command's own.
    const command = program.commands.find((each) => each.name() === called) ?? program;
    process.stderr.write(command.helpInformation());
    process.exitCode = EXIT_USAGE;
    return;
  }
  const { userMessage } = await import("./CliError.js");
  const message = userMessage(error, `${["rtps", ...commandsCalled(program)].join(" ")} --help`);
  if (message === undefined) throw error;
  complain(`rtps: ${message}`);
  process.exitCode = EXIT_USAGE;
}

/** The names of the command that was called and of those within it: `rtps bench rtt`. */
function commandsCalled(program: Command): string[] {
  const names: string[] = [];
  let command: Command | undefined = program;
  for (const word of process.argv.slice(2)) {
    command = command.commands.find((each) => each.name() === word);
    if (command === undefined) break;
    names.push(word);
  }
  return names;
}

watchOutput();
void main(process.argv.slice(2));
