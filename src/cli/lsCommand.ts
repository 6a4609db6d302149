// `rtps ls`: the participants and endpoints of a domain, with vendor and QoS.

import type { Command } from "commander";
import {
  type DomainParticipant,
  locatorToString,
  type RemoteEndpointInfo,
  type RemoteParticipantInfo,
} from "../index.js";
import { vendorName } from "../inspect/index.js";
import { CliError } from "./CliError.js";
import { endSignal, sleep } from "./ending.js";
import { statsJson, statsText } from "./lsStats.js";
import { byParticipant, type LsText, lsText } from "./lsText.js";
import { openParticipant } from "./openParticipant.js";
import { addDomainOptions, type DomainOptions, participantOptions, seconds } from "./options.js";
import { jsonPieces, printJson, printPieces } from "./output.js";

interface LsOptions extends DomainOptions {
  readonly ros?: boolean;
  readonly all?: boolean;
  readonly topic?: string;
  readonly json?: boolean;
  readonly watch?: boolean;
  readonly stats?: boolean;
  readonly wait: number;
}

const REDRAW_MS = 250;

export function defineLs(command: Command): void {
  command
    .option("--ros", "show the topics, services, actions and nodes of ROS 2")
    .option("--all", "everything, however much there is; with --ros hidden names too, with a part that begins with _")
    .option("--topic <name>", "only endpoints of this topic, and their participants")
    .option("--json", "print JSON; with --watch one line for every change")
    .option("--watch", "stay until Ctrl-C and show what changes")
    .option("--stats", "also show what was received and sent, and what was refused and why")
    .option("--wait <seconds>", "look for this long", seconds, 3);
  addDomainOptions(command).action(runLs);
}

async function runLs(options: LsOptions): Promise<void> {
  if (options.ros === true && options.watch === true && options.json === true) {
    throw new CliError("--ros --watch draws a screen: leave --json out, or --watch");
  }
  if (options.ros === true && options.stats === true) {
    throw new CliError("--stats goes with the plain list: leave --ros out, or --stats");
  }
  const signal = endSignal();
  const changed = { pending: true };
  const report = (change: string, what: RemoteParticipantInfo | RemoteEndpointInfo, reason?: string) => {
    changed.pending = true;
    if (options.watch !== true || options.json !== true) return;
    printJson(JSON.stringify({ change, reason, ...describe(what) }, jsonReplacer));
  };
  const participant = await openParticipant({
    ...participantOptions(options, "rtps ls"),
    listener: {
      onParticipantDiscovered: (info) => report("participantDiscovered", info),
      onParticipantLost: (info, reason) => report("participantLost", info, reason),
      onEndpointDiscovered: (info) => report("endpointDiscovered", info),
      onEndpointLost: (info) => report("endpointLost", info),
    },
  });
  try {
    const list =
      options.ros === true ? await rosLister(participant, options, changed) : plainLister(participant, options);
    if (options.watch === true) await watch(list, changed, options, signal);
    else {
      await sleep(options.wait * 1000, signal);
      await printPieces(list(), signal);
    }
  } finally {
    await participant.close();
  }
}

/** Makes the text of what there is now, in pieces. */
type Lister = () => Iterable<string>;

function plainLister(participant: DomainParticipant, options: LsOptions): Lister {
  const { stats = false } = options;
  if (options.json === true) return () => jsonList(participant, options);
  return function* () {
    yield* lsText(shownOf(participant, options), options.all === true);
    if (stats) yield statsText(participant);
  };
}

async function rosLister(
  participant: DomainParticipant,
  options: LsOptions,
  changed: { pending: boolean },
): Promise<Lister> {
  const [{ GraphWatch }, { ofTopic, rosJsonList, rosTextList }] = await Promise.all([
    import("./ros/GraphWatch.js"),
    import("./ros/rosList.js"),
  ]);
  const graph = new GraphWatch(participant, () => {
    changed.pending = true;
  });
  return () =>
    options.json === true
      ? jsonDocument(rosJsonList(participant, ofTopic(graph.graph, options.topic)))
      : rosTextList(participant, ofTopic(graph.graph, options.topic), options);
}

async function watch(
  list: Lister,
  changed: { pending: boolean },
  options: LsOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    if (changed.pending && options.json !== true) {
      changed.pending = false;
      // Clears the screen only where there is one.
      if (process.stdout.isTTY) process.stdout.write("\x1b[H\x1b[2J");
      await printPieces(list(), signal);
    }
    await sleep(REDRAW_MS, signal);
  }
}

/** What `--topic` leaves. */
function shownOf(participant: DomainParticipant, { topic }: LsOptions): LsText {
  const { domainId, participants, endpoints } = participant;
  if (topic === undefined) return { domainId, participants, endpoints };
  const shown = endpoints.filter(({ topicName }) => topicName === topic);
  const owned = byParticipant(shown);
  return {
    domainId,
    participants: participants.filter(({ guidPrefix }) => owned.has(guidPrefix.toString())),
    endpoints: shown,
  };
}

function jsonList(participant: DomainParticipant, options: LsOptions): Iterable<string> {
  const { domainId, participants, endpoints } = shownOf(participant, options);
  const owned = byParticipant(endpoints);
  return jsonDocument({
    domain: domainId,
    participants: participants.map((info) => {
      return { ...describe(info), endpoints: (owned.get(info.guidPrefix.toString()) ?? []).map(describe) };
    }),
    ...(options.stats === true ? { stats: statsJson(participant) } : {}),
  });
}

function* jsonDocument(value: object): Generator<string> {
  yield* jsonPieces(value, jsonReplacer);
  yield "\n";
}

function jsonReplacer(_key: string, value: unknown): unknown {
  if (value === Infinity) return "infinite";
  return ArrayBuffer.isView(value) ? Array.from(value as Uint8Array) : value;
}

function describe(info: RemoteParticipantInfo | RemoteEndpointInfo): object {
  if ("role" in info) {
    const { guid, role, topicName, typeName, keyed, qos } = info;
    return { guid: guid.toString(), role, topic: topicName, type: typeName, keyed, qos };
  }
  return {
    guidPrefix: info.guidPrefix.toString(),
    name: info.entityName,
    vendor: vendorName(info.vendorId),
    vendorId: info.vendorId.toString(16).padStart(4, "0"),
    protocolVersion: `${info.protocolMajor}.${info.protocolMinor}`,
    leaseDurationMs: info.leaseDurationMs,
    metatrafficUnicast: info.metatrafficUnicast.map(locatorToString),
    defaultUnicast: info.defaultUnicast.map(locatorToString),
    properties: Object.fromEntries(info.properties),
    secured: info.secured,
  };
}
