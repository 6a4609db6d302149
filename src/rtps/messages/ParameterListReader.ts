// RTPS 2.5 §9.4.2.11: a cursor over a parameter list that somebody sent. Never throws, never reads outside its
// bounds, allocates only in the accessors that return objects. One instance is reused for many lists.

import { Guid } from "../structure/guid.js";
import { type Locator, locatorFromWire } from "../structure/locator.js";
import { durationMsFromWire } from "../structure/time.js";
import {
  isStandardParameterId,
  PID_EXTENDED,
  PID_IGNORE,
  PID_LIST_END,
  PID_MUST_UNDERSTAND_BIT,
  PID_PAD,
  PID_SENTINEL,
  PID_VENDOR_BIT,
  plainParameterId,
} from "./parameterId.js";

const NO_BYTES = new Uint8Array(0);
const NO_VIEW = new DataView(NO_BYTES.buffer);
const UTF8 = new TextDecoder();

/** Why a list came to an end. */
export const LIST_OPEN = 0;
/** The sentinel was found. Only such a list is valid. */
export const LIST_ENDED = 1;
/** The bytes ran out before the sentinel, or a length points beyond them. */
export const LIST_TRUNCATED = 2;
export type ListStatus = 0 | 1 | 2;

/**
 * Walks a parameter list. A length that is not a multiple of 4 is rounded up (nobody may send one; refusing it would
 * lose the peer). PAD and IGNORE are passed over.
 *
 * @example
 * list.reset(bytes, view, 4, bytes.length, true);
 * while (list.next()) if (list.pid === PID_TOPIC_NAME) name = list.string();
 * if (list.status !== LIST_ENDED) drop();
 */
export class ParameterListReader {
  bytes: Uint8Array = NO_BYTES;
  view: DataView = NO_VIEW;
  littleEndian = true;
  status: ListStatus = LIST_OPEN;
  /** The current parameter's id without the must-understand bit (DOMAIN_TAG keeps it). */
  pid = 0;
  /** The id as sent. */
  rawPid = 0;
  /** Where the value starts, and how many octets it declares. Alignment inside a value counts from here. */
  valueOffset = 0;
  valueLength = 0;
  /** After the end: the offset just behind the sentinel. */
  offset = 0;
  private end = 0;

  /** `view` must cover the same memory as `bytes`, from the same start. The list lies in [offset, end). */
  reset(bytes: Uint8Array, view: DataView, offset: number, end: number, littleEndian: boolean): void {
    this.bytes = bytes;
    this.view = view;
    this.offset = offset;
    this.end = Math.min(end, bytes.length);
    this.littleEndian = littleEndian;
    this.status = LIST_OPEN;
    this.pid = 0;
    this.rawPid = 0;
    this.valueOffset = offset;
    this.valueLength = 0;
  }

  /** Goes to the next parameter; false at the end, then see `status`. */
  next(): boolean {
    while (this.status === LIST_OPEN) {
      if (this.end - this.offset < 4) return this.stop(LIST_TRUNCATED, this.offset);
      this.rawPid = this.view.getUint16(this.offset, this.littleEndian);
      this.pid = plainParameterId(this.rawPid);
      // The length behind a sentinel has no meaning (§9.4.2.11).
      if (this.rawPid === PID_SENTINEL || this.pid === PID_LIST_END) return this.stop(LIST_ENDED, this.offset + 4);
      this.valueLength = this.view.getUint16(this.offset + 2, this.littleEndian);
      this.valueOffset = this.offset + 4;
      if (this.pid === PID_EXTENDED && !this.readExtendedHeader()) return this.stop(LIST_TRUNCATED, this.offset);
      if (this.valueLength > this.end - this.valueOffset) return this.stop(LIST_TRUNCATED, this.offset);
      // Rounded up, but not past the end.
      this.offset = Math.min(this.end, this.valueOffset + Math.ceil(this.valueLength / 4) * 4);
      if (this.pid !== PID_PAD && this.pid !== PID_IGNORE) return true;
    }
    return false;
  }

  /**
   * True if the data must be dropped because of this parameter: it must be understood, is not a vendor's private
   * one, and has no standard meaning (§9.4.2.11.2). Vendors' private ids are always optional.
   */
  isUnknownMustUnderstand(): boolean {
    if ((this.rawPid & PID_MUST_UNDERSTAND_BIT) === 0 || (this.rawPid & PID_VENDOR_BIT) !== 0) return false;
    return !isStandardParameterId(this.rawPid);
  }

  /** True if the value has at least `count` octets; the accessors below check nothing unless they say so. */
  has(count: number): boolean {
    return this.valueLength >= count;
  }

  octet(at: number): number {
    return this.bytes[this.valueOffset + at]!;
  }

  u16(at: number): number {
    return this.view.getUint16(this.valueOffset + at, this.littleEndian);
  }

  i16(at: number): number {
    return this.view.getInt16(this.valueOffset + at, this.littleEndian);
  }

  u32(at: number): number {
    return this.view.getUint32(this.valueOffset + at, this.littleEndian);
  }

  i32(at: number): number {
    return this.view.getInt32(this.valueOffset + at, this.littleEndian);
  }

  /** Four octets as one big-endian number whatever the byte order of the list: entity ids. */
  u32BigEndian(at: number): number {
    return this.view.getUint32(this.valueOffset + at);
  }

  /**
   * Milliseconds, to the nearest nanosecond (from 50 days on: millisecond): the fraction of 2^-32 s must not make
   * 100 ms unequal to 100 ms. Negative if the seconds are.
   */
  durationMs(at: number): number {
    return roundToNanoseconds(this.i32(at), this.u32(at + 4));
  }

  guid(at: number): Guid {
    return Guid.fromBytes(this.bytes, this.valueOffset + at);
  }

  /** A Locator_t of 24 octets. */
  locator(at: number): Locator {
    return locatorFromWire(this.i32(at), this.u32(at + 4), this.bytes, this.valueOffset + at + 8);
  }

  /** A copy of the whole value. */
  valueCopy(): Uint8Array {
    return this.bytes.slice(this.valueOffset, this.valueOffset + this.valueLength);
  }

  /** The octets of a sequence<octet> at `at`, copied; undefined if they do not fit into the value. */
  octetSequence(at: number): Uint8Array | undefined {
    if (this.valueLength < at + 4) return undefined;
    const count = this.u32(at);
    if (count > this.valueLength - at - 4) return undefined;
    const start = this.valueOffset + at + 4;
    return this.bytes.slice(start, start + count);
  }

  /** Where the string at `at` ends, aligned to 4, relative to the value; -1 if it does not fit into the value. */
  stringEnd(at: number): number {
    if (this.valueLength < at + 4) return -1;
    const length = this.u32(at);
    if (length > this.valueLength - at - 4) return -1;
    return at + 4 + Math.ceil(length / 4) * 4;
  }

  /**
   * The string at `at`; undefined if it does not fit into the value. The length counts the closing NUL. Tolerated:
   * length 0, no NUL at the end; text after an inner NUL is dropped.
   */
  string(at = 0): string | undefined {
    if (this.stringEnd(at) === -1) return undefined;
    const start = this.valueOffset + at + 4;
    const end = start + this.u32(at);
    let stop = start;
    while (stop < end && this.bytes[stop] !== 0) stop++;
    return UTF8.decode(this.bytes.subarray(start, stop));
  }

  /** A sequence<string> at `at`; undefined if count or strings do not fit into the value. */
  stringSequence(at = 0): string[] | undefined {
    if (this.valueLength < at + 4) return undefined;
    const count = this.u32(at);
    // Each string takes at least the four octets of its length.
    if (count > (this.valueLength - at - 4) / 4) return undefined;
    const strings: string[] = [];
    let position = at + 4;
    for (let i = 0; i < count; i++) {
      const text = this.string(position);
      if (text === undefined) return undefined;
      strings.push(text);
      position = this.stringEnd(position);
    }
    return strings;
  }

  private stop(status: ListStatus, offset: number): false {
    this.status = status;
    this.offset = offset;
    return false;
  }

  private readExtendedHeader(): boolean {
    if (this.valueLength < 8 || this.end - this.valueOffset < 8) return false;
    const id = this.u32(0);
    const length = this.u32(4);
    this.valueOffset += 8;
    this.valueLength = length;
    // Ids of 16 bits keep their meaning; the must-understand bit stands at bit 30. Larger ids have no meaning here.
    const plain = id & 0x0fffffff;
    const fits = plain < PID_MUST_UNDERSTAND_BIT;
    this.pid = fits ? plain : PID_EXTENDED;
    this.rawPid = (fits ? plain : 0x3fff) | ((id & 0x40000000) !== 0 ? PID_MUST_UNDERSTAND_BIT : 0);
    return true;
  }
}

/** From 2^32 ms (50 days) on a double no longer holds each nanosecond of a number of milliseconds. */
const NANOSECOND_RANGE_MS = 4294967296;

function roundToNanoseconds(seconds: number, fraction: number): number {
  // Also DURATION_INVALID, -1 s and a full fraction, which must not become 0.
  if (seconds < 0) return seconds * 1000;
  const ms = durationMsFromWire(seconds, fraction);
  if (ms >= NANOSECOND_RANGE_MS) return Math.round(ms);
  return (seconds * 1e9 + Math.round((fraction / 4294967296) * 1e9)) / 1e6;
}
