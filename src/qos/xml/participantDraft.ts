// A participant's profile while it is being read.

import type { PolicyDraft } from "./policyRules.js";
import type { ParticipantSettings } from "./qosFile.js";
import { isMulticastIpv4, wrong } from "./values.js";
import type { Rule, Rules } from "./XmlWalk.js";

export interface ParticipantDraft {
  readonly qos: PolicyDraft;
  readonly settings: { -readonly [K in keyof ParticipantSettings]: ParticipantSettings[K] };
}

/** Rules for policies inside a participant's profile. */
export function onQos(rule: Rule<PolicyDraft>): Rule<ParticipantDraft> {
  return (walk, element, path, draft) => rule(walk, element, path, draft.qos);
}

export function addInterface(draft: ParticipantDraft, name: string): void {
  const before = draft.settings.interfaces ?? [];
  if (!before.includes(name)) draft.settings.interfaces = [...before, name];
}

/** A multicast group among the peers says that multicast is wanted. */
export function addPeer(draft: ParticipantDraft, peer: string): void {
  if (isMulticastIpv4(peer.split(":")[0]!)) {
    draft.settings.multicast = true;
    return;
  }
  const before = draft.settings.peers ?? [];
  if (!before.includes(peer)) draft.settings.peers = [...before, peer];
}

/** A lease, or a time between announcements, in milliseconds. @throws QosError for one that would make us spin */
export function discoveryTime(
  name: "leaseDurationMs" | "announcePeriodMs" | "initialAnnouncementPeriodMs",
  ms: number,
  path: string,
): number {
  const isLease = name === "leaseDurationMs";
  if (isLease ? ms >= MIN_LEASE_MS : ms >= MIN_PERIOD_MS && ms < Infinity) return ms;
  throw wrong(
    path,
    `${ms} ms`,
    isLease ? `a lease of ${MIN_LEASE_MS} ms or more` : `a finite period of ${MIN_PERIOD_MS} ms or more`,
  );
}

/** A lease is renewed four times while it lasts, and no period of the protocol is below 0.1 ms. */
const MIN_LEASE_MS = 1;
const MIN_PERIOD_MS = 0.1;

/** The group of RTPS 2.5 §9.6.1.4.1: the only one that announcements go to. */
export const DEFAULT_GROUP = "239.255.0.1";
export const OTHER_GROUP = `the group of announcements is always ${DEFAULT_GROUP} (RTPS 2.5 §9.6.1.4)`;
export const FIXED_PORTS = "ports are always those of RTPS 2.5 §9.6.1.3";

/** Elements that say the default about ports are understood, others not supported. */
export function defaultPorts<Into>(defaults: Readonly<Record<string, number>>): Rules<Into> {
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]): [string, Rule<Into>] => [
      name,
      (walk, element, path) => {
        const text = walk.valueOf(element, path);
        if (text !== "" && Number(text) === value) walk.accept(path, text, element.line);
        else walk.ignore(path, text, element.line, FIXED_PORTS);
      },
    ]),
  );
}
