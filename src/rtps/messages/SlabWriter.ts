// RTPS 2.5 §9.4.2: the slab of a MessageBuilder, its parts, and submessage elements written into it.
// A datagram is a row of parts: views cut from the slab, and payloads that the caller puts between them uncopied.

import type { GuidPrefix } from "../structure/guid.js";
import type { Locator } from "../structure/locator.js";
import type { NumberSet } from "../structure/NumberSet.js";
import type { SequenceNumber } from "../structure/sequenceNumber.js";
import type { Timestamp } from "../structure/time.js";
import * as layout from "./layouts.js";
import { BODY_MAX, paddedLength } from "./sizes.js";
import { FLAG_ENDIANNESS, type SubmessageKind } from "./submessageKind.js";

export class SlabWriter {
  /** Octets of the datagram so far, external parts included. */
  length = 0;
  protected bytes: Uint8Array;
  protected view: DataView;
  private lastPart: Uint8Array;
  private position = 0;
  private cutPosition = 0;
  /** Payload octets that the last submessage header announced and that have not come yet. */
  private owedPayload = 0;

  /** `capacity` is the largest number of octets one datagram takes in the slab, external parts not counted. */
  constructor(
    readonly capacity: number,
    readonly littleEndian = true,
  ) {
    this.bytes = new Uint8Array(capacity);
    this.view = new DataView(this.bytes.buffer);
    this.lastPart = this.bytes;
  }

  /** How many octets the datagram may still grow by if it is to stay within `limit`. */
  remaining(limit: number): number {
    return limit - this.length;
  }

  /** The part written since the last cut: a view of the slab, valid until the next begin(). */
  cut(): Uint8Array {
    const from = this.cutPosition;
    // Datagrams of one writer tend to have one size: making a view costs about as much as filling it.
    if (this.lastPart.byteOffset !== from || this.lastPart.length !== this.position - from) {
      this.lastPart = this.bytes.subarray(from, this.position);
    }
    this.cutPosition = this.position;
    return this.lastPart;
  }

  /** Copies payload octets [start, end) of `source` behind a DATA or DATA_FRAG and pads them to a multiple of 4. */
  appendPayload(source: Uint8Array, start: number, end: number): void {
    const length = end - start;
    this.settlePayload(length);
    const at = this.reserve(length);
    if (length <= COPY_LOOP_MAX) {
      const bytes = this.bytes;
      for (let i = 0; i < length; i++) bytes[at + i] = source[start + i]!;
    } else {
      this.bytes.set(start === 0 && end === source.length ? source : source.subarray(start, end), at);
    }
    this.padPayload(length);
  }

  /**
   * Counts `length` payload octets that the caller sends as a part of its own, right after cut(). Their padding goes
   * into the slab and is part of the next cut.
   */
  addExternal(length: number): void {
    if (this.cutPosition !== this.position) throw new RangeError("cut() must come before addExternal()");
    this.settlePayload(length);
    this.length += length;
    this.padPayload(length);
  }

  /** Leaves the slab to whoever still holds views of it, and takes a new one. */
  replaceSlab(): void {
    this.bytes = new Uint8Array(this.capacity);
    this.view = new DataView(this.bytes.buffer);
    this.lastPart = this.bytes;
    this.restart();
  }

  protected restart(): void {
    this.position = 0;
    this.cutPosition = 0;
    this.owedPayload = 0;
    this.length = 0;
  }

  /** Takes `count` octets of the slab and returns where they start. */
  protected reserve(count: number): number {
    const at = this.position;
    if (at + count > this.capacity) throw new RangeError(`a slab of ${this.capacity} octets is too small`);
    this.position = at + count;
    this.length += count;
    return at;
  }

  /**
   * Writes a submessage header for a body of `span` octets in the slab and `payload` octets that are to follow, and
   * returns where the body starts. The payload is padded to a multiple of 4; `span` must be one.
   */
  protected submessage(kind: SubmessageKind, flags: number, span: number, payload = 0): number {
    if (this.owedPayload !== 0) throw new RangeError("the payload of the submessage before is missing");
    this.owedPayload = payload;
    const length = span + paddedLength(payload);
    if ((span & 3) !== 0) throw new RangeError(`a body of ${span} octets is not a multiple of 4`);
    if (length > BODY_MAX) throw new RangeError(`a submessage of ${length} octets must be sent as fragments`);
    const at = this.reserve(layout.SUBMESSAGE_HEADER_SPAN + span);
    const view = this.view;
    view.setUint8(at, kind);
    view.setUint8(at + layout.SUBMESSAGE_FLAGS, this.littleEndian ? flags | FLAG_ENDIANNESS : flags);
    view.setUint16(at + layout.SUBMESSAGE_LENGTH, length, this.littleEndian);
    return at + layout.SUBMESSAGE_HEADER_SPAN;
  }

  protected putPrefix(at: number, prefix: GuidPrefix): void {
    this.view.setUint32(at, prefix.w0);
    this.view.setUint32(at + 4, prefix.w1);
    this.view.setUint32(at + 8, prefix.w2);
  }

  protected putSn(at: number, sn: SequenceNumber): void {
    this.view.setInt32(at, sn < TWO_32 ? 0 : Math.floor(sn / TWO_32), this.littleEndian);
    this.view.setUint32(at + 4, sn >>> 0, this.littleEndian);
  }

  protected putTimestamp(at: number, timestamp: Timestamp): void {
    this.view.setUint32(at, timestamp.seconds, this.littleEndian);
    this.view.setUint32(at + 4, timestamp.fraction, this.littleEndian);
  }

  /** SequenceNumberSet; returns the offset behind it. */
  protected putSnSet(at: number, set: NumberSet): number {
    this.putSn(at, set.base);
    this.view.setUint32(at + layout.SN_SET_NUM_BITS, set.numBits, this.littleEndian);
    return this.putWords(at + layout.SN_SET_SPAN, set);
  }

  /** FragmentNumberSet; returns the offset behind it. */
  protected putFragmentSet(at: number, set: NumberSet): number {
    this.view.setUint32(at, set.base, this.littleEndian);
    this.view.setUint32(at + layout.FRAGMENT_SET_NUM_BITS, set.numBits, this.littleEndian);
    return this.putWords(at + layout.FRAGMENT_SET_SPAN, set);
  }

  /** LocatorList; returns the offset behind it. */
  protected putLocators(at: number, locators: readonly Locator[]): number {
    this.view.setUint32(at, locators.length, this.littleEndian);
    let offset = at + layout.LOCATOR_LIST_SPAN;
    for (let i = 0; i < locators.length; i++) {
      const locator = locators[i]!;
      this.view.setInt32(offset, locator.kind, this.littleEndian);
      this.view.setUint32(offset + layout.LOCATOR_PORT, locator.port, this.littleEndian);
      this.bytes.set(locator.address, offset + layout.LOCATOR_ADDRESS);
      offset += layout.LOCATOR_SPAN;
    }
    return offset;
  }

  protected putLocatorUdpv4(at: number, locator: Locator): void {
    const address = locator.address;
    const word = (address[12]! << 24) | (address[13]! << 16) | (address[14]! << 8) | address[15]!;
    this.view.setUint32(at, word, this.littleEndian);
    this.view.setUint32(at + layout.LOCATOR_UDPV4_PORT, locator.port, this.littleEndian);
  }

  private putWords(at: number, set: NumberSet): number {
    const count = set.wordCount();
    for (let i = 0; i < count; i++) this.view.setUint32(at + i * 4, set.words[i]!, this.littleEndian);
    return at + count * 4;
  }

  private settlePayload(length: number): void {
    if (length !== this.owedPayload) throw new RangeError(`a payload of ${this.owedPayload} octets was announced`);
    this.owedPayload = 0;
  }

  private padPayload(length: number): void {
    const padding = -length & 3;
    if (padding === 0) return;
    const at = this.reserve(padding);
    for (let i = 0; i < padding; i++) this.bytes[at + i] = 0;
  }
}

const TWO_32 = 4294967296;
/** Below this, a loop is faster than the call of TypedArray.prototype.set. */
const COPY_LOOP_MAX = 32;
