// `rtps qos FILE`: what a vendor's XML file says in our terms, and what of it is ignored, line by line.

import Table from "cli-table3";
import type { Command } from "commander";
import pc from "picocolors";
import {
  DEFAULT_PARTICIPANT_QOS,
  DEFAULT_PUBLISHER_QOS,
  DEFAULT_READER_QOS,
  DEFAULT_SUBSCRIBER_QOS,
  DEFAULT_TOPIC_QOS,
  DEFAULT_WRITER_QOS,
  describeQos,
  findProfile,
  type IgnoredXmlFact,
  type ParticipantSettings,
  profileNames,
  QOS_PRESETS,
  QosError,
  type QosFile,
  type QosPreset,
  type QosProfile,
  qosNotes,
  resolveParticipantQos,
  resolvePublisherQos,
  resolveReaderQos,
  resolveSubscriberQos,
  resolveTopicQos,
  resolveWriterQos,
} from "../index.js";
import { visible, visibleJson } from "../text/visible.js";
import { boxedTable, plainly } from "./boxedTable.js";
import { CliError } from "./CliError.js";
import { EXIT_USAGE } from "./exitCodes.js";
import { readQosFiles } from "./qosSources.js";

interface QosCommandOptions {
  readonly profile?: string;
  readonly json?: boolean;
}

export function defineQos(command: Command): void {
  command
    .argument("[file...]", "XML of Fast DDS, Cyclone DDS or Connext; several are read as one")
    .option("--profile <name>", "show this profile alone")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
A value is understood and applied, or ignored and listed with the reason. What a file does not say is as in DDS,
not as the vendor has it. Ends with 2 if a profile cannot be used.

Example: rtps qos profiles.xml --profile telemetry`,
    )
    .action(runQos);
}

function runQos(names: readonly string[], options: QosCommandOptions): void {
  if (names.length === 0) {
    if (options.profile !== undefined) throw new CliError("--profile names a part of a file: give the file");
    process.stdout.write(options.json === true ? toJson(QOS_PRESETS) : presetList());
    return;
  }
  const file = only(readQosFiles(names), options.profile);
  const readings = file.profiles.map(readingOf);
  process.stdout.write(options.json === true ? toJson(file) : textOf(file, readings, names));
  // Scripts ask whether a file is good.
  if (readings.some(({ problem }) => problem !== undefined)) process.exitCode = EXIT_USAGE;
}

/** A file with one profile, and with what is said in it. */
function only(file: QosFile, profile: string | undefined): QosFile {
  if (profile === undefined) return file;
  if (!profileNames(file).some((name) => name === profile || name.endsWith(`::${profile}`))) {
    // Says which there are.
    findProfile(file, profile, "participant");
  }
  const profiles = file.profiles.filter((one) => one.name === profile || one.name.endsWith(`::${profile}`));
  const parts = profiles[0]!.name.split("::").map((part) => `[${part}]`);
  const isInside = ({ path }: { path: string }) => parts.every((part) => path.includes(part));
  return {
    ...file,
    profiles,
    understood: file.understood.filter(isInside),
    ignored: file.ignored.filter(isInside),
  };
}

function textOf(file: QosFile, readings: readonly Reading[], names: readonly string[]): string {
  const counts = `${file.understood.length} understood, ${file.ignored.length} ignored`;
  const head = `${names.join(" ")}: ${VENDORS[file.vendor]}, ${counts}\n`;
  return head + readings.map(profileText).join("") + factTable(file);
}

function profileText({ profile, lines, problem }: Reading): string {
  const filter = profile.topicFilter === undefined ? "" : ` for topics ${visible(profile.topicFilter)}`;
  const title = `${profile.kind} ${pc.bold(visible(profile.name))}${filter}${profile.isDefault ? " (default)" : ""}`;
  const shown = problem === undefined ? lines : [pc.red(`not usable: ${visible(problem.message)}`)];
  return `\n${title}\n${shown.map((line) => `  ${line}\n`).join("")}`;
}

/** What a profile says: policies that are not as in DDS, and notes; or why it cannot be used. */
interface Reading {
  readonly profile: QosProfile;
  readonly lines: readonly string[];
  /** A wrong value in it, or policies that contradict each other. */
  readonly problem?: QosError;
}

function readingOf(profile: QosProfile): Reading {
  if (profile.problem !== undefined) return { profile, lines: [], problem: profile.problem };
  try {
    const lines = policyLines(profile);
    return { profile, lines: lines.length > 0 ? lines : ["everything as in DDS"] };
  } catch (error) {
    if (error instanceof QosError) return { profile, lines: [], problem: error };
    throw error;
  }
}

function policyLines(profile: QosProfile): string[] {
  switch (profile.kind) {
    case "writer": {
      const qos = resolveWriterQos(profile.qos);
      return [...described(qos, DEFAULT_WRITER_QOS), ...qosNotes(qos).map(note)];
    }
    case "reader": {
      const qos = resolveReaderQos(profile.qos);
      return [...described(qos, DEFAULT_READER_QOS), ...qosNotes(qos).map(note)];
    }
    case "topic":
      return described(resolveTopicQos(profile.qos), DEFAULT_TOPIC_QOS);
    case "publisher":
      return described(resolvePublisherQos(profile.qos), DEFAULT_PUBLISHER_QOS);
    case "subscriber":
      return described(resolveSubscriberQos(profile.qos), DEFAULT_SUBSCRIBER_QOS);
    case "participant":
      return [
        ...settingLines(profile.participant).map(visible),
        ...described(resolveParticipantQos(profile.qos), DEFAULT_PARTICIPANT_QOS),
      ];
  }
}

/** Lines with what the file says in them. */
function described(...qos: Parameters<typeof describeQos>): string[] {
  return describeQos(...qos).map(visible);
}

function note(text: string): string {
  return pc.dim(`(${text})`);
}

function settingLines(settings: ParticipantSettings): string[] {
  return Object.entries(settings).map(([name, value]) => {
    const words = Array.isArray(value) ? value.join(", ") : value === Infinity ? "infinite" : String(value);
    return name.endsWith("Ms")
      ? `${name.slice(0, -2)}: ${words}${value === Infinity ? "" : " ms"}`
      : `${name}: ${words}`;
  });
}

/** Every value of the files in the order of their lines. */
function factTable({ understood, ignored }: QosFile): string {
  const facts = [...understood.map((one) => ({ ...one, reason: "" })), ...ignored];
  if (facts.length === 0) return "";
  const files = [...new Set(facts.map((one) => one.file))];
  const places = new Map(files.map((file, index) => [file, index * 1e7]));
  const order = (fact: IgnoredXmlFact) => places.get(fact.file)! + fact.line;
  facts.sort((a, b) => order(a) - order(b));
  const rows = facts.map(({ file, line, path, value, reason }) => {
    const where = files.length > 1 ? `${file}:${line}` : String(line);
    return { cells: [where, tail(path), short(value), reason], paint: reason === "" ? plainly : pc.yellow };
  });
  return `\n${boxedTable(["line", "element", "value", "ignored because"], rows)}`;
}

/** The end of a path: the line says where the rest is. */
function tail(path: string): string {
  const parts = path.split("/");
  return parts.length <= SHOWN_PARTS ? path : `…/${parts.slice(-SHOWN_PARTS).join("/")}`;
}

function short(value: string): string {
  const line = value.replace(/\s+/g, " ");
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
}

function presetList(): string {
  const table = new Table({ head: ["preset", "for", "writer", "reader"], style: { head: [], border: [] } });
  for (const [name, preset] of Object.entries(QOS_PRESETS) as [string, QosPreset][]) {
    const writer = describeQos(resolveWriterQos(preset.writer), DEFAULT_WRITER_QOS);
    const reader = describeQos(resolveReaderQos(preset.reader), DEFAULT_READER_QOS);
    table.push([name, preset.purpose, writer.join("\n") || "as in DDS", reader.join("\n") || "as in DDS"]);
  }
  return `${table.toString()}\n`;
}

function toJson(value: unknown): string {
  const replace = (_key: string, one: unknown) => {
    if (one === Infinity) return "infinite";
    if (one instanceof QosError) return one.message;
    return ArrayBuffer.isView(one) ? Array.from(one as Uint8Array) : one;
  };
  return `${visibleJson(JSON.stringify(value, replace, 2))}\n`;
}

const VENDORS: Readonly<Record<QosFile["vendor"], string>> = {
  fastdds: "Fast DDS",
  cyclone: "Cyclone DDS",
  connext: "Connext",
};

const SHOWN_PARTS = 3;
const SHOWN_CHARACTERS = 40;
