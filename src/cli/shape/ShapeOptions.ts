// What the arguments of the shapes program ask for, and the rules between them.

import type { DurabilityKind, PresentationScope, ReliabilityKind } from "../../index.js";

/** Times are milliseconds; 0 turns a time off. */
export interface ShapeOptions {
  verbose: boolean;
  publish: boolean;
  subscribe: boolean;
  domainId: number;
  topicName: string;
  /** Undefined: BLUE for a publisher, every colour for a subscriber. */
  color: string | undefined;
  partition: string | undefined;
  reliability: ReliabilityKind;
  durability: DurabilityKind;
  representation: "XCDR1" | "XCDR2";
  /** 0 keeps everything; undefined leaves the default of DDS. */
  historyDepth: number | undefined;
  /** -1: shared. */
  ownershipStrength: number;
  deadlineMs: number;
  timeFilterMs: number;
  lifespanMs: number;
  /** 0: grows by 1 with every sample. */
  shapeSize: number;
  /** A growing size stays within 1 to this; 0 for no end. */
  sizeModulo: number;
  printWritten: boolean;
  readOnly: boolean;
  /** One instance a call, instead of all of them. */
  byInstance: boolean;
  writePeriodMs: number;
  readPeriodMs: number;
  /** 0: until somebody ends it. */
  iterations: number;
  instances: number;
  topics: number;
  finalState: "unregister" | "dispose" | undefined;
  accessScope: PresentationScope | undefined;
  coherent: boolean;
  ordered: boolean;
  /** Samples of each instance in a coherent set; 0 for none. */
  coherentSamples: number;
  extraBytes: number;
  announcePeriodMs: number;
  fragmentBytes: number;
  filter: string | undefined;
  interfaces: string[];
  multicast: boolean;
  peers: string[];
  domainTag: string | undefined;
}

export function defaultOptions(): ShapeOptions {
  return {
    verbose: false,
    publish: false,
    subscribe: false,
    domainId: 0,
    topicName: "",
    color: undefined,
    partition: undefined,
    reliability: "RELIABLE",
    durability: "VOLATILE",
    representation: "XCDR1",
    historyDepth: undefined,
    ownershipStrength: -1,
    deadlineMs: 0,
    timeFilterMs: 0,
    lifespanMs: 0,
    shapeSize: DEFAULT_SIZE,
    sizeModulo: 0,
    printWritten: false,
    readOnly: false,
    byInstance: true,
    writePeriodMs: 33,
    readPeriodMs: 100,
    iterations: 0,
    instances: 1,
    topics: 1,
    finalState: undefined,
    accessScope: undefined,
    coherent: false,
    ordered: false,
    coherentSamples: 0,
    extraBytes: 0,
    announcePeriodMs: 0,
    fragmentBytes: 0,
    filter: undefined,
    interfaces: [],
    multicast: true,
    peers: [],
    domainTag: undefined,
  };
}

/** What is missing or contradicts itself, one line each. */
export function mistakesOf(options: ShapeOptions): string[] {
  const mistakes: string[] = [];
  if (options.topicName === "") mistakes.push("name a topic with -t");
  if (options.publish === options.subscribe) mistakes.push("choose one of -P (publish) and -S (subscribe)");
  if (options.subscribe && options.color !== undefined && options.filter !== undefined) {
    mistakes.push("-c and --cft both filter a subscriber: use one of them");
  }
  if (!options.multicast && options.peers.length === 0) {
    mistakes.push("without multicast nobody is found: name at least one host with --peer");
  }
  return mistakes;
}

/** Options that change nothing, one line each. */
export function warningsOf(options: ShapeOptions): string[] {
  const role = options.publish ? "publisher" : "subscriber";
  const unused = (flag: string, given: boolean) => (given ? [`${flag} means nothing to a ${role}`] : []);
  const marked = options.coherent || options.ordered;
  return [
    ...(options.publish && options.color === undefined ? [`no colour given: -c ${DEFAULT_COLOR} is assumed`] : []),
    ...(options.publish ? publisherUnused(options, unused) : subscriberUnused(options, unused)),
    ...(options.coherentSamples > 0 && !marked ? ["--coherent-sample-count needs --coherent or --ordered"] : []),
    ...(options.accessScope !== undefined && !marked ? ["--access-scope needs --coherent or --ordered"] : []),
    ...(options.sizeModulo > 0 && options.shapeSize !== 0 ? ["--size-modulo needs a size that grows: -z 0"] : []),
  ].map((text) => `warning: ${text}`);
}

type Unused = (flag: string, given: boolean) => string[];

function publisherUnused(options: ShapeOptions, unused: Unused): string[] {
  return [
    ...unused("--time-filter", options.timeFilterMs > 0),
    ...unused("-R", options.readOnly),
    ...unused("--take-read", !options.byInstance),
    ...unused("--cft", options.filter !== undefined),
  ];
}

function subscriberUnused(options: ShapeOptions, unused: Unused): string[] {
  return [
    ...unused("-z", options.shapeSize !== DEFAULT_SIZE),
    ...unused("--lifespan", options.lifespanMs > 0),
    ...unused("--num-instances", options.instances > 1),
    ...unused("--final-instance-state", options.finalState !== undefined),
    ...unused("--coherent-sample-count", options.coherentSamples > 0),
    ...unused("--additional-payload-size", options.extraBytes > 0),
  ];
}

export const DEFAULT_COLOR = "BLUE";
const DEFAULT_SIZE = 20;
