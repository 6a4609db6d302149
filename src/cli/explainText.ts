// What `rtps explain` prints for people: topics with their pairs, participants, and what cannot be known. No line is
// wider than 100 columns, as far as names allow.

import Table from "cli-table3";
import pc from "picocolors";
import type {
  DomainExplanation,
  ExplainedEndpoint,
  Finding,
  PairExplanation,
  ParticipantExplanation,
  Severity,
  TopicExplanation,
  Verdict,
} from "../index.js";
import { vendorName } from "../inspect/index.js";
import { visible, visibleStart } from "../text/visible.js";
import { counted } from "./words.js";

export interface ExplainTextOptions {
  /** Print pairs that match, too, and every participant. */
  readonly all: boolean;
  /** What was asked for and is not there. */
  readonly notFound: readonly Finding[];
}

/** The whole report, with a newline at the end. */
export function explainText(explanation: DomainExplanation, options: ExplainTextOptions): string {
  const blocks = [
    summaryLine(explanation),
    ...options.notFound.map((finding) => findingLines(finding, "")),
    ...explanation.topics.map((topic) => topicBlock(topic, options.all)),
    ...participantBlocks(explanation.participants, options.all),
    ...refusedBlock(explanation),
    ...caveatBlock(explanation.caveats),
  ];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Breaks a text between words; lines after the first begin with `rest`. */
export function wrap(text: string, first: string, rest: string, width = WIDTH): string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(" ")) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = rest;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}

function summaryLine({ domainId, participants, topics, counts }: DomainExplanation): string[] {
  const found = `${counted(participants.length, "participant")}, ${counted(topics.length, "topic")}`;
  const pairs = [
    counts.matched > 0 ? pc.green(`${counted(counts.matched, "pair matches", "pairs match")}`) : "",
    counts.mismatch > 0 ? pc.red(`${counted(counts.mismatch, "pair does not match", "pairs do not match")}`) : "",
    counts.pending + counts.unknown > 0 ? pc.yellow(`${counts.pending + counts.unknown} not decided yet`) : "",
  ].filter((part) => part !== "");
  return [`domain ${domainId}: ${[found, ...pairs].join("; ")}`];
}

function topicBlock(topic: TopicExplanation, all: boolean): string[] {
  const { topicName, writers, readers, pairs, findings } = topic;
  const types = [...new Set([...writers, ...readers].map(({ typeName }) => typeName))]
    .map((name) => visibleStart(name, MAX_TOPIC_NAME))
    .join(", ");
  const sides = `${counted(writers.length, "writer")}, ${counted(readers.length, "reader")}`;
  const lines = [`${pc.bold(visibleStart(topicName, MAX_TOPIC_NAME))}  ${types}  ${sides}`];
  const matched = pairs.filter(({ verdict }) => verdict === "matched");
  const noted = matched.filter((pair) => pair.findings.length > 0).length;
  if (matched.length > 0) {
    const notes = noted === 0 || all ? "" : `, ${noted} with a note (--all shows it)`;
    lines.push(pc.green(`  ${counted(matched.length, "pair matches", "pairs match")}${notes}`));
  }
  for (const pair of pairs) if (all || pair.verdict !== "matched") lines.push(...pairLines(pair));
  for (const finding of findings) lines.push(...findingLines(finding, "  "));
  return lines;
}

function pairLines({ verdict, writer, reader, findings }: PairExplanation): string[] {
  const title = VERDICTS[verdict];
  const under = " ".repeat(title.length);
  return [
    `  ${COLOURS[verdict === "matched" ? "note" : verdict](title)}  writer ${endpointInWords(writer)}`,
    `  ${under}  reader ${endpointInWords(reader)}`,
    ...findings.flatMap((finding) => findingLines(finding, "    ")),
  ];
}

function endpointInWords({ guid, vendorId, participantName }: ExplainedEndpoint): string {
  const name = participantName === "" ? "" : ` "${shortened(participantName)}"`;
  return `${guid}  ${vendorName(vendorId)}${name}`;
}

/** The text, and under it what to do. */
function findingLines({ severity, text, hint }: Finding, indent: string): string[] {
  return [
    ...wrap(visible(text), `${indent}- `, `${indent}  `).map(COLOURS[severity]),
    ...wrap(visible(hint), `${indent}  > `, `${indent}    `).map(pc.dim),
  ];
}

/** A table of those that have something to them, and what it is. */
function participantBlocks(participants: readonly ParticipantExplanation[], all: boolean): string[][] {
  const shown = participants.filter(({ findings }) => all || findings.length > 0);
  if (shown.length === 0) return [];
  const rest = participants.length - shown.length;
  const table = new Table({
    head: ["participant", "GUID prefix", "endpoints", "heard", "discovery"],
    style: { head: [], border: [] },
    colWidths: [28, 26, 11, 12, 17],
    wordWrap: true,
    wrapOnWordBoundary: false,
  });
  for (const one of shown) {
    const name = one.name === "" ? "" : ` "${shortened(one.name)}"`;
    const endpoints = `${one.writerCount} w, ${one.readerCount} r`;
    const heard = `${(one.silentForMs / 1000).toFixed(1)} s ago`;
    const state = one.secured ? `${STATES[one.state]}, secured` : STATES[one.state];
    table.push([`${vendorName(one.vendorId)}${name}`, one.guidPrefix.toString(), endpoints, heard, state]);
  }
  const findings = shown.flatMap((one) => one.findings.flatMap((finding) => findingLines(finding, "  ")));
  const more = rest === 0 ? [] : [pc.dim(`  ${counted(rest, "more participant")}: discovery complete`)];
  return [[pc.bold("Participants"), table.toString(), ...findings, ...more]];
}

function refusedBlock({ refused }: DomainExplanation): string[][] {
  if (refused.length === 0) return [];
  return [[pc.bold("Heard and not let in"), ...refused.flatMap(({ finding }) => findingLines(finding, "  "))]];
}

function caveatBlock(caveats: readonly string[]): string[][] {
  if (caveats.length === 0) return [];
  return [["Mind that", ...caveats.flatMap((caveat) => wrap(caveat, "  - ", "    "))].map(pc.dim)];
}

/** Names are the peers': no line breaks, nothing that steers a terminal. */
function shortened(name: string): string {
  return visibleStart(name, MAX_NAME);
}

const WIDTH = 100;
const MAX_NAME = 32;
const MAX_TOPIC_NAME = 64;

const VERDICTS: Readonly<Record<Verdict, string>> = {
  matched: "matched ",
  mismatch: "mismatch",
  pending: "pending ",
  unknown: "unknown ",
};

const COLOURS: Readonly<Record<Severity, (text: string) => string>> = {
  mismatch: pc.red,
  unknown: pc.yellow,
  pending: pc.yellow,
  note: (text) => text,
};

const STATES: Readonly<Record<ParticipantExplanation["state"], string>> = {
  announced: "just heard",
  halfDiscovered: "half-discovered",
  exchanging: "incomplete",
  complete: "complete",
};
