// Captures a cell's loopback traffic and asks tshark about the datagrams of one participant.
import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import type { Isolation } from "./isolation.js";

/** What tshark says. `ours` counts the datagrams of the participant asked for, and the two last figures are about those. */
export interface TsharkVerdict {
  readonly frames: number;
  readonly ours: number;
  readonly malformed: number;
  readonly expertWarnings: number;
  /** The first few complaints, as `frame N: text`. */
  readonly messages: string[];
}

const START_TIMEOUT_MS = 10_000;
/** Longer than the kernel keeps a block that is not full. */
const DRAIN_QUIET_MS = 250;
const DRAIN_TURNS_MAX = 8;
/** Wireshark's severity levels: warning and error are from here on; note and chat are below. */
const EXPERT_WARNING = 0x600000;
const MESSAGES_KEPT = 5;
const FIELDS = [
  "frame.number",
  "udp.srcport",
  "rtps.guidPrefix.src",
  "_ws.malformed",
  "_ws.expert.severity",
  "_ws.expert.message",
];

export interface Capture {
  stop(): Promise<void>;
}

/** Starts dumpcap on `lo` in the cell's namespace; resolves when it is capturing. */
export async function startCapture(file: string, isolation: Isolation): Promise<Capture> {
  const [command, args] = isolation.wrap("dumpcap", ["-q", "-i", "lo", "-f", "udp", "-w", file]);
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve()).once("error", () => resolve());
  });
  await isCapturing(child);
  return {
    stop: async () => {
      if (child.exitCode === null) await isDrained(file);
      child.kill("SIGINT");
      await exited;
    },
  };
}

function isCapturing(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    const timer = setTimeout(() => reject(new Error(`dumpcap did not start: ${text.trim()}`)), START_TIMEOUT_MS);
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (!text.includes("File:")) return;
      clearTimeout(timer);
      resolve();
    });
    child.once("error", (error) => reject(error));
    child.once("exit", () => reject(new Error(`dumpcap ended: ${text.trim()}`)));
  });
}

/** The kernel hands packets over in blocks, and dumpcap forgets what it has not been handed when it is stopped. */
async function isDrained(file: string): Promise<void> {
  let size = -1;
  for (let turns = 0; turns < DRAIN_TURNS_MAX; turns++) {
    await new Promise((resolve) => setTimeout(resolve, DRAIN_QUIET_MS));
    const now = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (now === size) return;
    size = now;
  }
}

/** @param guidPrefix the participant whose datagrams are judged, 24 hexadecimal digits */
export async function judgeCapture(file: string, guidPrefix: string): Promise<TsharkVerdict> {
  // Heuristics first: a random port of ours may be the registered port of another protocol.
  const args = [
    "-r",
    file,
    "-o",
    "udp.try_heuristic_first:TRUE",
    "-T",
    "fields",
    "-E",
    "separator=/t",
    "-E",
    "occurrence=a",
    "-E",
    "aggregator=;",
  ];
  for (const field of FIELDS) args.push("-e", field);
  const output = await readOutput("tshark", args);
  const rows = output.split("\n").filter((line) => line !== "");
  return judgeRows(
    rows.map((line) => line.split("\t")),
    guidPrefix,
  );
}

/** A datagram is ours when its header has our prefix, or when it left one of our ports and is no RTPS at all. */
function judgeRows(rows: string[][], guidPrefix: string): TsharkVerdict {
  const prefixOf = (row: string[]) => (row[2] ?? "").split(";")[0]?.replaceAll(":", "") ?? "";
  const ourPorts = new Set(rows.filter((row) => prefixOf(row) === guidPrefix).map((row) => row[1]));
  let ours = 0;
  let malformed = 0;
  let expertWarnings = 0;
  const messages: string[] = [];
  for (const row of rows) {
    const isUnrecognized = prefixOf(row) === "" && ourPorts.has(row[1]);
    if (prefixOf(row) !== guidPrefix && !isUnrecognized) continue;
    ours++;
    const isMalformed = isUnrecognized || (row[3] ?? "") !== "";
    const severities = (row[4] ?? "").split(";").map(Number);
    const isWarned = severities.some((severity) => severity >= EXPERT_WARNING);
    if (isMalformed) malformed++;
    if (isWarned) expertWarnings++;
    if ((isMalformed || isWarned) && messages.length < MESSAGES_KEPT)
      messages.push(`frame ${row[0]}: ${isUnrecognized ? "not recognized as RTPS" : row[5] || "malformed"}`);
  }
  return { frames: rows.length, ours, malformed, expertWarnings, messages };
}

function readOutput(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    child.once("error", reject);
    child.once("close", () => resolve(text));
  });
}
