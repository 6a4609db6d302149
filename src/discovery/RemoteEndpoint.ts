// One endpoint of a remote participant, and the local endpoints it is matched with or was compared with.

import type { ReaderProxy } from "../rtps/behavior/ReaderProxy.js";
import type { WriterProxy } from "../rtps/behavior/WriterProxy.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import type { DiscoveredParticipant } from "./DiscoveredParticipant.js";
import type { DiscoveredReaderData, DiscoveredWriterData } from "./endpointData.js";
import type { LivelinessWatch } from "./LivelinessWatch.js";

export class RemoteEndpoint {
  /** Remote reader: by local writer. */
  readonly readerProxies = new Map<EntityId, ReaderProxy>();
  /** Remote writer: by local reader. */
  readonly writerProxies = new Map<EntityId, WriterProxy>();
  /** Local endpoints that were told they do not fit, with what they were told: each is told once. */
  readonly refusals = new Map<EntityId, string>();
  /** Remote writer with a finite lease, while matched. */
  watch: LivelinessWatch | undefined;

  constructor(
    readonly participant: DiscoveredParticipant,
    public data: DiscoveredWriterData | DiscoveredReaderData,
  ) {}
}
