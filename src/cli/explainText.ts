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

/** The report, block by block, with a newline at the end. */
export function* explainPieces(explanation: DomainExplanation, options: ExplainTextOptions): Generator<string> {
  yield `${summaryLine(explanation).join("\n")}\n`;
  for (const lines of blocks(explanation, options)) yield `\n${lines.join("\n")}\n`;
}

function* blocks(explanation: DomainExplanation, { all, notFound }: ExplainTextOptions): Generator<string[]> {
  const { topics, participants, caveats } = explanation;
  for (const finding of notFound.slice(0, EXPLAIN_LIMITS.notFound)) yield findingLines(finding, "");
  const shown = all ? topics : shownTopics(topics);
  for (const topic of shown) yield topicBlock(topic, all);
  if (topics.length > shown.length) yield [more(topics.length - shown.length, "topic")];
  yield* participantBlocks(participants, all);
  yield* refusedBlock(explanation);
  yield* caveatBlock(caveats);
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

function summaryLine({ domainId, participants, topics, counts, notCompared }: DomainExplanation): string[] {
  const found = `${counted(participants.length, "participant")}, ${counted(topics.length, "topic")}`;
  const pairs = [
    counts.matched > 0 ? pc.green(`${counted(counts.matched, "pair matches", "pairs match")}`) : "",
    counts.mismatch > 0 ? pc.red(`${counted(counts.mismatch, "pair does not match", "pairs do not match")}`) : "",
    counts.pending + counts.unknown > 0 ? pc.yellow(`${counts.pending + counts.unknown} not decided yet`) : "",
    notCompared > 0 ? pc.yellow(`${counted(notCompared, "pair")} not compared`) : "",
  ].filter((part) => part !== "");
  return [`domain ${domainId}: ${[found, ...pairs].join("; ")}`];
}

/** Those where something is wrong first, as far as there is room for them; in order of their names. */
function shownTopics(topics: readonly TopicExplanation[]): readonly TopicExplanation[] {
  if (topics.length <= EXPLAIN_LIMITS.topics) return topics;
  const isFine = ({ pairs, findings }: TopicExplanation) =>
    findings.length === 0 && pairs.every(({ verdict }) => verdict === "matched");
  const wrong = topics.filter((topic) => !isFine(topic));
  const chosen = new Set([...wrong, ...topics.filter(isFine)].slice(0, EXPLAIN_LIMITS.topics));
  return topics.filter((topic) => chosen.has(topic));
}

function topicBlock(topic: TopicExplanation, all: boolean): string[] {
  const { topicName, writers, readers, pairs, notCompared, findings } = topic;
  const names = [...new Set([...writers, ...readers].map(({ typeName }) => typeName))];
  const types = names.slice(0, EXPLAIN_LIMITS.types).map((name) => visibleStart(name, MAX_TOPIC_NAME));
  if (names.length > types.length) types.push(`${names.length - types.length} more`);
  const sides = `${counted(writers.length, "writer")}, ${counted(readers.length, "reader")}`;
  const lines = [`${pc.bold(visibleStart(topicName, MAX_TOPIC_NAME))}  ${types.join(", ")}  ${sides}`];
  const matched = pairs.filter(({ verdict }) => verdict === "matched");
  const noted = matched.filter((pair) => pair.findings.length > 0).length;
  if (matched.length > 0) {
    const notes = noted === 0 || all ? "" : `, ${noted} with a note (--all shows it)`;
    lines.push(pc.green(`  ${counted(matched.length, "pair matches", "pairs match")}${notes}`));
  }
  const groups = pairGroups(all ? pairs : pairs.filter(({ verdict }) => verdict !== "matched"));
  const shown = all ? groups : groups.slice(0, EXPLAIN_LIMITS.pairGroups);
  for (const group of shown) lines.push(...pairLines(group));
  const hidden = groups.slice(shown.length).reduce((sum, group) => sum + group.length, 0);
  if (hidden > 0) lines.push(`  ${more(hidden, "pair")}`);
  if (notCompared > 0) {
    lines.push(pc.yellow(`  ${counted(notCompared, "pair")} not compared: choose with --writer and --reader`));
  }
  for (const finding of findings) lines.push(...findingLines(finding, "  "));
  return lines;
}

/** Pairs with the same verdict for the same reasons, in the order of the first of each. */
function pairGroups(pairs: readonly PairExplanation[]): PairExplanation[][] {
  const groups = new Map<string, PairExplanation[]>();
  for (const pair of pairs) {
    const key = `${pair.verdict}\0${pair.findings.map(({ text }) => text).join("\0")}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [pair]);
    else group.push(pair);
  }
  return [...groups.values()];
}

/** The first of them, and how many are like it. */
function pairLines(group: readonly PairExplanation[]): string[] {
  const { verdict, writer, reader, findings } = group[0]!;
  const title = VERDICTS[verdict];
  const under = " ".repeat(title.length);
  const others = group.length - 1;
  return [
    `  ${COLOURS[verdict === "matched" ? "note" : verdict](title)}  writer ${endpointInWords(writer)}`,
    `  ${under}  reader ${endpointInWords(reader)}`,
    ...(others === 0 ? [] : [`  ${under}  and ${counted(others, "more pair")} for the same reasons: see --json`]),
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
  const wanted = participants.filter(({ findings }) => all || findings.length > 0);
  const shown = all ? wanted : wanted.slice(0, EXPLAIN_LIMITS.participants);
  if (shown.length === 0) return [];
  const rest = participants.length - wanted.length;
  const hidden = wanted.length - shown.length;
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
  const complete = rest === 0 ? [] : [pc.dim(`  ${counted(rest, "more participant")}: discovery complete`)];
  const cut = hidden === 0 ? [] : [`  ${more(hidden, "participant")}`];
  return [[pc.bold("Participants"), table.toString(), ...findings, ...cut, ...complete]];
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

function more(count: number, noun: string): string {
  return `and ${counted(count, `more ${noun}`)}: --all shows all, --json has all, a TOPIC chooses`;
}

/** What is shown without `--all`; `pairGroups` and `types` of one topic. */
const EXPLAIN_LIMITS = { topics: 100, pairGroups: 10, types: 5, participants: 50, notFound: 50 } as const;
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
