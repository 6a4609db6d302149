// One datagram on its way out, filled by pollTransmit and reused by the caller. Holds views, owns no bytes.

import type { EntityId } from "../structure/entityId.js";
import { emptyList } from "../structure/lists.js";
import type { SequenceNumber } from "../structure/sequenceNumber.js";

/** Protocol traffic: discovery, acknowledgements, heartbeats. Packed and sent before bulk. */
export const CONTROL = 0;
/** User samples. May wait when the socket is full. */
export const BULK = 1;
export type TrafficClass = 0 | 1;

/** One datagram. Parts are valid until the next call into the engine that filled it. */
export class Transmit {
  /** [headers and small payloads] or [headers, payload view, …]: concatenated they are the datagram. */
  readonly parts: Uint8Array[] = [];
  /** Sum of the parts, in bytes. */
  length = 0;
  /** Dotted IPv4 address; a multicast group means "on every multicast interface". */
  address = "";
  port = 0;
  trafficClass: TrafficClass = CONTROL;
  /** Samples of traced writers that leave completely with this datagram: entries 0 .. completedCount - 1. */
  completedCount = 0;
  readonly completedWriterIds: EntityId[] = [];
  readonly completedSns: SequenceNumber[] = [];

  reset(): void {
    emptyList(this.parts);
    this.length = 0;
    this.completedCount = 0;
    this.trafficClass = CONTROL;
  }

  /** Remembers that sample `sn` of a traced writer is complete with this datagram (trace point t2). */
  noteCompleted(writerId: EntityId, sn: SequenceNumber): void {
    this.completedWriterIds[this.completedCount] = writerId;
    this.completedSns[this.completedCount] = sn;
    this.completedCount++;
  }
}
