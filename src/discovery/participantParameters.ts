// RTPS 2.5 §9.6.2.2: which parameters of a participant's announcement are read, and into what.

import {
  PID_BUILTIN_ENDPOINT_QOS,
  PID_BUILTIN_ENDPOINT_SET,
  PID_DEFAULT_MULTICAST_LOCATOR,
  PID_DEFAULT_UNICAST_LOCATOR,
  PID_DOMAIN_ID,
  PID_DOMAIN_TAG,
  PID_ENTITY_NAME,
  PID_IDENTITY_TOKEN,
  PID_KEY_HASH,
  PID_METATRAFFIC_MULTICAST_LOCATOR,
  PID_METATRAFFIC_UNICAST_LOCATOR,
  PID_PARTICIPANT_BUILTIN_ENDPOINTS,
  PID_PARTICIPANT_GUID,
  PID_PARTICIPANT_LEASE_DURATION,
  PID_PERMISSIONS_TOKEN,
  PID_PROPERTY_LIST,
  PID_PROTOCOL_VERSION,
  PID_RTI_DOMAIN_ID,
  PID_USER_DATA,
  PID_VENDORID,
} from "../rtps/messages/parameterId.js";
import type { Guid } from "../rtps/structure/guid.js";
import type { Locator } from "../rtps/structure/locator.js";
import {
  adviceParameter,
  type DiscoveryDataLimits,
  type LocatorUse,
  type Mutable,
  NO_PROBLEM,
  type ParameterHandler,
  type ParameterTable,
  readProperties,
  sizedParameter,
  takeLocator,
} from "./discoveryPayload.js";
import type { ParticipantProxyData } from "./participantData.js";

/** A participant's announcement while it is being read. */
export interface ParticipantDraft {
  readonly value: Mutable<ParticipantProxyData>;
  readonly limits: DiscoveryDataLimits;
  guid: Guid | undefined;
  keyHash: Guid | undefined;
  rtiDomainId: number | undefined;
}

type Handler = ParameterHandler<ParticipantDraft>;

type LocatorField = "metatrafficUnicast" | "metatrafficMulticast" | "defaultUnicast" | "defaultMulticast";

function locatorsInto(field: LocatorField, use: LocatorUse): Handler {
  return (list, draft) => {
    takeLocator(list, draft.value[field] as Locator[], use, draft.limits);
    return NO_PROBLEM;
  };
}

const markSecured = adviceParameter<ParticipantDraft>((_list, draft) => {
  draft.value.secured = true;
});

const takeGuid = sizedParameter<ParticipantDraft>(16, "PARTICIPANT_GUID", (list, draft) => {
  draft.guid = list.guid(0);
});

// Fast DDS takes the key hash for the GUID where that is missing (§9.6.4.8: they are the same octets).
const takeKeyHash = adviceParameter<ParticipantDraft>((list, draft) => {
  if (list.has(16)) draft.keyHash = list.guid(0);
});

const takeBuiltinEndpoints = sizedParameter<ParticipantDraft>(4, "BUILTIN_ENDPOINT_SET", (list, draft) => {
  draft.value.builtinEndpoints = list.u32(0);
});

const takeDomainTag: Handler = (list, draft) => {
  const tag = list.string(0);
  if (tag === undefined) return "DOMAIN_TAG is too short";
  draft.value.domainTag = tag;
  return NO_PROBLEM;
};

const takeLease: Handler = (list, draft) => {
  if (!list.has(8)) return "PARTICIPANT_LEASE_DURATION is too short";
  const lease = list.durationMs(0);
  if (lease < 0) return "PARTICIPANT_LEASE_DURATION is negative";
  draft.value.leaseDurationMs = lease;
  return NO_PROBLEM;
};

/** For dispose: only the key. */
export const PARTICIPANT_KEY_PARAMETERS: ParameterTable<ParticipantDraft> = new Map([
  [PID_PARTICIPANT_GUID, takeGuid],
  [PID_KEY_HASH, takeKeyHash],
]);

export const PARTICIPANT_PARAMETERS: ParameterTable<ParticipantDraft> = new Map<number, Handler>([
  [PID_PARTICIPANT_GUID, takeGuid],
  [PID_KEY_HASH, takeKeyHash],
  [
    PID_PROTOCOL_VERSION,
    sizedParameter<ParticipantDraft>(2, "PROTOCOL_VERSION", (list, draft) => {
      draft.value.protocolMajor = list.octet(0);
      draft.value.protocolMinor = list.octet(1);
    }),
  ],
  [
    PID_VENDORID,
    sizedParameter<ParticipantDraft>(2, "VENDORID", (list, draft) => {
      draft.value.vendorId = list.octet(0) * 256 + list.octet(1);
    }),
  ],
  [
    PID_DOMAIN_ID,
    sizedParameter<ParticipantDraft>(4, "DOMAIN_ID", (list, draft) => {
      draft.value.domainId = list.u32(0);
    }),
  ],
  [PID_DOMAIN_TAG, takeDomainTag],
  [
    PID_RTI_DOMAIN_ID,
    adviceParameter<ParticipantDraft>((list, draft) => {
      if (list.has(4)) draft.rtiDomainId = list.u32(0);
    }),
  ],
  [PID_BUILTIN_ENDPOINT_SET, takeBuiltinEndpoints],
  // The retired name of the same set.
  [PID_PARTICIPANT_BUILTIN_ENDPOINTS, takeBuiltinEndpoints],
  [
    PID_BUILTIN_ENDPOINT_QOS,
    sizedParameter<ParticipantDraft>(4, "BUILTIN_ENDPOINT_QOS", (list, draft) => {
      draft.value.builtinEndpointQos = list.u32(0);
    }),
  ],
  [PID_METATRAFFIC_UNICAST_LOCATOR, locatorsInto("metatrafficUnicast", "unicast")],
  [PID_METATRAFFIC_MULTICAST_LOCATOR, locatorsInto("metatrafficMulticast", "multicast")],
  [PID_DEFAULT_UNICAST_LOCATOR, locatorsInto("defaultUnicast", "unicast")],
  [PID_DEFAULT_MULTICAST_LOCATOR, locatorsInto("defaultMulticast", "multicast")],
  [PID_PARTICIPANT_LEASE_DURATION, takeLease],
  [
    PID_ENTITY_NAME,
    adviceParameter<ParticipantDraft>((list, draft) => {
      draft.value.entityName = list.string(0) ?? "";
    }),
  ],
  [
    PID_USER_DATA,
    adviceParameter<ParticipantDraft>((list, draft) => {
      draft.value.userData = list.octetSequence(0) ?? new Uint8Array(0);
    }),
  ],
  [
    PID_PROPERTY_LIST,
    adviceParameter<ParticipantDraft>((list, draft) => {
      draft.value.properties = readProperties(list);
    }),
  ],
  [PID_IDENTITY_TOKEN, markSecured],
  [PID_PERMISSIONS_TOKEN, markSecured],
]);
