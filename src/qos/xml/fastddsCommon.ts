// What profiles of endpoints and of participants share in files of Fast DDS.

import type { FastddsProfiles } from "./FastddsProfiles.js";
import { type PolicyDraft, propertyRule } from "./policyRules.js";
import { anyText, flagText } from "./values.js";
import { attribute, group, type Rule, unsupported, type XmlWalk } from "./XmlWalk.js";
import type { XmlElement } from "./xmlTree.js";

/** A UDPv4 transport by its id; undefined for one of another kind. */
export type Transports = Map<string, Transport | undefined>;

export interface Transport {
  readonly interfaces: string[];
  receiveBufferBytes: number | undefined;
  peerIndexCount: number | undefined;
}

/** What is found in a file. */
export interface FastddsDraft {
  readonly profiles: FastddsProfiles;
  readonly transports: Transports;
}

export interface ProfileHead {
  name: string;
  isDefault: boolean;
}

/** Reads the attributes of a profile; the path of what is inside holds its name. */
export function readHead(walk: XmlWalk, element: XmlElement, path: string): { head: ProfileHead; path: string } {
  const head = { name: "", isDefault: false };
  const ownPath = `${path}[${walk.peekAttribute(element, "profile_name") ?? ""}]`;
  walk.visitAttributes(element, ownPath, head, PROFILE_ATTRIBUTES);
  if (head.name === "") walk.fail(element.line, `<${element.name}> has no profile_name`);
  return { head, path: ownPath };
}

const PROFILE_ATTRIBUTES = {
  profile_name: attribute(anyText, (head: ProfileHead, value) => {
    head.name = value;
  }),
  is_default_profile: attribute(flagText, (head: ProfileHead, value) => {
    head.isDefault = value;
  }),
};

/** Why a property means something to Fast DDS and nothing here. */
function fastddsMeaning(name: string): string | undefined {
  return /^(fastdds|dds|rtps|eprosima)\./.test(name) ? "a setting of Fast DDS" : undefined;
}

export const PROPERTIES_POLICY: Rule<PolicyDraft> = group({
  properties: group({ property: propertyRule(fastddsMeaning) }),
  binary_properties: unsupported("properties of octets are for DDS Security, which is not built"),
});

export const OWN_MEMORY = "memory is taken as it is needed";
