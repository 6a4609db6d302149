// One address of one remote participant, and which proxies owe it something. What they owe is asked only when a
// datagram is packed, so everything that became due until then shares it.

import type { Outlet } from "../behavior/Outlet.js";
import type { ReaderProxy } from "../behavior/ReaderProxy.js";
import type { WriterProxy } from "../behavior/WriterProxy.js";
import type { GuidPrefix } from "../structure/guid.js";
import { shortList } from "../structure/lists.js";

/** Headers around one fragment: RTPS 20, INFO_DST 16, INFO_TS 12, DATA_FRAG 36, inline QoS 36, HEARTBEAT 32, spare 8. */
const FRAGMENT_OVERHEAD = 160;

const MAX_UDP_PAYLOAD = 65507;

/** Hears when a destination goes from owing nothing to owing something. */
export interface ReadyList {
  enqueue(destination: Destination): void;
}

export class Destination implements Outlet {
  fragmentSize = 0;
  /** Readers here that owe a remote writer an acknowledgement. */
  readonly owingReaders = shortList<WriterProxy>();
  /** Writers here that owe a remote reader data, gaps or a heartbeat. */
  readonly owingWriters = shortList<ReaderProxy>();
  /** Stands in the ready list. Written by the list. */
  queued = false;
  /** Proxies that use it. Written by whoever matches them. */
  users = 0;

  constructor(
    readonly prefix: GuidPrefix,
    public address: string,
    public port: number,
    public maxDatagramBytes: number,
    private readonly ready: ReadyList,
  ) {
    this.moveTo(address, port, maxDatagramBytes);
  }

  /** The participant announced another address. */
  moveTo(address: string, port: number, maxDatagramBytes: number): void {
    this.address = address;
    this.port = port;
    this.maxDatagramBytes = maxDatagramBytes;
    this.fragmentSize = (Math.min(maxDatagramBytes, MAX_UDP_PAYLOAD) - FRAGMENT_OVERHEAD) & ~3;
  }

  writerOwes(proxy: ReaderProxy): void {
    if (!proxy.listed) {
      proxy.listed = true;
      this.insert(proxy);
    }
    if (!this.queued) this.ready.enqueue(this);
  }

  /** The first writer has filled a datagram: others of its priority come first in the next one. */
  takeTurns(): void {
    if (this.owingWriters.length > 1) this.insert(this.owingWriters.shift()!);
  }

  readerOwes(proxy: WriterProxy): void {
    if (!proxy.listed) {
      proxy.listed = true;
      this.owingReaders.push(proxy);
    }
    if (!this.queued) this.ready.enqueue(this);
  }

  release(proxy: ReaderProxy | WriterProxy): void {
    if (!proxy.listed) return;
    proxy.listed = false;
    remove(this.owingWriters, proxy);
    remove(this.owingReaders, proxy);
  }

  /** DDS 1.4 §2.2.3.15 TRANSPORT_PRIORITY: behind all that are as important or more. */
  private insert(proxy: ReaderProxy): void {
    const { owingWriters } = this;
    const { priority } = proxy.writer;
    let index = owingWriters.length;
    while (index > 0 && owingWriters[index - 1]!.writer.priority < priority) index--;
    if (index === owingWriters.length) owingWriters.push(proxy);
    else owingWriters.splice(index, 0, proxy);
  }

  owes(): boolean {
    return this.owingWriters.length > 0 || this.owingReaders.length > 0;
  }
}

function remove<P>(list: P[], proxy: P | ReaderProxy | WriterProxy): void {
  const index = list.indexOf(proxy as P);
  if (index >= 0) list.splice(index, 1);
}
