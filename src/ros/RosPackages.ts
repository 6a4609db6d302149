// The interfaces of ROS 2 packages: finds their files, reads them and what they refer to, once.

import { IdlError, type SourceLocation, type StructType } from "../idl/index.js";
import {
  buildMessage,
  eventOf,
  feedbackMessageOf,
  getResultOf,
  messageFromIdl,
  parseAction,
  parseMsgBundle,
  parseRosIdl,
  parseRosTypeName,
  parseSrv,
  type RosActionDefinition,
  type RosIdlFile,
  type RosInterfaceKind,
  type RosMessage,
  type RosMessageDefinition,
  type RosServiceDefinition,
  type RosTypeName,
  rosCompositeHash,
  rosTypeHash,
  rosTypeNameToString,
  sendGoalOf,
} from "../idl/ros/index.js";
import { BUILTIN_ROS_DEFINITIONS } from "./builtinDefinitions.js";
import type { RosDefinitionFile, RosDefinitionSource } from "./definitionSources.js";

/** A service: what its two topics carry, and the events of introspection. */
export interface RosService {
  /** `pkg/srv/Name`. */
  readonly name: string;
  readonly request: RosMessage;
  readonly response: RosMessage;
  readonly event: RosMessage;
}

/** An action: its three messages, and the services and topic that carry them. */
export interface RosAction {
  /** `pkg/action/Name`. */
  readonly name: string;
  readonly goal: RosMessage;
  readonly result: RosMessage;
  readonly feedback: RosMessage;
  readonly sendGoal: RosService;
  readonly getResult: RosService;
  readonly feedbackMessage: RosMessage;
}

/**
 * Interfaces by name. Sources are asked in their order; the first that has a package's file wins, and what ROS 2 cannot
 * do without is built in.
 */
export class RosPackages {
  private readonly sources: readonly RosDefinitionSource[];
  private readonly definitions = new Map<string, RosMessageDefinition>();
  /** Messages that came in the files of others: for those that have no file. */
  private readonly enclosed = new Map<string, RosMessageDefinition>();
  private readonly messages = new Map<string, RosMessage>();
  private readonly idlTypes = new Map<string, StructType>();
  /** Names of messages that are being built, outermost first. */
  private readonly open: string[] = [];

  constructor(sources: readonly RosDefinitionSource[]) {
    this.sources = [...sources, BUILTIN_ROS_DEFINITIONS];
  }

  /**
   * The message `pkg/msg/Name` (`pkg/Name` is the same), or a part of a service or action: `pkg/srv/Name_Request`,
   * `pkg/action/Name_FeedbackMessage`.
   *
   * @throws IdlError that says where, if it is not found, misses something or has a mistake
   */
  message(name: string): RosMessage {
    return this.messageAt(rosTypeNameToString(parseRosTypeName(name)), undefined);
  }

  /** The service `pkg/srv/Name`. @throws IdlError as `message` */
  service(name: string): RosService {
    const full = rosTypeNameToString(parseRosTypeName(name, "srv"));
    this.load(parseRosTypeName(full), undefined);
    return this.serviceOf(full);
  }

  /** The action `pkg/action/Name`. @throws IdlError as `message` */
  action(name: string): RosAction {
    const full = rosTypeNameToString(parseRosTypeName(name, "action"));
    this.load(parseRosTypeName(full), undefined);
    return {
      name: full,
      goal: this.message(`${full}_Goal`),
      result: this.message(`${full}_Result`),
      feedback: this.message(`${full}_Feedback`),
      sendGoal: this.serviceOf(`${full}_SendGoal`),
      getResult: this.serviceOf(`${full}_GetResult`),
      feedbackMessage: this.message(`${full}_FeedbackMessage`),
    };
  }

  /** The type hash (REP 2016) of a message, service or action: `RIHS01_…`. @throws IdlError as `message` */
  typeHash(name: string): string {
    const { kind, name: last } = parseRosTypeName(name);
    if (kind === "srv" && !last.includes("_")) return serviceHash(this.service(name));
    if (kind === "action" && !last.includes("_")) return actionHash(this.action(name));
    return rosTypeHash(this.message(name).type);
  }

  private serviceOf(name: string): RosService {
    return {
      name,
      request: this.message(`${name}_Request`),
      response: this.message(`${name}_Response`),
      event: this.message(`${name}_Event`),
    };
  }

  private messageAt(name: string, at: SourceLocation | undefined): RosMessage {
    const before = this.messages.get(name);
    if (before !== undefined) return before;
    if (this.open.includes(name)) {
      const circle = [...this.open.slice(this.open.indexOf(name)), name].join(" -> ");
      throw new IdlError("bad-value", `a message cannot contain itself: ${circle}`, at);
    }
    if (!this.definitions.has(name)) this.load(parseRosTypeName(name), at);
    // An IDL file gives finished messages.
    const message = this.messages.get(name) ?? this.build(name, at);
    this.messages.set(name, message);
    return message;
  }

  private build(name: string, at: SourceLocation | undefined): RosMessage {
    const definition = this.definitions.get(name);
    if (definition === undefined) throw new IdlError("unknown-name", noSuchPart(name), at);
    return this.inside(name, () => buildMessage(definition, (wanted, place) => this.fieldType(name, wanted, place)));
  }

  /** While a message is built, one that needs it is a mistake. */
  private inside<Result>(name: string, build: () => Result): Result {
    this.open.push(name);
    try {
      return build();
    } finally {
      this.open.pop();
    }
  }

  private fieldType(inside: string, wanted: string, at: SourceLocation | undefined): StructType {
    const { packageName, kind, name } = parseRosTypeName(wanted);
    // As in ROS 1, `Header` alone is that of std_msgs.
    const isShorthand = name === "Header" && packageName === parseRosTypeName(inside).packageName;
    const isMissing = isShorthand && this.find({ packageName, kind, name }) === undefined;
    return this.messageAt(isMissing ? "std_msgs/msg/Header" : wanted, at).type;
  }

  /** Reads the file of an interface and keeps the messages in it. */
  private load(wanted: RosTypeName, at: SourceLocation | undefined): void {
    // Parts of services and actions are in the files of those.
    const whole = { ...wanted, name: wanted.kind === "msg" ? wanted.name : wanted.name.split("_")[0]! };
    const found = this.find(whole);
    const full = rosTypeNameToString(whole);
    const enclosed = this.enclosed.get(full);
    if (found === undefined && enclosed !== undefined) {
      this.keep(enclosed);
      return;
    }
    if (found === undefined) throw new IdlError("unknown-name", this.missing(whole), at);
    if (found.format === "idl") this.loadIdl(found, full);
    else if (found.format === "msg") this.keepMessage(parseMsgBundle(found.text, full, found.file));
    else if (found.format === "srv") this.keepService(parseSrv(found.text, full, found.file));
    else this.keepAction(parseAction(found.text, full, found.file));
  }

  private loadIdl(found: RosDefinitionFile, full: string): void {
    const idl = this.inside(full, () => this.parseIdlFile(found));
    for (const suffix of IDL_PARTS[parseRosTypeName(full).kind]) {
      const message = messageFromIdl(idl, full + suffix, this.idlTypes);
      this.messages.set(message.name, message);
    }
    this.keepDerivedOf(full);
  }

  private parseIdlFile({ file, text }: RosDefinitionFile): RosIdlFile {
    const included = new Set<string>();
    const include = ({ name }: { readonly name: string }) => {
      // Files of ROS have no guards against being read twice.
      if (included.has(name)) return { file: name, text: "" };
      included.add(name);
      return this.included(name);
    };
    return parseRosIdl(text, file, include);
  }

  /**
   * For `#include "pkg/msg/Name.idl"`. The message itself may come from a .msg file: the text only makes its name known,
   * and the finished type takes its place.
   */
  private included(path: string): { readonly file: string; readonly text: string } | undefined {
    const message = /^(\w+)\/msg\/(\w+)\.idl$/.exec(path);
    if (message === null)
      return this.sources.map((source) => source.include(path)).find((found) => found !== undefined);
    const [, packageName = "", name = ""] = message;
    const wanted: RosTypeName = { packageName, kind: "msg", name };
    if (this.find(wanted) === undefined) return undefined;
    const full = rosTypeNameToString(wanted);
    this.idlTypes.set(full, this.messageAt(full, undefined).type);
    return { file: path, text: `module ${packageName} { module msg { struct ${name} { octet unused; }; }; };` };
  }

  /** Of the parts that an IDL file has, only the names are needed here. */
  private keepDerivedOf(full: string): void {
    const part = (suffix: string) => ({ name: full + suffix, fields: [], constants: [], comment: "" });
    const { kind } = parseRosTypeName(full);
    if (kind === "srv") this.keep(eventOf({ name: full, request: part("_Request"), response: part("_Response") }));
    if (kind === "action") {
      this.keepActionParts({ name: full, goal: part("_Goal"), result: part("_Result"), feedback: part("_Feedback") });
    }
  }

  private keep(definition: RosMessageDefinition): void {
    this.definitions.set(definition.name, definition);
  }

  private keepMessage([message, ...others]: readonly RosMessageDefinition[]): void {
    this.keep(message!);
    for (const other of others) this.enclosed.set(other.name, other);
  }

  private keepService(service: RosServiceDefinition): void {
    this.keepDerived([service.request, service.response, eventOf(service)]);
  }

  private keepAction(action: RosActionDefinition): void {
    this.keepDerived([action.goal, action.result, action.feedback]);
    this.keepActionParts(action);
  }

  private keepActionParts(action: RosActionDefinition): void {
    this.keepService(sendGoalOf(action));
    this.keepService(getResultOf(action));
    this.keep(feedbackMessageOf(action));
  }

  private keepDerived(definitions: readonly RosMessageDefinition[]): void {
    for (const definition of definitions) this.keep(definition);
  }

  private find(wanted: RosTypeName): RosDefinitionFile | undefined {
    for (const source of this.sources) {
      const found = source.find(wanted);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private missing({ packageName, kind, name }: RosTypeName): string {
    const known = this.sources.filter((source) => source.hasPackage(packageName));
    if (known.length > 0) {
      const names = known.flatMap((source) => source.names?.(packageName, kind) ?? []);
      const has = names.length === 0 ? "" : `; it has ${shortened([...new Set(names)].sort())}`;
      return `package ${packageName} has no ${kind} ${name} (${named(known)})${has}`;
    }
    return `there is no package ${packageName} for ${packageName}/${kind}/${name} (looked in ${named(this.sources)})`;
  }
}

/** Whole services and actions are no messages. */
function noSuchPart(full: string): string {
  const { kind, name } = parseRosTypeName(full);
  if (kind === "srv" && !name.includes("_"))
    return `${full} is a service: its messages are ${full}_Request and ${full}_Response`;
  if (kind === "action" && !name.includes("_")) {
    return `${full} is an action: its messages are ${full}_Goal, ${full}_Result, ${full}_Feedback and others`;
  }
  return `${full}: its file has no such message`;
}

function shortened(names: readonly string[]): string {
  const rest = names.length - SHOWN_NAMES;
  return names.slice(0, SHOWN_NAMES).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function named(sources: readonly RosDefinitionSource[]): string {
  return sources.map((source) => source.name).join(", ");
}

function serviceHash(service: RosService): string {
  return rosCompositeHash(service.name, serviceParts(service));
}

function serviceParts({ request, response, event }: RosService) {
  return [
    ["request_message", request.type],
    ["response_message", response.type],
    ["event_message", event.type],
  ] as const;
}

function actionHash({ name, goal, result, feedback, sendGoal, getResult, feedbackMessage }: RosAction): string {
  return rosCompositeHash(name, [
    ["goal", goal.type],
    ["result", result.type],
    ["feedback", feedback.type],
    ["send_goal_service", { name: sendGoal.name, parts: serviceParts(sendGoal) }],
    ["get_result_service", { name: getResult.name, parts: serviceParts(getResult) }],
    ["feedback_message", feedbackMessage.type],
  ]);
}

/** What IDL files define; the rest is derived. */
const IDL_PARTS: Readonly<Record<RosInterfaceKind, readonly string[]>> = {
  msg: [""],
  srv: ["_Request", "_Response"],
  action: ["_Goal", "_Result", "_Feedback"],
};

/** Of a package, in a message about another one. */
const SHOWN_NAMES = 20;
