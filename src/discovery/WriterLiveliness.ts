// RTPS 2.5 §8.4.13, the Writer Liveliness Protocol: says that this participant's writers are alive, and hears the
// same of the others. AUTOMATIC writers with a finite lease are asserted by period, MANUAL ones when asked: see
// OfferedLiveliness.

import { inlineQosFor } from "../rtps/messages/parameterInlineQos.js";
import { ALIVE, PAYLOAD_DATA, type ReceivedChange } from "../rtps/structure/cacheChange.js";
import type { Timed } from "../rtps/structure/DeadlineQueue.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import type { Guid, GuidPrefix } from "../rtps/structure/guid.js";
import { type Ms, NEVER, timestampFromEpochMs } from "../rtps/structure/time.js";
import { DROP } from "../trace/dropReasons.js";
import type { BuiltinEndpoints } from "./BuiltinEndpoints.js";
import type { DiscoveredParticipant } from "./DiscoveredParticipant.js";
import type { DiscoveryContext } from "./DiscoveryContext.js";
import type { LocalWriter } from "./localEndpoints.js";
import { assertionPeriod, OfferedLiveliness } from "./OfferedLiveliness.js";
import type { ParticipantLivelinessKind } from "./ParticipantLiveliness.js";
import {
  AUTOMATIC_LIVELINESS_UPDATE,
  decodeParticipantMessageData,
  encodeParticipantMessageData,
  MANUAL_LIVELINESS_UPDATE,
  type ParticipantMessageKind,
  participantMessageKey,
} from "./participantMessageData.js";

export class WriterLiveliness implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;
  readonly offered: OfferedLiveliness;
  private readonly taken: ReceivedChange[] = [];

  /** @param participantOf a participant that is known, this one included */
  constructor(
    private readonly context: DiscoveryContext,
    private readonly builtin: BuiltinEndpoints,
    writers: ReadonlyMap<EntityId, LocalWriter>,
    private readonly participantOf: (prefix: GuidPrefix) => DiscoveredParticipant | undefined,
  ) {
    this.offered = new OfferedLiveliness(context.deadlines, writers, {
      livelinessLost: (writer) => context.listener.livelinessLost(writer),
      sendManualMessage: (now) => this.send(now, MANUAL_LIVELINESS_UPDATE),
    });
  }

  /** The set of local writers, or their QoS, changed. */
  writersChanged(now: Ms): void {
    this.offered.writersChanged(now);
    const period = this.period();
    if (period === NEVER) this.context.deadlines.arm(this, NEVER);
    else if (this.dueAt === NEVER || this.dueAt > now + period) this.handleTimeout(now);
  }

  handleTimeout(now: Ms): void {
    const period = this.period();
    if (period === NEVER) return;
    this.offered.assertAutomatic(now);
    this.send(now, AUTOMATIC_LIVELINESS_UPDATE);
    this.context.deadlines.arm(this, now + period);
  }

  /** DDS 1.4 §2.2.2.4.2.22. Of an AUTOMATIC writer it has no effect. */
  assertWriter(now: Ms, { guid, qos, writer }: LocalWriter): void {
    const { kind } = qos.liveliness;
    if (kind === "AUTOMATIC") return;
    this.offered.noteWrite(now, guid.entityId);
    if (kind === "MANUAL_BY_TOPIC") for (const proxy of writer.readerProxies) proxy.assertLiveliness();
  }

  /** A HEARTBEAT with flag L (§8.3.8.5), or a sample that tells something. */
  handleAsserted(now: Ms, writer: Guid): void {
    const participant = this.participantOf(writer.prefix);
    const endpoint = participant?.endpoints.get(writer.entityId);
    // Builtin writers are no endpoints in this sense: what they send asserts nobody.
    if (endpoint !== undefined) participant!.liveliness.writerAsserted(now, endpoint.watch);
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
    this.participantOf(message.guidPrefix)?.liveliness.assertKind(now, kindOf(message.kind));
  }

  private send(now: Ms, kind: ParticipantMessageKind): void {
    const message = { guidPrefix: this.context.config.guidPrefix, kind };
    const timestamp = timestampFromEpochMs(now + this.context.config.epochOffsetMs);
    const inlineQos = inlineQosFor(participantMessageKey(message), 0);
    const payload = encodeParticipantMessageData(message);
    this.builtin.useMessages(now);
    this.builtin.messageWriter.newChange(ALIVE, PAYLOAD_DATA, payload, kind, inlineQos, timestamp);
    // Builtin endpoints are not matched with ourselves, as readers of this participant are with its writers.
    this.participantOf(message.guidPrefix)?.liveliness.assertKind(now, kindOf(kind));
  }

  /** NEVER without an AUTOMATIC writer that has a finite lease. */
  private period(): Ms {
    return assertionPeriod(this.offered.shortest("AUTOMATIC"));
  }
}

function kindOf(kind: ParticipantMessageKind): ParticipantLivelinessKind {
  return kind === AUTOMATIC_LIVELINESS_UPDATE ? "AUTOMATIC" : "MANUAL_BY_PARTICIPANT";
}
