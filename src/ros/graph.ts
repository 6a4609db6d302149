// The graph of ROS 2: topics, services, actions and nodes, from what discovery and ros_discovery_info say. Tools of
// ROS show the same: names without prefixes, two topics as one service, three services and two topics as one action.

import { rosTypeNameOf } from "../idl/ros/index.js";
import type { RemoteEndpointInfo, RemoteParticipantInfo } from "../participant/types.js";
import type { Guid } from "../rtps/structure/guid.js";
import type { RosParticipantEntities } from "./discoveryInfo.js";
import { ROS_DISCOVERY_TOPIC } from "./discoveryInfo.js";
import { type RosTopicName, rosTopicName } from "./names.js";
import { announcedTypeHash, parseRosUserData } from "./userData.js";

/** One end of a topic or service. */
export interface RosEnd {
  readonly guid: Guid;
  /** "/ns/node"; undefined if no node says that it has this endpoint. */
  readonly node: string | undefined;
  /** `pkg/msg/Name`, the name on the wire if that is none of ROS. */
  readonly type: string;
  /** `RIHS01_…`, if the endpoint announces it: since Iron. Of the message, or of the service as a whole. */
  readonly typeHash: string | undefined;
  readonly endpoint: RemoteEndpointInfo;
}

export interface RosTopicInfo {
  readonly name: string;
  /** More than one if its ends do not agree. */
  readonly types: readonly string[];
  readonly publishers: readonly RosEnd[];
  readonly subscriptions: readonly RosEnd[];
}

/** A service, or an action: its ends are those of its feedback, and the type hash is that of the feedback. */
export interface RosServiceInfo {
  readonly name: string;
  readonly types: readonly string[];
  readonly servers: readonly RosEnd[];
  readonly clients: readonly RosEnd[];
}

export interface RosNodeInfo {
  /** "/ns/node". */
  readonly name: string;
  /** Hex digits of the GUID prefix. */
  readonly participant: string;
  readonly enclave: string | undefined;
  /** Names of the topics, services and actions, each once. */
  readonly publishers: readonly string[];
  readonly subscriptions: readonly string[];
  readonly serviceServers: readonly string[];
  readonly serviceClients: readonly string[];
  readonly actionServers: readonly string[];
  readonly actionClients: readonly string[];
}

/** Everything is sorted by name. */
export interface RosGraph {
  readonly nodes: readonly RosNodeInfo[];
  readonly topics: readonly RosTopicInfo[];
  readonly services: readonly RosServiceInfo[];
  readonly actions: readonly RosServiceInfo[];
}

/** What a participant knows of others. */
export interface RosGraphInput {
  readonly participants: readonly RemoteParticipantInfo[];
  readonly endpoints: readonly RemoteEndpointInfo[];
  /** The latest of each participant. */
  readonly entities: Iterable<RosParticipantEntities>;
}

/** Topics and services of actions are shown as the action, and not among the others. */
export function rosGraph({ participants, endpoints, entities }: RosGraphInput): RosGraph {
  const nodes = nodesOf(participants, entities);
  const nodeOf = new Map<string, string>();
  for (const { name, guids } of nodes) for (const guid of guids) nodeOf.set(guid.toString(), name);
  const found = { topics: new Ends(), services: new Ends(), actions: new Ends() };
  for (const endpoint of endpoints) {
    const ros = rosTopicName(endpoint.topicName);
    if (ros !== undefined) sort(found, ros, endOf(endpoint, nodeOf));
  }
  return {
    nodes: nodes.map((node) => nodeInfo(node, found)).sort(byName),
    topics: found.topics.list(({ name, types, giving, taking }) => {
      return { name, types, publishers: giving, subscriptions: taking };
    }),
    services: found.services.list(asService),
    actions: found.actions.list(asService),
  };
}

interface Node {
  readonly name: string;
  readonly participant: string;
  readonly enclave: string | undefined;
  readonly guids: readonly Guid[];
}

function nodesOf(participants: readonly RemoteParticipantInfo[], entities: Iterable<RosParticipantEntities>): Node[] {
  const present = new Map(participants.map((one) => [one.guidPrefix.toString(), one]));
  const nodes: Node[] = [];
  for (const { guid, nodes: named } of entities) {
    const participant = guid.prefix.toString();
    // What a participant said outlives it.
    const info = present.get(participant);
    if (info === undefined) continue;
    const enclave = parseRosUserData(info.userData).get("enclave");
    for (const { namespace, name, readers, writers } of named) {
      const full = namespace.endsWith("/") ? namespace + name : `${namespace}/${name}`;
      nodes.push({ name: full, participant, enclave, guids: [...readers, ...writers] });
    }
  }
  return nodes;
}

/** Ends by name. A publisher or server gives, a subscription or client takes. */
class Ends {
  private readonly byName = new Map<string, { giving: RosEnd[]; taking: RosEnd[] }>();

  add(name: string, isGiving: boolean, end: RosEnd): void {
    let entry = this.byName.get(name);
    if (entry === undefined) {
      entry = { giving: [], taking: [] };
      this.byName.set(name, entry);
    }
    (isGiving ? entry.giving : entry.taking).push(end);
  }

  list<Info extends { readonly name: string }>(make: (one: NamedEnds) => Info): Info[] {
    const all = [...this.byName].map(([name, { giving, taking }]) => {
      const types = [...new Set([...giving, ...taking].map((end) => end.type))].sort();
      return make({ name, types, giving, taking });
    });
    return all.sort(byName);
  }

  namesOf(node: string, isGiving: boolean): string[] {
    const names = [...this.byName].filter(([, ends]) => {
      return (isGiving ? ends.giving : ends.taking).some((end) => end.node === node);
    });
    return names.map(([name]) => name).sort();
  }
}

interface NamedEnds {
  readonly name: string;
  readonly types: readonly string[];
  readonly giving: readonly RosEnd[];
  readonly taking: readonly RosEnd[];
}

interface Found {
  readonly topics: Ends;
  readonly services: Ends;
  readonly actions: Ends;
}

/** A server reads requests, a client writes them; who of the replies is the same, so those are left out. */
function sort(found: Found, { kind, name }: RosTopicName, end: RosEnd): void {
  const isWriter = end.endpoint.role === "writer";
  const action = /^(.+)\/_action\/(\w+)$/.exec(name);
  if (action !== null) {
    // As rcl counts: who sends feedback is a server, who listens to it a client.
    if (kind !== "topic" || action[2] !== "feedback") return;
    found.actions.add(action[1]!, isWriter, { ...end, type: end.type.replace(/_FeedbackMessage$/, "") });
    return;
  }
  if (kind === "topic") found.topics.add(name, isWriter, end);
  else if (kind === "request") found.services.add(name, !isWriter, end);
}

function endOf(endpoint: RemoteEndpointInfo, nodeOf: ReadonlyMap<string, string>): RosEnd {
  const ros = rosTypeNameOf(endpoint.typeName);
  return {
    guid: endpoint.guid,
    node: nodeOf.get(endpoint.guid.toString()),
    // Of a service, the type of its requests is what is known.
    type: ros === undefined ? endpoint.typeName : ros.replace(/_(?:Request|Response)$/, ""),
    typeHash: announcedTypeHash(endpoint.qos.userData.value),
    endpoint,
  };
}

function nodeInfo({ name, participant, enclave }: Node, { topics, services, actions }: Found): RosNodeInfo {
  return {
    name,
    participant,
    enclave,
    publishers: topics.namesOf(name, true),
    subscriptions: topics.namesOf(name, false),
    serviceServers: services.namesOf(name, true),
    serviceClients: services.namesOf(name, false),
    actionServers: actions.namesOf(name, true),
    actionClients: actions.namesOf(name, false),
  };
}

function asService({ name, types, giving, taking }: NamedEnds): RosServiceInfo {
  return { name, types, servers: giving, clients: taking };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** True for topics of DDS that belong to ROS 2: its own and the one that tells of nodes. */
export function isRosTopic(ddsTopic: string): boolean {
  return ddsTopic === ROS_DISCOVERY_TOPIC || rosTopicName(ddsTopic) !== undefined;
}
