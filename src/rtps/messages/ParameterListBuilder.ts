// RTPS 2.5 §9.4.2.11: makes parameter lists. Always little-endian: Fast DDS reads only the first octet of the
// enum kinds, so a big-endian list would be misread. Lengths are always multiples of 4.

import type { EntityId } from "../structure/entityId.js";
import type { Guid } from "../structure/guid.js";
import type { Locator } from "../structure/locator.js";
import { type SequenceNumber, snHigh, snLow } from "../structure/sequenceNumber.js";
import { durationToWire } from "../structure/time.js";
import { PID_SENTINEL, parameterIdName } from "./parameterId.js";

const UTF8 = new TextEncoder();

/** PL_CDR_LE and options 0: the four octets in front of discovery data (RTPS 2.5 §10.2). */
const PL_CDR_LE = [0x00, 0x03, 0x00, 0x00];

/** The largest value a parameter can have: a 16-bit length that is a multiple of 4. */
export const PARAMETER_VALUE_MAX = 65532;

/** Appends parameters to a growing buffer. Throws RangeError if a value is longer than PARAMETER_VALUE_MAX. */
export class ParameterListBuilder {
  private bytes: Uint8Array;
  private view: DataView;
  private length = 0;
  private started = -1;

  constructor(capacity = 256) {
    this.bytes = new Uint8Array(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  /** A list that starts with the PL_CDR_LE encapsulation header, as discovery data does. */
  static encapsulated(capacity = 512): ParameterListBuilder {
    const builder = new ParameterListBuilder(capacity);
    builder.reserve(4);
    builder.bytes.set(PL_CDR_LE, 0);
    builder.length = 4;
    return builder;
  }

  /** Adds the sentinel and returns a copy of the whole list. */
  finish(): Uint8Array {
    this.begin(PID_SENTINEL);
    this.started = -1;
    return this.bytes.slice(0, this.length);
  }

  u32(pid: number, value: number): void {
    this.begin(pid);
    this.putU32(value);
    this.close(pid);
  }

  /** Several 32-bit numbers; negative ones as two's complement. */
  words(pid: number, values: readonly number[]): void {
    this.begin(pid);
    for (const value of values) this.putU32(value >>> 0);
    this.close(pid);
  }

  /** Octets as they are, zero-padded to a multiple of 4. */
  octets(pid: number, octets: Uint8Array | readonly number[]): void {
    this.begin(pid);
    this.putOctets(octets);
    this.close(pid);
  }

  /** sequence<octet>: a count and the octets. */
  octetSequence(pid: number, octets: Uint8Array): void {
    this.begin(pid);
    this.putU32(octets.length);
    this.putOctets(octets);
    this.close(pid);
  }

  boolean(pid: number, value: boolean): void {
    this.octets(pid, [value ? 1 : 0]);
  }

  /** Milliseconds as Duration_t. @param round Math.ceil or Math.floor */
  duration(pid: number, ms: number, round = Math.ceil): void {
    this.begin(pid);
    this.putDuration(ms, round);
    this.close(pid);
  }

  /** A 32-bit kind followed by a duration: RELIABILITY and LIVELINESS. */
  kindAndDuration(pid: number, kind: number, ms: number, round = Math.ceil): void {
    this.begin(pid);
    this.putU32(kind);
    this.putDuration(ms, round);
    this.close(pid);
  }

  /** A duration followed by 32-bit numbers: DURABILITY_SERVICE. */
  durationAndWords(pid: number, ms: number, values: readonly number[]): void {
    this.begin(pid);
    this.putDuration(ms);
    for (const value of values) this.putU32(value >>> 0);
    this.close(pid);
  }

  /** One string, or several one after the other. */
  string(pid: number, ...texts: readonly string[]): void {
    this.begin(pid);
    for (const text of texts) this.putString(text);
    this.close(pid);
  }

  /** sequence<string>, after any strings that stand in front of it. */
  stringSequence(pid: number, texts: readonly string[], before: readonly string[] = []): void {
    this.begin(pid);
    for (const text of before) this.putString(text);
    this.putU32(texts.length);
    for (const text of texts) this.putString(text);
    this.close(pid);
  }

  /** PROPERTY_LIST: pairs of name and value. */
  properties(pid: number, pairs: readonly (readonly [string, string])[]): void {
    this.begin(pid);
    this.putU32(pairs.length);
    for (const [name, value] of pairs) {
      this.putString(name);
      this.putString(value);
    }
    this.close(pid);
  }

  /** sequence<int16>: DATA_REPRESENTATION. */
  shortSequence(pid: number, values: readonly number[]): void {
    this.begin(pid);
    this.putU32(values.length);
    for (const value of values) {
      this.reserve(2);
      this.view.setInt16(this.length, value, true);
      this.length += 2;
    }
    this.close(pid);
  }

  guid(pid: number, guid: Guid): void {
    this.octets(pid, guid.toBytes());
  }

  entityId(pid: number, id: EntityId): void {
    this.octets(pid, [(id >>> 24) & 0xff, (id >>> 16) & 0xff, (id >>> 8) & 0xff, id & 0xff]);
  }

  sequenceNumber(pid: number, sn: SequenceNumber): void {
    this.begin(pid);
    this.putU32(snHigh(sn) >>> 0);
    this.putU32(snLow(sn));
    this.close(pid);
  }

  locator(pid: number, locator: Locator): void {
    this.begin(pid);
    this.putU32(locator.kind >>> 0);
    this.putU32(locator.port);
    this.putOctets(locator.address);
    this.close(pid);
  }

  /** One parameter for each locator. */
  locators(pid: number, locators: readonly Locator[]): void {
    for (const locator of locators) this.locator(pid, locator);
  }

  private begin(pid: number): void {
    this.reserve(4);
    this.view.setUint16(this.length, pid, true);
    this.view.setUint16(this.length + 2, 0, true);
    this.length += 4;
    this.started = this.length;
  }

  private close(pid: number): void {
    this.align();
    const length = this.length - this.started;
    if (length > PARAMETER_VALUE_MAX) {
      throw new RangeError(`${parameterIdName(pid)} takes ${length} octets; a parameter holds ${PARAMETER_VALUE_MAX}`);
    }
    this.view.setUint16(this.started - 2, length, true);
    this.started = -1;
  }

  private putU32(value: number): void {
    this.reserve(4);
    this.view.setUint32(this.length, value, true);
    this.length += 4;
  }

  private putDuration(ms: number, round = Math.ceil): void {
    const { seconds, fraction } = durationToWire(ms, round);
    this.putU32(seconds);
    this.putU32(fraction);
  }

  private putOctets(octets: Uint8Array | readonly number[]): void {
    this.reserve(octets.length);
    this.bytes.set(octets, this.length);
    this.length += octets.length;
  }

  private putString(text: string): void {
    const octets = UTF8.encode(text);
    this.putU32(octets.length + 1);
    this.putOctets(octets);
    this.reserve(1);
    this.bytes[this.length++] = 0;
    this.align();
  }

  private align(): void {
    this.reserve(3);
    while ((this.length & 3) !== 0) this.bytes[this.length++] = 0;
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    larger.set(this.bytes);
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}
