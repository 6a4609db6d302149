// `rtps idl check`: what is wrong with IDL files, or what is in them.

import Table from "cli-table3";
import pc from "picocolors";
import {
  type BitsetType,
  IdlError,
  type IdlModel,
  type PayloadBounds,
  payloadBounds,
  type StructType,
  type TypeDescription,
  typeInformationProblem,
  typeToString,
  type UnionType,
} from "../../index.js";
import { complainLines, printJson } from "../output.js";
import { counted } from "../words.js";
import { type ReadOptions, readIdl } from "./readIdl.js";

interface CheckOptions extends ReadOptions {
  readonly json?: boolean;
}

interface Outcome {
  readonly file: string;
  readonly model: IdlModel | undefined;
  readonly error: IdlError | undefined;
}

export function runCheck(files: readonly string[], options: CheckOptions): void {
  const outcomes = files.map((file) => read(file, options));
  if (options.json === true) printJson(JSON.stringify(outcomes.map(toJson), null, 2));
  else {
    for (const { file, model, error } of outcomes) {
      if (model !== undefined) process.stdout.write(summary(file, model));
      if (error !== undefined) complainLines(`${error.pretty()}\n`);
    }
  }
  if (outcomes.some((outcome) => outcome.error !== undefined)) process.exitCode = EXIT_WRONG;
}

function read(file: string, options: CheckOptions): Outcome {
  try {
    return { file, model: readIdl(file, options), error: undefined };
  } catch (error) {
    if (error instanceof IdlError) return { file, model: undefined, error };
    throw error;
  }
}

function summary(file: string, model: IdlModel): string {
  const types = [...model.typesByName];
  const counts = [counted(types.length, "type"), ...(model.constants.size > 0 ? [constantCount(model)] : [])];
  const skipped = model.skipped.map(({ what, name }) => `  no data: ${what} ${name}\n`).join("");
  const head = `${pc.bold(file)}: ${counts.join(", ")}\n`;
  if (types.length === 0) return head + skipped;
  const table = new Table({
    head: ["type", "kind", "extensibility", "key", "largest payload", "what it is"],
    style: { head: [], border: [] },
    chars: NO_LINES_BETWEEN_ROWS,
  });
  for (const [name, type] of types) table.push([name, type.kind, ...cells(type)]);
  return `${head}${table}\n${skipped}${notes(model)}`;
}

/** Structs that go by their names, because of what is in them. */
function notes(model: IdlModel): string {
  const problems = model.structs.map((type) => [type.name, typeInformationProblem(type)] as const);
  const found = problems.filter(([, problem]) => problem !== undefined);
  return found.map(([name, problem]) => `  note: ${name} is announced by its name alone: ${problem}\n`).join("");
}

function constantCount({ constants }: IdlModel): string {
  return counted(constants.size, "constant");
}

function cells(type: TypeDescription): [extensibility: string, key: string, size: string, what: string] {
  switch (type.kind) {
    case "struct":
      return [extensibilityOf(type), keysOf(type).join(", "), sizeOf(type), structInWords(type)];
    case "union":
      return [extensibilityOf(type), keysOf(type).join(", "), sizeOf(type), unionInWords(type)];
    case "enum":
      return [type.extensibility, "", "", shortList(type.literals.map((literal) => literal.name))];
    case "bitmask":
      return [type.extensibility, "", "", `${type.bitBound} bits: ${shortList(type.flags.map((flag) => flag.name))}`];
    case "bitset":
      return ["", "", "", bitsetInWords(type)];
    case "alias":
      return ["", "", "", typeToString(type.target)];
    default:
      return ["", "", "", typeToString(type)];
  }
}

function extensibilityOf(type: StructType | UnionType): string {
  return type.nested ? `${type.extensibility}, nested` : type.extensibility;
}

function keysOf(type: StructType | UnionType): string[] {
  if (type.kind === "union") return type.discriminatorIsKey ? ["(discriminator)"] : [];
  return type.members.filter((member) => member.key).map((member) => member.name);
}

/** With both representations where they differ. */
function sizeOf(type: StructType | UnionType): string {
  const [first, second] = [boundsInWords(payloadBounds(type, "xcdr1")), boundsInWords(payloadBounds(type, "xcdr2"))];
  return first === second ? first : `XCDR1 ${first}, XCDR2 ${second}`;
}

function boundsInWords({ maxBytes, isFixed }: PayloadBounds): string {
  if (maxBytes === Infinity) return "no limit";
  if (maxBytes > MAX_PAYLOAD_BYTES) return isFixed ? "too large" : "more than 2 GiB";
  return isFixed ? `${maxBytes} B` : `up to ${maxBytes} B`;
}

function structInWords(type: StructType): string {
  const members = counted(type.members.length, "member");
  return type.base === undefined ? members : `${members}, ${type.inheritedCount} of them from ${type.base.name}`;
}

function unionInWords(type: UnionType): string {
  return `switch (${typeToString(type.discriminator)}), ${counted(type.cases.length, "member")}`;
}

function bitsetInWords(type: BitsetType): string {
  const last = type.fields.at(-1);
  const bits = last === undefined ? 0 : last.position + last.bits;
  return `${bits} bits: ${shortList(type.fields.flatMap(({ name }) => (name === undefined ? [] : [name])))}`;
}

function shortList(names: readonly string[]): string {
  return names.length <= SHOWN_NAMES
    ? names.join(", ")
    : `${names.slice(0, SHOWN_NAMES).join(", ")} and ${names.length - SHOWN_NAMES} more`;
}

function toJson({ file, model, error }: Outcome): object {
  if (model === undefined) {
    const { code, line, column, lineText, message } = error!;
    return { file: error!.file || file, error: { code, line, column, lineText, message } };
  }
  const types = [...model.typesByName].map(([name, type]) => ({ name, kind: type.kind, ...facts(type) }));
  const constants = [...model.constants].map(([name, value]) => [name, typeof value === "bigint" ? `${value}` : value]);
  return { file, types, constants: Object.fromEntries(constants), skipped: model.skipped };
}

function facts(type: TypeDescription): object {
  if (type.kind === "alias") return { target: typeToString(type.target) };
  if (type.kind !== "struct" && type.kind !== "union") {
    return "extensibility" in type ? { extensibility: type.extensibility } : {};
  }
  const { extensibility, nested } = type;
  return {
    extensibility,
    nested,
    keys: keysOf(type),
    ...(type.kind === "struct" ? byNameAlone(type) : {}),
    xcdr1: boundsJson(type, "xcdr1"),
    xcdr2: boundsJson(type, "xcdr2"),
  };
}

/** Why the type is announced by its name alone. */
function byNameAlone(type: StructType): { readonly byNameAlone?: string } {
  const problem = typeInformationProblem(type);
  return problem === undefined ? {} : { byNameAlone: problem };
}

function boundsJson(type: StructType | UnionType, representation: "xcdr1" | "xcdr2"): object {
  const { maxBytes, isFixed } = payloadBounds(type, representation);
  return { maxBytes: Number.isSafeInteger(maxBytes) ? maxBytes : null, fixed: isFixed };
}

/** As compilers have it: the files are wrong, not the way they were named. */
const EXIT_WRONG = 1;
const MAX_PAYLOAD_BYTES = 2 ** 31;
const SHOWN_NAMES = 5;
const NO_LINES_BETWEEN_ROWS = { mid: "", "left-mid": "", "mid-mid": "", "right-mid": "" };
