// RTPS 2.5 §8.5: two known endpoints, and what keeps them from exchanging samples although their QoS may fit: domains,
// addresses, and announcements that one side does not have yet.

import type { OwnEndpoint } from "../../discovery/progress.js";
import { LOCATOR_KIND_UDPv4, LOCATOR_KIND_UDPv6, type Locator, locatorToString } from "../../rtps/structure/locator.js";
import type { Located, ProgressIndex } from "./ProgressIndex.js";
import {
  contactFindings,
  finding,
  participantInWords,
  pending,
  securedFindings,
  sentFindings,
} from "./participantFindings.js";
import { quoted } from "./quoted.js";
import type { Finding, ReaderToExplain, WriterToExplain } from "./types.js";

type AnyLocated = Located<WriterToExplain> | Located<ReaderToExplain>;

/** Empty without a view of the domain. */
export function pairFindings(
  from: Located<WriterToExplain>,
  to: Located<ReaderToExplain>,
  index: ProgressIndex,
): Finding[] {
  if (index.progress === undefined) return [];
  const found = domainFindings(from, to, index);
  if (from.own !== undefined && to.own !== undefined) return [...found, ...innerFindings(from, to, index)];
  if (from.own !== undefined) return [...found, ...ownFindings(from.own, to, from, to, index)];
  if (to.own !== undefined) return [...found, ...ownFindings(to.own, from, from, to, index)];
  return [...found, ...addressFindings(from, to)];
}

/** Two endpoints of this participant meet through its own socket. */
function innerFindings(from: AnyLocated, to: AnyLocated, index: ProgressIndex): Finding[] {
  const matches = index.matchesOf(from.guid, to.guid);
  if (matches.length === 0 || matches.every(({ confirmed }) => confirmed)) return [];
  return [pending("the two are matched and have not answered each other yet", WAIT)];
}

/** One endpoint is ours. What the other participant must know, and whether it has shown that it does. */
function ownFindings(
  own: OwnEndpoint,
  other: AnyLocated,
  from: AnyLocated,
  to: AnyLocated,
  index: ProgressIndex,
): Finding[] {
  const { participant, remote } = other;
  if (participant === undefined || remote === undefined) return [];
  const found: Finding[] = [];
  if (remote.address === undefined) {
    const announced = [...remote.data.unicast, ...participant.data.defaultUnicast].map(locatorToString).join(", ");
    const text = `${participantInWords(participant)} announces no address for samples that can be used: ${announced || "none"}`;
    found.push(finding("notReachable", "mismatch", text, "let it listen on UDP over IPv4 as well"));
  }
  const [match] = index.matchesOf(from.guid, to.guid);
  if (match?.confirmed === true) return found;
  const contact = contactFindings(participant, index.progress!.self);
  const sent = contact.length > 0 ? contact : sentFindings(participant, own.role, own.announcedSn);
  found.push(...sent);
  if (sent.length === 0 && match !== undefined) {
    const text = `our ${own.role} has made the match, and the ${other.role} of ${participantInWords(participant)} has not answered yet`;
    found.push(pending(text, WAIT));
  }
  if (found.length > 0) found.push(...securedFindings(participant));
  return found;
}

function domainFindings(from: AnyLocated, to: AnyLocated, index: ProgressIndex): Finding[] {
  const a = domainOf(from, index);
  const b = domainOf(to, index);
  if (a === undefined || b === undefined) return [];
  const found: Finding[] = [];
  if (a.domainId !== undefined && b.domainId !== undefined && a.domainId !== b.domainId) {
    const text = `the writer is in domain ${a.domainId}, the reader in domain ${b.domainId}`;
    found.push(finding("domain", "mismatch", text, "use one domain id on both sides"));
  }
  if (a.domainTag !== b.domainTag) {
    const text = `the writer has the domain tag ${quoted(a.domainTag)}, the reader ${quoted(b.domainTag)}`;
    found.push(finding("domainTag", "mismatch", text, "use one domain tag on both sides"));
  }
  return found;
}

function domainOf({ own, participant }: AnyLocated, { progress }: ProgressIndex) {
  return own === undefined ? participant?.data : progress?.self;
}

// Both belong to others: whether they reach each other can only be guessed from what they announce.
function addressFindings(from: AnyLocated, to: AnyLocated): Finding[] {
  const a = locatorsOf(from);
  const b = locatorsOf(to);
  if (a.length === 0 || b.length === 0) return [];
  const kinds = (locators: readonly Locator[]) => [...new Set(locators.map(({ kind }) => kind))];
  if (!kinds(a).some((kind) => kinds(b).includes(kind))) {
    const text = `the writer announces addresses of ${kindsInWords(kinds(a))} only, the reader of ${kindsInWords(kinds(b))}`;
    return [finding("notReachable", "note", text, "give both a transport in common")];
  }
  const isLoopback = (locators: readonly Locator[]) =>
    locators.every(({ kind, host }) => kind === LOCATOR_KIND_UDPv4 && host.startsWith("127."));
  if (isLoopback(a) === isLoopback(b)) return [];
  const side = isLoopback(a) ? "writer" : "reader";
  const text = `the ${side} announces loopback addresses only: it is reached from its own host alone`;
  return [finding("notReachable", "note", text, "if the two are on different hosts, let it use a network interface")];
}

function locatorsOf({ remote, participant }: AnyLocated): readonly Locator[] {
  if (remote === undefined || participant === undefined) return [];
  return remote.data.unicast.length > 0 ? remote.data.unicast : participant.data.defaultUnicast;
}

function kindsInWords(kinds: readonly number[]): string {
  return kinds.map((kind) => LOCATOR_KINDS.get(kind) ?? `kind ${kind}`).join(", ");
}

const LOCATOR_KINDS: ReadonlyMap<number, string> = new Map([
  [LOCATOR_KIND_UDPv4, "UDP over IPv4"],
  [LOCATOR_KIND_UDPv6, "UDP over IPv6"],
  [4, "TCP over IPv4"],
  [8, "TCP over IPv6"],
  [16, "shared memory"],
]);
const WAIT = "wait a moment and look again";
