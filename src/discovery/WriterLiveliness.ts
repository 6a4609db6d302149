// RTPS 2.5 §8.4.13, the Writer Liveliness Protocol: says that this participant's writers are alive, and hears the
// same of the others. AUTOMATIC writers with a finite lease are asserted by period, MANUAL ones when asked.

import { inlineQosFor } from "../rtps/messages/parameterInlineQos.js";
import { ALIVE, PAYLOAD_DATA, type ReceivedChange } from "../rtps/structure/cacheChange.js";
import type { Timed } from "../rtps/structure/DeadlineQueue.js";
import { type Ms, NEVER, timestampFromEpochMs } from "../rtps/structure/time.js";
import { DROP } from "../trace/dropReasons.js";
import type { BuiltinEndpoints } from "./BuiltinEndpoints.js";
import type { DiscoveredParticipant } from "./DiscoveredParticipant.js";
import type { DiscoveryContext } from "./DiscoveryContext.js";
import type { EndpointMatcher } from "./EndpointMatcher.js";
import {
  AUTOMATIC_LIVELINESS_UPDATE,
  decodeParticipantMessageData,
  encodeParticipantMessageData,
  MANUAL_LIVELINESS_UPDATE,
  type ParticipantMessageKind,
  participantMessageKey,
} from "./participantMessageData.js";

/** Share of the shortest lease between two assertions: two may be lost before the lease runs out. */
const PERIOD_PER_LEASE = 0.3;
const MIN_PERIOD_MS = 5;

export class WriterLiveliness implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;
  private readonly taken: ReceivedChange[] = [];

  constructor(
    private readonly context: DiscoveryContext,
    private readonly builtin: BuiltinEndpoints,
    private readonly matcher: EndpointMatcher,
    private readonly participants: ReadonlyMap<string, DiscoveredParticipant>,
  ) {}

  /** The set of local writers, or their QoS, changed. */
  writersChanged(now: Ms): void {
    const period = this.period();
    if (period === NEVER) this.context.deadlines.arm(this, NEVER);
    else if (this.dueAt === NEVER || this.dueAt > now + period) this.handleTimeout(now);
  }

  handleTimeout(now: Ms): void {
    const period = this.period();
    if (period === NEVER) return;
    this.send(now, AUTOMATIC_LIVELINESS_UPDATE);
    this.context.deadlines.arm(this, now + period);
  }

  /** DomainParticipant.assert_liveliness: all MANUAL_BY_PARTICIPANT writers are alive. */
  assertManual(now: Ms): void {
    this.send(now, MANUAL_LIVELINESS_UPDATE);
  }

  handleData(now: Ms): void {
    const { taken } = this;
    while (this.builtin.messageReader.take(taken, 64) > 0) {
      for (let i = 0; i < taken.length; i++) this.handleMessage(now, taken[i]!);
      taken.length = 0;
    }
  }

  private handleMessage(now: Ms, change: ReceivedChange): void {
    if (change.kind !== ALIVE) return;
    const message = decodeParticipantMessageData(change.payload);
    if (typeof message === "string") {
      this.context.counters.drop(DROP.badPayload);
      return;
    }
    if (!message.guidPrefix.equals(change.writerGuid.prefix)) {
      this.context.counters.drop(DROP.spoofedPrefix);
      return;
    }
    const participant = this.participants.get(message.guidPrefix.toString());
    if (participant === undefined) return;
    const kind = message.kind === AUTOMATIC_LIVELINESS_UPDATE ? "AUTOMATIC" : "MANUAL_BY_PARTICIPANT";
    for (const endpoint of participant.endpoints.values()) {
      if (endpoint.data.qos.liveliness.kind === kind) endpoint.watch?.assert(now);
    }
  }

  private send(now: Ms, kind: ParticipantMessageKind): void {
    const message = { guidPrefix: this.context.config.guidPrefix, kind };
    const timestamp = timestampFromEpochMs(now + this.context.config.epochOffsetMs);
    const inlineQos = inlineQosFor(participantMessageKey(message), 0);
    const payload = encodeParticipantMessageData(message);
    this.builtin.messageWriter.newChange(ALIVE, PAYLOAD_DATA, payload, kind, inlineQos, timestamp);
  }

  /** From the shortest AUTOMATIC lease; NEVER without one. */
  private period(): Ms {
    let shortest = Infinity;
    for (const { qos } of this.matcher.writers.values()) {
      if (qos.liveliness.kind === "AUTOMATIC") shortest = Math.min(shortest, qos.liveliness.leaseDurationMs);
    }
    return shortest === Infinity ? NEVER : Math.max(shortest * PERIOD_PER_LEASE, MIN_PERIOD_MS);
  }
}
