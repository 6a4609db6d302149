// Routing for one discovered participant: which proxies stand for its endpoints, and when it was last heard.
// What it announced about itself is discovery's business, not kept here.

import type { ReaderProxy } from "../behavior/ReaderProxy.js";
import type { WriterProxy } from "../behavior/WriterProxy.js";
import type { EntityId } from "../structure/entityId.js";
import type { GuidPrefix } from "../structure/guid.js";
import { shortList } from "../structure/lists.js";
import { type Ms, NEVER } from "../structure/time.js";
import type { Destination } from "./Destination.js";

/** The addresses of a participant. */
export interface Whereabouts {
  /** True for addresses that its datagrams come from. */
  isAt(address: string): boolean;
}

export class RemoteParticipant {
  /** By the remote reader: one proxy per local writer matched with it. */
  readonly readerProxies = new Map<EntityId, ReaderProxy[]>();
  /** By the remote writer: one proxy per local reader matched with it. */
  readonly writerProxies = new Map<EntityId, WriterProxy[]>();
  readonly destinations = shortList<Destination>();
  lastHeardAt: Ms;
  /** Each DATA of its writers is news to discovery: the liveliness of some depends on it. */
  reportsSamples = false;
  /** A message of it was for this participant by name (INFO_DST): it has heard us. */
  hasNamedUs = false;
  /** Address that somebody announces it from, and that is not known to be its own; "" if there is none. */
  claimant = "";
  /** Discovery knows where it is; without it, anywhere. */
  whereabouts: Whereabouts | undefined = undefined;
  /** Until then, addresses that it names us from are taken for its own: with several interfaces it need not list them all. */
  learnsUntil: Ms = NEVER;
  /** Made with the first. */
  private learned: string[] | undefined = undefined;
  private latestAddress = "";

  constructor(
    readonly prefix: GuidPrefix,
    readonly vendorId: number,
    now: Ms,
  ) {
    this.lastHeardAt = now;
  }

  /** It names us from an address that is not known. @returns true if that counts as its own from now on */
  learn(now: Ms, address: string): boolean {
    if (now >= this.learnsUntil) return false;
    this.learned ??= shortList();
    if (this.learned.length >= MAX_LEARNED) return false;
    this.learned.push(address);
    return true;
  }

  /** True for addresses that its datagrams come from, learned ones too, at the cost of a comparison when the address is the latest. */
  isFrom(address: string): boolean {
    if (address === this.latestAddress) return true;
    if (this.whereabouts?.isAt(address) === false && this.learned?.includes(address) !== true) return false;
    this.latestAddress = address;
    return true;
  }

  /** Its addresses changed. */
  forgetAddress(): void {
    this.latestAddress = "";
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

const MAX_LEARNED = 4;

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
