// What the engine has to tell, in order, until the driver asks. The engine never calls user code.

import type { DiscoveryListener } from "../discovery/DiscoveryContext.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import { emptyList } from "../rtps/structure/lists.js";
import type { ParticipantEvent } from "./types.js";

/** An event that stands in the queue at most once, made once per endpoint. */
export class OnceEvent<T extends "dataAvailable" | "writerSpace"> {
  /** Written by the queue. */
  queued = false;
  readonly reader: EntityId;
  readonly writer: EntityId;

  constructor(
    readonly type: T,
    endpoint: EntityId,
  ) {
    this.reader = endpoint;
    this.writer = endpoint;
  }
}

export class EventQueue {
  private events: ParticipantEvent[] = [];
  private head = 0;

  push(event: ParticipantEvent): void {
    this.events.push(event);
  }

  /** Adds the event unless it waits already. */
  pushOnce(event: OnceEvent<"dataAvailable"> | OnceEvent<"writerSpace">): void {
    if (event.queued) return;
    event.queued = true;
    this.events.push(event);
  }

  poll(): ParticipantEvent | undefined {
    if (this.head === this.events.length) return undefined;
    const event = this.events[this.head]!;
    this.head++;
    if (this.head === this.events.length) {
      emptyList(this.events);
      this.head = 0;
    } else if (this.head > 1024) {
      this.events = this.events.slice(this.head);
      this.head = 0;
    }
    if (event instanceof OnceEvent) event.queued = false;
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
    remoteChanged: (endpoint, remote) => queue.push({ type: "remoteChanged", endpoint, remote }),
    livelinessLost: (writer) => queue.push({ type: "livelinessLost", writer }),
    typeSettled: ({ participant, typeInformation, state, reason }) =>
      queue.push({
        type: "typeSettled",
        participant: participant.data.guidPrefix,
        typeInformation,
        isKnown: state === "known",
        reason,
      }),
    livelinessChanged: (reader, remote, alive) => queue.push({ type: "livelinessChanged", reader, remote, alive }),
  };
}
