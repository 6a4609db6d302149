// What the engine has to tell, in order, until the driver asks. The engine never calls user code.

import type { DiscoveryListener } from "../discovery/DiscoveryContext.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import type { ParticipantEvent } from "./types.js";

export class EventQueue {
  private events: ParticipantEvent[] = [];
  private head = 0;
  /** Endpoints with an undelivered event of the kind that is said once per drain. */
  private readonly dataAvailable = new Set<EntityId>();
  private readonly writerSpace = new Set<EntityId>();

  push(event: ParticipantEvent): void {
    this.events.push(event);
  }

  pushDataAvailable(reader: EntityId): void {
    if (this.dataAvailable.has(reader)) return;
    this.dataAvailable.add(reader);
    this.events.push({ type: "dataAvailable", reader });
  }

  pushWriterSpace(writer: EntityId): void {
    if (this.writerSpace.has(writer)) return;
    this.writerSpace.add(writer);
    this.events.push({ type: "writerSpace", writer });
  }

  poll(): ParticipantEvent | undefined {
    const event = this.events[this.head];
    if (event === undefined) return undefined;
    this.head++;
    if (this.head === this.events.length) {
      this.events.length = 0;
      this.head = 0;
    } else if (this.head > 1024) {
      this.events = this.events.slice(this.head);
      this.head = 0;
    }
    if (event.type === "dataAvailable") this.dataAvailable.delete(event.reader);
    else if (event.type === "writerSpace") this.writerSpace.delete(event.writer);
    return event;
  }
}

/** Turns what discovery finds into events. */
export function discoveryEvents(queue: EventQueue): DiscoveryListener {
  return {
    participantDiscovered: (participant) => queue.push({ type: "participantDiscovered", participant }),
    participantLost: (participant, reason) => queue.push({ type: "participantLost", participant, reason }),
    endpointDiscovered: (endpoint) => queue.push({ type: "endpointDiscovered", endpoint }),
    endpointLost: (endpoint) => queue.push({ type: "endpointLost", endpoint }),
    publicationMatched: (writer, remote, change) => queue.push({ type: "publicationMatched", writer, remote, change }),
    subscriptionMatched: (reader, remote, change) =>
      queue.push({ type: "subscriptionMatched", reader, remote, change }),
    offeredIncompatibleQos: (writer, remote, mismatches) =>
      queue.push({ type: "offeredIncompatibleQos", writer, remote, mismatches }),
    requestedIncompatibleQos: (reader, remote, mismatches) =>
      queue.push({ type: "requestedIncompatibleQos", reader, remote, mismatches }),
    inconsistentTopic: (local, remote, reason) => queue.push({ type: "inconsistentTopic", local, remote, reason }),
    readerReady: (writer, remote) => queue.push({ type: "readerReady", writer, remote }),
    livelinessChanged: (reader, remote, alive) => queue.push({ type: "livelinessChanged", reader, remote, alive }),
  };
}
