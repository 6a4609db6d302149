// Routing for one discovered participant: which proxies stand for its endpoints, and when it was last heard.
// What it announced about itself is discovery's business, not kept here.

import type { ReaderProxy } from "../behavior/ReaderProxy.js";
import type { WriterProxy } from "../behavior/WriterProxy.js";
import type { EntityId } from "../structure/entityId.js";
import type { GuidPrefix } from "../structure/guid.js";
import type { Ms } from "../structure/time.js";
import type { Destination } from "./Destination.js";

export class RemoteParticipant {
  /** By the remote reader: one proxy per local writer matched with it. */
  readonly readerProxies = new Map<EntityId, ReaderProxy[]>();
  /** By the remote writer: one proxy per local reader matched with it. */
  readonly writerProxies = new Map<EntityId, WriterProxy[]>();
  readonly destinations: Destination[] = [];
  lastHeardAt: Ms;

  constructor(
    readonly prefix: GuidPrefix,
    readonly vendorId: number,
    now: Ms,
  ) {
    this.lastHeardAt = now;
  }

  addReaderProxy(proxy: ReaderProxy): void {
    addTo(this.readerProxies, proxy.guid.entityId, proxy);
  }

  removeReaderProxy(proxy: ReaderProxy): void {
    removeFrom(this.readerProxies, proxy.guid.entityId, proxy);
  }

  addWriterProxy(proxy: WriterProxy): void {
    addTo(this.writerProxies, proxy.guid.entityId, proxy);
  }

  removeWriterProxy(proxy: WriterProxy): void {
    removeFrom(this.writerProxies, proxy.guid.entityId, proxy);
  }
}

function addTo<P>(map: Map<EntityId, P[]>, id: EntityId, proxy: P): void {
  const list = map.get(id);
  if (list === undefined) map.set(id, [proxy]);
  else list.push(proxy);
}

function removeFrom<P>(map: Map<EntityId, P[]>, id: EntityId, proxy: P): void {
  const list = map.get(id);
  if (list === undefined) return;
  const index = list.indexOf(proxy);
  if (index >= 0) list.splice(index, 1);
  if (list.length === 0) map.delete(id);
}

/** Participants by prefix: three words compared, no text made. */
export class RemoteParticipantTable {
  private readonly byHash = new Map<number, RemoteParticipant[]>();
  size = 0;

  /** Looks up the 12 octets at `offset`. */
  find(view: DataView, offset: number): RemoteParticipant | undefined {
    return this.findWords(view.getUint32(offset), view.getUint32(offset + 4), view.getUint32(offset + 8));
  }

  findPrefix(prefix: GuidPrefix): RemoteParticipant | undefined {
    return this.findWords(prefix.w0, prefix.w1, prefix.w2);
  }

  add(remote: RemoteParticipant): void {
    const key = mix(remote.prefix.w0, remote.prefix.w1, remote.prefix.w2);
    const bucket = this.byHash.get(key);
    if (bucket === undefined) this.byHash.set(key, [remote]);
    else bucket.push(remote);
    this.size++;
  }

  remove(remote: RemoteParticipant): void {
    const key = mix(remote.prefix.w0, remote.prefix.w1, remote.prefix.w2);
    const bucket = this.byHash.get(key);
    const index = bucket?.indexOf(remote) ?? -1;
    if (bucket === undefined || index < 0) return;
    bucket.splice(index, 1);
    if (bucket.length === 0) this.byHash.delete(key);
    this.size--;
  }

  *[Symbol.iterator](): IterableIterator<RemoteParticipant> {
    for (const bucket of this.byHash.values()) yield* bucket;
  }

  private findWords(w0: number, w1: number, w2: number): RemoteParticipant | undefined {
    const bucket = this.byHash.get(mix(w0, w1, w2));
    if (bucket === undefined) return undefined;
    for (let i = 0; i < bucket.length; i++) {
      const { prefix } = bucket[i]!;
      if (prefix.w0 === w0 && prefix.w1 === w1 && prefix.w2 === w2) return bucket[i];
    }
    return undefined;
  }
}

function mix(w0: number, w1: number, w2: number): number {
  return (Math.imul(w0, 31) ^ Math.imul(w1, 17) ^ w2) | 0;
}
