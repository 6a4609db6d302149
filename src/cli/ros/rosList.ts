// `rtps ls --ros`: topics, services, actions and nodes instead of participants and endpoints.

import Table from "cli-table3";
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
import { counted } from "../words.js";

/** What the text shows of hidden names: those with a part that begins with "_". */
export interface RosListOptions {
  readonly all?: boolean;
}

export function rosTextList(participant: DomainParticipant, graph: RosGraph, options: RosListOptions): string {
  const shown = options.all === true ? graph : withoutHidden(graph);
  const { nodes, topics, services, actions } = shown;
  const counts = [
    ...[counted(nodes.length, "node"), counted(topics.length, "topic"), counted(services.length, "service")],
    ...[counted(actions.length, "action")],
  ];
  const parts = [`${counts.join(", ")} in domain ${participant.domainId}`];
  if (topics.length > 0) parts.push(topicTable(topics));
  if (services.length > 0) parts.push(serviceTable("service", services));
  if (actions.length > 0) parts.push(serviceTable("action", actions));
  parts.push(...nodes.map(nodeText));
  return `${parts.join("\n\n")}\n`;
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

function topicTable(topics: readonly RosTopicInfo[]): string {
  const table = newTable(["topic", "type", "publishers", "subscriptions", "QoS", "type hash"]);
  for (const { name, types, publishers, subscriptions } of topics) {
    const all = [...publishers, ...subscriptions];
    table.push([
      ...[name, types.join("\n"), whoseText(publishers), whoseText(subscriptions)],
      ...[unique(all.map(qosText)), unique(all.map(hashText))],
    ]);
  }
  return table.toString();
}

function serviceTable(what: string, services: readonly RosServiceInfo[]): string {
  const table = newTable([what, "type", "servers", "clients", "type hash"]);
  for (const { name, types, servers, clients } of services) {
    // That of an action is not announced, only that of its feedback.
    const hashes = what === "action" ? "" : unique([...servers, ...clients].map(hashText));
    table.push([name, types.join("\n"), whoseText(servers), whoseText(clients), hashes]);
  }
  return table.toString();
}

function nodeText(node: RosNodeInfo): string {
  const enclave = node.enclave === undefined || node.enclave === "/" ? "" : `, enclave ${node.enclave}`;
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["publishes", node.publishers],
    ["subscribes", node.subscriptions],
    ["serves", node.serviceServers],
    ["calls", node.serviceClients],
    ["action server", node.actionServers],
    ["action client", node.actionClients],
  ];
  const lines = rows.filter(([, names]) => names.length > 0).map(([does, names]) => `  ${does} ${names.join(", ")}`);
  return [`${pc.bold(node.name)}  ${node.participant}${enclave}`, ...lines].join("\n");
}

function newTable(head: readonly string[]) {
  return new Table({ head: [...head], style: { head: [], border: [] } });
}

/** Names of nodes; how many ends of no known node there are. */
function whoseText(ends: readonly RosEnd[]): string {
  const names = ends.map((end) => end.node).filter((name) => name !== undefined);
  const others = ends.length - names.length;
  const lines = [...new Set(names)].sort();
  if (others > 0) lines.push(lines.length === 0 ? `${others} without a node` : `and ${others} without a node`);
  return lines.join("\n");
}

function qosText({ endpoint }: RosEnd): string {
  const { reliability, durability } = endpoint.qos;
  return `${reliability.kind}, ${durability.kind}`;
}

/** The beginning tells hashes apart; `--json` has all of it. */
function hashText({ typeHash }: RosEnd): string {
  return typeHash === undefined ? "" : `${typeHash.slice(0, SHOWN_HASH)}…`;
}

function unique(texts: readonly string[]): string {
  return [...new Set(texts.filter((text) => text !== ""))].join("\n");
}

const SHOWN_HASH = "RIHS01_".length + 8;
