// DDS 1.4 §2.2.4.1: the communication statuses of a writer, and which readers it is matched with.

import type { ParticipantEvent } from "../../participant/types.js";
import type { Guid } from "../../rtps/structure/guid.js";
import type { DataWriter } from "../DataWriter.js";
import type { DataWriterListener } from "../listeners.js";
import {
  IncompatibleQosCounter,
  type IncompatibleQosStatus,
  InconsistentTopicCounter,
  type InconsistentTopicStatus,
  LivelinessLostCounter,
  type LivelinessLostStatus,
  MatchedCounter,
  type MatchedStatus,
  OfferedDeadlineMissedCounter,
  type OfferedDeadlineMissedStatus,
} from "../statuses.js";
import type { WriterInstance } from "./WriterInstance.js";

/** The part of a DataWriter that counts and tells. Reading a status starts its changes anew. */
export abstract class WriterStatuses<T extends object> {
  private readonly readers = new Map<string, Guid>();
  private readonly matched = new MatchedCounter();
  private readonly incompatible = new IncompatibleQosCounter();
  private readonly inconsistent = new InconsistentTopicCounter();
  private readonly deadlineMissed = new OfferedDeadlineMissedCounter();
  private readonly livelinessLost = new LivelinessLostCounter();

  constructor(private readonly listener: DataWriterListener<T>) {}

  get publicationMatchedStatus(): MatchedStatus {
    return this.matched.read();
  }

  get offeredIncompatibleQosStatus(): IncompatibleQosStatus {
    return this.incompatible.read();
  }

  get inconsistentTopicStatus(): InconsistentTopicStatus {
    return this.inconsistent.read();
  }

  /** DDS 1.4 §2.2.3.7: an instance was not written within the period that DEADLINE offers. */
  get offeredDeadlineMissedStatus(): OfferedDeadlineMissedStatus {
    return this.deadlineMissed.read();
  }

  /** DDS 1.4 §2.2.3.11: the writer was not asserted within the lease that LIVELINESS offers. */
  get livelinessLostStatus(): LivelinessLostStatus {
    return this.livelinessLost.read();
  }

  /** The readers this writer is matched with. */
  get matchedSubscriptions(): Guid[] {
    return [...this.readers.values()];
  }

  protected get matchedCount(): number {
    return this.readers.size;
  }

  protected noteDeadlineMissed(instance: WriterInstance, periods: number): void {
    this.deadlineMissed.note(instance.handle, periods);
    this.listener.onOfferedDeadlineMissed?.(this.deadlineMissed.read(), this.asWriter());
  }

  /** Notes an event that is about a status and nothing else, and tells the listener. */
  protected noteStatus(event: ParticipantEvent): void {
    const { listener } = this;
    switch (event.type) {
      case "publicationMatched":
        if (event.change === 1) this.readers.set(event.remote.toString(), event.remote);
        else this.readers.delete(event.remote.toString());
        this.matched.note(event.remote, event.change);
        listener.onPublicationMatched?.(this.matched.read(), this.asWriter());
        break;
      case "offeredIncompatibleQos":
        this.incompatible.note(event.remote, event.mismatches);
        listener.onOfferedIncompatibleQos?.(this.incompatible.read(), this.asWriter());
        break;
      case "inconsistentTopic":
        this.inconsistent.note(event.reason);
        listener.onInconsistentTopic?.(this.inconsistent.read(), this.asWriter());
        break;
      case "livelinessLost":
        this.livelinessLost.note();
        listener.onLivelinessLost?.(this.livelinessLost.read(), this.asWriter());
        break;
    }
  }

  protected abstract asWriter(): DataWriter<T>;
}
