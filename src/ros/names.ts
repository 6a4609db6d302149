// Names of ROS 2 topics and services, and what they are in DDS (design.ros2.org, "Topic and Service name mapping to
// DDS"; "Mapping between ROS interface types…" has the types).

import { RosNameError } from "./RosNameError.js";

/** What a DDS topic carries: messages of a ROS topic, requests or replies of a service. */
export type RosTopicKind = "topic" | "request" | "reply";

/** A ROS name and which of its DDS topics is meant. */
export interface RosTopicName {
  readonly kind: RosTopicKind;
  /** Absolute: "/ns/chatter". Of requests and replies the name of the service. */
  readonly name: string;
}

/**
 * The DDS topic of an absolute ROS name: "/chatter" → "rt/chatter"; with "request", "/add" → "rq/addRequest"; with
 * "reply", "/add" → "rr/addReply".
 *
 * @throws RosNameError
 */
export function ddsTopicName(name: string, kind: RosTopicKind = "topic"): string {
  if (!name.startsWith("/")) throw new RosNameError(`${quoted(name)} is not absolute: write ${quoted(`/${name}`)}`);
  checkRosName(name);
  const { prefix, suffix } = FORMS[kind];
  return prefix + name + suffix;
}

/** The ROS name of a DDS topic; undefined for topics that are none of ROS, such as ros_discovery_info. */
export function rosTopicName(ddsTopic: string): RosTopicName | undefined {
  const prefix = ddsTopic.slice(0, 2);
  const kind = KINDS.find((one) => FORMS[one].prefix === prefix);
  if (kind === undefined || ddsTopic[2] !== "/" || !ddsTopic.endsWith(FORMS[kind].suffix)) return undefined;
  const name = ddsTopic.slice(2, ddsTopic.length - FORMS[kind].suffix.length);
  return name.length > 1 ? { kind, name } : undefined;
}

/** Where names are looked at: in which namespace, for which node, and what is renamed. */
export interface RosNameContext {
  /** Absolute; default "/". */
  readonly namespace?: string;
  /** For names with "~" and "{node}". */
  readonly node?: string;
  /** `from:=to`, as on the command line of nodes; the first that fits counts. */
  readonly remap?: readonly string[];
}

/**
 * The absolute name: "chatter" → "/chatter" or "/ns/chatter", "~/x" → "/ns/node/x", with {node}, {ns} and {namespace}
 * put in, and renamed as `remap` says.
 *
 * @throws RosNameError for a name that ROS 2 does not allow
 */
export function expandRosName(name: string, context: RosNameContext = {}): string {
  const absolute = absoluteName(name, context);
  for (const rule of context.remap ?? []) {
    const [from = "", to = "", ...rest] = rule.split(":=");
    if (from === "" || to === "" || rest.length > 0) {
      throw new RosNameError(`${quoted(rule)} renames nothing: write FROM:=TO`);
    }
    // Special names such as __node are settings of a node, no topics.
    if (!from.startsWith("__") && absoluteName(from, context) === absolute) return absoluteName(to, context);
  }
  return absolute;
}

/** Any part begins with "_": tools leave such topics out unless they are asked to show them. */
export function isHiddenRosName(name: string): boolean {
  return name.includes("/_");
}

function absoluteName(name: string, { namespace = "/", node }: RosNameContext): string {
  const base = namespace.replace(/\/$/, "");
  if (base !== "") checkRosName(base);
  const substituted = name.replace(/\{([^{}]*)\}/g, (whole, word: string) => {
    if (word === "ns" || word === "namespace") return base.slice(1);
    if (word === "node") return nodeName(node, name);
    throw new RosNameError(`${quoted(name)}: ${whole} means nothing: {node}, {ns} and {namespace} do`);
  });
  if (substituted.startsWith("/")) return checkRosName(substituted.replace(/^\/\//, "/"));
  if (!substituted.startsWith("~")) return checkRosName(`${base}/${substituted}`);
  if (substituted.length > 1 && substituted[1] !== "/") {
    throw new RosNameError(`${quoted(name)}: behind "~" comes a slash or nothing`);
  }
  return checkRosName(`${base}/${nodeName(node, name)}${substituted.slice(1)}`);
}

function nodeName(node: string | undefined, name: string): string {
  if (node !== undefined) return node;
  throw new RosNameError(`${quoted(name)} is a name inside a node, and none is given`);
}

/** @returns the name, which is absolute */
function checkRosName(name: string): string {
  const problem = problemOf(name);
  if (problem !== undefined) throw new RosNameError(`${quoted(name)} ${problem}`);
  return name;
}

function problemOf(name: string): string | undefined {
  if (name === "/" || name === "") return "is no name: something comes behind the slash";
  if (name.endsWith("/")) return "ends with a slash";
  if (name.includes("//")) return "has two slashes in a row";
  if (!/^[A-Za-z0-9_/]+$/.test(name)) return "has other characters than letters, digits, underscores and slashes";
  if (name.includes("__")) return "has two underscores in a row";
  if (/\/\d/.test(name)) return "has a part that begins with a digit";
  if (name.length > MAX_NAME_LENGTH) return `is longer than ${MAX_NAME_LENGTH} characters`;
  return undefined;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

const FORMS: Readonly<Record<RosTopicKind, { readonly prefix: string; readonly suffix: string }>> = {
  topic: { prefix: "rt", suffix: "" },
  request: { prefix: "rq", suffix: "Request" },
  reply: { prefix: "rr", suffix: "Reply" },
};
const KINDS = Object.keys(FORMS) as readonly RosTopicKind[];
/** RMW_TOPIC_MAX_NAME_LENGTH: what is left of the 255 of DDS. */
const MAX_NAME_LENGTH = 247;
