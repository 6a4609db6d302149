// One cell of the matrix: a writer process and a reader process in one scenario, from start to goodbye.
import type { PeerEvent } from "../contract/events.js";
import { EXIT_OK } from "../contract/events.js";
import { DEFAULT_OPTIONS, type PeerOptions, peerArguments } from "../contract/options.js";
import {
  checkEndings,
  checkMismatch,
  checkSamples,
  expectedEndings,
  expectedSamples,
  isEnding,
  isSample,
} from "./expectations.js";
import type { Isolation } from "./isolation.js";
import { PeerProcess } from "./PeerProcess.js";
import type { Peer } from "./peers.js";
import type { Scenario } from "./scenarios.js";

export interface CellPlan {
  readonly scenario: Scenario;
  readonly writer: Peer;
  readonly reader: Peer;
  readonly domain: number;
  readonly root: string;
}

export interface CellRun {
  /** What was wrong; empty when the cell passed. */
  readonly complaints: string[];
  readonly writerEvents: readonly PeerEvent[];
  readonly readerEvents: readonly PeerEvent[];
  readonly stderr: string;
}

/** A process start with a vendor's library on a busy machine. */
const START_TIMEOUT_MS = 20_000;
/** From ready on. Long enough for the slowest announcement of any vendor (3 s), short enough for a matrix of failures. */
const STEP_TIMEOUT_MS = 6000;
const EXIT_TIMEOUT_MS = 4000;
/** Peers end by themselves after this, should the runner be killed. */
const PEER_LIFE_MS = 60_000;
/** How long a reader is watched for samples too many once everything has come. */
const SETTLE_MS = 60;

export async function runCell(plan: CellPlan, isolation: Isolation): Promise<CellRun> {
  const { scenario } = plan;
  const writerOptions = optionsOf(plan, "pub");
  const readerOptions = optionsOf(plan, "sub");
  const start = (peer: Peer, options: PeerOptions) => startPeer(peer, options, isolation, plan.root);
  let writer: PeerProcess | undefined;
  let reader: PeerProcess | undefined;
  const complaints: string[] = [];
  try {
    if (scenario.kind === "late joiner") {
      writer = start(plan.writer, writerOptions);
      complaints.push(...(await waitUntilReady("writer", writer)));
      if (complaints.length === 0) complaints.push(...(await waitUntilWritten(writer)));
      reader = start(plan.reader, readerOptions);
    } else {
      reader = start(plan.reader, readerOptions);
      writer = start(plan.writer, writerOptions);
      complaints.push(...(await waitUntilReady("writer", writer)));
    }
    complaints.push(...(await waitUntilReady("reader", reader)));
    if (complaints.length === 0) complaints.push(...(await watch(scenario, writerOptions, writer, reader)));
    complaints.push(...(await stop("writer", writer)), ...(await stop("reader", reader)));
  } finally {
    writer?.kill();
    reader?.kill();
  }
  const stderr = [writer.stderr, reader.stderr].filter((text) => text !== "").join("\n");
  return { complaints, writerEvents: writer.events, readerEvents: reader.events, stderr };
}

function optionsOf(plan: CellPlan, role: "pub" | "sub"): PeerOptions {
  const { scenario } = plan;
  const own = role === "pub" ? scenario.writer : scenario.reader;
  const merged = { ...DEFAULT_OPTIONS, ...scenario.both, ...own };
  const isLateJoiner = scenario.kind === "late joiner";
  return {
    ...merged,
    role,
    domain: plan.domain,
    topic: "Square",
    // A reader runs until it is stopped, so that samples too many are seen.
    count: role === "pub" ? merged.count : 0,
    waitReaders: isLateJoiner ? 0 : 1,
    gate: isGated(plan),
    lingerMs: PEER_LIFE_MS,
    timeoutMs: PEER_LIFE_MS,
  };
}

/**
 * Matching is not simultaneous: a vendor's writer that has matched may write before its reader has, and then the first
 * samples are lost by design. Such a writer waits until both have matched. Our own does not need that: `ready()`
 * promises that the first sample arrives, unless the reader never answers a HEARTBEAT of an empty history.
 */
function isGated(plan: CellPlan): boolean {
  if (plan.scenario.kind !== "exchange") return false;
  return plan.writer.name !== "self" || plan.reader.isSilentUntilData;
}

function startPeer(peer: Peer, options: PeerOptions, isolation: Isolation, root: string): PeerProcess {
  const [file, ...args] = peer.command;
  const [command, wrapped] = isolation.wrap(file, [...args, ...peerArguments(options)]);
  return new PeerProcess(command, wrapped, { cwd: root });
}

async function waitUntilReady(side: string, peer: PeerProcess): Promise<string[]> {
  const ready = await peer.until((events) => events.some((event) => event.event === "ready"), START_TIMEOUT_MS);
  return ready ? [] : [`${side} did not start${lastError(peer)}`];
}

async function waitUntilWritten(writer: PeerProcess): Promise<string[]> {
  const written = await writer.until((events) => events.some((event) => event.event === "written"), STEP_TIMEOUT_MS);
  return written ? [] : [`writer did not finish writing${lastError(writer)}`];
}

async function watch(
  scenario: Scenario,
  options: PeerOptions,
  writer: PeerProcess,
  reader: PeerProcess,
): Promise<string[]> {
  if (scenario.kind === "mismatch") return watchMismatch(scenario.policyId ?? 0, writer, reader);
  if (scenario.kind === "exchange") {
    const [writerMatched, readerMatched] = await Promise.all([
      writer.until(hasMatched, STEP_TIMEOUT_MS),
      reader.until(hasMatched, STEP_TIMEOUT_MS),
    ]);
    if (!writerMatched) return [`writer did not match${lastError(writer)}`];
    if (!readerMatched) return [`reader did not match${lastError(reader)}`];
    writer.send("go");
  }
  return watchExchange(scenario, options, writer, reader);
}

async function watchExchange(
  scenario: Scenario,
  options: PeerOptions,
  writer: PeerProcess,
  reader: PeerProcess,
): Promise<string[]> {
  const samples = expectedSamples(scenario, options);
  const endings = expectedEndings(options);
  const isComplete = (events: readonly PeerEvent[]) =>
    events.filter(isSample).length >= samples.length && events.filter(isEnding).length >= endings.length;
  await reader.until(isComplete, STEP_TIMEOUT_MS);
  await waitUntilWritten(writer);
  await pause(SETTLE_MS);
  const complaints = [
    ...checkSamples(samples, reader.events.filter(isSample)),
    ...checkEndings(endings, reader.events),
    ...errorsOf("writer", writer),
    ...errorsOf("reader", reader),
  ];
  return complaints;
}

async function watchMismatch(policyId: number, writer: PeerProcess, reader: PeerProcess): Promise<string[]> {
  const isReported = (events: readonly PeerEvent[]) => events.some((event) => event.event === "incompatible_qos");
  await Promise.all([writer.until(isReported, STEP_TIMEOUT_MS), reader.until(isReported, STEP_TIMEOUT_MS)]);
  await pause(SETTLE_MS);
  return [...checkMismatch("writer", policyId, writer.events), ...checkMismatch("reader", policyId, reader.events)];
}

/** Asks a peer to leave; it has to say goodbye and exit with 0. */
async function stop(side: string, peer: PeerProcess): Promise<string[]> {
  peer.send("stop");
  const left = await Promise.race([peer.exited, pause(EXIT_TIMEOUT_MS)]);
  if (left === undefined) return [`${side} did not stop within ${EXIT_TIMEOUT_MS} ms`];
  const isDone = peer.events.some((event) => event.event === "done");
  return left === EXIT_OK && isDone ? [] : [`${side} exited with code ${left}${lastError(peer)}`];
}

function hasMatched(events: readonly PeerEvent[]): boolean {
  return events.some((event) => event.event === "matched" && event.count > 0);
}

function errorsOf(side: string, peer: PeerProcess): string[] {
  return peer.events.flatMap((event) => (event.event === "error" ? [`${side}: ${event.message}`] : []));
}

function lastError(peer: PeerProcess): string {
  const message = errorsOf("", peer).at(-1) ?? "";
  const stderr = peer.stderr.split("\n").at(-1) ?? "";
  return message + (stderr === "" ? "" : `: ${stderr}`);
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined));
}
