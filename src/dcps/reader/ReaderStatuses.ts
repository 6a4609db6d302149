// DDS 1.4 §2.2.4.1: the communication statuses of one reader, and which writers it is matched with.

import type { ParticipantEvent } from "../../participant/types.js";
import type { Guid } from "../../rtps/structure/guid.js";
import type { DataReader } from "../DataReader.js";
import type { DataReaderListener } from "../listeners.js";
import { HANDLE_NIL, type InstanceHandle } from "../samples.js";
import {
  IncompatibleQosCounter,
  InconsistentTopicCounter,
  LivelinessCounter,
  MatchedCounter,
  type SampleLostStatus,
  type SampleRejectedReason,
  type SampleRejectedStatus,
} from "../statuses.js";

export class ReaderStatuses {
  readonly writers = new Map<string, Guid>();
  readonly matched = new MatchedCounter();
  readonly incompatible = new IncompatibleQosCounter();
  readonly inconsistent = new InconsistentTopicCounter();
  readonly liveliness = new LivelinessCounter();
  private lostTotal = 0;
  private lostChange = 0;
  private rejectedTotal = 0;
  private rejectedChange = 0;
  private rejectedReason: SampleRejectedStatus["lastReason"] = "NOT_REJECTED";
  private rejectedInstance: InstanceHandle = HANDLE_NIL;

  noteMatched(writer: Guid, change: 1 | -1): void {
    if (change === 1) {
      this.writers.set(writer.toString(), writer);
    } else {
      this.writers.delete(writer.toString());
      this.liveliness.remove(writer);
    }
    this.matched.note(writer, change);
  }

  noteRejected<T extends object>(
    reason: SampleRejectedReason,
    instance: InstanceHandle,
    listener: DataReaderListener<T>,
    reader: DataReader<T>,
  ): void {
    this.rejectedReason = reason;
    this.rejectedInstance = instance;
    this.rejectedTotal++;
    this.rejectedChange++;
    listener.onSampleRejected?.(this.readRejected(), reader);
  }

  /** Notes an event that is about a status and nothing else, and tells the listener. */
  handleEvent<T extends object>(event: ParticipantEvent, listener: DataReaderListener<T>, reader: DataReader<T>): void {
    switch (event.type) {
      case "requestedIncompatibleQos":
        this.incompatible.note(event.remote, event.mismatches);
        listener.onRequestedIncompatibleQos?.(this.incompatible.read(), reader);
        break;
      case "inconsistentTopic":
        this.inconsistent.note(event.reason);
        listener.onInconsistentTopic?.(this.inconsistent.read(), reader);
        break;
      case "livelinessChanged":
        this.liveliness.note(event.remote, event.alive);
        listener.onLivelinessChanged?.(this.liveliness.read(), reader);
        break;
      case "sampleLost":
        this.lostTotal += event.count;
        this.lostChange += event.count;
        listener.onSampleLost?.(this.readLost(), reader);
        break;
      case "sampleRejected":
        this.noteRejected("REJECTED_BY_SAMPLES_LIMIT", HANDLE_NIL, listener, reader);
        break;
    }
  }

  readLost(): SampleLostStatus {
    const status = { totalCount: this.lostTotal, totalCountChange: this.lostChange };
    this.lostChange = 0;
    return status;
  }

  readRejected(): SampleRejectedStatus {
    const status = {
      totalCount: this.rejectedTotal,
      totalCountChange: this.rejectedChange,
      lastReason: this.rejectedReason,
      lastInstanceHandle: this.rejectedInstance,
    };
    this.rejectedChange = 0;
    return status;
  }
}
