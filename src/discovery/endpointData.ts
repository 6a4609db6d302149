// RTPS 2.5 §8.5.4 and §9.6.2.2: DiscoveredWriterData and DiscoveredReaderData to bytes and back.
// Never asks for inline QoS: Cyclone DDS refuses readers that do.

import {
  DEFAULT_READER_QOS,
  DEFAULT_WRITER_QOS,
  propagatedProperties,
  propertyQosOf,
  type ReaderQos,
  type WriterQos,
} from "../qos/index.js";
import {
  PID_CONTENT_FILTER_PROPERTY,
  PID_ENDPOINT_GUID,
  PID_ENTITY_NAME,
  PID_GROUP_ENTITYID,
  PID_MULTICAST_LOCATOR,
  PID_PARTICIPANT_GUID,
  PID_PROPERTY_LIST,
  PID_PROTOCOL_VERSION,
  PID_TOPIC_NAME,
  PID_TYPE_INFORMATION,
  PID_TYPE_MAX_SIZE_SERIALIZED,
  PID_TYPE_NAME,
  PID_UNICAST_LOCATOR,
  PID_VENDORID,
} from "../rtps/messages/parameterId.js";
import { ParameterListBuilder } from "../rtps/messages/parameterList.js";
import { EMPTY_PAYLOAD } from "../rtps/structure/cacheChange.js";
import {
  ENTITYID_PARTICIPANT,
  ENTITYID_UNKNOWN,
  type EntityId,
  entityIdOctets,
  isBuiltinId,
  isKeyedId,
  isReaderId,
  isWriterId,
} from "../rtps/structure/entityId.js";
import { GUIDPREFIX_UNKNOWN, Guid } from "../rtps/structure/guid.js";
import type { Locator } from "../rtps/structure/locator.js";
import { VENDORID_RTI_CONNEXT, VENDORID_UNKNOWN } from "../rtps/structure/vendorId.js";
import { type DiscoveryDataLimits, NO_PROBLEM, readParameters } from "./discoveryPayload.js";
import {
  type ContentFilterProperty,
  ENDPOINT_KEY_PARAMETERS,
  type EndpointDraft,
  type OlderTypeObject,
  READER_PARAMETERS,
  WRITER_PARAMETERS,
} from "./endpointParameters.js";
import { appendReaderQos, appendWriterQos } from "./qosParameterEncoding.js";

export type { ContentFilterProperty, OlderTypeObject } from "./endpointParameters.js";

/** What is said about any endpoint. */
export interface DiscoveredEndpointData {
  readonly guid: Guid;
  readonly topicName: string;
  readonly typeName: string;
  /** From the kind of the entity id. */
  readonly keyed: boolean;
  /** Empty: the participant's default locators hold. */
  readonly unicast: readonly Locator[];
  readonly multicast: readonly Locator[];
  /** 0.0 if not announced. */
  readonly protocolMajor: number;
  readonly protocolMinor: number;
  /** Two octets as one number; 0 if not announced. */
  readonly vendorId: number;
  readonly entityName: string;
  /** As announced; the same are in `qos.property`. To announce others than the propagated ones of `qos`, give them here. */
  readonly properties: readonly (readonly [string, string])[];
  /** Id of the publisher or subscriber; 0 if not announced. */
  readonly groupEntityId: EntityId;
  /** Largest serialized sample in octets; 0 if unknown. */
  readonly typeMaxSizeSerialized: number;
  /** XTypes 1.3 §7.6.3.2: TypeInformation as sent, not looked at; empty if absent. */
  readonly typeInformation: Uint8Array;
  /** What Connext announces if it does not announce TypeInformation; not looked at. */
  readonly olderTypeObject?: OlderTypeObject;
}

export interface DiscoveredWriterData extends DiscoveredEndpointData {
  readonly role: "writer";
  /** Complete: absent policies hold the DDS defaults of a writer. */
  readonly qos: WriterQos;
}

export interface DiscoveredReaderData extends DiscoveredEndpointData {
  readonly role: "reader";
  /** Complete: absent policies hold the DDS defaults of a reader. */
  readonly qos: ReaderQos;
  readonly expectsInlineQos: boolean;
  /** Undefined if the reader wants everything. */
  readonly contentFilter: ContentFilterProperty | undefined;
}

type Required = "guid" | "topicName" | "typeName" | "qos" | "protocolMinor" | "vendorId";
type Derived = "keyed" | "role" | "expectsInlineQos";

/** What is needed to announce a writer; the rest may be left out. */
export type WriterDataInput = Pick<DiscoveredWriterData, Required> & Partial<Omit<DiscoveredWriterData, Derived>>;
/** What is needed to announce a reader; the rest may be left out. */
export type ReaderDataInput = Pick<DiscoveredReaderData, Required> & Partial<Omit<DiscoveredReaderData, Derived>>;

/** The payload that announces a writer, PL_CDR_LE, with its encapsulation header. */
export function encodeWriterData(value: WriterDataInput): Uint8Array {
  const list = startEndpoint(value);
  appendWriterQos(list, value.qos);
  return list.finish();
}

/** The payload that announces a reader, PL_CDR_LE, with its encapsulation header. */
export function encodeReaderData(value: ReaderDataInput): Uint8Array {
  const list = startEndpoint(value);
  appendReaderQos(list, value.qos, (value.typeInformation?.length ?? 0) > 0);
  const filter = value.contentFilter;
  // Without class or expression there is no filter (RTPS 2.5 §9.6.4.1).
  if (filter?.filterClassName && filter.filterExpression) {
    list.stringSequence(PID_CONTENT_FILTER_PROPERTY, filter.expressionParameters, [
      filter.contentFilteredTopicName,
      filter.relatedTopicName,
      filter.filterClassName,
      filter.filterExpression,
    ]);
  }
  return list.finish();
}

/** The payload that goes with a dispose: only the endpoint's GUID. */
export function encodeEndpointKey(guid: Guid): Uint8Array {
  const list = ParameterListBuilder.encapsulated(32);
  list.guid(PID_ENDPOINT_GUID, guid);
  return list.finish();
}

/**
 * Reads the announcement of a writer, either byte order.
 *
 * Malformed parameters that decide about matching or addressing make it unusable; malformed advice (names,
 * properties, user data, history, type information) counts as absent, bad locators are left out.
 *
 * @param keyHash the KEY_HASH of the inline QoS or an empty array: the GUID, if the list has none
 * @returns the data, or why it is unusable (one of a fixed set of texts)
 */
export function decodeWriterData(
  payload: Uint8Array,
  limits: DiscoveryDataLimits,
  keyHash: Uint8Array = EMPTY_PAYLOAD,
): DiscoveredWriterData | string {
  const draft = newDraft<WriterQos>({ ...DEFAULT_WRITER_QOS }, limits);
  const problem = readParameters(payload, limits, WRITER_PARAMETERS, draft);
  if (problem !== NO_PROBLEM) return problem;
  const guid = guidOf(draft, keyHash);
  if (typeof guid === "string") return guid;
  if (!isWriterId(guid.entityId) || isBuiltinId(guid.entityId)) return "ENDPOINT_GUID does not name a user's writer";
  return { ...commonPart(draft, guid), role: "writer", qos: qosOf(draft) };
}

/** Reads the announcement of a reader; like `decodeWriterData`. */
export function decodeReaderData(
  payload: Uint8Array,
  limits: DiscoveryDataLimits,
  keyHash: Uint8Array = EMPTY_PAYLOAD,
): DiscoveredReaderData | string {
  const draft = newDraft<ReaderQos>({ ...DEFAULT_READER_QOS }, limits);
  const problem = readParameters(payload, limits, READER_PARAMETERS, draft);
  if (problem !== NO_PROBLEM) return problem;
  const guid = guidOf(draft, keyHash);
  if (typeof guid === "string") return guid;
  if (!isReaderId(guid.entityId) || isBuiltinId(guid.entityId)) return "ENDPOINT_GUID does not name a user's reader";
  const { expectsInlineQos, contentFilter } = draft;
  return { ...commonPart(draft, guid), role: "reader", qos: qosOf(draft), expectsInlineQos, contentFilter };
}

/** The GUID in a key-only payload, or in a full announcement that came with a dispose; else why there is none. */
export function decodeEndpointKey(payload: Uint8Array, limits: DiscoveryDataLimits): Guid | string {
  const draft = newDraft({}, limits);
  const problem = readParameters(payload, limits, ENDPOINT_KEY_PARAMETERS, draft);
  if (problem !== NO_PROBLEM) return problem;
  return draft.guid ?? draft.keyHash ?? "no ENDPOINT_GUID";
}

function startEndpoint(value: WriterDataInput | ReaderDataInput): ParameterListBuilder {
  const list = ParameterListBuilder.encapsulated();
  list.octets(PID_PROTOCOL_VERSION, [value.protocolMajor ?? 2, value.protocolMinor]);
  list.octets(PID_VENDORID, [value.vendorId >>> 8, value.vendorId & 0xff]);
  list.guid(PID_ENDPOINT_GUID, value.guid);
  list.guid(PID_PARTICIPANT_GUID, new Guid(value.guid.prefix, ENTITYID_PARTICIPANT));
  list.string(PID_TOPIC_NAME, value.topicName);
  list.string(PID_TYPE_NAME, value.typeName);
  list.locators(PID_UNICAST_LOCATOR, value.unicast ?? []);
  list.locators(PID_MULTICAST_LOCATOR, value.multicast ?? []);
  if (value.typeMaxSizeSerialized) list.u32(PID_TYPE_MAX_SIZE_SERIALIZED, value.typeMaxSizeSerialized);
  if (value.groupEntityId) list.octets(PID_GROUP_ENTITYID, entityIdOctets(value.groupEntityId));
  if (value.entityName) list.string(PID_ENTITY_NAME, value.entityName);
  const properties = value.properties ?? propagatedProperties(value.qos.property);
  if (properties.length > 0) list.properties(PID_PROPERTY_LIST, properties);
  if (value.typeInformation?.length) list.octets(PID_TYPE_INFORMATION, value.typeInformation);
  return list;
}

function newDraft<Qos>(qos: Qos, limits: DiscoveryDataLimits): EndpointDraft<Qos> {
  return {
    qos,
    limits,
    guid: undefined,
    keyHash: undefined,
    participantGuid: undefined,
    topicName: "",
    typeName: "",
    unicast: [],
    multicast: [],
    protocolMajor: 0,
    protocolMinor: 0,
    vendorId: VENDORID_UNKNOWN,
    entityName: "",
    properties: [],
    groupEntityId: ENTITYID_UNKNOWN,
    typeMaxSizeSerialized: 0,
    typeInformation: EMPTY_PAYLOAD,
    olderTypeObject: undefined,
    expectsInlineQos: false,
    contentFilter: undefined,
  };
}

function guidOf(draft: EndpointDraft<unknown>, inlineKeyHash: Uint8Array): Guid | string {
  let guid = draft.guid ?? draft.keyHash;
  if (guid === undefined && inlineKeyHash.length === 16) guid = Guid.fromBytes(inlineKeyHash);
  if (guid === undefined || guid.prefix.equals(GUIDPREFIX_UNKNOWN)) return "no ENDPOINT_GUID";
  if (draft.participantGuid !== undefined && !draft.participantGuid.prefix.equals(guid.prefix)) {
    return "PARTICIPANT_GUID and ENDPOINT_GUID disagree";
  }
  if (draft.topicName === "") return "no TOPIC_NAME";
  if (draft.typeName === "") return "no TYPE_NAME";
  return guid;
}

/** Properties are read before they are known to be a policy: they are part of any endpoint's data. */
function qosOf<Qos>(draft: EndpointDraft<Qos>): Qos {
  return draft.properties.length === 0 ? draft.qos : { ...draft.qos, property: propertyQosOf(draft.properties) };
}

function commonPart(draft: EndpointDraft<unknown>, guid: Guid): DiscoveredEndpointData {
  // Others mean something else by these parameters.
  const isOlder = draft.vendorId === VENDORID_RTI_CONNEXT && draft.typeInformation.length === 0;
  const olderTypeObject = isOlder ? draft.olderTypeObject : undefined;
  return {
    guid,
    topicName: draft.topicName,
    typeName: draft.typeName,
    keyed: isKeyedId(guid.entityId),
    unicast: draft.unicast,
    multicast: draft.multicast,
    protocolMajor: draft.protocolMajor,
    protocolMinor: draft.protocolMinor,
    vendorId: draft.vendorId,
    entityName: draft.entityName,
    properties: draft.properties,
    groupEntityId: draft.groupEntityId,
    typeMaxSizeSerialized: draft.typeMaxSizeSerialized,
    typeInformation: draft.typeInformation,
    ...(olderTypeObject && { olderTypeObject }),
  };
}
