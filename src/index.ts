// The public API: what users program against. Everything else is the inside.

export * from "./cdr/index.js";
export { ContentFilteredTopic } from "./dcps/ContentFilteredTopic.js";
export type { Condition } from "./dcps/conditions/Condition.js";
export { GuardCondition } from "./dcps/conditions/GuardCondition.js";
export { QueryCondition } from "./dcps/conditions/QueryCondition.js";
export { ReadCondition } from "./dcps/conditions/ReadCondition.js";
export { StatusCondition } from "./dcps/conditions/StatusCondition.js";
export { WaitSet } from "./dcps/conditions/WaitSet.js";
export {
  DataReader,
  type DataReaderListener,
} from "./dcps/DataReader.js";
export { DataWriter, type DataWriterListener, type WriteOptions } from "./dcps/DataWriter.js";
export { DdsError, type DdsErrorCode } from "./dcps/DdsError.js";
export {
  type DataReaderOptions,
  type DataWriterOptions,
  DomainParticipant,
  type DomainParticipantListener,
  type DomainParticipantOptions,
} from "./dcps/DomainParticipant.js";
export type { EndpointReference } from "./dcps/endpointReference.js";
export type {
  PublisherListener,
  ReaderStatusListener,
  SubscriberListener,
  TopicListener,
  WriterStatusListener,
} from "./dcps/listeners.js";
export type { PublisherOptions, SubscriberOptions, TopicOptions } from "./dcps/options.js";
export { Publisher } from "./dcps/Publisher.js";
export type { ReadOptions } from "./dcps/reader/readOptions.js";
export type { StateOptions } from "./dcps/reader/stateMasks.js";
export { Subscriber } from "./dcps/Subscriber.js";
export {
  HANDLE_NIL,
  type InstanceHandle,
  type InstanceState,
  type Sample,
  type SampleInfo,
  type SampleState,
  type ViewState,
} from "./dcps/samples.js";
export type {
  IncompatibleQosStatus,
  InconsistentTopicStatus,
  LivelinessChangedStatus,
  LivelinessLostStatus,
  MatchedStatus,
  OfferedDeadlineMissedStatus,
  RequestedDeadlineMissedStatus,
  SampleLostStatus,
  SampleRejectedReason,
  SampleRejectedStatus,
} from "./dcps/statuses.js";
export type { StatusKind } from "./dcps/statusKinds.js";
export type { Topic } from "./dcps/Topic.js";
export type { TypeAnnouncement } from "./dcps/types/ParticipantTypes.js";
export type { LearnTypeOptions, TypeSource } from "./dcps/types/TypeSearch.js";
export { mismatchInWords } from "./discovery/matching.js";
export { PortError } from "./discovery/ports.js";
export { DEFAULT_DISCOVERY_TUNING, type DiscoveryTuning } from "./discovery/tuning.js";
export * from "./filter/index.js";
export * from "./idl/index.js";
export {
  ddsTypeName,
  EMPTY_MESSAGE_MEMBER,
  parseAction,
  parseMsg,
  parseMsgBundle,
  parseRosTypeName,
  parseSrv,
  type RosActionDefinition,
  type RosConstant,
  type RosField,
  type RosInterfaceKind,
  type RosMessage,
  type RosMessageDefinition,
  type RosServiceDefinition,
  type RosTypeName,
  rosTypeHash,
  rosTypeNameOf,
  rosTypeNameToString,
} from "./idl/ros/index.js";
export * from "./inspect/explain/index.js";
export type { DiscoveryProgress, RemoteEndpointInfo, RemoteParticipantInfo } from "./participant/types.js";
export * from "./qos/index.js";
export * from "./ros/index.js";
export {
  DEFAULT_LIMITS,
  DEFAULT_READER_TUNING,
  DEFAULT_WRITER_TUNING,
  type Limits,
  type ReaderTuning,
  type WriterTuning,
} from "./rtps/behavior/tuning.js";
export { Guid, GuidPrefix } from "./rtps/structure/guid.js";
export { type Locator, locatorToString } from "./rtps/structure/locator.js";
export { RawMessenger, type RawMessengerOptions } from "./runtime/RawMessenger.js";
export { RawEchoClient, RawEchoServer } from "./runtime/rawEcho.js";
export { RawStreamReceiver, RawStreamSender } from "./runtime/rawStream.js";
export { openRosPackages, type RosPackagesOptions } from "./runtime/rosFiles.js";
export type { CountersSnapshot } from "./trace/Counters.js";
export { TransportError, type TransportErrorCode } from "./transport/TransportError.js";
export * from "./worker/index.js";
export {
  type AssignabilityOptions,
  type NotAssignable,
  notAssignable,
  notAssignableInWords,
  typeInformationProblem,
} from "./xtypes/index.js";
