// RTPS 2.5 §8.5.5.1: matches builtin endpoints with those of one remote participant, as far as it says that it has them.

import type { ReaderProxy } from "../rtps/behavior/ReaderProxy.js";
import type { StatefulReader } from "../rtps/behavior/StatefulReader.js";
import type { StatefulWriter } from "../rtps/behavior/StatefulWriter.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import { Guid } from "../rtps/structure/guid.js";
import type { Ms } from "../rtps/structure/time.js";
import type { DiscoveredParticipant } from "./DiscoveredParticipant.js";
import type { DiscoveryContext } from "./DiscoveryContext.js";
import { preemptiveAckNackBase } from "./vendorQuirks.js";

export class BuiltinMatches {
  private readonly has: number;

  constructor(
    private readonly now: Ms,
    private readonly participant: DiscoveredParticipant,
    { config }: DiscoveryContext,
  ) {
    this.has = participant.data.builtinEndpoints | config.discoveryTuning.assumedBuiltinEndpoints;
  }

  /** Matches a writer of ours with reader `id`, if bit `bit` says that it is there. */
  addReader(bit: number, writer: StatefulWriter, id: EntityId, isReliable = true): ReaderProxy | undefined {
    const { participant } = this;
    const destination = participant.metatrafficDestination();
    if ((this.has & bit) === 0 || destination === undefined) return undefined;
    const guid = new Guid(participant.data.guidPrefix, id);
    const proxy = writer.matchedReaderAdd(this.now, guid, isReliable, true, destination);
    participant.remote.addReaderProxy(proxy);
    return proxy;
  }

  /** Matches a reader of ours with writer `id`. */
  addWriter(bit: number, reader: StatefulReader, id: EntityId): void {
    const { participant } = this;
    const { guidPrefix, vendorId } = participant.data;
    const destination = participant.metatrafficDestination();
    if ((this.has & bit) === 0 || destination === undefined) return;
    const guid = new Guid(guidPrefix, id);
    const proxy = reader.matchedWriterAdd(this.now, guid, true, destination, preemptiveAckNackBase(vendorId));
    participant.remote.addWriterProxy(proxy);
  }
}
