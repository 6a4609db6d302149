// DDS 1.4 §2.2.3 and RTPS 2.5 §8.5: why do this writer and this reader match, or not, or not yet? All reasons at
// once: what they announce, how far discovery between their participants has come, and what the vendors do.

import type { DiscoveryProgress } from "../../discovery/progress.js";
import { type EntityId, entityIdToHex, isReaderId, isWriterId } from "../../rtps/structure/entityId.js";
import type { Guid } from "../../rtps/structure/guid.js";
import { differenceFindings } from "./differences.js";
import { type Located, ProgressIndex } from "./ProgressIndex.js";
import { pairFindings } from "./pairFindings.js";
import {
  contactFindings,
  finding,
  participantInWords,
  receivedFindings,
  refusalFinding,
  refusedAnnouncementFindings,
  securedFindings,
} from "./participantFindings.js";
import type { Finding, MatchExplanation, ReaderToExplain, Verdict, WriterToExplain } from "./types.js";

/**
 * Why a writer and a reader match or do not.
 *
 * @param writer what it announces, or its GUID if `progress` knows it
 * @param reader as `writer`
 * @param progress how far discovery has come, from `DomainParticipant.discoveryProgress`. Without it only what the two
 *   announce is compared.
 * @throws TypeError when a GUID does not name an endpoint of that role
 */
export function explainMatch(
  writer: WriterToExplain | Guid,
  reader: ReaderToExplain | Guid,
  progress?: DiscoveryProgress,
): MatchExplanation {
  return explainPair(writer, reader, new ProgressIndex(progress));
}

/** `explainMatch` for many pairs of one domain. */
export function explainPair(
  writer: WriterToExplain | Guid,
  reader: ReaderToExplain | Guid,
  index: ProgressIndex,
): MatchExplanation {
  const from = index.writer(writer);
  const to = index.reader(reader);
  checkRole(from, isWriterId);
  checkRole(to, isReaderId);
  const findings = [
    ...unknownFindings(from, index),
    ...unknownFindings(to, index),
    ...(from.endpoint === undefined || to.endpoint === undefined
      ? []
      : differenceFindings(from.endpoint, to.endpoint, index.progress?.judge)),
    ...pairFindings(from, to, index),
  ];
  findings.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  return { verdict: verdictOf(findings), findings };
}

/** Why nothing is known of an endpoint; empty if it is known. */
export function explainUnknown(guid: Guid, progress: DiscoveryProgress): readonly Finding[] {
  const index = new ProgressIndex(progress);
  return unknownFindings(isWriterId(guid.entityId) ? index.writer(guid) : index.reader(guid), index);
}

/** The findings that decide, in one line: for logs. Empty if the two match. */
export function findingsInWords(findings: readonly Finding[]): string {
  return findings
    .filter(({ severity }) => severity !== "note")
    .map(({ text }) => text)
    .join("; ");
}

function verdictOf(findings: readonly Finding[]): Verdict {
  const worst = findings[0]?.severity ?? "note";
  return worst === "note" ? "matched" : worst;
}

function checkRole(
  { guid, role }: Located<WriterToExplain | ReaderToExplain>,
  isRole: (id: EntityId) => boolean,
): void {
  if (guid === undefined || isRole(guid.entityId)) return;
  throw new TypeError(`${guid} is not the GUID of a ${role}: give the writer first and the reader second`);
}

/** Nothing is known of the endpoint, or not here. */
function unknownFindings(located: Located<WriterToExplain | ReaderToExplain>, index: ProgressIndex): Finding[] {
  const { guid, role, own, remote, participant } = located;
  const { progress } = index;
  if (guid === undefined || own !== undefined || remote !== undefined) return [];
  if (progress === undefined) {
    if (located.endpoint !== undefined) return [];
    return [finding("endpointUnknown", "unknown", `nothing is known of ${role} ${guid}`, "say what it announces")];
  }
  const id = entityIdToHex(guid.entityId);
  if (index.isOwn(guid.prefix)) {
    const text = `this participant has no ${role} ${id}`;
    return [finding("endpointUnknown", "unknown", text, "it was closed, or the GUID is wrong")];
  }
  if (participant === undefined) return participantUnknown(guid, progress);
  const text = `${participantInWords(participant)} has announced no ${role} ${id}`;
  return [
    finding("endpointUnknown", "unknown", text, "it may be deleted or not there yet, or the GUID is wrong"),
    ...contactFindings(participant, progress.self),
    ...receivedFindings(participant, role),
    ...refusedAnnouncementFindings(participant),
    ...securedFindings(participant),
  ];
}

function participantUnknown(guid: Guid, progress: DiscoveryProgress): Finding[] {
  const { self } = progress;
  const key = guid.prefix.toString();
  const refused = progress.refused.find((one) => one.guidPrefix.equals(guid.prefix));
  const isIgnored = progress.ignored.includes(key);
  const where = `domain ${self.domainId}${self.domainTag === "" ? "" : ` with tag "${self.domainTag}"`}`;
  const text = `participant ${key} is not known in ${where}`;
  const hint =
    refused === undefined && !isIgnored
      ? "is it running, in this domain, on a network that reaches here? Check interfaces, multicast and firewalls"
      : "it was heard and is not let in: see the reason";
  const found = [finding("participantUnknown", "unknown", text, hint)];
  if (isIgnored) {
    const ignored = `this participant ignores participant ${key}`;
    found.push(finding("ignored", "mismatch", ignored, "do not call ignoreParticipant for it; open a new participant"));
  }
  if (refused !== undefined) found.push(refusalFinding(refused, self));
  return found;
}

const SEVERITIES: readonly Finding["severity"][] = ["mismatch", "unknown", "pending", "note"];
