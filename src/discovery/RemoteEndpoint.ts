// One endpoint of a remote participant, and the local endpoints it is matched with or was compared with. Most are of
// topics that nobody here has, so nothing is made for matches before there is one.

import type { ReaderProxy } from "../rtps/behavior/ReaderProxy.js";
import type { WriterProxy } from "../rtps/behavior/WriterProxy.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import type { DiscoveredParticipant } from "./DiscoveredParticipant.js";
import type { DiscoveredReaderData, DiscoveredWriterData } from "./endpointData.js";
import type { LivelinessWatch } from "./LivelinessWatch.js";

export class RemoteEndpoint {
  private readers: Map<EntityId, ReaderProxy> | undefined = undefined;
  private writers: Map<EntityId, WriterProxy> | undefined = undefined;
  private told: Map<EntityId, string> | undefined = undefined;
  /** Remote writer with a finite lease, while matched. */
  watch: LivelinessWatch | undefined = undefined;
  /** Of its announcement, as EndpointMatcher accounts for them. */
  octets = 0;

  constructor(
    readonly participant: DiscoveredParticipant,
    public data: DiscoveredWriterData | DiscoveredReaderData,
  ) {}

  /** Remote reader: by local writer. */
  get readerProxies(): ReadonlyMap<EntityId, ReaderProxy> {
    return this.readers ?? NO_READERS;
  }

  /** Remote writer: by local reader. */
  get writerProxies(): ReadonlyMap<EntityId, WriterProxy> {
    return this.writers ?? NO_WRITERS;
  }

  addReaderProxy(writer: EntityId, proxy: ReaderProxy): void {
    this.readers ??= new Map();
    this.readers.set(writer, proxy);
  }

  removeReaderProxy(writer: EntityId): void {
    this.readers?.delete(writer);
  }

  addWriterProxy(reader: EntityId, proxy: WriterProxy): void {
    this.writers ??= new Map();
    this.writers.set(reader, proxy);
  }

  removeWriterProxy(reader: EntityId): void {
    this.writers?.delete(reader);
  }

  /** A local endpoint is told why it does not fit. False if it was told the same before: each is told once. */
  tells(local: EntityId, detail: string): boolean {
    this.told ??= new Map();
    if (this.told.get(local) === detail) return false;
    this.told.set(local, detail);
    return true;
  }

  /** It fits, or is gone. */
  forgetTold(local: EntityId): void {
    this.told?.delete(local);
  }
}

const NO_READERS: ReadonlyMap<EntityId, ReaderProxy> = new Map();
const NO_WRITERS: ReadonlyMap<EntityId, WriterProxy> = new Map();
