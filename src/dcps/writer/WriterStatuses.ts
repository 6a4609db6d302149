// DDS 1.4 §2.2.4.1: the communication statuses of a writer, and which readers it is matched with. Each change is told to
// the listener, or else flagged.

import type { ParticipantEvent } from "../../participant/types.js";
import type { Guid } from "../../rtps/structure/guid.js";
import type { StatusCondition } from "../conditions/StatusCondition.js";
import type { DataWriter } from "../DataWriter.js";
import { type DataWriterListener, nearest, type PublisherListener, type WriterStatusListener } from "../listeners.js";
import { StatusFlags } from "../StatusFlags.js";
import {
  EventCounter,
  IncompatibleQosCounter,
  type IncompatibleQosStatus,
  InconsistentTopicCounter,
  type InconsistentTopicStatus,
  type LivelinessLostStatus,
  MatchedCounter,
  type MatchedStatus,
  type OfferedDeadlineMissedStatus,
} from "../statuses.js";
import type { StatusKind } from "../statusKinds.js";
import type { WriterInstance } from "./WriterInstance.js";

/** The part of a DataWriter that counts and tells. Reading a status starts its changes anew. */
export abstract class WriterStatuses<T extends object> {
  protected readonly flags = new StatusFlags();
  private readonly readers = new Map<string, Guid>();
  private readonly matched = new MatchedCounter();
  private readonly incompatible = new IncompatibleQosCounter();
  private readonly inconsistent = new InconsistentTopicCounter();
  private readonly deadlineMissed = new EventCounter<"">("");
  private readonly livelinessLost = new EventCounter<"">("");

  private readonly listeners: readonly WriterStatusListener<T>[];

  /** @param above listeners of the publisher and the participant */
  constructor(
    private readonly listener: DataWriterListener<T>,
    above: readonly PublisherListener[],
  ) {
    this.listeners = [listener, ...(above as readonly object[])];
  }

  get publicationMatchedStatus(): MatchedStatus {
    this.flags.reset("PUBLICATION_MATCHED");
    return this.matched.read();
  }

  get offeredIncompatibleQosStatus(): IncompatibleQosStatus {
    this.flags.reset("OFFERED_INCOMPATIBLE_QOS");
    return this.incompatible.read();
  }

  get inconsistentTopicStatus(): InconsistentTopicStatus {
    this.flags.reset("INCONSISTENT_TOPIC");
    return this.inconsistent.read();
  }

  /** DDS 1.4 §2.2.3.7: an instance was not written within the period that DEADLINE offers. */
  get offeredDeadlineMissedStatus(): OfferedDeadlineMissedStatus {
    this.flags.reset("OFFERED_DEADLINE_MISSED");
    const { totalCount, totalCountChange, lastInstanceHandle } = this.deadlineMissed.read();
    return { totalCount, totalCountChange, lastInstanceHandle };
  }

  /** DDS 1.4 §2.2.3.11: the writer was not asserted within the lease that LIVELINESS offers. */
  get livelinessLostStatus(): LivelinessLostStatus {
    this.flags.reset("LIVELINESS_LOST");
    const { totalCount, totalCountChange } = this.livelinessLost.read();
    return { totalCount, totalCountChange };
  }

  /** Statuses that changed since they were read or told to a listener (DDS 1.4 §2.2.2.1.1.5). */
  get statusChanges(): StatusKind[] {
    return this.flags.list();
  }

  /** True while an enabled status has changed (DDS 1.4 §2.2.2.1.1.6). */
  get statusCondition(): StatusCondition {
    return this.flags.condition;
  }

  /** The readers this writer is matched with. */
  get matchedSubscriptions(): Guid[] {
    return [...this.readers.values()];
  }

  protected get matchedCount(): number {
    return this.readers.size;
  }

  protected noteDeadlineMissed(instance: WriterInstance, periods: number): void {
    this.deadlineMissed.note(periods, instance.handle);
    const callback = nearest(this.listeners, "onOfferedDeadlineMissed");
    this.tell("OFFERED_DEADLINE_MISSED", callback, () => this.offeredDeadlineMissedStatus);
  }

  /** Notes an event that is about a status and nothing else. */
  protected noteStatus(event: ParticipantEvent): void {
    const { listener, listeners } = this;
    switch (event.type) {
      case "publicationMatched":
        if (event.change === 1) this.readers.set(event.remote.toString(), event.remote);
        else this.readers.delete(event.remote.toString());
        this.matched.note(event.remote, event.change);
        this.tell(
          "PUBLICATION_MATCHED",
          nearest(listeners, "onPublicationMatched"),
          () => this.publicationMatchedStatus,
        );
        break;
      case "offeredIncompatibleQos":
        this.incompatible.note(event.remote, event.mismatches);
        this.tell(
          "OFFERED_INCOMPATIBLE_QOS",
          nearest(listeners, "onOfferedIncompatibleQos"),
          () => this.offeredIncompatibleQosStatus,
        );
        break;
      case "inconsistentTopic":
        this.inconsistent.note(event.reason);
        this.tell(
          "INCONSISTENT_TOPIC",
          listener.onInconsistentTopic?.bind(listener),
          () => this.inconsistentTopicStatus,
        );
        break;
      case "livelinessLost":
        this.livelinessLost.note(1);
        this.tell("LIVELINESS_LOST", nearest(listeners, "onLivelinessLost"), () => this.livelinessLostStatus);
        break;
    }
  }

  protected abstract asWriter(): DataWriter<T>;

  /** A listener reads the status by being called; without one the change stays to be seen (§2.2.4.2.1). */
  private tell<Status>(
    kind: StatusKind,
    callback: ((status: Status, writer: DataWriter<T>) => void) | undefined,
    read: () => Status,
  ): void {
    if (callback === undefined) this.flags.raise(kind);
    else callback(read(), this.asWriter());
  }
}
