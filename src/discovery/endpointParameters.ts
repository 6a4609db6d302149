// RTPS 2.5 §9.6.2.2: which parameters of an endpoint's announcement are read, and into what.

import type { ReaderQos, WriterQos } from "../qos/index.js";
import {
  PID_CONTENT_FILTER_PROPERTY,
  PID_ENDPOINT_GUID,
  PID_ENTITY_NAME,
  PID_EXPECTS_INLINE_QOS,
  PID_GROUP_ENTITYID,
  PID_KEY_HASH,
  PID_MULTICAST_LOCATOR,
  PID_PARTICIPANT_GUID,
  PID_PROPERTY_LIST,
  PID_PROTOCOL_VERSION,
  PID_RTI_TYPE_OBJECT_LB,
  PID_TOPIC_NAME,
  PID_TYPE_INFORMATION,
  PID_TYPE_MAX_SIZE_SERIALIZED,
  PID_TYPE_NAME,
  PID_TYPE_OBJECTV1,
  PID_UNICAST_LOCATOR,
  PID_VENDORID,
} from "../rtps/messages/parameterId.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import type { Guid } from "../rtps/structure/guid.js";
import type { Locator } from "../rtps/structure/locator.js";
import {
  adviceParameter,
  type DiscoveryDataLimits,
  type Mutable,
  NO_PROBLEM,
  type ParameterHandler,
  type ParameterTable,
  readProperties,
  sizedParameter,
  takeLocator,
} from "./discoveryPayload.js";
import { ENDPOINT_QOS_PARAMETERS, READER_QOS_PARAMETERS, WRITER_QOS_PARAMETERS } from "./qosParameterDecoding.js";

/** A TypeObject of XTypes 1.0 in a parameter. */
export interface OlderTypeObject {
  /** As PID_RTI_TYPE_OBJECT_LB, not as PID_TYPE_OBJECTV1. */
  readonly isCompressed: boolean;
  /** Byte order of the parameter list, which is that of the TypeObject. */
  readonly littleEndian: boolean;
  readonly octets: Uint8Array;
}

/** A reader's content filter (DDS 1.4 §2.2.2.3.3, RTPS 2.5 §9.6.4.1). */
export interface ContentFilterProperty {
  readonly contentFilteredTopicName: string;
  readonly relatedTopicName: string;
  readonly filterClassName: string;
  readonly filterExpression: string;
  readonly expressionParameters: readonly string[];
}

/** An endpoint's announcement while it is being read. */
export interface EndpointDraft<Qos> {
  readonly qos: Mutable<Qos>;
  readonly limits: DiscoveryDataLimits;
  guid: Guid | undefined;
  keyHash: Guid | undefined;
  participantGuid: Guid | undefined;
  topicName: string;
  typeName: string;
  readonly unicast: Locator[];
  readonly multicast: Locator[];
  protocolMajor: number;
  protocolMinor: number;
  vendorId: number;
  entityName: string;
  properties: (readonly [string, string])[];
  groupEntityId: EntityId;
  typeMaxSizeSerialized: number;
  typeInformation: Uint8Array;
  olderTypeObject: OlderTypeObject | undefined;
  expectsInlineQos: boolean;
  contentFilter: ContentFilterProperty | undefined;
}

type AnyDraft = EndpointDraft<unknown>;
type Handler = ParameterHandler<AnyDraft>;

const takeGuid = sizedParameter<AnyDraft>(16, "ENDPOINT_GUID", (list, draft) => {
  draft.guid = list.guid(0);
});

const takeKeyHash = adviceParameter<AnyDraft>((list, draft) => {
  if (list.has(16)) draft.keyHash = list.guid(0);
});

const takeTopicName: Handler = (list, draft) => {
  const name = list.string(0);
  if (name === undefined) return "TOPIC_NAME is too short";
  draft.topicName = name;
  return NO_PROBLEM;
};

const takeTypeName: Handler = (list, draft) => {
  const name = list.string(0);
  if (name === undefined) return "TYPE_NAME is too short";
  draft.typeName = name;
  return NO_PROBLEM;
};

// A filter that cannot be read is no filter: the reader filters for itself anyway.
const takeContentFilter = adviceParameter<AnyDraft>((list, draft) => {
  const texts: string[] = [];
  let at = 0;
  for (let i = 0; i < 4; i++) {
    const text = list.string(at);
    if (text === undefined) return;
    texts.push(text);
    at = list.stringEnd(at);
  }
  const expressionParameters = list.stringSequence(at);
  const [contentFilteredTopicName = "", relatedTopicName = "", filterClassName = "", filterExpression = ""] = texts;
  if (expressionParameters === undefined || filterClassName === "" || filterExpression === "") return;
  draft.contentFilter = {
    contentFilteredTopicName,
    relatedTopicName,
    filterClassName,
    filterExpression,
    expressionParameters,
  };
});

function takeOlderTypeObject(isCompressed: boolean): Handler {
  return adviceParameter<AnyDraft>((list, draft) => {
    draft.olderTypeObject = { isCompressed, littleEndian: list.littleEndian, octets: list.valueCopy() };
  });
}

const COMMON_PARAMETERS: readonly (readonly [number, Handler])[] = [
  [PID_ENDPOINT_GUID, takeGuid],
  [PID_KEY_HASH, takeKeyHash],
  [
    PID_PARTICIPANT_GUID,
    sizedParameter<AnyDraft>(16, "PARTICIPANT_GUID", (list, draft) => {
      draft.participantGuid = list.guid(0);
    }),
  ],
  [PID_TOPIC_NAME, takeTopicName],
  [PID_TYPE_NAME, takeTypeName],
  [
    PID_UNICAST_LOCATOR,
    adviceParameter<AnyDraft>((list, draft) => takeLocator(list, draft.unicast, "unicast", draft.limits)),
  ],
  [
    PID_MULTICAST_LOCATOR,
    adviceParameter<AnyDraft>((list, draft) => takeLocator(list, draft.multicast, "multicast", draft.limits)),
  ],
  [
    PID_PROTOCOL_VERSION,
    sizedParameter<AnyDraft>(2, "PROTOCOL_VERSION", (list, draft) => {
      draft.protocolMajor = list.octet(0);
      draft.protocolMinor = list.octet(1);
    }),
  ],
  [
    PID_VENDORID,
    sizedParameter<AnyDraft>(2, "VENDORID", (list, draft) => {
      draft.vendorId = list.octet(0) * 256 + list.octet(1);
    }),
  ],
  [
    PID_ENTITY_NAME,
    adviceParameter<AnyDraft>((list, draft) => {
      draft.entityName = list.string(0) ?? "";
    }),
  ],
  [
    PID_PROPERTY_LIST,
    adviceParameter<AnyDraft>((list, draft) => {
      draft.properties = readProperties(list);
    }),
  ],
  [
    PID_GROUP_ENTITYID,
    adviceParameter<AnyDraft>((list, draft) => {
      if (list.has(4)) draft.groupEntityId = list.u32BigEndian(0);
    }),
  ],
  [
    PID_TYPE_MAX_SIZE_SERIALIZED,
    adviceParameter<AnyDraft>((list, draft) => {
      if (list.has(4)) draft.typeMaxSizeSerialized = Math.max(0, list.i32(0));
    }),
  ],
  [
    PID_TYPE_INFORMATION,
    adviceParameter<AnyDraft>((list, draft) => {
      draft.typeInformation = list.valueCopy();
    }),
  ],
  [PID_TYPE_OBJECTV1, takeOlderTypeObject(false)],
  [PID_RTI_TYPE_OBJECT_LB, takeOlderTypeObject(true)],
];

const READER_ONLY_PARAMETERS: readonly (readonly [number, Handler])[] = [
  [
    PID_EXPECTS_INLINE_QOS,
    adviceParameter<AnyDraft>((list, draft) => {
      if (list.has(1)) draft.expectsInlineQos = list.octet(0) !== 0;
    }),
  ],
  [PID_CONTENT_FILTER_PROPERTY, takeContentFilter],
];

/** The same handlers, working on the QoS part of a draft. */
function onQos<Qos>(
  handlers: readonly (readonly [number, ParameterHandler<Mutable<Qos>>])[],
): (readonly [number, ParameterHandler<EndpointDraft<Qos>>])[] {
  return handlers.map(([pid, handler]) => [pid, (list, draft) => handler(list, draft.qos)] as const);
}

/** For dispose: only the key. */
export const ENDPOINT_KEY_PARAMETERS: ParameterTable<AnyDraft> = new Map([
  [PID_ENDPOINT_GUID, takeGuid],
  [PID_KEY_HASH, takeKeyHash],
]);

export const WRITER_PARAMETERS: ParameterTable<EndpointDraft<WriterQos>> = new Map([
  ...COMMON_PARAMETERS,
  ...onQos<WriterQos>(ENDPOINT_QOS_PARAMETERS),
  ...onQos<WriterQos>(WRITER_QOS_PARAMETERS),
]);

export const READER_PARAMETERS: ParameterTable<EndpointDraft<ReaderQos>> = new Map([
  ...COMMON_PARAMETERS,
  ...READER_ONLY_PARAMETERS,
  ...onQos<ReaderQos>(ENDPOINT_QOS_PARAMETERS),
  ...onQos<ReaderQos>(READER_QOS_PARAMETERS),
]);
