// One StatefulWriter with explicit times: what it owes comes out as lines of text, so that a test reads like a
// packet trace. "HEARTBEAT 1..3 #2 F" is final, "GAP 4..5 +7" makes 4, 5 and 7 irrelevant, "FRAG 3 2/5" is one of five.

import type { Outlet } from "../../src/rtps/behavior/Outlet.js";
import {
  OWED_DATA,
  OWED_FRAGMENT,
  OWED_GAP,
  OWED_HEARTBEAT,
  OWED_NOTHING,
  OwedItem,
} from "../../src/rtps/behavior/OwedItem.js";
import type { ReaderProxy } from "../../src/rtps/behavior/ReaderProxy.js";
import { StatefulWriter, type WriterConfig } from "../../src/rtps/behavior/StatefulWriter.js";
import { DEFAULT_WRITER_TUNING, type WriterTuning } from "../../src/rtps/behavior/tuning.js";
import {
  ALIVE,
  type ChangeKind,
  EMPTY_PAYLOAD,
  NOT_ALIVE_DISPOSED,
  NOT_ALIVE_UNREGISTERED,
  PAYLOAD_DATA,
} from "../../src/rtps/structure/cacheChange.js";
import { DeadlineQueue } from "../../src/rtps/structure/DeadlineQueue.js";
import { Guid } from "../../src/rtps/structure/guid.js";
import { NumberSet } from "../../src/rtps/structure/NumberSet.js";
import { TIME_INVALID } from "../../src/rtps/structure/time.js";
import { runDeadlines } from "./runDeadlines.js";
import { prefixOf } from "./simParticipant.js";

const WRITER_ID = 0x00000102;
const READER_ID = 0x00000107;
const DEFAULT_FRAGMENT_SIZE = 1000;

export interface WriterTableOptions extends Partial<WriterConfig> {
  readonly tuning?: Partial<WriterTuning>;
}

export interface MatchOptions {
  readonly reliable?: boolean;
  readonly wantsHistory?: boolean;
  readonly fragmentSize?: number;
}

export interface WriteOptions {
  readonly instance?: number;
  readonly size?: number;
  readonly kind?: ChangeKind;
  /** Milliseconds from now until it expires. */
  readonly lifespan?: number;
  /** It is sent in a moment, with others. */
  readonly leavesSoon?: boolean;
}

export class WriterTable {
  now = 0;
  readonly deadlines = new DeadlineQueue();
  readonly writer: StatefulWriter;
  readonly readers: ReaderRow[] = [];
  /** Reports to the owner: "ready R0", "progress". */
  readonly reports: string[] = [];

  constructor(options: WriterTableOptions = {}) {
    const config: WriterConfig = {
      entityId: WRITER_ID,
      reliable: true,
      transientLocal: false,
      keepAll: true,
      depth: 1,
      maxSamples: -1,
      maxSamplesPerInstance: -1,
      unregisteredKept: 0,
      trace: false,
      ...options,
    };
    this.writer = new StatefulWriter(config, { ...DEFAULT_WRITER_TUNING, ...options.tuning }, this.deadlines, {
      writerProgress: () => this.reports.push("progress"),
      readerReady: (_writer, guid) => this.reports.push(`ready R${guid.prefix.bytes[11]}`),
    });
  }

  /** The next sample gets this number, as if all before had been written and forgotten. */
  startAt(sn: number): void {
    this.writer.history.lastSn = sn - 1;
    this.writer.history.firstSn = sn;
  }

  match(options: MatchOptions = {}): ReaderRow {
    const row = new ReaderRow(this, options);
    this.readers.push(row);
    return row;
  }

  /** @returns the sequence number, WOULD_BLOCK or NO_ROOM */
  write({ instance = 0, size = 10, kind = ALIVE, lifespan, leavesSoon }: WriteOptions = {}): number {
    const { writer } = this;
    if (lifespan !== undefined) writer.setLifespan(lifespan);
    writer.lifespan?.expire(this.now);
    const payload = size === 0 ? EMPTY_PAYLOAD : new Uint8Array(size);
    const sn = writer.newChange(
      kind,
      PAYLOAD_DATA,
      payload,
      instance,
      EMPTY_PAYLOAD,
      TIME_INVALID,
      undefined,
      leavesSoon,
    );
    if (sn > 0 && lifespan !== undefined) writer.lifespan!.add(sn, this.now + lifespan);
    if (sn > 0 && (kind & NOT_ALIVE_UNREGISTERED) !== 0) writer.durable?.startCleanup(this.now);
    return sn;
  }

  writeMany(count: number, options: WriteOptions = {}): void {
    for (let i = 0; i < count; i++) this.write(options);
  }

  dispose(instance: number): number {
    return this.write({ instance, kind: NOT_ALIVE_DISPOSED, size: 0 });
  }

  unregister(instance: number): number {
    return this.write({ instance, kind: NOT_ALIVE_UNREGISTERED, size: 0 });
  }

  /** Lets time pass; everything that leaves on the way, with its time and, with several readers, its reader. */
  run(to: number): string[] {
    return runDeadlines(this, this.readers, "R", to);
  }
}

/** A matched remote reader. */
export class ReaderRow implements Outlet {
  readonly fragmentSize: number;
  readonly index: number;
  readonly proxy: ReaderProxy;
  private readonly item = new OwedItem();
  private count = 0;
  private nackFragCount = 0;

  constructor(
    private readonly table: WriterTable,
    { reliable = true, wantsHistory = false, fragmentSize = DEFAULT_FRAGMENT_SIZE }: MatchOptions,
  ) {
    this.fragmentSize = fragmentSize;
    this.index = table.readers.length;
    const guid = new Guid(prefixOf(this.index), READER_ID);
    this.proxy = table.writer.matchedReaderAdd(table.now, guid, reliable, wantsHistory, this);
  }

  writerOwes(proxy: ReaderProxy): void {
    proxy.listed = true;
  }

  release(proxy: { listed: boolean }): void {
    proxy.listed = false;
  }

  readerOwes(): void {
    throw new Error("a writer's outlet hears of writers only");
  }

  /** Everything that is owed now, as it would leave. Nothing if the writer did not say that it owes. */
  sent(max = 10_000): string[] {
    const lines: string[] = [];
    const { proxy, item, table } = this;
    if (!proxy.listed) return lines;
    while (lines.length < max) {
      proxy.peekOwed(table.now, item);
      if (item.kind === OWED_NOTHING) {
        proxy.listed = false;
        return lines;
      }
      lines.push(this.describe());
      proxy.commitOwed(table.now, item);
    }
    return lines;
  }

  /** An ACKNACK: everything below `base` has arrived, `missing` has not. */
  ackNack(base: number, missing: readonly number[] = [], { final = true, count = ++this.count } = {}): this {
    const set = new NumberSet();
    set.reset(base);
    for (const sn of missing) if (!set.add(sn)) throw new RangeError(`${sn} does not fit`);
    this.proxy.handleAckNack(this.table.now, set, count, final);
    return this;
  }

  nackFrag(sn: number, fragments: readonly number[], count = ++this.nackFragCount): this {
    const set = new NumberSet();
    set.reset(fragments[0]!);
    for (const fragment of fragments) set.add(fragment);
    this.proxy.handleNackFrag(this.table.now, sn, set, count);
    return this;
  }

  remove(): void {
    this.table.writer.matchedReaderRemove(this.proxy);
  }

  private describe(): string {
    const { item, proxy } = this;
    if (item.kind === OWED_DATA) return `DATA ${item.change!.sn}`;
    if (item.kind === OWED_FRAGMENT) {
      return `FRAG ${item.change!.sn} ${item.fragment}/${Math.ceil(item.change!.payload.length / proxy.fragmentSize)}`;
    }
    if (item.kind === OWED_GAP) {
      const members = item.gapSet.toArray();
      return `GAP ${item.gapStart}..${item.gapSet.base - 1}${members.length > 0 ? ` +${members.join(",")}` : ""}`;
    }
    if (item.kind !== OWED_HEARTBEAT) throw new Error(`no such item ${item.kind}`);
    const count = proxy.writer.nextHeartbeatCount();
    const flags = `${item.final ? " F" : ""}${item.liveliness ? " L" : ""}`;
    return `HEARTBEAT ${item.firstSn}..${item.lastSn} #${count}${flags}`;
  }
}
