// Reads arguments as getopt_long(3) does: short flags may be bundled, values attached or apart, long options
// shortened while they stay unique, operands may stand anywhere, and "--" ends the options.

/** One option of a program. */
export interface OptionSpec<Name extends string> {
  /** What the program calls it. */
  readonly name: Name;
  /** One character, without the dash. */
  readonly short?: string;
  /** Without the dashes. */
  readonly long?: string;
  readonly takesValue: boolean;
  /** The long name must be written out: it does not make the short forms of others ambiguous. */
  readonly writtenOut?: boolean;
}

/** What was found, in the order of the arguments. `value` is "" for an option that takes none. */
export type Finding<Name extends string> =
  | { readonly kind: "option"; readonly name: Name; readonly value: string }
  | { readonly kind: "operand"; readonly text: string }
  | { readonly kind: "mistake"; readonly message: string };

/** Never throws: what makes no sense is a finding of kind "mistake". */
export function getopt<Name extends string>(
  args: readonly string[],
  specs: readonly OptionSpec<Name>[],
): Finding<Name>[] {
  const findings: Finding<Name>[] = [];
  const rest = [...args];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === "--") {
      findings.push(...rest.map((text) => ({ kind: "operand" as const, text })));
      break;
    }
    if (argument.startsWith("--")) findings.push(readLong(argument.slice(2), rest, specs));
    else if (argument.startsWith("-") && argument !== "-") findings.push(...readShort(argument.slice(1), rest, specs));
    else findings.push({ kind: "operand", text: argument });
  }
  return findings;
}

/** `text` is what follows "--"; a value that stands apart is taken from `rest`. */
function readLong<Name extends string>(
  text: string,
  rest: string[],
  specs: readonly OptionSpec<Name>[],
): Finding<Name> {
  const equals = text.indexOf("=");
  const word = equals === -1 ? text : text.slice(0, equals);
  const attached = equals === -1 ? undefined : text.slice(equals + 1);
  const meant = longOptions(word, specs);
  const [spec] = meant;
  if (spec === undefined) return mistake(`there is no option --${word}`);
  if (meant.length > 1) {
    return mistake(`--${word} may mean ${meant.map(({ long }) => `--${long}`).join(", ")}: write more of it`);
  }
  if (!spec.takesValue) {
    if (attached !== undefined) return mistake(`--${spec.long} takes no value`);
    return { kind: "option", name: spec.name, value: "" };
  }
  const value = attached ?? rest.shift();
  return value === undefined ? mistake(`--${spec.long} needs a value`) : { kind: "option", name: spec.name, value };
}

/** An exact name is meant alone, whatever longer ones there are. */
function longOptions<Name extends string>(word: string, specs: readonly OptionSpec<Name>[]): OptionSpec<Name>[] {
  const exact = specs.filter((spec) => spec.long === word);
  if (exact.length > 0) return exact;
  return specs.filter((spec) => spec.writtenOut !== true && spec.long?.startsWith(word) === true);
}

/** `cluster` is what follows "-": flags, the last of which may have its value behind it. */
function readShort<Name extends string>(
  cluster: string,
  rest: string[],
  specs: readonly OptionSpec<Name>[],
): Finding<Name>[] {
  const findings: Finding<Name>[] = [];
  for (let at = 0; at < cluster.length; at++) {
    const flag = cluster[at]!;
    const spec = specs.find(({ short }) => short === flag);
    if (spec === undefined) findings.push(mistake(`there is no option -${flag}`));
    else if (!spec.takesValue) findings.push({ kind: "option", name: spec.name, value: "" });
    else {
      const value = at + 1 < cluster.length ? cluster.slice(at + 1) : rest.shift();
      findings.push(
        value === undefined ? mistake(`-${flag} needs a value`) : { kind: "option", name: spec.name, value },
      );
      break;
    }
  }
  return findings;
}

function mistake(message: string): { readonly kind: "mistake"; readonly message: string } {
  return { kind: "mistake", message };
}
