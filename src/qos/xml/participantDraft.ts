// A participant's profile while it is being read.

import type { PolicyDraft } from "./policyRules.js";
import type { ParticipantSettings } from "./qosFile.js";
import { isMulticastIpv4 } from "./values.js";
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
