// `rtps ls`: the participants and endpoints of a domain, with vendor and QoS.

import Table from "cli-table3";
import type { Command } from "commander";
import pc from "picocolors";
import {
  DEFAULT_READER_QOS,
  DEFAULT_WRITER_QOS,
  DomainParticipant,
  describeQos,
  locatorToString,
  type RemoteEndpointInfo,
  type RemoteParticipantInfo,
} from "../index.js";
import { vendorName } from "../inspect/index.js";
import { endSignal, sleep } from "./ending.js";
import { addDomainOptions, type DomainOptions, participantOptions, seconds } from "./options.js";

interface LsOptions extends DomainOptions {
  readonly json?: boolean;
  readonly watch?: boolean;
  readonly wait: number;
}

const REDRAW_MS = 250;

export function defineLs(command: Command): void {
  command
    .option("--json", "print JSON; with --watch one line for every change")
    .option("--watch", "stay until Ctrl-C and show what changes")
    .option("--wait <seconds>", "look for this long", seconds, 3);
  addDomainOptions(command).action(runLs);
}

async function runLs(options: LsOptions): Promise<void> {
  const signal = endSignal();
  const changed = { pending: true };
  const report = (change: string, what: RemoteParticipantInfo | RemoteEndpointInfo, reason?: string) => {
    changed.pending = true;
    if (options.watch !== true || options.json !== true) return;
    process.stdout.write(`${JSON.stringify({ change, reason, ...describe(what) }, jsonReplacer)}\n`);
  };
  const participant = await DomainParticipant.create({
    ...participantOptions(options, "rtps ls"),
    listener: {
      onParticipantDiscovered: (info) => report("participantDiscovered", info),
      onParticipantLost: (info, reason) => report("participantLost", info, reason),
      onEndpointDiscovered: (info) => report("endpointDiscovered", info),
      onEndpointLost: (info) => report("endpointLost", info),
    },
  });
  try {
    if (options.watch === true) await watch(participant, changed, options, signal);
    else {
      await sleep(options.wait * 1000, signal);
      process.stdout.write(options.json === true ? jsonList(participant) : textList(participant));
    }
  } finally {
    await participant.close();
  }
}

async function watch(
  participant: DomainParticipant,
  changed: { pending: boolean },
  options: LsOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    if (changed.pending && options.json !== true) {
      changed.pending = false;
      // Clears the screen only where there is one.
      process.stdout.write(`${process.stdout.isTTY ? "\x1b[H\x1b[2J" : ""}${textList(participant)}`);
    }
    await sleep(REDRAW_MS, signal);
  }
}

function jsonList(participant: DomainParticipant): string {
  const endpointsOf = (info: RemoteParticipantInfo) =>
    participant.endpoints.filter((endpoint) => endpoint.guid.prefix.equals(info.guidPrefix)).map(describe);
  const participants = participant.participants.map((info) => ({ ...describe(info), endpoints: endpointsOf(info) }));
  return `${JSON.stringify({ domain: participant.domainId, participants }, jsonReplacer, 2)}\n`;
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

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
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
