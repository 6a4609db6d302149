// What `rtps ls` prints for people: participants with a table of their endpoints each. Peers decide how many there are
// and how long their names, so both are cut; `--json` has all of it.

import pc from "picocolors";
import {
  DEFAULT_READER_QOS,
  DEFAULT_WRITER_QOS,
  describeQos,
  type RemoteEndpointInfo,
  type RemoteParticipantInfo,
} from "../index.js";
import { vendorName } from "../inspect/index.js";
import { visible, visibleStart } from "../text/visible.js";
import { boxedTableLines, plainly } from "./boxedTable.js";
import { counted } from "./words.js";

export interface LsText {
  readonly domainId: number;
  readonly participants: readonly RemoteParticipantInfo[];
  readonly endpoints: readonly RemoteEndpointInfo[];
}

/** Participants and rows that are shown without `--all`. */
export const LS_LIMITS = { participants: 200, rows: 400, rowsOfParticipant: 100 } as const;

/** @param all participants and endpoints without a limit */
export function* lsText({ domainId, participants, endpoints }: LsText, all: boolean): Generator<string> {
  const found = `${counted(participants.length, "participant")} and ${counted(endpoints.length, "endpoint")}`;
  yield `${found} in domain ${domainId}\n`;
  const owned = byParticipant(endpoints);
  const shown = all ? participants : participants.slice(0, LS_LIMITS.participants);
  let rowsLeft: number = all ? Infinity : LS_LIMITS.rows;
  for (const info of shown) {
    yield `\n${participantLine(info)}\n`;
    const own = owned.get(info.guidPrefix.toString()) ?? [];
    if (own.length === 0) continue;
    const rows = own.slice(0, all ? Infinity : Math.min(rowsLeft, LS_LIMITS.rowsOfParticipant));
    rowsLeft -= rows.length;
    if (rows.length > 0) yield* endpointTable(rows);
    yield more(own.length - rows.length, "endpoint");
  }
  yield more(participants.length - shown.length, "participant", "\n");
}

/** Endpoints by the prefix of their participant, in hex. */
export function byParticipant(endpoints: readonly RemoteEndpointInfo[]): Map<string, RemoteEndpointInfo[]> {
  const owned = new Map<string, RemoteEndpointInfo[]>();
  for (const endpoint of endpoints) {
    const prefix = endpoint.guid.prefix.toString();
    const own = owned.get(prefix);
    if (own === undefined) owned.set(prefix, [endpoint]);
    else own.push(endpoint);
  }
  return owned;
}

function participantLine(info: RemoteParticipantInfo): string {
  const secured = info.secured ? ", secured: authentication required" : "";
  const name = info.entityName === "" ? "" : ` "${visibleStart(info.entityName, NAME_LENGTH)}"`;
  const version = `RTPS ${info.protocolMajor}.${info.protocolMinor}`;
  return `${pc.bold(vendorName(info.vendorId))}${name}  ${info.guidPrefix}  ${version}${secured}`;
}

function endpointTable(endpoints: readonly RemoteEndpointInfo[]): Iterable<string> {
  const rows = endpoints.map((endpoint) => {
    const { role, topicName, typeName, keyed, guid } = endpoint;
    const id = guid.entityId.toString(16).padStart(8, "0");
    const type = `${visibleStart(typeName, NAME_LENGTH)}${keyed ? " (keyed)" : ""}`;
    return { cells: [role, visibleStart(topicName, NAME_LENGTH), type, qosInWords(endpoint), id], paint: plainly };
  });
  return boxedTableLines(["", "topic", "type", "QoS", "entity"], rows);
}

/** Reliability, durability and representation always, of other policies only what is not the default. */
function qosInWords(endpoint: RemoteEndpointInfo): string {
  const { reliability, durability, dataRepresentation } = endpoint.qos;
  const always = [reliability.kind, durability.kind, dataRepresentation.ids.join("/") || "XCDR1"];
  const others =
    endpoint.role === "writer"
      ? describeQos(endpoint.qos, DEFAULT_WRITER_QOS)
      : describeQos(endpoint.qos, DEFAULT_READER_QOS);
  const shown = others
    .filter((line) => !/^(reliability|durability|dataRepresentation): /.test(line))
    .map((line) => visibleStart(line, POLICY_LENGTH));
  return visible([...always, ...shown].join(", "));
}

function more(count: number, noun: string, before = ""): string {
  if (count === 0) return "";
  return `${before}and ${counted(count, `more ${noun}`)}: --all shows all, --topic NAME those of one topic\n`;
}

const NAME_LENGTH = 64;
const POLICY_LENGTH = 100;
