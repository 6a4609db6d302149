// DDS 1.4 §2.2.4.2: callbacks by their DDS names. Called from the socket's handler: keep them short. What a callback
// throws becomes an uncaught exception of the process; the engine and the other callbacks go on. A status goes to the
// nearest listener that has a callback for it: of the entity, its publisher or subscriber, the participant.

import type { StructValue } from "../cdr/index.js";
import type { ParticipantLostReason, RemoteEndpointInfo, RemoteParticipantInfo } from "../participant/types.js";
import type { DataReader } from "./DataReader.js";
import type { DataWriter } from "./DataWriter.js";
import type { Subscriber } from "./Subscriber.js";
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
import type { Topic } from "./Topic.js";

/** The statuses of readers. */
export interface ReaderStatusListener<T extends object = object> {
  /** Samples wait: call `reader.take()`. */
  onDataAvailable?(reader: DataReader<T>): void;
  onSubscriptionMatched?(status: MatchedStatus, reader: DataReader<T>): void;
  onRequestedIncompatibleQos?(status: IncompatibleQosStatus, reader: DataReader<T>): void;
  onLivelinessChanged?(status: LivelinessChangedStatus, reader: DataReader<T>): void;
  onSampleLost?(status: SampleLostStatus, reader: DataReader<T>): void;
  onSampleRejected?(status: SampleRejectedStatus, reader: DataReader<T>): void;
  onRequestedDeadlineMissed?(status: RequestedDeadlineMissedStatus, reader: DataReader<T>): void;
}

/** The statuses of writers. */
export interface WriterStatusListener<T extends object = object> {
  onPublicationMatched?(status: MatchedStatus, writer: DataWriter<T>): void;
  onOfferedIncompatibleQos?(status: IncompatibleQosStatus, writer: DataWriter<T>): void;
  onOfferedDeadlineMissed?(status: OfferedDeadlineMissedStatus, writer: DataWriter<T>): void;
  onLivelinessLost?(status: LivelinessLostStatus, writer: DataWriter<T>): void;
}

/** Callbacks by their DDS names, and `onSample`. Called from the socket's handler: keep them short. */
export interface DataReaderListener<T extends object = StructValue> extends ReaderStatusListener<T> {
  /** Ours, the shortest way: called with each sample, which is thereby taken. */
  onSample?(sample: Sample<T>, reader: DataReader<T>): void;
  /** Ours: what this reader has of the status of its topic. */
  onInconsistentTopic?(status: InconsistentTopicStatus, reader: DataReader<T>): void;
}

/** Callbacks by their DDS names. Called from the socket's handler: keep them short. */
export interface DataWriterListener<T extends object = StructValue> extends WriterStatusListener<T> {
  /** Ours: what this writer has of the status of its topic. */
  onInconsistentTopic?(status: InconsistentTopicStatus, writer: DataWriter<T>): void;
}

/** Called for what the listener of a writer has no callback for. */
export interface PublisherListener extends WriterStatusListener {}

/** Called for what the listener of a reader has no callback for; `onDataOnReaders` goes before those of readers. */
export interface SubscriberListener extends ReaderStatusListener {
  /**
   * A reader of the subscriber has samples that were not read: see `getDataReaders`. `onDataAvailable` is not called then,
   * unless `notifyDataReaders` asks for it (DDS 1.4 §2.2.4.2.2). Not called for what `onSample` has taken.
   */
  onDataOnReaders?(subscriber: Subscriber): void;
}

export interface TopicListener {
  /** A remote endpoint has a topic of this name and another type. */
  onInconsistentTopic?(status: InconsistentTopicStatus, topic: Topic<object>): void;
}

/**
 * Callbacks about the domain, and for what no listener nearer to the entity has a callback for. Called from the socket's
 * handler: keep them short.
 */
export interface DomainParticipantListener extends PublisherListener, SubscriberListener, TopicListener {
  onParticipantDiscovered?(participant: RemoteParticipantInfo): void;
  onParticipantLost?(participant: RemoteParticipantInfo, reason: ParticipantLostReason): void;
  onEndpointDiscovered?(endpoint: RemoteEndpointInfo): void;
  onEndpointLost?(endpoint: RemoteEndpointInfo): void;
}

/**
 * The callback of the nearest listener that has one (DDS 1.4 §2.2.4.3.2); undefined if none has.
 *
 * @param listeners of the entity, of what it was made by, and of the participant, in this order
 */
export function nearest<Listener extends object, Name extends keyof Listener>(
  listeners: readonly Listener[],
  name: Name,
): Listener[Name] | undefined {
  for (const listener of listeners) {
    const callback = listener[name];
    if (typeof callback === "function") return callback.bind(listener);
  }
  return undefined;
}

/** An error of the user's goes to the process, as one thrown in an event handler does, once our own work is done. */
export function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
