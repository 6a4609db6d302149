// Plays the script of a scenario: one step after the other, and then the judgement.
import type { InstanceEvent, PeerEvent } from "../contract/events.js";
import {
  checkEndings,
  checkSamples,
  checkSeparation,
  checkWholeSets,
  checkWrittenOrder,
  hasFields,
  isEnding,
  isSample,
} from "./checks.js";
import { blockSamples, scriptEndings } from "./expectations.js";
import { STEP_TIMEOUT_MS, type Stage, sleep } from "./Stage.js";
import type { ActionStep, Actor, SampleCheck, Script, WaitStep } from "./scenario.js";

const URGE_TURNS_MAX = 30;
const URGE_PERIOD_MS = 50;

/** @returns complaints */
export async function runScript(stage: Stage): Promise<string[]> {
  const { script } = stage.plan.scenario;
  if (script === undefined) throw new Error(`scenario ${stage.plan.scenario.name} has no script`);
  const starting: Actor[] = [];
  for (const step of script.steps) {
    if (step.step === "start") {
      stage.start(step.who);
      starting.push(step.who);
      continue;
    }
    const complaints = await stage.untilReady(...starting.splice(0));
    if (complaints.length === 0) complaints.push(...(await play(stage, step)));
    if (complaints.length > 0) return [...complaints, ...stage.errors()];
  }
  await waitFor(stage, { step: "endings" });
  return [...judge(stage, script), ...stage.errors()];
}

async function play(stage: Stage, step: ActionStep | WaitStep): Promise<string[]> {
  switch (step.step) {
    case "stop":
      return stage.stop(step.who);
    case "kill":
      await stage.kill(step.who);
      return [];
    case "tell":
      stage.process(step.who).send(step.command);
      return [];
    case "pause":
      await sleep(step.ms);
      return [];
    case "mark":
      stage.mark();
      return [];
    case "urge":
      return urge(stage, step.who);
    case "never": {
      const since = stage.events(step.who).slice(stage.eventsBeforeMark(step.who).length);
      const seen = since.find((event) => hasFields(event, step.is));
      return seen === undefined ? [] : [`${step.who} reported ${JSON.stringify(seen)} too early or at all`];
    }
    default:
      return waitFor(stage, step);
  }
}

async function waitFor(stage: Stage, step: WaitStep): Promise<string[]> {
  const who = "who" in step ? step.who : "reader";
  const isTrue = conditionOf(stage, step);
  const isMet = await stage.process(who).until(isTrue, STEP_TIMEOUT_MS);
  // What endings are missing is said once, by the judge.
  if (isMet || step.step === "endings") return [];
  if (step.step === "samples") {
    const got = stage.events("reader").filter(isSample);
    return [`expected ${step.count} samples by now, got ${got.length}: ${got.map(shortName).join(" ")}`];
  }
  if (step.step === "at least") return [`${who} did not report ${step.event} ${step.total} times`];
  const latest = stage.events(who).findLast((event) => event.event === step.is.event);
  return [`${who} did not report ${JSON.stringify(step.is)}, last was ${JSON.stringify(latest ?? "nothing")}`];
}

function conditionOf(stage: Stage, step: WaitStep): (events: readonly PeerEvent[]) => boolean {
  switch (step.step) {
    case "endings": {
      const { length } = endingsOf(stage);
      return (events) => events.filter(isEnding).length >= length;
    }
    case "samples":
      return (events) => events.filter(isSample).length >= step.count;
    case "until":
      return (events) => hasFields(latestOf(events, step.is.event), step.is);
    case "at least": {
      const wanted = totalOf(stage.eventsBeforeMark(step.who), step.event) + step.total;
      return (events) => totalOf(events, step.event) >= wanted;
    }
  }
}

function latestOf(events: readonly PeerEvent[], name: string | undefined): PeerEvent | undefined {
  return events.findLast((event) => event.event === name);
}

function totalOf(events: readonly PeerEvent[], name: string): number {
  const latest = latestOf(events, name);
  return latest !== undefined && "total" in latest ? latest.total : 0;
}

async function urge(stage: Stage, who: Actor): Promise<string[]> {
  const { size } = stage.optionsOf(who);
  const isHeard = (events: readonly PeerEvent[]) => events.some((event) => isSample(event) && event.shapesize === size);
  for (let turn = 0; turn < URGE_TURNS_MAX; turn++) {
    stage.process(who).send("go");
    if (await stage.process("reader").until(isHeard, URGE_PERIOD_MS)) return [];
  }
  return [`the reader heard nothing of ${who}`];
}

function judge(stage: Stage, script: Script): string[] {
  const events = stage.events("reader");
  const got = events.filter(isSample);
  const checks = script.checks ?? [];
  const complaints = checks.flatMap((check) => checkOf(check, stage)(got));
  if (!checks.some((check) => check.check === "separation")) {
    const { expected, rest } = blockSamples(script.samples, got, (who) => stage.optionsOf(who));
    complaints.push(...checkSamples(expected, got), ...rest);
  }
  return [...complaints, ...checkEndings(endingsOf(stage), events, { mayRevive: true })];
}

/** Not all of them are asked of a reader that does not tell of writers that are gone. */
function endingsOf(stage: Stage): InstanceEvent[] {
  const { scenario, reader } = stage.plan;
  const endings = scenario.script === undefined ? [] : scriptEndings(scenario.script);
  return reader.isSilentAboutLostWriters ? endings.filter((ending) => ending.event === "disposed") : endings;
}

function checkOf(check: SampleCheck, stage: Stage): (got: ReturnType<typeof samplesOf>) => string[] {
  if (check.check === "written order") return checkWrittenOrder;
  if (check.check === "whole sets") return (got) => checkWholeSets(check.size, got);
  return (got) => checkSeparation(check.ms, stage.optionsOf("writer"), got);
}

const samplesOf = (events: readonly PeerEvent[]) => events.filter(isSample);
const shortName = (sample: { shapesize: number; color: string; x: number }) =>
  `${sample.shapesize}:${sample.color}:${sample.x}`;
