// DDS 1.4 §2.2.4.1: the communication statuses of one reader. Each is told to its listener, or else flagged as changed.

import type { ParticipantEvent } from "../../participant/types.js";
import type { Guid } from "../../rtps/structure/guid.js";
import type { DataReader } from "../DataReader.js";
import { type DataReaderListener, nearest, type ReaderStatusListener, type SubscriberListener } from "../listeners.js";
import { StatusFlags } from "../StatusFlags.js";
import { HANDLE_NIL, type InstanceHandle } from "../samples.js";
import {
  EventCounter,
  IncompatibleQosCounter,
  type IncompatibleQosStatus,
  InconsistentTopicCounter,
  type InconsistentTopicStatus,
  type LivelinessChangedStatus,
  LivelinessCounter,
  MatchedCounter,
  type MatchedStatus,
  type RequestedDeadlineMissedStatus,
  type SampleLostStatus,
  type SampleRejectedReason,
  type SampleRejectedStatus,
} from "../statuses.js";
import type { StatusKind } from "../statusKinds.js";

export class ReaderStatuses<T extends object> {
  readonly flags = new StatusFlags();
  /** The writers the reader is matched with, by GUID. */
  readonly writers = new Map<string, Guid>();
  private readonly matched = new MatchedCounter();
  private readonly incompatible = new IncompatibleQosCounter();
  private readonly inconsistent = new InconsistentTopicCounter();
  private readonly liveliness = new LivelinessCounter();
  private readonly lost = new EventCounter<"">("");
  private readonly rejected = new EventCounter<SampleRejectedStatus["lastReason"]>("NOT_REJECTED");
  private readonly deadlineMissed = new EventCounter<"">("");

  private readonly listeners: readonly ReaderStatusListener<T>[];

  /** @param above listeners of the subscriber and the participant */
  constructor(
    private readonly listener: DataReaderListener<T>,
    above: readonly SubscriberListener[],
    private readonly reader: DataReader<T>,
  ) {
    this.listeners = [listener, ...(above as readonly object[])];
  }

  // ---- what happens ----

  noteMatched(writer: Guid, change: 1 | -1): void {
    const name = writer.toString();
    if (change === 1) this.writers.set(name, writer);
    else this.writers.delete(name);
    this.matched.note(writer, change);
    // A writer that is deleted is not alive any more, nor counted as not alive (§2.2.4.1, LIVELINESS_CHANGED).
    const isLivelinessChanged = change === -1 && this.liveliness.remove(writer);
    this.tell("SUBSCRIPTION_MATCHED", nearest(this.listeners, "onSubscriptionMatched"), () => this.readMatched());
    if (isLivelinessChanged) this.tellLiveliness();
  }

  noteRejected(reason: SampleRejectedReason, instance: InstanceHandle): void {
    this.rejected.note(1, instance, reason);
    this.tell("SAMPLE_REJECTED", nearest(this.listeners, "onSampleRejected"), () => this.readRejected());
  }

  noteDeadlineMissed(instance: InstanceHandle, count: number): void {
    this.deadlineMissed.note(count, instance);
    this.tell("REQUESTED_DEADLINE_MISSED", nearest(this.listeners, "onRequestedDeadlineMissed"), () =>
      this.readDeadlineMissed(),
    );
  }

  noteLost(count: number): void {
    this.lost.note(count);
    this.tell("SAMPLE_LOST", nearest(this.listeners, "onSampleLost"), () => this.readLost());
  }

  /** Samples came: one who listens for the whole subscriber is told first, and then nobody else (§2.2.4.2.2). */
  noteData(): void {
    const { subscriber } = this.reader;
    if (subscriber?.hearsOfData !== true) {
      this.notifyData();
      return;
    }
    this.flags.raise("DATA_AVAILABLE");
    subscriber.tellOfData();
  }

  /** DATA_AVAILABLE: the listener may read, which the user otherwise has to be told to do. */
  notifyData(): void {
    const { reader } = this;
    const listener = this.listeners.find((one) => one.onDataAvailable !== undefined);
    if (listener === undefined) {
      this.flags.raise("DATA_AVAILABLE");
      reader.subscriber?.flags.raise("DATA_ON_READERS");
      return;
    }
    this.noteAccess();
    listener.onDataAvailable!(reader);
  }

  /** The user knows of the data, or is told now. */
  noteAccess(): void {
    this.flags.reset("DATA_AVAILABLE");
    this.reader.subscriber?.flags.reset("DATA_ON_READERS");
  }

  /** Notes an event that is about a status and nothing else. */
  handleEvent(event: ParticipantEvent): void {
    switch (event.type) {
      case "requestedIncompatibleQos":
        this.incompatible.note(event.remote, event.mismatches);
        this.tell("REQUESTED_INCOMPATIBLE_QOS", nearest(this.listeners, "onRequestedIncompatibleQos"), () =>
          this.readIncompatible(),
        );
        break;
      case "inconsistentTopic":
        this.inconsistent.note(event.reason);
        this.tell("INCONSISTENT_TOPIC", this.listener.onInconsistentTopic?.bind(this.listener), () =>
          this.readInconsistent(),
        );
        break;
      case "livelinessChanged":
        if (this.liveliness.note(event.remote, event.alive)) this.tellLiveliness();
        break;
      case "sampleLost":
        this.noteLost(event.count);
        break;
      case "sampleRejected":
        this.noteRejected("REJECTED_BY_SAMPLES_LIMIT", HANDLE_NIL);
        break;
    }
  }

  // ---- what the user reads ----

  readMatched(): MatchedStatus {
    this.flags.reset("SUBSCRIPTION_MATCHED");
    return this.matched.read();
  }

  readIncompatible(): IncompatibleQosStatus {
    this.flags.reset("REQUESTED_INCOMPATIBLE_QOS");
    return this.incompatible.read();
  }

  readInconsistent(): InconsistentTopicStatus {
    this.flags.reset("INCONSISTENT_TOPIC");
    return this.inconsistent.read();
  }

  readLiveliness(): LivelinessChangedStatus {
    this.flags.reset("LIVELINESS_CHANGED");
    return this.liveliness.read();
  }

  readLost(): SampleLostStatus {
    this.flags.reset("SAMPLE_LOST");
    const { totalCount, totalCountChange } = this.lost.read();
    return { totalCount, totalCountChange };
  }

  readRejected(): SampleRejectedStatus {
    this.flags.reset("SAMPLE_REJECTED");
    return this.rejected.read();
  }

  readDeadlineMissed(): RequestedDeadlineMissedStatus {
    this.flags.reset("REQUESTED_DEADLINE_MISSED");
    const { totalCount, totalCountChange, lastInstanceHandle } = this.deadlineMissed.read();
    return { totalCount, totalCountChange, lastInstanceHandle };
  }

  // ---- details ----

  private tellLiveliness(): void {
    this.tell("LIVELINESS_CHANGED", nearest(this.listeners, "onLivelinessChanged"), () => this.readLiveliness());
  }

  private tell<Status>(
    kind: StatusKind,
    callback: ((status: Status, reader: DataReader<T>) => void) | undefined,
    read: () => Status,
  ): void {
    if (callback === undefined) this.flags.raise(kind);
    else callback(read(), this.reader);
  }
}
