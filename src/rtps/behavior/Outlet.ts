// Where the traffic of a proxy leaves. State machines only say "I owe something"; the exchange layer, which
// implements this, asks them later what it is. So several inputs can merge into one datagram.

import type { ReaderProxy } from "./ReaderProxy.js";
import type { WriterProxy } from "./WriterProxy.js";

export interface Outlet {
  /** Largest payload that goes into one DATA; a larger sample leaves in fragments of this size. Multiple of 4. */
  readonly fragmentSize: number;
  writerOwes(proxy: ReaderProxy): void;
  readerOwes(proxy: WriterProxy): void;
  /** The proxy leaves for another outlet: what it owes is not asked for here any more. */
  release(proxy: ReaderProxy | WriterProxy): void;
}
