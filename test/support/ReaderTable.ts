// One StatefulReader with explicit times: submessages in, acknowledgements out as lines of text.
// "ACKNACK 3 {3,5} #2 F" acknowledges 1 and 2 and asks for 3 and 5; "NACKFRAG 3 {2,4} #1" asks for fragments of 3.

import { AckItem } from "../../src/rtps/behavior/AckItem.js";
import { FragmentInput } from "../../src/rtps/behavior/FragmentAssembly.js";
import type { Outlet } from "../../src/rtps/behavior/Outlet.js";
import { StatefulReader } from "../../src/rtps/behavior/StatefulReader.js";
import {
  DEFAULT_LIMITS,
  DEFAULT_READER_TUNING,
  type Limits,
  type ReaderTuning,
} from "../../src/rtps/behavior/tuning.js";
import type { WriterProxy } from "../../src/rtps/behavior/WriterProxy.js";
import { ALIVE, EMPTY_PAYLOAD, PAYLOAD_DATA, ReceivedChange } from "../../src/rtps/structure/cacheChange.js";
import { DeadlineQueue } from "../../src/rtps/structure/DeadlineQueue.js";
import { Guid } from "../../src/rtps/structure/guid.js";
import { NumberSet } from "../../src/rtps/structure/NumberSet.js";
import { TIME_INVALID } from "../../src/rtps/structure/time.js";
import { runDeadlines } from "./runDeadlines.js";
import { prefixOf } from "./simParticipant.js";

const READER_ID = 0x00000107;
const WRITER_ID = 0x00000102;

export interface ReaderTableOptions {
  readonly reliable?: boolean;
  readonly maxSamples?: number;
  readonly tuning?: Partial<ReaderTuning>;
  readonly limits?: Partial<Limits>;
}

export interface FragmentOptions {
  readonly sampleSize?: number;
  readonly fragmentSize?: number;
  readonly inSubmessage?: number;
}

export class ReaderTable {
  now = 0;
  readonly deadlines = new DeadlineQueue();
  readonly reader: StatefulReader;
  readonly writers: WriterRow[] = [];
  /** Reports to the owner: "data", "lost 3", "rejected", "restarted". */
  readonly reports: string[] = [];

  constructor({ reliable = true, maxSamples = -1, tuning, limits }: ReaderTableOptions = {}) {
    this.reader = new StatefulReader(
      { entityId: READER_ID, reliable, maxSamples, remembersWriters: true },
      { ...DEFAULT_READER_TUNING, ...tuning },
      { ...DEFAULT_LIMITS, ...limits },
      this.deadlines,
      {
        dataAvailable: () => this.reports.push("data"),
        sampleLost: (_reader, count) => this.reports.push(`lost ${count}`),
        sampleRejected: () => this.reports.push("rejected"),
        writerRestarted: () => this.reports.push("restarted"),
      },
    );
  }

  match({ reliable = true } = {}): WriterRow {
    const row = new WriterRow(this, reliable);
    this.writers.push(row);
    return row;
  }

  /** The same writer is matched again after it was removed. */
  matchAgain(before: WriterRow): WriterRow {
    const row = new WriterRow(this, true, before.index);
    this.writers[before.index] = row;
    return row;
  }

  /** Takes everything that was delivered since the last call: sequence numbers in order. */
  delivered(max = 1e9): number[] {
    return this.taken(max).map((change) => change.sn);
  }

  taken(max = 1e9): ReceivedChange[] {
    const taken: ReceivedChange[] = [];
    this.reader.take(taken, max);
    return taken;
  }

  /** Lets time pass; what leaves on the way, with its time. */
  run(to: number): string[] {
    return runDeadlines(this, this.writers, "W", to);
  }
}

/** A matched remote writer. */
export class WriterRow implements Outlet {
  readonly fragmentSize = 1000;
  readonly index: number;
  readonly proxy: WriterProxy;
  private readonly item = new AckItem();
  private count = 0;

  constructor(
    private readonly table: ReaderTable,
    reliable: boolean,
    index = table.writers.length,
  ) {
    this.index = index;
    const guid = new Guid(prefixOf(this.index), WRITER_ID);
    this.proxy = table.reader.matchedWriterAdd(table.now, guid, reliable, this);
  }

  writerOwes(): void {
    throw new Error("a reader's outlet hears of readers only");
  }

  release(proxy: { listed: boolean }): void {
    proxy.listed = false;
  }

  readerOwes(proxy: WriterProxy): void {
    proxy.listed = true;
  }

  sent(): string[] {
    const lines: string[] = [];
    const { proxy, item, table } = this;
    if (!proxy.listed) return lines;
    while (proxy.takeOwed(table.now, item)) lines.push(this.describe());
    proxy.listed = false;
    return lines;
  }

  /** DATA, as the receiver hands it in: only if the proxy wants it. */
  data(...sns: readonly number[]): this {
    for (const sn of sns) this.sample(sn, 10);
    return this;
  }

  sample(sn: number, size: number): this {
    const { proxy, table } = this;
    if (!proxy.wants(table.now, sn)) return this;
    const payload = new Uint8Array(size);
    const change = new ReceivedChange(
      proxy.guid,
      sn,
      ALIVE,
      PAYLOAD_DATA,
      payload,
      EMPTY_PAYLOAD,
      TIME_INVALID,
      table.now,
    );
    proxy.handleData(table.now, change);
    return this;
  }

  irrelevant(sn: number): this {
    this.proxy.handleIrrelevant(this.table.now, sn);
    return this;
  }

  heartbeat(firstSn: number, lastSn: number, { final = false, count = this.count + 1 } = {}): this {
    this.count = count;
    this.proxy.handleHeartbeat(this.table.now, firstSn, lastSn, count, final);
    return this;
  }

  heartbeatFrag(sn: number, lastFragment: number): this {
    this.proxy.handleHeartbeatFrag(sn, lastFragment);
    return this;
  }

  /** GAP of [gapStart, base) and the members. */
  gap(gapStart: number, base: number, members: readonly number[] = []): this {
    const set = new NumberSet();
    set.reset(base);
    for (const sn of members) set.add(sn);
    this.proxy.handleGap(this.table.now, gapStart, set);
    return this;
  }

  /** DATA_FRAG. Octet i of the sample is i & 0xff; a padded submessage ends with 0xee. */
  fragment(sn: number, startingNum: number, options: FragmentOptions = {}): this {
    const { sampleSize = 5000, fragmentSize = 1000, inSubmessage = 1 } = options;
    const start = (startingNum - 1) * fragmentSize;
    const length = Math.max(0, Math.min(inSubmessage * fragmentSize, sampleSize - start));
    const input = new FragmentInput();
    input.sn = sn;
    input.fragmentStartingNum = startingNum;
    input.fragmentsInSubmessage = inSubmessage;
    input.fragmentSize = fragmentSize;
    input.sampleSize = sampleSize;
    input.bytes = new Uint8Array(8 + ((length + 3) & ~3)).fill(0xee);
    for (let i = 0; i < length; i++) input.bytes[8 + i] = (start + i) & 0xff;
    input.offset = 8;
    input.end = 8 + length;
    this.proxy.handleFragment(this.table.now, input);
    return this;
  }

  remove(): void {
    this.table.reader.matchedWriterRemove(this.proxy);
  }

  private describe(): string {
    const { item } = this;
    const members = item.set.toArray();
    const set = members.length > 0 ? ` {${members.join(",")}}` : "";
    if (item.isNackFrag) return `NACKFRAG ${item.sn}${set} #${item.count}`;
    return `ACKNACK ${item.set.base}${set} #${item.count}${item.final ? " F" : ""}`;
  }
}

/** True if the sample is the one that `fragment` cuts up. */
export function isCountingSample(payload: Uint8Array, size: number): boolean {
  return payload.length === size && payload.every((octet, i) => octet === (i & 0xff));
}
