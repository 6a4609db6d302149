// Wake-ups that the application layer asks for: deadlines, lifespans and leases of its own. One per endpoint; what is
// due then is the endpoint's business.

import type { DeadlineQueue, Timed } from "../rtps/structure/DeadlineQueue.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import { type Ms, NEVER } from "../rtps/structure/time.js";
import type { EventQueue } from "./EventQueue.js";

export class Alarms {
  private readonly byEndpoint = new Map<EntityId, Alarm>();

  constructor(
    private readonly deadlines: DeadlineQueue,
    private readonly events: EventQueue,
  ) {}

  /** Replaces the endpoint's alarm; NEVER takes it away. */
  set(endpoint: EntityId, at: Ms): void {
    let alarm = this.byEndpoint.get(endpoint);
    if (alarm === undefined) {
      if (at === NEVER) return;
      alarm = new Alarm(endpoint, this.events);
      this.byEndpoint.set(endpoint, alarm);
    }
    this.deadlines.arm(alarm, at);
  }

  remove(endpoint: EntityId): void {
    this.set(endpoint, NEVER);
    this.byEndpoint.delete(endpoint);
  }
}

class Alarm implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;

  constructor(
    private readonly endpoint: EntityId,
    private readonly events: EventQueue,
  ) {}

  handleTimeout(now: Ms): void {
    this.events.push({ type: "alarm", endpoint: this.endpoint, now });
  }
}
