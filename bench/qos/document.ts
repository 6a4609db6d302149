// The parts of docs/qos.md that come from measurement: figures of each section, the summary, the whole table.

import { BASE, measureQos, type QosCost, SAMPLES } from "./measureQos.js";
import { markdownTable, summaryTable } from "./policyFacts.js";
import { type NamedSetting, SETTINGS, type Section } from "./settings.js";
import type { TrafficCounts } from "./Traffic.js";

export interface MeasuredSetting {
  readonly setting: NamedSetting;
  readonly cost: QosCost;
}

export interface Measurement {
  readonly base: QosCost;
  readonly sections: ReadonlyMap<Section, readonly MeasuredSetting[]>;
}

export async function measureAll(): Promise<Measurement> {
  const base = await measureQos(BASE);
  const sections = new Map<Section, MeasuredSetting[]>();
  for (const [section, settings] of Object.entries(SETTINGS) as [Section, readonly NamedSetting[]][]) {
    const measured: MeasuredSetting[] = [];
    for (const setting of settings) measured.push({ setting, cost: await measureQos(setting) });
    sections.set(section, measured);
  }
  return { base, sections };
}

/** Text by the name of the part: "summary", "table", and every section that has figures. */
export function documentParts(measurement: Measurement): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  const { base, sections } = measurement;
  parts.set(
    "summary",
    summaryTable((section) => summaryOf(base, sections.get(section)![0])),
  );
  for (const [section, settings] of sections) {
    if (settings.length > 0) parts.set(section, settings.map((one) => costLine(base, one)).join("\n"));
  }
  parts.set("table", costTable(measurement));
  return parts;
}

/**
 * Puts each part between its two marks, `<!-- measured: NAME -->` and `<!-- measured: end -->`, indented as they are.
 *
 * @throws Error for a part without marks, and for marks without a part
 */
export function fillDocument(text: string, parts: ReadonlyMap<string, string>): string {
  const filled = new Set<string>();
  const result = text.replace(MARKED, (_whole, indent: string, name: string) => {
    const part = parts.get(name);
    if (part === undefined) throw new Error(`nothing is measured for the mark "${name}"`);
    filled.add(name);
    const lines = [`<!-- measured: ${name} -->`, ...part.split("\n"), "<!-- measured: end -->"];
    return lines.map((line) => indent + line).join("\n");
  });
  const missing = [...parts.keys()].filter((name) => !filled.has(name));
  if (missing.length > 0) throw new Error(`no mark for ${missing.join(", ")}`);
  return result;
}

/** Every setting in a row, each cell as its difference to the base; in the first row what the base has. */
export function costTable({ base, sections }: Measurement): string {
  const rows = [...sections].flatMap(([section, settings]) =>
    settings.map(({ setting, cost }) => [section, setting.name, ...differences(base, cost)]),
  );
  return markdownTable([TABLE_HEAD, ["", "both `reliable`", ...figures(base).map(String)], ...rows]);
}

// ---- one setting in words ----

function costLine(base: QosCost, { setting, cost }: MeasuredSetting): string {
  const found = [announcedInWords(base, cost), ...samplesInWords(base, cost), ...laterInWords(base, cost)];
  const words = found.filter((one) => one !== "");
  return `- ${setting.name}: ${words.length === 0 ? "no difference on the wire" : words.join("; ")}.`;
}

function announcedInWords({ announced: base }: QosCost, { announced }: QosCost): string {
  const kinds = (["participant", "writer", "reader"] as const).filter((kind) => announced[kind] !== base[kind]);
  if (kinds.length === 0) return "";
  const each = kinds.map((kind) => `${kind} ${signed(announced[kind] - base[kind])}`);
  return `announced octets: ${each.join(", ")}`;
}

function samplesInWords(base: QosCost, cost: QosCost): string[] {
  const words = trafficInWords(`${SAMPLES} samples`, base.samples, cost.samples);
  if (cost.delivered !== base.delivered) words.push(`the application gets ${cost.delivered}`);
  return words;
}

function laterInWords(base: QosCost, cost: QosCost): string[] {
  return [
    ...trafficInWords("idle, a minute", base.idle, cost.idle),
    ...trafficInWords("a late joiner", base.joining, cost.joining),
    ...trafficInWords("end of the writer", base.ending, cost.ending),
  ];
}

function trafficInWords(when: string, base: TrafficCounts, counts: TrafficCounts): string[] {
  const each = (Object.keys(WORDS) as (keyof TrafficCounts)[])
    .filter((kind) => counts[kind] !== base[kind])
    .map((kind) => `${signed(counts[kind] - base[kind])} ${WORDS[kind]}`);
  return each.length === 0 ? [] : [`${when}: ${each.join(", ")}`];
}

const WORDS: Readonly<Record<keyof TrafficCounts, string>> = {
  datagrams: "datagrams",
  octets: "octets",
  data: "DATA",
  heartbeats: "HEARTBEAT",
  ackNacks: "ACKNACK",
  gaps: "GAP",
};

// ---- one policy in a cell ----

function summaryOf(base: QosCost, first: MeasuredSetting | undefined): string {
  if (first === undefined) return "nothing";
  return first.setting.isFloor === true ? summaryCell(first.cost, base) : summaryCell(base, first.cost);
}

function summaryCell(base: QosCost, cost: QosCost): string {
  const words: string[] = [];
  const announced = (["participant", "writer", "reader"] as const).map(
    (kind) => cost.announced[kind] - base.announced[kind],
  );
  const sum = announced.reduce((total, octets) => total + octets, 0);
  if (sum !== 0) words.push(`${announced.filter((octets) => octets !== 0).join(" + ")} octets announced`);
  const ofSamples = (cost.samples.octets - base.samples.octets) / SAMPLES;
  if (ofSamples !== 0) words.push(`${signed(rounded(ofSamples))} octets a sample`);
  const idle = (cost.idle.datagrams - base.idle.datagrams) / 60;
  if (idle !== 0) words.push(`${signed(rounded(idle))} datagrams a second, idle`);
  const joining = cost.joining.octets - base.joining.octets;
  if (joining !== 0) words.push(`${signed(joining)} octets to a late joiner`);
  const ending = cost.ending.octets - base.ending.octets;
  if (ending !== 0) words.push(`${signed(ending)} octets at the end`);
  return words.length === 0 ? "nothing" : words.join(", ");
}

// ---- the table ----

const TABLE_HEAD = [
  "policy",
  "setting",
  "participant",
  "writer",
  "reader",
  "datagrams",
  "octets",
  "DATA",
  "HEARTBEAT",
  "ACKNACK",
  "GAP",
  "delivered",
  "idle datagrams",
  "idle octets",
  "joiner datagrams",
  "joiner octets",
  "end octets",
];

function figures({ announced, samples, delivered, idle, joining, ending }: QosCost): number[] {
  return [
    ...[announced.participant, announced.writer, announced.reader],
    ...[samples.datagrams, samples.octets, samples.data, samples.heartbeats, samples.ackNacks, samples.gaps],
    ...[delivered, idle.datagrams, idle.octets, joining.datagrams, joining.octets, ending.octets],
  ];
}

function differences(base: QosCost, cost: QosCost): string[] {
  const before = figures(base);
  return figures(cost).map((value, i) => (value === before[i] ? "" : signed(value - before[i]!)));
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

const MARKED =
  /^( *)<!-- measured: (?!end )(\w+) -->\n(?:(?! *<!-- measured: (?!end )).*\n)*? *<!-- measured: end -->$/gm;
