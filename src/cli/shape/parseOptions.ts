// From arguments to ShapeOptions, and the help.

import { getopt, type OptionSpec } from "./getopt.js";
import { NETWORK_OPTIONS, type OptionRow, SUITE_OPTIONS } from "./optionTable.js";
import { defaultOptions, mistakesOf, type ShapeOptions, warningsOf } from "./ShapeOptions.js";

export type ParsedOptions =
  | { readonly kind: "help" }
  | { readonly kind: "mistakes"; readonly mistakes: readonly string[] }
  | { readonly kind: "run"; readonly options: ShapeOptions; readonly warnings: readonly string[] };

/** Never throws. `--help` wins over what comes behind it, a mistake before it does not matter either. */
export function parseOptions(args: readonly string[]): ParsedOptions {
  const options = defaultOptions();
  const mistakes: string[] = [];
  const warnings: string[] = [];
  for (const finding of getopt(args, SPECS)) {
    if (finding.kind === "mistake") mistakes.push(finding.message);
    else if (finding.kind === "operand") warnings.push(`warning: "${finding.text}" is no option and means nothing`);
    else if (finding.name === HELP) return { kind: "help" };
    else mistakes.push(...apply(ROWS.get(finding.name)!, options, finding.value));
  }
  if (mistakes.length === 0) mistakes.push(...mistakesOf(options));
  if (mistakes.length > 0) return { kind: "mistakes", mistakes };
  return { kind: "run", options, warnings: [...warnings, ...warningsOf(options)] };
}

function apply(row: OptionRow, options: ShapeOptions, value: string): string[] {
  const wanted = row.apply(options, value);
  return wanted === undefined ? [] : [`${row.name} takes ${wanted}; "${value}" is not`];
}

/** The help, one line for each option. */
export function usage(program: string): string {
  const lines = [
    `Usage: ${program} (-P | -S) -t <topic> [options]`,
    "",
    "Publishes or subscribes to the shapes of the OMG interoperability suite, with the options and the output of its",
    "shape_main. Ends with Ctrl-C. Exit codes: 0 done, 1 bad arguments, 2 cannot start, 3 failed while running.",
    "",
    "Options:",
    optionLine("-h, --help", "show this"),
    ...SUITE_OPTIONS.map((row) => optionLine(`${row.name} ${row.argument}`, row.help)),
    "",
    "Network (not in the suite):",
    ...NETWORK_OPTIONS.map((row) => optionLine(`${row.name} ${row.argument}`, row.help)),
  ];
  return `${lines.join("\n")}\n`;
}

function optionLine(written: string, help: string): string {
  return `  ${written.trimEnd().padEnd(HELP_COLUMN)} ${help}`;
}

const HELP = "help";
const HELP_COLUMN = 35;
const ROWS: ReadonlyMap<string, OptionRow> = new Map(
  [...SUITE_OPTIONS, ...NETWORK_OPTIONS].map((row) => [row.name, row]),
);
const SPECS: readonly OptionSpec<string>[] = [
  { name: HELP, short: "h", long: "help", takesValue: false },
  ...ROWS.values(),
];
