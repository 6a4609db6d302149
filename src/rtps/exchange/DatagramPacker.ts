// Turns what is owed into datagrams when asked. Decides layout only: which submessages share a datagram, what is
// copied and what is sent in place. Everything in one datagram is for one participant, so one INFO_DST is enough.

import type { Counters } from "../../trace/Counters.js";
import { AckItem } from "../behavior/AckItem.js";
import { FIRST_TIME, OWED_DATA, OWED_FRAGMENT, OWED_GAP, OWED_NOTHING, OwedItem } from "../behavior/OwedItem.js";
import type { ReaderProxy } from "../behavior/ReaderProxy.js";
import type { ReaderLocator, StatelessWriter } from "../behavior/StatelessWriter.js";
import type { WriterProxy } from "../behavior/WriterProxy.js";
import { MessageBuilder } from "../messages/MessageBuilder.js";
import { prefixedList } from "../messages/parameterInlineQos.js";
import * as sizes from "../messages/sizes.js";
import * as kinds from "../messages/submessageKind.js";
import { type CacheChange, PAYLOAD_KEY } from "../structure/cacheChange.js";
import { isBuiltinId } from "../structure/entityId.js";
import type { GuidPrefix } from "../structure/guid.js";
import { dropFirst, emptyList } from "../structure/lists.js";
import { isValidTimestamp, type Ms, TIME_INVALID, type Timestamp } from "../structure/time.js";
import type { Destination, ReadyList } from "./Destination.js";
import { BULK, type Transmit } from "./Transmit.js";

/** Payloads up to this are copied behind their header; larger ones are sent in place as a part of their own. */
const COPY_LIMIT = 2048;
/** An ACKNACK or NACK_FRAG with a full set. */
const ACK_SIZE_MAX = sizes.ACKNACK_SIZE_MIN + 48;
const SLAB_BYTES = 65536;

/** A HEARTBEAT that is to be answered, to an address where no matched endpoint need be. */
export interface HeartbeatQuestion {
  readonly proxy: ReaderProxy;
  readonly host: string;
  readonly port: number;
}

/** More are not asked: whoever asks does it again. */
const MAX_QUESTIONS = 256;

export interface PackerConfig {
  readonly guidPrefix: GuidPrefix;
  readonly vendorId: number;
  readonly protocolMinor: number;
}

export class DatagramPacker implements ReadyList {
  private readonly builder = new MessageBuilder(SLAB_BYTES);
  private readonly item = new OwedItem();
  private readonly ackItem = new AckItem();
  private ready: Destination[] = [];
  private readyHead = 0;
  private readonly stateless: StatelessWriter[] = [];
  private readonly questions: HeartbeatQuestion[] = [];
  /** A goodbye of the participant comes after the goodbyes of its endpoints. */
  announceLast = false;
  /** INFO_TS in force in the datagram being packed. */
  private timestamp: Timestamp = TIME_INVALID;

  constructor(
    private readonly config: PackerConfig,
    private readonly counters: Counters,
  ) {}

  addStatelessWriter(writer: StatelessWriter): void {
    this.stateless.push(writer);
  }

  ask(question: HeartbeatQuestion): void {
    if (this.questions.length < MAX_QUESTIONS) this.questions.push(question);
  }

  enqueue(destination: Destination): void {
    destination.queued = true;
    this.ready.push(destination);
  }

  /** The socket still reads the slab of the last datagram: the next one is written elsewhere. */
  retireSlab(): void {
    this.builder.replaceSlab();
  }

  /** Fills `out` with one datagram; false when nothing is owed. Destinations take turns. */
  poll(now: Ms, out: Transmit): boolean {
    out.reset();
    if (!this.announceLast && this.pollAnnouncements(out)) return true;
    for (let next = this.takeReady(); next !== undefined; next = this.takeReady()) {
      const packed = this.pack(now, next, out);
      if (next.owes()) this.enqueue(next);
      if (packed) return true;
    }
    if (this.questions.length > 0) {
      this.packQuestion(this.questions.shift()!, out);
      return true;
    }
    return this.pollAnnouncements(out);
  }

  private pollAnnouncements(out: Transmit): boolean {
    for (let i = 0; i < this.stateless.length; i++) {
      const writer = this.stateless[i]!;
      for (let to = writer.takeOwed(); to !== undefined; to = writer.takeOwed()) {
        if (this.packAnnouncement(writer, to, out)) return true;
      }
    }
    return false;
  }

  private takeReady(): Destination | undefined {
    const next = this.ready[this.readyHead];
    if (next === undefined) return undefined;
    this.readyHead++;
    if (this.readyHead === this.ready.length) {
      emptyList(this.ready);
      this.readyHead = 0;
    } else if (this.readyHead > 256) {
      this.ready = this.ready.slice(this.readyHead);
      this.readyHead = 0;
    }
    next.queued = false;
    return next;
  }

  private begin(): void {
    const { config } = this;
    this.builder.begin(config.protocolMinor, config.vendorId, config.guidPrefix);
    this.timestamp = TIME_INVALID;
  }

  private finish(out: Transmit, address: string, port: number): void {
    const { builder, counters } = this;
    const tail = builder.cut();
    if (tail.length > 0) out.parts.push(tail);
    out.length = builder.length;
    out.address = address;
    out.port = port;
    counters.datagramOut(out.length);
  }

  private packAnnouncement(writer: StatelessWriter, to: ReaderLocator, out: Transmit): boolean {
    const change = writer.current;
    if (change === undefined) return false;
    this.begin();
    if (to.destination !== undefined) this.infoDestination(to.destination);
    this.writeTimestamp(change.sourceTimestamp);
    this.writeData(writer.entityId, writer.readerId, change, change.inlineQos, change.payload, out);
    this.finish(out, to.locator.host, to.locator.port);
    return true;
  }

  private packQuestion({ proxy, host, port }: HeartbeatQuestion, out: Transmit): void {
    const { writer } = proxy;
    const { firstSn, lastSn } = writer.history;
    this.begin();
    this.infoDestination(proxy.guid.prefix);
    const count = writer.nextHeartbeatCount();
    this.builder.heartbeat(proxy.readerId, writer.entityId, Math.min(firstSn, lastSn + 1), lastSn, count, false, false);
    this.counters.submessageOut(kinds.SUBMESSAGE_HEARTBEAT, sizes.HEARTBEAT_SIZE);
    this.finish(out, host, port);
  }

  private pack(now: Ms, destination: Destination, out: Transmit): boolean {
    const { builder } = this;
    this.begin();
    this.infoDestination(destination.prefix);
    const emptyLength = builder.length;
    this.packAcknowledgements(now, destination);
    this.packWriters(now, destination, out);
    if (builder.length === emptyLength) return false;
    this.finish(out, destination.address, destination.port);
    return true;
  }

  private packAcknowledgements(now: Ms, destination: Destination): void {
    const { owingReaders, maxDatagramBytes } = destination;
    let done = 0;
    while (done < owingReaders.length) {
      const proxy = owingReaders[done]!;
      if (this.builder.remaining(maxDatagramBytes) < ACK_SIZE_MAX) break;
      if (proxy.takeOwed(now, this.ackItem)) {
        this.writeAck(proxy, this.ackItem);
      } else {
        proxy.listed = false;
        done++;
      }
    }
    dropFirst(owingReaders, done);
  }

  private packWriters(now: Ms, destination: Destination, out: Transmit): void {
    const { owingWriters } = destination;
    const { item } = this;
    let done = 0;
    while (done < owingWriters.length) {
      const proxy = owingWriters[done]!;
      proxy.peekOwed(now, item);
      if (item.kind === OWED_NOTHING) {
        proxy.listed = false;
        done++;
        continue;
      }
      if (this.builder.remaining(destination.maxDatagramBytes) < this.sizeOf(proxy, item)) break;
      this.writeItem(proxy, item, out);
      proxy.commitOwed(now, item);
    }
    dropFirst(owingWriters, done);
    destination.takeTurns();
  }

  private sizeOf(proxy: ReaderProxy, item: OwedItem): number {
    if (item.kind === OWED_DATA) {
      const change = item.change!;
      return (
        sizes.INFO_TIMESTAMP_SIZE +
        sizes.dataOverhead(inlineQosFor(proxy, change).length) +
        sizes.paddedLength(change.payload.length)
      );
    }
    if (item.kind === OWED_FRAGMENT) {
      const { fragmentSize } = proxy;
      const overhead = sizes.INFO_TIMESTAMP_SIZE + sizes.dataFragOverhead(inlineQosFor(proxy, item.change!).length);
      return overhead + sizes.paddedLength(item.fragmentLength(fragmentSize));
    }
    return item.kind === OWED_GAP ? sizes.gapSize(item.gapSet) : sizes.HEARTBEAT_SIZE;
  }

  private writeItem(proxy: ReaderProxy, item: OwedItem, out: Transmit): void {
    const { builder, counters } = this;
    const writerId = proxy.writer.entityId;
    if (item.kind === OWED_DATA || item.kind === OWED_FRAGMENT) {
      const change = item.change!;
      this.writeTimestamp(change.sourceTimestamp);
      if (item.kind === OWED_DATA)
        this.writeData(writerId, proxy.readerId, change, inlineQosFor(proxy, change), payloadFor(proxy, change), out);
      else this.writeFragment(proxy, item, out);
      if (!isBuiltinId(writerId)) out.trafficClass = BULK;
      if (item.reason !== FIRST_TIME) {
        if (item.kind === OWED_DATA) counters.samplesRetransmitted++;
        else counters.fragmentsRetransmitted++;
      } else if (item.lastFragment && proxy.writer.config.trace) {
        out.noteCompleted(writerId, change.sn);
      }
    } else if (item.kind === OWED_GAP) {
      builder.gap(proxy.readerId, writerId, item.gapStart, item.gapSet);
      counters.submessageOut(kinds.SUBMESSAGE_GAP, sizes.gapSize(item.gapSet));
    } else {
      const count = proxy.writer.nextHeartbeatCount();
      builder.heartbeat(proxy.readerId, writerId, item.firstSn, item.lastSn, count, item.final, item.liveliness);
      counters.submessageOut(kinds.SUBMESSAGE_HEARTBEAT, sizes.HEARTBEAT_SIZE);
    }
  }

  private writeAck(proxy: WriterProxy, item: AckItem): void {
    const { builder, counters } = this;
    const readerId = proxy.reader.entityId;
    if (item.isNackFrag) {
      builder.nackFrag(readerId, proxy.writerId, item.sn, item.set, item.count);
      counters.submessageOut(kinds.SUBMESSAGE_NACK_FRAG, sizes.nackFragSize(item.set));
    } else {
      builder.ackNack(readerId, proxy.writerId, item.set, item.count, item.final);
      counters.submessageOut(kinds.SUBMESSAGE_ACKNACK, sizes.ackNackSize(item.set));
    }
  }

  private infoDestination(prefix: GuidPrefix): void {
    this.builder.infoDestination(prefix);
    this.counters.submessageOut(kinds.SUBMESSAGE_INFO_DST, sizes.INFO_DESTINATION_SIZE);
  }

  /** §8.3.8.10: stays in force until the next one, so it is written only when it changes. */
  private writeTimestamp(timestamp: Timestamp): void {
    const current = this.timestamp;
    if (timestamp === current) return;
    if (timestamp.seconds === current.seconds && timestamp.fraction === current.fraction) return;
    this.timestamp = timestamp;
    if (isValidTimestamp(timestamp)) this.builder.infoTimestamp(timestamp);
    else this.builder.infoTimestampInvalid();
    this.counters.submessageOut(kinds.SUBMESSAGE_INFO_TS, sizes.INFO_TIMESTAMP_SIZE);
  }

  private writeData(
    writerId: number,
    readerId: number,
    change: CacheChange,
    inlineQos: Uint8Array,
    payload: Uint8Array,
    out: Transmit,
  ): void {
    this.builder.data(readerId, writerId, change.sn, change.payloadKind, payload.length, inlineQos);
    this.writePayload(payload, 0, payload.length, out);
    this.counters.submessageOut(
      kinds.SUBMESSAGE_DATA,
      sizes.dataOverhead(inlineQos.length) + sizes.paddedLength(payload.length),
    );
  }

  private writeFragment(proxy: ReaderProxy, item: OwedItem, out: Transmit): void {
    const { fragmentSize } = proxy;
    const { sn, payload, payloadKind } = item.change!;
    const inlineQos = inlineQosFor(proxy, item.change!);
    const start = (item.fragment - 1) * fragmentSize;
    const end = start + item.fragmentLength(fragmentSize);
    this.builder.dataFrag(
      proxy.readerId,
      proxy.writer.entityId,
      sn,
      item.fragment,
      1,
      fragmentSize,
      payload.length,
      payloadKind === PAYLOAD_KEY,
      end - start,
      inlineQos,
    );
    this.writePayload(payload, start, end, out);
    this.counters.submessageOut(
      kinds.SUBMESSAGE_DATA_FRAG,
      sizes.dataFragOverhead(inlineQos.length) + sizes.paddedLength(end - start),
    );
  }

  private writePayload(payload: Uint8Array, start: number, end: number, out: Transmit): void {
    const length = end - start;
    if (length === 0) return;
    if (length <= COPY_LIMIT) {
      this.builder.appendPayload(payload, start, end);
      return;
    }
    out.parts.push(this.builder.cut(), start === 0 && end === payload.length ? payload : payload.subarray(start, end));
    this.builder.addExternal(length);
  }
}

/** What this reader is to get: some want keys framed in their own way. */
function payloadFor(proxy: ReaderProxy, change: CacheChange): Uint8Array {
  if (proxy.bareKey === undefined || change.payloadKind !== PAYLOAD_KEY) return change.payload;
  return proxy.bareKey(change.payload);
}

/** §8.7.2: what a reader wants with every sample, if it does, and what goes with this one. */
function inlineQosFor(proxy: ReaderProxy, { inlineQos }: CacheChange): Uint8Array {
  return proxy.wantedQos === undefined ? inlineQos : prefixedList(proxy.wantedQos(proxy.wantedQosRoom), inlineQos);
}
