// DDS 1.4 §2.2.4.1: the communication statuses of one reader. Each is told to its listener, or else flagged as changed.

import type { ParticipantEvent } from "../../participant/types.js";
import type { Guid } from "../../rtps/structure/guid.js";
import type { DataReader } from "../DataReader.js";
import type { DataReaderListener } from "../listeners.js";
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

  constructor(
    private readonly listener: DataReaderListener<T>,
    private readonly reader: DataReader<T>,
  ) {}

  // ---- what happens ----

  noteMatched(writer: Guid, change: 1 | -1): void {
    const name = writer.toString();
    if (change === 1) this.writers.set(name, writer);
    else this.writers.delete(name);
    this.matched.note(writer, change);
    // A writer that is deleted is not alive any more, nor counted as not alive (§2.2.4.1, LIVELINESS_CHANGED).
    const isLivelinessChanged = change === -1 && this.liveliness.remove(writer);
    this.tell("SUBSCRIPTION_MATCHED", this.listener.onSubscriptionMatched, () => this.readMatched());
    if (isLivelinessChanged) this.tellLiveliness();
  }

  noteRejected(reason: SampleRejectedReason, instance: InstanceHandle): void {
    this.rejected.note(1, instance, reason);
    this.tell("SAMPLE_REJECTED", this.listener.onSampleRejected, () => this.readRejected());
  }

  noteDeadlineMissed(instance: InstanceHandle, count: number): void {
    this.deadlineMissed.note(count, instance);
    this.tell("REQUESTED_DEADLINE_MISSED", this.listener.onRequestedDeadlineMissed, () => this.readDeadlineMissed());
  }

  noteLost(count: number): void {
    this.lost.note(count);
    this.tell("SAMPLE_LOST", this.listener.onSampleLost, () => this.readLost());
  }

  /** DATA_AVAILABLE: the listener may read, which the user otherwise has to be told to do. */
  noteData(): void {
    const { listener, reader } = this;
    this.flags.announce("DATA_AVAILABLE", listener.onDataAvailable && (() => listener.onDataAvailable!(reader)));
  }

  /** Notes an event that is about a status and nothing else. */
  handleEvent(event: ParticipantEvent): void {
    const { listener } = this;
    switch (event.type) {
      case "requestedIncompatibleQos":
        this.incompatible.note(event.remote, event.mismatches);
        this.tell("REQUESTED_INCOMPATIBLE_QOS", listener.onRequestedIncompatibleQos, () => this.readIncompatible());
        break;
      case "inconsistentTopic":
        this.inconsistent.note(event.reason);
        this.tell("INCONSISTENT_TOPIC", listener.onInconsistentTopic, () => this.readInconsistent());
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
    this.tell("LIVELINESS_CHANGED", this.listener.onLivelinessChanged, () => this.readLiveliness());
  }

  private tell<Status>(
    kind: StatusKind,
    callback: ((status: Status, reader: DataReader<T>) => void) | undefined,
    read: () => Status,
  ): void {
    this.flags.announce(kind, callback && (() => callback.call(this.listener, read(), this.reader)));
  }
}
