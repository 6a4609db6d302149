// What `rtps pub` and `rtps sub` say when nobody has matched them for a while: one line, and where to read more.

import { type DomainExplanation, type DomainParticipant, findingsInWords, type Guid } from "../index.js";
import { complain } from "./output.js";

interface OwnEndpoint {
  readonly role: "writer" | "reader";
  readonly guid: Guid;
  readonly topicName: string;
}

/** Says it once, unless somebody has matched by then. @returns ends the waiting */
export function hintIfUnmatched(
  participant: DomainParticipant,
  own: OwnEndpoint,
  hasMatched: () => boolean,
): () => void {
  const timer = setTimeout(() => {
    if (hasMatched()) return;
    complain(`${matchHint(participant.explain(own.topicName), own)}`);
  }, HINT_AFTER_MS);
  // The hint is no reason to stay.
  timer.unref();
  return () => clearTimeout(timer);
}

/** The line: what was found, and why it does not fit. */
export function matchHint(explanation: DomainExplanation, own: OwnEndpoint): string {
  const wanted = own.role === "writer" ? "reader" : "writer";
  const more = `(rtps explain ${shellWord(own.topicName)} says more)`;
  return `no ${wanted} matched yet: ${whatIsThere(explanation, own, wanted)} ${more}`;
}

function whatIsThere(explanation: DomainExplanation, own: OwnEndpoint, wanted: "writer" | "reader"): string {
  const topic = explanation.topics.find(({ topicName }) => topicName === own.topicName);
  const pairs = topic?.pairs.filter((pair) => pair[own.role].guid.equals(own.guid)) ?? [];
  const [first] = pairs;
  if (first !== undefined) {
    const found = pairs.length === 1 ? `1 ${wanted} found, but` : `${pairs.length} ${wanted}s found, but of the first`;
    return `${found} ${findingsInWords(first.findings)}`;
  }
  const near = topic?.findings.find(({ code, severity }) => code === "topicName" && severity === "mismatch");
  if (near !== undefined) return near.text;
  return noneFound(explanation);
}

function noneFound({ domainId, participants, refused }: DomainExplanation): string {
  const open = participants.filter(({ state }) => state !== "complete");
  const others = `${participants.length} other participant${participants.length === 1 ? "" : "s"}`;
  if (open.length > 0) return `none found; of ${others}, discovery is not complete with ${open.length}`;
  if (participants.length > 0) return `none found at ${others}`;
  const [first] = refused;
  if (first !== undefined) return `nobody found in domain ${domainId}, but ${first.finding.text}`;
  return `nobody else found in domain ${domainId}`;
}

function shellWord(text: string): string {
  return /^[\w/.:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Longer than discovery takes on any network that works, and longer than a peer's pause between announcements. */
const HINT_AFTER_MS = 5000;
