// RTPS 2.5 §8.5.3.2 and §9.6.2.2: SPDPdiscoveredParticipantData to bytes and back.
// The order of parameters suits Fast DDS, which must see VENDORID before any vendor's parameter.

import {
  PID_BUILTIN_ENDPOINT_QOS,
  PID_BUILTIN_ENDPOINT_SET,
  PID_DEFAULT_MULTICAST_LOCATOR,
  PID_DEFAULT_UNICAST_LOCATOR,
  PID_DOMAIN_ID,
  PID_DOMAIN_TAG,
  PID_ENTITY_NAME,
  PID_METATRAFFIC_MULTICAST_LOCATOR,
  PID_METATRAFFIC_UNICAST_LOCATOR,
  PID_PARTICIPANT_GUID,
  PID_PARTICIPANT_LEASE_DURATION,
  PID_PROPERTY_LIST,
  PID_PROTOCOL_VERSION,
  PID_USER_DATA,
  PID_VENDORID,
} from "../rtps/messages/parameterId.js";
import { ParameterListBuilder } from "../rtps/messages/parameterList.js";
import { ENTITYID_PARTICIPANT } from "../rtps/structure/entityId.js";
import { GUIDPREFIX_UNKNOWN, Guid, type GuidPrefix } from "../rtps/structure/guid.js";
import type { Locator } from "../rtps/structure/locator.js";
import { VENDORID_RTI_CONNEXT, VENDORID_UNKNOWN } from "../rtps/structure/vendorId.js";
import { type DiscoveryDataLimits, NO_PROBLEM, readParameters } from "./discoveryPayload.js";
import { PARTICIPANT_KEY_PARAMETERS, PARTICIPANT_PARAMETERS, type ParticipantDraft } from "./participantParameters.js";

/** §9.6.2.2, table 9.14: the lease of a participant that announces none. */
export const DEFAULT_LEASE_DURATION_MS = 100_000;

/** Bits of BUILTIN_ENDPOINT_SET (§9.3.2, BuiltinEndpointSet_t). */
export const BUILTIN_PARTICIPANT_WRITER = 1 << 0;
export const BUILTIN_PARTICIPANT_READER = 1 << 1;
export const BUILTIN_PUBLICATIONS_WRITER = 1 << 2;
export const BUILTIN_PUBLICATIONS_READER = 1 << 3;
export const BUILTIN_SUBSCRIPTIONS_WRITER = 1 << 4;
export const BUILTIN_SUBSCRIPTIONS_READER = 1 << 5;
export const BUILTIN_PARTICIPANT_MESSAGE_WRITER = 1 << 10;
export const BUILTIN_PARTICIPANT_MESSAGE_READER = 1 << 11;
/** XTypes 1.3 §7.6.3.3.4. */
export const BUILTIN_TYPE_LOOKUP_REQUEST_WRITER = 1 << 12;
export const BUILTIN_TYPE_LOOKUP_REQUEST_READER = 1 << 13;
export const BUILTIN_TYPE_LOOKUP_REPLY_WRITER = 1 << 14;
export const BUILTIN_TYPE_LOOKUP_REPLY_READER = 1 << 15;
/** SPDP, SEDP and writer liveliness, both ways: what this stack serves. */
export const PLAIN_BUILTIN_ENDPOINTS = 0x0c3f;
/** The TypeLookup service, both ways: served and asked when the participant knows types. */
export const TYPE_LOOKUP_ENDPOINTS = 0xf000;
/** What a participant announces: it serves types if it knows any. */
export function servedEndpoints(config: { readonly types?: object }): number {
  return config.types === undefined ? PLAIN_BUILTIN_ENDPOINTS : PLAIN_BUILTIN_ENDPOINTS | TYPE_LOOKUP_ENDPOINTS;
}

/** Endpoints of DDS Security (bits 16-27): never announced, never used. */
const SECURE_BUILTIN_ENDPOINTS = 0x0fff0000;

/** What one participant says about itself. */
export interface ParticipantProxyData {
  readonly guidPrefix: GuidPrefix;
  /** 0.0 if not announced: then the version of the message header holds. */
  readonly protocolMajor: number;
  readonly protocolMinor: number;
  /** Two octets as one number; 0 if not announced: then the vendor of the message header holds. */
  readonly vendorId: number;
  /** Undefined if not announced: then it is the receiver's own domain. */
  readonly domainId: number | undefined;
  /** "" is the default tag. */
  readonly domainTag: string;
  readonly metatrafficUnicast: readonly Locator[];
  readonly metatrafficMulticast: readonly Locator[];
  readonly defaultUnicast: readonly Locator[];
  readonly defaultMulticast: readonly Locator[];
  /** Milliseconds; may be 0 (seen from OpenSplice) or Infinity. */
  readonly leaseDurationMs: number;
  /** As announced, including bits of endpoints that we never use; 0 if not announced. */
  readonly builtinEndpoints: number;
  /** Bit 0: its participant-message reader is BEST_EFFORT. */
  readonly builtinEndpointQos: number;
  readonly entityName: string;
  readonly userData: Uint8Array;
  readonly properties: readonly (readonly [string, string])[];
  /** True if it sent tokens of DDS Security. Their content is not looked at. */
  readonly secured: boolean;
}

type Required = "guidPrefix" | "protocolMinor" | "vendorId" | "domainId" | "leaseDurationMs" | "builtinEndpoints";

/** What is needed to announce a participant; the rest may be left out. */
export type ParticipantDataInput = Pick<ParticipantProxyData, Required> & Partial<ParticipantProxyData>;

/** The payload of an announcement, PL_CDR_LE, with its encapsulation header. Secure endpoint bits are taken off. */
export function encodeParticipantData(value: ParticipantDataInput): Uint8Array {
  const list = ParameterListBuilder.encapsulated();
  list.octets(PID_PROTOCOL_VERSION, [value.protocolMajor ?? 2, value.protocolMinor]);
  list.octets(PID_VENDORID, [value.vendorId >>> 8, value.vendorId & 0xff]);
  list.guid(PID_PARTICIPANT_GUID, new Guid(value.guidPrefix, ENTITYID_PARTICIPANT));
  if (value.domainId !== undefined) list.u32(PID_DOMAIN_ID, value.domainId);
  // An empty tag is never sent: peers that do not know the parameter must ignore whoever sends it.
  if (value.domainTag) list.string(PID_DOMAIN_TAG, value.domainTag);
  list.u32(PID_BUILTIN_ENDPOINT_SET, (value.builtinEndpoints & ~SECURE_BUILTIN_ENDPOINTS) >>> 0);
  if (value.builtinEndpointQos) list.u32(PID_BUILTIN_ENDPOINT_QOS, value.builtinEndpointQos);
  list.locators(PID_METATRAFFIC_UNICAST_LOCATOR, value.metatrafficUnicast ?? []);
  list.locators(PID_DEFAULT_UNICAST_LOCATOR, value.defaultUnicast ?? []);
  list.locators(PID_METATRAFFIC_MULTICAST_LOCATOR, value.metatrafficMulticast ?? []);
  list.locators(PID_DEFAULT_MULTICAST_LOCATOR, value.defaultMulticast ?? []);
  list.duration(PID_PARTICIPANT_LEASE_DURATION, value.leaseDurationMs);
  if (value.entityName) list.string(PID_ENTITY_NAME, value.entityName);
  if (value.userData?.length) list.octetSequence(PID_USER_DATA, value.userData);
  if (value.properties?.length) list.properties(PID_PROPERTY_LIST, value.properties);
  return list.finish();
}

/** The payload that goes with a dispose: only the participant's GUID. */
export function encodeParticipantKey(guid: Guid): Uint8Array {
  const list = ParameterListBuilder.encapsulated(32);
  list.guid(PID_PARTICIPANT_GUID, guid);
  return list.finish();
}

/**
 * Reads an announcement, either byte order.
 *
 * Parameters that decide about addressing or liveliness make the announcement unusable when they are malformed;
 * malformed names, properties and user data count as absent, bad locators are left out.
 *
 * @returns the data, or why it is unusable (one of a fixed set of texts)
 */
export function decodeParticipantData(payload: Uint8Array, limits: DiscoveryDataLimits): ParticipantProxyData | string {
  const draft = newDraft(limits);
  const problem = readParameters(payload, limits, PARTICIPANT_PARAMETERS, draft);
  if (problem !== NO_PROBLEM) return problem;
  const guid = draft.guid ?? draft.keyHash;
  if (guid === undefined) return "no PARTICIPANT_GUID";
  if (!isParticipantGuid(guid)) return "PARTICIPANT_GUID does not name a participant";
  // Connext may say its domain in a parameter of its own; that number means other things for other vendors.
  if (draft.value.domainId === undefined && draft.value.vendorId === VENDORID_RTI_CONNEXT) {
    draft.value.domainId = draft.rtiDomainId;
  }
  return { ...draft.value, guidPrefix: guid.prefix };
}

/** The GUID in a key-only payload, or in a full announcement that came with a dispose; else why there is none. */
export function decodeParticipantKey(payload: Uint8Array, limits: DiscoveryDataLimits): Guid | string {
  const draft = newDraft(limits);
  const problem = readParameters(payload, limits, PARTICIPANT_KEY_PARAMETERS, draft);
  if (problem !== NO_PROBLEM) return problem;
  const guid = draft.guid ?? draft.keyHash;
  if (guid === undefined) return "no PARTICIPANT_GUID";
  return isParticipantGuid(guid) ? guid : "PARTICIPANT_GUID does not name a participant";
}

function isParticipantGuid(guid: Guid): boolean {
  return guid.entityId === ENTITYID_PARTICIPANT && !guid.prefix.equals(GUIDPREFIX_UNKNOWN);
}

function newDraft(limits: DiscoveryDataLimits): ParticipantDraft {
  return {
    value: {
      guidPrefix: GUIDPREFIX_UNKNOWN,
      protocolMajor: 0,
      protocolMinor: 0,
      vendorId: VENDORID_UNKNOWN,
      domainId: undefined,
      domainTag: "",
      metatrafficUnicast: [],
      metatrafficMulticast: [],
      defaultUnicast: [],
      defaultMulticast: [],
      leaseDurationMs: DEFAULT_LEASE_DURATION_MS,
      builtinEndpoints: 0,
      builtinEndpointQos: 0,
      entityName: "",
      userData: new Uint8Array(0),
      properties: [],
      secured: false,
    },
    limits,
    guid: undefined,
    keyHash: undefined,
    rtiDomainId: undefined,
  };
}
