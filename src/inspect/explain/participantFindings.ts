// RTPS 2.5 §8.5: what discovery has not reached with one other participant, and who is not let in at all, in words.

import type {
  OwnParticipant,
  ParticipantProgress,
  ReceivedAnnouncements,
  SentAnnouncements,
} from "../../discovery/progress.js";
import type { RefusedParticipant } from "../../discovery/RefusedParticipants.js";
import { vendorName } from "../vendorNames.js";
import { timeInWords } from "./policyWords.js";
import { quoted } from "./quoted.js";
import type { Finding, FindingCode, Severity } from "./types.js";

/** `Cyclone DDS "talker" 0110…`. */
export function participantInWords({ data }: ParticipantProgress): string {
  const name = data.entityName === "" ? "" : ` ${quoted(data.entityName)}`;
  return `${vendorName(data.vendorId)}${name} ${data.guidPrefix}`;
}

/** Everything there is to say about a participant; empty if discovery is complete and nothing is special. */
export function participantFindings(peer: ParticipantProgress, self: OwnParticipant): Finding[] {
  return [
    ...contactFindings(peer, self),
    ...(peer.knowsUs ? ROLES.flatMap((role) => [...sentFindings(peer, role), ...receivedFindings(peer, role)]) : []),
    ...refusedAnnouncementFindings(peer),
    ...securedFindings(peer),
    ...silentFindings(peer),
    ...addressFindings(peer),
  ];
}

/** Has it shown that it hears this participant? */
export function contactFindings(peer: ParticipantProgress, self: OwnParticipant): Finding[] {
  const who = `participant ${participantInWords(peer)}`;
  if (peer.state === "announced") {
    return [pending(`${who} was heard a moment ago and is not answered yet`, "wait a moment and look again")];
  }
  if (peer.knowsUs) return [];
  const there = peer.metatrafficAddress ?? "nowhere";
  const here = self.metatrafficAddresses.join(", ");
  const text = `${who} was heard from ${peer.announcedFrom} but has answered nothing: it seems not to hear us`;
  const paths = `discovery goes to ${there} and must come back to ${here}`;
  return [pending(text, `${paths}: check routes, interfaces and firewalls both ways`)];
}

/**
 * Does it have our announcements of endpoints of this role?
 *
 * @param announcedSn number of one announcement; without it all of them are meant
 */
export function sentFindings(peer: ParticipantProgress, role: Role, announcedSn?: number): Finding[] {
  const { sent } = role === "writer" ? peer.publications : peer.subscriptions;
  const who = participantInWords(peer);
  if (sent === undefined) {
    const text = `${who} has no builtin reader for announcements of ${role}s, so it cannot learn of ours`;
    return [pending(text, "does it use static discovery, a Discovery Server or DDS Security? Use plain discovery")];
  }
  const last = announcedSn ?? sent.last;
  if (sent.ackedBelow > last) return [];
  return [pending(unacknowledged(who, role, sent, announcedSn), LOSS_HINT)];
}

/** Do we have its announcements of endpoints of this role? */
export function receivedFindings(peer: ParticipantProgress, role: Role): Finding[] {
  const { received } = role === "writer" ? peer.publications : peer.subscriptions;
  const who = participantInWords(peer);
  if (received === undefined) {
    const text = `${who} has no builtin writer for announcements of ${role}s, so its ${role}s cannot be known`;
    return [pending(text, "does it use static discovery, a Discovery Server or DDS Security? Use plain discovery")];
  }
  if (!received.announced) return [pending(`${who} has not told yet which ${role}s it has`, LOSS_HINT)];
  if (received.missing === 0) return [];
  return [pending(missing(who, role, received), LOSS_HINT)];
}

export function refusedAnnouncementFindings(peer: ParticipantProgress): Finding[] {
  const { refusedAnnouncements: count, lastRefusal } = peer;
  if (count === 0) return [];
  const text = `${count} announcements of endpoints of ${participantInWords(peer)} could not be used: ${lastRefusal}`;
  return [finding("refused", "note", text, "capture its traffic and look at these announcements")];
}

export function securedFindings(peer: ParticipantProgress): Finding[] {
  if (!peer.data.secured) return [];
  const text =
    `${participantInWords(peer)} is secured: authentication required; ` +
    "this participant has no DDS Security, so endpoints that are protected stay out of its sight";
  return [
    finding(
      "secured",
      "note",
      text,
      "allow unauthenticated participants in its governance, or use it without security",
    ),
  ];
}

/** Why a participant that was heard is not let in. */
export function refusalFinding(refused: RefusedParticipant, self: OwnParticipant): Finding {
  const who = `participant ${vendorName(refused.vendorId)} ${refused.guidPrefix}, heard from ${refused.address},`;
  const { detail } = refused;
  switch (refused.reason) {
    case "domain": {
      const text = `${who} is in domain ${detail}, this participant in domain ${self.domainId}`;
      return finding("domain", "mismatch", text, "use one domain id on both sides");
    }
    case "domainTag": {
      const text = `${who} has the domain tag ${quoted(detail)}, this participant ${quoted(self.domainTag)}`;
      return finding("domainTag", "mismatch", text, "use one domain tag on both sides");
    }
    case "notReachable": {
      const text = `${who} announces no address that can be used: ${detail}`;
      return finding("notReachable", "mismatch", text, "let it listen on UDP over IPv4 as well");
    }
    case "limit":
      return finding("refused", "unknown", `${who} found no room: ${detail}`, "raise the limit maxParticipants");
    case "unreadable": {
      const text = `${who} sent an announcement that cannot be read: ${detail}`;
      return finding("refused", "unknown", text, "capture its traffic and look at its announcement");
    }
  }
}

export function pending(text: string, hint: string): Finding {
  return finding("halfDiscovered", "pending", text, hint);
}

export function finding(code: FindingCode, severity: Severity, text: string, hint: string): Finding {
  return { code, severity, text, hint };
}

type Role = "writer" | "reader";

function unacknowledged(who: string, role: Role, sent: SentAnnouncements, announcedSn: number | undefined): string {
  const upTo = sent.ackedBelow <= 1 ? "none of them" : `those up to number ${sent.ackedBelow - 1}`;
  if (announcedSn === undefined) {
    return `${who} has not acknowledged all our announcements of ${role}s: ${sent.last} were made, it has ${upTo}`;
  }
  return `${who} has not acknowledged the announcement of our ${role}, number ${announcedSn}: it has ${upTo}`;
}

function missing(who: string, role: Role, { missing: count }: ReceivedAnnouncements): string {
  const are = count === 1 ? "1 announcement is" : `${count} announcements are`;
  return `not all ${role}s of ${who} are known: ${are} missing`;
}

function silentFindings(peer: ParticipantProgress): Finding[] {
  const { silentForMs, leaseLeftMs } = peer;
  // Peers announce themselves well within their lease; Cyclone DDS waits for eight tenths of it.
  if (silentForMs <= 4 * leaseLeftMs) return [];
  const lease = `its lease ends in ${timeInWords(leaseLeftMs)}`;
  const text = `nothing was heard of ${participantInWords(peer)} for ${timeInWords(silentForMs)}; ${lease}`;
  return [finding("silent", "note", text, "is it still running, and still connected?")];
}

function addressFindings(peer: ParticipantProgress): Finding[] {
  const count = peer.endpoints.filter((endpoint) => endpoint.address === undefined).length;
  if (count === 0) return [];
  const text = `${count} endpoints of ${participantInWords(peer)} have no address that can be used`;
  return [finding("notReachable", "note", text, "let it listen on UDP over IPv4 as well")];
}

const ROLES: readonly Role[] = ["writer", "reader"];
const LOSS_HINT = "wait a moment; if it stays so, datagrams between the two are lost: check MTU, routes and firewalls";
