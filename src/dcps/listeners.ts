// DDS 1.4 §2.2.4.2: callbacks by their DDS names. Called from the socket's handler: keep them short. What a callback
// throws becomes an uncaught exception of the process; the engine and the other callbacks go on.

import type { StructValue } from "../cdr/index.js";
import type { RemoteEndpointInfo, RemoteParticipantInfo } from "../participant/types.js";
import type { DataReader } from "./DataReader.js";
import type { DataWriter } from "./DataWriter.js";
import type { Sample } from "./samples.js";
import type {
  IncompatibleQosStatus,
  InconsistentTopicStatus,
  LivelinessChangedStatus,
  LivelinessLostStatus,
  MatchedStatus,
  OfferedDeadlineMissedStatus,
  RequestedDeadlineMissedStatus,
  SampleLostStatus,
  SampleRejectedStatus,
} from "./statuses.js";

/** Callbacks by their DDS names, and `onSample`. Called from the socket's handler: keep them short. */
export interface DataReaderListener<T extends object = StructValue> {
  /** Samples wait: call `reader.take()`. */
  onDataAvailable?(reader: DataReader<T>): void;
  /** Ours, the shortest way: called with each sample, which is thereby taken. */
  onSample?(sample: Sample<T>, reader: DataReader<T>): void;
  onSubscriptionMatched?(status: MatchedStatus, reader: DataReader<T>): void;
  onRequestedIncompatibleQos?(status: IncompatibleQosStatus, reader: DataReader<T>): void;
  onInconsistentTopic?(status: InconsistentTopicStatus, reader: DataReader<T>): void;
  onLivelinessChanged?(status: LivelinessChangedStatus, reader: DataReader<T>): void;
  onSampleLost?(status: SampleLostStatus, reader: DataReader<T>): void;
  onSampleRejected?(status: SampleRejectedStatus, reader: DataReader<T>): void;
  onRequestedDeadlineMissed?(status: RequestedDeadlineMissedStatus, reader: DataReader<T>): void;
}

/** Callbacks by their DDS names. Called from the socket's handler: keep them short. */
export interface DataWriterListener<T extends object = StructValue> {
  onPublicationMatched?(status: MatchedStatus, writer: DataWriter<T>): void;
  onOfferedIncompatibleQos?(status: IncompatibleQosStatus, writer: DataWriter<T>): void;
  onInconsistentTopic?(status: InconsistentTopicStatus, writer: DataWriter<T>): void;
  onOfferedDeadlineMissed?(status: OfferedDeadlineMissedStatus, writer: DataWriter<T>): void;
  onLivelinessLost?(status: LivelinessLostStatus, writer: DataWriter<T>): void;
}

/** Callbacks about the domain. Called from the socket's handler: keep them short. */
export interface DomainParticipantListener {
  onParticipantDiscovered?(participant: RemoteParticipantInfo): void;
  onParticipantLost?(participant: RemoteParticipantInfo, reason: "disposed" | "leaseExpired" | "ignored"): void;
  onEndpointDiscovered?(endpoint: RemoteEndpointInfo): void;
  onEndpointLost?(endpoint: RemoteEndpointInfo): void;
}

/** An error of the user's goes to the process, as one thrown in an event handler does, once our own work is done. */
export function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
