// `rtps ls --ros`: topics, services, actions and nodes instead of participants and endpoints.

import pc from "picocolors";
import {
  type DomainParticipant,
  isHiddenRosName,
  type RosEnd,
  type RosGraph,
  type RosNodeInfo,
  type RosServiceInfo,
  type RosTopicInfo,
} from "../../index.js";
import { visibleStart } from "../../text/visible.js";
import { boxedTableLines, plainly, type TableRow } from "../boxedTable.js";
import { counted } from "../words.js";

/** What the text shows of hidden names: those with a part that begins with "_". */
export interface RosListOptions {
  readonly all?: boolean;
}

export function* rosTextList(
  participant: DomainParticipant,
  graph: RosGraph,
  options: RosListOptions,
): Generator<string> {
  const all = options.all === true;
  const { nodes, topics, services, actions } = all ? graph : withoutHidden(graph);
  const counts = [
    ...[counted(nodes.length, "node"), counted(topics.length, "topic"), counted(services.length, "service")],
    ...[counted(actions.length, "action")],
  ];
  yield `${counts.join(", ")} in domain ${participant.domainId}\n`;
  const limit = all ? Infinity : SHOWN_ROWS;
  yield* topicTable(topics, limit);
  yield* serviceTable("service", services, limit);
  yield* serviceTable("action", actions, limit);
  for (const node of nodes.slice(0, limit)) yield `\n${nodeText(node, all)}\n`;
  yield more(nodes.length, limit, "node", "\n");
}

/** What `--topic` leaves of a graph, by the name of ROS 2. */
export function ofTopic(graph: RosGraph, topic: string | undefined): RosGraph {
  if (topic === undefined) return graph;
  const isMeant = ({ name }: { readonly name: string }) => name === topic;
  const names = (node: RosNodeInfo) => [
    ...[...node.publishers, ...node.subscriptions, ...node.serviceServers],
    ...[...node.serviceClients, ...node.actionServers, ...node.actionClients],
  ];
  return {
    nodes: graph.nodes.filter((node) => names(node).includes(topic)),
    topics: graph.topics.filter(isMeant),
    services: graph.services.filter(isMeant),
    actions: graph.actions.filter(isMeant),
  };
}

/** Everything, hidden or not. */
export function rosJsonList(participant: DomainParticipant, graph: RosGraph): object {
  const ends = (all: readonly RosEnd[]) => all.map(endJson);
  const services = (all: readonly RosServiceInfo[]) =>
    all.map(({ name, types, servers, clients }) => ({ name, types, servers: ends(servers), clients: ends(clients) }));
  return {
    domain: participant.domainId,
    nodes: graph.nodes,
    topics: graph.topics.map(({ name, types, publishers, subscriptions }) => {
      return { name, types, publishers: ends(publishers), subscriptions: ends(subscriptions) };
    }),
    services: services(graph.services),
    actions: services(graph.actions),
  };
}

function endJson({ guid, node, type, typeHash, endpoint }: RosEnd): object {
  return { guid: guid.toString(), node: node ?? null, type, typeHash: typeHash ?? null, qos: endpoint.qos };
}

function withoutHidden({ nodes, topics, services, actions }: RosGraph): RosGraph {
  const isShown = ({ name }: { readonly name: string }) => !isHiddenRosName(name);
  return {
    nodes: nodes.filter(isShown),
    topics: topics.filter(isShown),
    services: services.filter(isShown),
    actions: actions.filter(isShown),
  };
}

function topicTable(topics: readonly RosTopicInfo[], limit: number): Iterable<string> {
  const rows = topics.slice(0, limit).map(({ name, types, publishers, subscriptions }) => {
    const all = [...publishers, ...subscriptions];
    return [
      ...[[shown(name)], listed(types), whose(publishers), whose(subscriptions)],
      ...[listed(unique(all.map(qosText))), listed(unique(all.map(hashText)))],
    ];
  });
  return table(["topic", "type", "publishers", "subscriptions", "QoS", "type hash"], rows, topics.length, "topic");
}

function serviceTable(what: string, services: readonly RosServiceInfo[], limit: number): Iterable<string> {
  const rows = services.slice(0, limit).map(({ name, types, servers, clients }) => {
    // That of an action is not announced, only that of its feedback.
    const hashes = what === "action" ? [] : unique([...servers, ...clients].map(hashText));
    return [[shown(name)], listed(types), whose(servers), whose(clients), listed(hashes)];
  });
  return table([what, "type", "servers", "clients", "type hash"], rows, services.length, what);
}

function nodeText(node: RosNodeInfo, all: boolean): string {
  const enclave = node.enclave === undefined || node.enclave === "/" ? "" : `, enclave ${shown(node.enclave)}`;
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["publishes", node.publishers],
    ["subscribes", node.subscriptions],
    ["serves", node.serviceServers],
    ["calls", node.serviceClients],
    ["action server", node.actionServers],
    ["action client", node.actionClients],
  ];
  const lines = rows
    .filter(([, names]) => names.length > 0)
    .map(([does, names]) => `  ${does} ${listed(names, all ? Infinity : SHOWN_ROWS).join(", ")}`);
  return [`${pc.bold(shown(node.name))}  ${node.participant}${enclave}`, ...lines].join("\n");
}

/** Each row holds the lines of its cells. */
function* table(
  head: readonly string[],
  rows: readonly (readonly (readonly string[])[])[],
  count: number,
  noun: string,
): Generator<string> {
  if (rows.length === 0) return;
  yield "\n";
  yield* boxedTableLines(head, rows.flatMap(tableRows));
  yield more(count, rows.length, noun);
}

function tableRows(cells: readonly (readonly string[])[]): TableRow[] {
  const height = Math.max(...cells.map((lines) => lines.length), 1);
  return Array.from({ length: height }, (_, line) => ({ cells: cells.map((one) => one[line] ?? ""), paint: plainly }));
}

/** Names of nodes; how many ends of no known node there are. */
function whose(ends: readonly RosEnd[]): string[] {
  const names = ends.map((end) => end.node).filter((name) => name !== undefined);
  const others = ends.length - names.length;
  const lines = listed([...new Set(names)].sort());
  if (others > 0) lines.push(lines.length === 0 ? `${others} without a node` : `and ${others} without a node`);
  return lines;
}

function qosText({ endpoint }: RosEnd): string {
  const { reliability, durability } = endpoint.qos;
  return `${reliability.kind}, ${durability.kind}`;
}

/** The beginning tells hashes apart; `--json` has all of it. */
function hashText({ typeHash }: RosEnd): string {
  return typeHash === undefined ? "" : `${typeHash.slice(0, SHOWN_HASH)}…`;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text) => text !== ""))];
}

/** Names of peers: cut, and no more of them than a cell is for. */
function listed(names: readonly string[], limit = SHOWN_IN_CELL): string[] {
  const lines = names.slice(0, limit).map(shown);
  if (names.length > lines.length) lines.push(`and ${names.length - lines.length} more (--json)`);
  return lines;
}

function shown(name: string): string {
  return visibleStart(name, NAME_LENGTH);
}

function more(count: number, limit: number, noun: string, before = ""): string {
  if (count <= limit) return "";
  return `${before}and ${counted(count - limit, `more ${noun}`)}: --all shows all, --topic NAME those of one topic\n`;
}

/** Without --all: of a table, of nodes, of names of one node. */
const SHOWN_ROWS = 100;
const SHOWN_IN_CELL = 10;
const NAME_LENGTH = 64;
const SHOWN_HASH = "RIHS01_".length + 8;
