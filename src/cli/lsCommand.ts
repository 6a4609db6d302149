// `rtps ls`: the participants and endpoints of a domain, with vendor and QoS.

import Table from "cli-table3";
import type { Command } from "commander";
import pc from "picocolors";
import {
  DEFAULT_READER_QOS,
  DEFAULT_WRITER_QOS,
  type DomainParticipant,
  describeQos,
  locatorToString,
  type RemoteEndpointInfo,
  type RemoteParticipantInfo,
} from "../index.js";
import { vendorName } from "../inspect/index.js";
import { CliError } from "./CliError.js";
import { endSignal, sleep } from "./ending.js";
import { statsJson, statsText } from "./lsStats.js";
import { openParticipant } from "./openParticipant.js";
import { addDomainOptions, type DomainOptions, participantOptions, seconds } from "./options.js";
import { counted } from "./words.js";

interface LsOptions extends DomainOptions {
  readonly ros?: boolean;
  readonly all?: boolean;
  readonly json?: boolean;
  readonly watch?: boolean;
  readonly stats?: boolean;
  readonly wait: number;
}

const REDRAW_MS = 250;

export function defineLs(command: Command): void {
  command
    .option("--ros", "show the topics, services, actions and nodes of ROS 2")
    .option("--all", "with --ros: hidden names too, which have a part that begins with _")
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
    process.stdout.write(`${JSON.stringify({ change, reason, ...describe(what) }, jsonReplacer)}\n`);
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
      process.stdout.write(list());
    }
  } finally {
    await participant.close();
  }
}

/** Makes the text of what there is now. */
type Lister = () => string;

function plainLister(participant: DomainParticipant, options: LsOptions): Lister {
  const { stats = false } = options;
  if (options.json === true) return () => jsonList(participant, stats);
  return () => textList(participant) + (stats ? statsText(participant) : "");
}

async function rosLister(
  participant: DomainParticipant,
  options: LsOptions,
  changed: { pending: boolean },
): Promise<Lister> {
  const [{ GraphWatch }, { rosJsonList, rosTextList }] = await Promise.all([
    import("./ros/GraphWatch.js"),
    import("./ros/rosList.js"),
  ]);
  const graph = new GraphWatch(participant, () => {
    changed.pending = true;
  });
  return () =>
    options.json === true
      ? `${JSON.stringify(rosJsonList(participant, graph.graph), jsonReplacer, 2)}\n`
      : rosTextList(participant, graph.graph, options);
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
      process.stdout.write(`${process.stdout.isTTY ? "\x1b[H\x1b[2J" : ""}${list()}`);
    }
    await sleep(REDRAW_MS, signal);
  }
}

function jsonList(participant: DomainParticipant, stats: boolean): string {
  const endpointsOf = (info: RemoteParticipantInfo) =>
    participant.endpoints.filter((endpoint) => endpoint.guid.prefix.equals(info.guidPrefix)).map(describe);
  const participants = participant.participants.map((info) => ({ ...describe(info), endpoints: endpointsOf(info) }));
  const list = { domain: participant.domainId, participants, ...(stats ? { stats: statsJson(participant) } : {}) };
  return `${JSON.stringify(list, jsonReplacer, 2)}\n`;
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

function textList(participant: DomainParticipant): string {
  const { participants, endpoints } = participant;
  const found = `${counted(participants.length, "participant")} and ${counted(endpoints.length, "endpoint")}`;
  let text = `${found} in domain ${participant.domainId}\n`;
  for (const info of participants) {
    const secured = info.secured ? ", secured: authentication required" : "";
    const name = info.entityName === "" ? "" : ` "${info.entityName}"`;
    const version = `RTPS ${info.protocolMajor}.${info.protocolMinor}`;
    text += `\n${pc.bold(vendorName(info.vendorId))}${name}  ${info.guidPrefix}  ${version}${secured}\n`;
    const own = endpoints.filter((endpoint) => endpoint.guid.prefix.equals(info.guidPrefix));
    if (own.length > 0) text += `${endpointTable(own)}\n`;
  }
  return text;
}

function endpointTable(endpoints: readonly RemoteEndpointInfo[]): string {
  const table = new Table({ head: ["", "topic", "type", "QoS", "entity"], style: { head: [], border: [] } });
  for (const endpoint of endpoints) {
    const { role, topicName, typeName, keyed, guid } = endpoint;
    const id = guid.entityId.toString(16).padStart(8, "0");
    table.push([role, topicName, `${typeName}${keyed ? " (keyed)" : ""}`, qosInWords(endpoint), id]);
  }
  return table.toString();
}

/** Reliability, durability and representation always, of other policies only what is not the default. */
function qosInWords(endpoint: RemoteEndpointInfo): string {
  const { reliability, durability, dataRepresentation } = endpoint.qos;
  const always = [reliability.kind, durability.kind, dataRepresentation.ids.join("/") || "XCDR1"];
  const others =
    endpoint.role === "writer"
      ? describeQos(endpoint.qos, DEFAULT_WRITER_QOS)
      : describeQos(endpoint.qos, DEFAULT_READER_QOS);
  return [...always, ...others.filter((line) => !/^(reliability|durability|dataRepresentation): /.test(line))].join(
    ", ",
  );
}
