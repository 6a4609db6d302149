// The performance section of README.md, made of the documents in bench/results. Rows are conditions, columns are peers.

import { formatMicroseconds, formatRate, formatRatio, NO_VALUE } from "../../src/report/formatMicroseconds.js";
import type { BenchDocument, BenchSummary } from "../../src/trace/benchDocument.js";

export interface NamedDocument {
  /** As in bench/results, without .json. */
  readonly name: string;
  readonly document: BenchDocument;
}

const BEGIN = "<!-- performance, made by dist/bench/performance.js: begin -->";
const END = "<!-- performance: end -->";

/** README.md with the section replaced. @throws Error if it has no place for it */
export function fillPerformance(readme: string, text: string): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`README.md has no place for the figures: ${BEGIN} … ${END}`);
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${text}\n\n${readme.slice(end)}`;
}

/** Everything between the two marks. */
export function performanceText(documents: readonly NamedDocument[]): string {
  return [machine(documents), ...documents.map(section), sources(documents)].join("\n\n");
}

function machine(documents: readonly NamedDocument[]): string {
  const facts = new Set(
    documents.map(
      ({ document: { environment: e } }) => `${e["cores"]} cores of ${e["cpu"]}, ${e["platform"]}, Node ${e["node"]}`,
    ),
  );
  const versions = new Map<string, string>();
  for (const { document } of documents)
    for (const { title, version } of document.peers)
      if (version !== undefined && title !== "node:dgram alone") versions.set(title, version);
  const peers = [...versions].map(([title, version]) => `${title} ${version}`).join(", ");
  return `${[...facts].join("; ")}. ${peers}. UDP over 127.0.0.1 for everybody.`;
}

function section({ name, document }: NamedDocument): string {
  const make = SECTIONS[document.benchmark];
  if (make === undefined) throw new Error(`bench/results/${name}.json: no section for ${document.benchmark}`);
  return [...make(document), ...failures(document)].join("\n\n");
}

/** How one kind of document is shown. */
const SECTIONS: Readonly<Record<string, (document: BenchDocument) => string[]>> = {
  rtt: (document) => [
    heading(document, `round trip, µs: P50 / P99, one at a time, ${rhythms(document)}`),
    byPayload(document, ({ p50Us, p99Us }) => `${formatMicroseconds(p50Us)} / ${formatMicroseconds(p99Us)}`, "self / "),
  ],
  rate: (document) => [
    heading(document, "samples of 16 octets that arrive in a second"),
    byPayload(document, ratesOf, "self / "),
  ],
  throughput: (document) => [
    heading(document, "bits that arrive in a second, samples of 1 MiB"),
    byPayload(document, ({ bitsPerSecond }) => `${formatRate(bitsPerSecond)}bit/s`, "self / "),
  ],
  discovery: (document) => [
    heading(document, "two processes, each new: from created to matched on both sides"),
    discoveryTable(document),
  ],
  ring: (document) => [heading(document, "ring of N participants, 256 B at 10 a second each"), ringTable(document)],
};

function ratesOf({ samplesPerSecond, lost = 0, written = 0 }: BenchSummary): string {
  if (lost === 0 || written === 0) return formatRate(samplesPerSecond);
  return `${formatRate(samplesPerSecond)} (${Math.round((lost / written) * 100)} % of all written lost)`;
}

function heading({ summaries }: BenchDocument, text: string): string {
  const counts = summaries.map(({ repeats }) => repeats);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const variants = new Set(summaries.flatMap(({ variant }) => (variant === "busyPoll" ? ["with busy polling"] : [])));
  return `**${[text, ...variants].join(", ")}** (${repeatsText(least, most)})`;
}

function repeatsText(least: number, most: number): string {
  if (most === 1) return "one run";
  return `${least === most ? most : `${least} to ${most}`} interleaved repeats`;
}

function rhythms({ summaries }: BenchDocument): string {
  const names = new Set(summaries.map(({ rhythm }) => (rhythm === "back_to_back" ? "without pause" : rhythm)));
  return [...names].join(", ");
}

function byPayload(document: BenchDocument, cell: (summary: BenchSummary) => string, prefix: string): string {
  const peers = PEER_ORDER.filter((peer) => document.summaries.some((summary) => summary.peer === peer));
  const others = peers.filter((peer) => peer !== "self");
  const rows = conditions(document).map(([title, of]) => {
    const self = of.find(({ peer }) => peer === "self");
    const values = peers.map((peer) => {
      const found = of.find((summary) => summary.peer === peer);
      return found === undefined ? NO_VALUE : cell(found);
    });
    const ratios = others.map((other) =>
      ratio(
        self,
        of.find(({ peer }) => peer === other),
      ),
    );
    return [title, ...values, ...ratios];
  });
  return table(["", ...peers, ...others.map((other) => prefix + other)], rows);
}

/** Of medians, or of rates where there are no latencies. */
function ratio(self: BenchSummary | undefined, other: BenchSummary | undefined): string {
  const [a, b] = [self?.p50Us ?? self?.samplesPerSecond, other?.p50Us ?? other?.samplesPerSecond];
  return a === undefined || b === undefined ? NO_VALUE : formatRatio(a / b);
}

/** The raw socket has no reliability: it stands beside either. */
function conditions({ summaries }: BenchDocument): [title: string, summaries: BenchSummary[]][] {
  const groups = new Map<string, BenchSummary[]>();
  const protocols = summaries.filter(({ peer }) => peer !== "raw");
  for (const summary of protocols) {
    const title = [size(summary.payloadBytes), summary.reliability, summary.history].join(" ");
    const raw = summaries.filter(({ peer, payloadBytes }) => peer === "raw" && payloadBytes === summary.payloadBytes);
    groups.set(title, [...(groups.get(title) ?? raw), summary]);
  }
  return [...groups];
}

function discoveryTable({ summaries }: BenchDocument): string {
  const rows = summaries
    .filter(({ participants, p50Us }) => participants === undefined && p50Us !== undefined)
    .map(({ peer, p50Us, p50RangeUs, figures = {} }) => [
      peer,
      ms(p50Us),
      p50RangeUs === undefined ? NO_VALUE : `${ms(p50RangeUs[0])} … ${ms(p50RangeUs[1])}`,
      (figures["writerToMatchedMs"] ?? Number.NaN).toFixed(1),
      String(figures["datagrams"] ?? NO_VALUE),
      String(figures["bytes"] ?? NO_VALUE),
    ]);
  return table(["", "median, ms", "of repeats", "writer to matched, ms", "datagrams", "octets"], rows);
}

function ringTable({ summaries }: BenchDocument): string {
  const rows = summaries.map(({ participants, variant, p50Us, p99Us, figures: f = {} }) => [
    String(participants),
    variant ?? "",
    (f["up"] ?? 0).toFixed(2),
    (f["delivery"] ?? 0).toFixed(4),
    `${formatMicroseconds(p50Us)} / ${formatMicroseconds(p99Us)}`,
    ((f["discoveryMs"] ?? 0) / 1000).toFixed(1),
    (f["cpuPercent"] ?? 0).toFixed(0),
    (f["pssMb"] ?? 0).toFixed(0),
  ]);
  return table(["N", "in", "up", "delivery", "P50 / P99, µs", "discovery, s", "CPU, %", "PSS, MB"], rows);
}

function failures({ failures: all }: BenchDocument): string[] {
  const counted = new Map<string, number>();
  for (const { peer, payloadBytes, reason } of all) {
    const text = `${peer} at ${size(payloadBytes)}: ${reason}`;
    counted.set(text, (counted.get(text) ?? 0) + 1);
  }
  return [...counted].map(([text, times]) => `Not measured, ${times === 1 ? "once" : `${times} times`}: ${text}.`);
}

function sources(documents: readonly NamedDocument[]): string {
  const lines = documents.map(({ name, document }) => {
    const command = document.command.replace(/ --json \S+/, "");
    return `| [${name}.json](bench/results/${name}.json) | \`${command}\` | ${document.environment["date"]} | ${document.environment["loadAverage1Min"]} |`;
  });
  return ["| document | command | measured | load then |", "| --- | --- | --- | --- |", ...lines].join("\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function size(bytes: number): string {
  if (bytes >= 1 << 20) return `${bytes / (1 << 20)} MiB`;
  return bytes >= 1024 ? `${bytes / 1024} KiB` : `${bytes} B`;
}

function ms(us: number | undefined): string {
  return us === undefined ? NO_VALUE : (us / 1000).toFixed(1);
}

const PEER_ORDER = ["raw", "self", "foxglove", "cyclone", "fastdds"];
