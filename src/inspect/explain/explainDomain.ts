// The whole domain at once: every topic with every pair of its writers and readers, names that are nearly the same,
// and participants with which discovery is not done.

import type { DiscoveryProgress, OwnParticipant, ParticipantProgress } from "../../discovery/progress.js";
import { caveatsOf } from "./caveats.js";
import { topicKey, topicNearMiss } from "./nearMisses.js";
import { PairComparer } from "./PairComparer.js";
import { finding, participantFindings, refusalFinding } from "./participantFindings.js";
import { quoted } from "./quoted.js";
import type {
  DomainExplanation,
  ExplainedEndpoint,
  Finding,
  PairExplanation,
  ParticipantExplanation,
  TopicExplanation,
  Verdict,
} from "./types.js";

export interface ExplainOptions {
  /** Only this topic, and those with nearly the same name. */
  readonly topicName?: string;
  /** Only writers whose GUID, in hex, begins so, and their topics. */
  readonly writer?: string;
  /**
   * Only readers whose GUID, in hex, begins so, and their topics. If this and `writer` name one endpoint each, the two
   * are compared even if their topics differ.
   */
  readonly reader?: string;
  /** Pairs that are compared, those with own endpoints first; 10 000 by default, which take about a second. */
  readonly maxPairs?: number;
}

/**
 * Explains the pairs of writer and reader of every topic that `progress` knows. Peers decide how many there are, so only
 * `maxPairs` are compared; how many are left out is said.
 */
export function explainDomain(progress: DiscoveryProgress, options: ExplainOptions = {}): DomainExplanation {
  const steps = explainDomainInSteps(progress, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The same, with a rest after every few milliseconds: for programs that must stay awake meanwhile. */
export function* explainDomainInSteps(
  progress: DiscoveryProgress,
  options: ExplainOptions = {},
): Generator<void, DomainExplanation> {
  const comparer = new PairComparer(progress, options.maxPairs ?? MAX_PAIRS);
  const topics = groupByTopic(selected(endpointsOf(progress), options), options);
  const byKey = groupBy(topics, ({ topicName }) => topicKey(topicName));
  const explained: TopicExplanation[] = [];
  for (const topic of topics) {
    yield* explainTopic(topic, byKey.get(topicKey(topic.topicName))!, comparer, explained);
  }
  explained.sort((a, b) => (a.topicName < b.topicName ? -1 : 1));
  const counts: Record<Verdict, number> = { matched: 0, mismatch: 0, unknown: 0, pending: 0 };
  for (const { pairs } of explained) for (const { verdict } of pairs) counts[verdict]++;
  return {
    domainId: progress.self.domainId,
    topics: explained,
    participants: progress.participants.map((participant) => explainParticipant(participant, progress.self)),
    refused: progress.refused.map((refused) => ({
      guidPrefix: refused.guidPrefix,
      vendorId: refused.vendorId,
      address: refused.address,
      finding: refusalFinding(refused, progress.self),
    })),
    caveats: caveatsOf(progress),
    counts,
    notCompared: explained.reduce((sum, { notCompared }) => sum + notCompared, 0),
  };
}

interface Topic {
  readonly topicName: string;
  readonly writers: readonly ExplainedEndpoint[];
  readonly readers: readonly ExplainedEndpoint[];
}

function endpointsOf({ self, participants }: DiscoveryProgress): ExplainedEndpoint[] {
  const own = self.endpoints.map(({ guid, role, topicName, typeName }) => {
    return { guid, role, topicName, typeName, vendorId: self.vendorId, participantName: self.entityName };
  });
  const others = participants.flatMap(({ data: { vendorId, entityName }, endpoints }) =>
    endpoints.map(({ data: { guid, role, topicName, typeName } }) => {
      return { guid, role, topicName, typeName, vendorId, participantName: entityName };
    }),
  );
  return [...own, ...others];
}

function selected(endpoints: readonly ExplainedEndpoint[], options: ExplainOptions): ExplainedEndpoint[] {
  const key = options.topicName === undefined ? undefined : topicKey(options.topicName);
  return endpoints.filter(({ topicName, role, guid }) => {
    if (key !== undefined && topicKey(topicName) !== key) return false;
    const begin = role === "writer" ? options.writer : options.reader;
    return begin === undefined || guid.toString().startsWith(begin.toLowerCase());
  });
}

function groupByTopic(endpoints: readonly ExplainedEndpoint[], options: ExplainOptions): Topic[] {
  const writers = endpoints.filter(({ role }) => role === "writer");
  const readers = endpoints.filter(({ role }) => role === "reader");
  const isPair = options.writer !== undefined && options.reader !== undefined;
  if (isPair && writers.length === 1 && readers.length === 1) {
    return [{ topicName: writers[0]!.topicName, writers, readers }];
  }
  return [...groupBy(endpoints, ({ topicName }) => topicName)]
    .map(([topicName, members]) => ({
      topicName,
      writers: members.filter(({ role }) => role === "writer"),
      readers: members.filter(({ role }) => role === "reader"),
    }))
    .filter((topic) => options.writer === undefined || topic.writers.length > 0)
    .filter((topic) => options.reader === undefined || topic.readers.length > 0);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function* explainTopic(
  topic: Topic,
  alike: readonly Topic[],
  comparer: PairComparer,
  explained: TopicExplanation[],
): Generator<void, void> {
  const { topicName, writers, readers } = topic;
  const pairs: PairExplanation[] = [];
  yield* comparer.compare(topic, pairs);
  const findings = [...lonelyFindings(topic), ...nearMissFindings(topic, alike)];
  const notCompared = writers.length * readers.length - pairs.length;
  explained.push({ topicName, writers, readers, pairs, notCompared, findings });
  yield;
}

function lonelyFindings({ topicName, writers, readers }: Topic): Finding[] {
  const name = quoted(topicName);
  if (readers.length === 0) {
    return [
      finding("noReader", "note", `nobody reads ${name}`, "start a reader, or look at the names of other topics"),
    ];
  }
  if (writers.length > 0) return [];
  return [finding("noWriter", "note", `nobody writes ${name}`, "start a writer, or look at the names of other topics")];
}

/**
 * Topics with nearly the same name. It is a mismatch where one has what the other lacks; two topics that are each
 * complete may well be meant.
 */
function nearMissFindings(topic: Topic, alike: readonly Topic[]): Finding[] {
  const found: Finding[] = [];
  for (const other of alike.slice(0, MAX_ALIKE)) {
    const near = topicNearMiss(topic.topicName, other.topicName);
    if (near === undefined) continue;
    const sides = `${counted(other.writers.length, "writer")}, ${counted(other.readers.length, "reader")}`;
    const names = `${quoted(topic.topicName)} and ${quoted(other.topicName)} (${sides})`;
    const text = `${names} are two topics: the names differ only in ${near.words}`;
    found.push(finding("topicName", complete(topic, other) ? "mismatch" : "note", text, near.advice));
  }
  return found;
}

/** One has only writers and the other has readers, or the other way round. */
function complete(a: Topic, b: Topic): boolean {
  const lacks = (one: Topic, other: Topic) =>
    (one.readers.length === 0 && other.readers.length > 0) || (one.writers.length === 0 && other.writers.length > 0);
  return lacks(a, b) || lacks(b, a);
}

function explainParticipant(participant: ParticipantProgress, self: OwnParticipant): ParticipantExplanation {
  const { data, endpoints } = participant;
  const { guidPrefix, entityName, vendorId, protocolMajor, protocolMinor, secured } = data;
  const { state, silentForMs, leaseLeftMs, announcedFrom, metatrafficAddress } = participant;
  return {
    guidPrefix,
    name: entityName,
    vendorId,
    protocolVersion: `${protocolMajor}.${protocolMinor}`,
    secured,
    ...{ state, silentForMs, leaseLeftMs, announcedFrom, metatrafficAddress },
    writerCount: endpoints.filter((endpoint) => endpoint.data.role === "writer").length,
    readerCount: endpoints.filter((endpoint) => endpoint.data.role === "reader").length,
    findings: participantFindings(participant, self),
  };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

const MAX_PAIRS = 10_000;
/** Topics with nearly the same name that one is compared with. */
const MAX_ALIKE = 16;
