// One cell of the matrix: a scenario between a writer and a reader, from start to goodbye.
import type { PeerEvent } from "../contract/events.js";
import { checkEndings, checkMismatch, checkSamples, isEnding, isSample } from "./checks.js";
import { expectedEndings, expectedSamples } from "./expectations.js";
import type { Isolation } from "./isolation.js";
import type { CellRun } from "./results.js";
import { runRosCell } from "./rosCell.js";
import { type CellPlan, STEP_TIMEOUT_MS, Stage, sleep } from "./Stage.js";
import { runScript } from "./script.js";
import { runTypesCell } from "./typesCell.js";

export type { CellRun } from "./results.js";
export type { CellPlan } from "./Stage.js";

/** How long a reader is watched for samples too many once everything has come. */
const SETTLE_MS = 60;

export async function runCell(plan: CellPlan, isolation: Isolation): Promise<CellRun> {
  const { kind } = plan.scenario;
  if (kind === "ros") return runRosCell(plan, isolation);
  if (kind === "types" || kind === "learn") return runTypesCell(plan, isolation);
  const stage = new Stage(plan, isolation);
  const complaints: string[] = [];
  try {
    complaints.push(...(await play(stage)));
    complaints.push(...(await stage.stopAll()));
  } finally {
    stage.close();
  }
  const events = { writer: stage.events("writer"), second: stage.events("second"), reader: stage.events("reader") };
  return { complaints, unsupported: stage.unsupported(), events, stderr: stage.stderr };
}

async function play(stage: Stage): Promise<string[]> {
  const { kind } = stage.plan.scenario;
  if (kind === "script") return runScript(stage);
  if (kind === "late joiner") return playLateJoiner(stage);
  stage.start("reader");
  stage.start("writer");
  const complaints = await stage.untilReady("writer", "reader");
  if (complaints.length > 0) return complaints;
  return kind === "mismatch" ? watchMismatch(stage) : playExchange(stage);
}

async function playLateJoiner(stage: Stage): Promise<string[]> {
  stage.start("writer");
  const complaints = await stage.untilReady("writer");
  if (complaints.length === 0) complaints.push(...(await untilWritten(stage)));
  stage.start("reader");
  complaints.push(...(await stage.untilReady("reader")));
  return complaints.length > 0 ? complaints : watchExchange(stage);
}

async function playExchange(stage: Stage): Promise<string[]> {
  const [writerMatched, readerMatched] = await Promise.all([
    stage.process("writer").until(hasMatched, STEP_TIMEOUT_MS),
    stage.process("reader").until(hasMatched, STEP_TIMEOUT_MS),
  ]);
  if (!writerMatched) return [`writer did not match${stage.lastError("writer")}`];
  if (!readerMatched) return [`reader did not match${stage.lastError("reader")}`];
  stage.process("writer").send("go");
  return watchExchange(stage);
}

async function untilWritten(stage: Stage): Promise<string[]> {
  const isWritten = (events: readonly PeerEvent[]) => events.some((event) => event.event === "written");
  const written = await stage.process("writer").until(isWritten, STEP_TIMEOUT_MS);
  return written ? [] : [`writer did not finish writing${stage.lastError("writer")}`];
}

async function watchExchange(stage: Stage): Promise<string[]> {
  const options = stage.optionsOf("writer");
  const samples = expectedSamples(stage.plan.scenario, options);
  const endings = expectedEndings(options);
  const isComplete = (events: readonly PeerEvent[]) =>
    events.filter(isSample).length >= samples.length && events.filter(isEnding).length >= endings.length;
  await stage.process("reader").until(isComplete, STEP_TIMEOUT_MS);
  await untilWritten(stage);
  await sleep(SETTLE_MS);
  const events = stage.events("reader");
  return [...checkSamples(samples, events.filter(isSample)), ...checkEndings(endings, events), ...stage.errors()];
}

async function watchMismatch(stage: Stage): Promise<string[]> {
  const isReported = (events: readonly PeerEvent[]) => events.some((event) => event.event === "incompatible_qos");
  const sides = ["writer", "reader"] as const;
  await Promise.all(sides.map((who) => stage.process(who).until(isReported, STEP_TIMEOUT_MS)));
  await sleep(SETTLE_MS);
  const policyId = stage.plan.scenario.policyId ?? 0;
  return sides.flatMap((who) => checkMismatch(who, policyId, stage.events(who)));
}

function hasMatched(events: readonly PeerEvent[]): boolean {
  return events.some((event) => event.event === "matched" && event.count > 0);
}
