// RTPS 2.5 §8.3.5 and §9.4.2: submessage elements of variable size, read out of a datagram. Readers return the offset
// behind the element, or -1 when it is malformed. Never throw, never allocate.

import { LOCATOR_KIND_UDPv4, type Locator, locatorFromWire } from "../structure/locator.js";
import { type NumberSet, SET_BITS_MAX } from "../structure/NumberSet.js";
import { type SequenceNumber, SN_MAX, snFromWords } from "../structure/sequenceNumber.js";
import {
  FRAGMENT_SET_NUM_BITS,
  FRAGMENT_SET_SPAN,
  LOCATOR_ADDRESS,
  LOCATOR_PORT,
  LOCATOR_UDPV4_PORT,
  PARAMETER_HEADER_SPAN,
  PARAMETER_LENGTH,
  SN_SET_NUM_BITS,
  SN_SET_SPAN,
} from "./layouts.js";

/** SequenceNumber_t, not checked for validity. */
export function readSn(view: DataView, offset: number, littleEndian: boolean): SequenceNumber {
  const high = view.getInt32(offset, littleEndian);
  const low = view.getUint32(offset + 4, littleEndian);
  // The short way keeps small numbers out of floating point.
  return high === 0 ? low : snFromWords(high, low);
}

/**
 * SequenceNumberSet into `out`; the set must end at or before `end`. A base of 0 is let through for the caller to
 * judge; negative bases, more than 256 bits and numbers beyond SN_MAX are malformed. Bits beyond numBits are garbage
 * with some vendors and come out as 0.
 */
export function readSnSet(view: DataView, offset: number, end: number, littleEndian: boolean, out: NumberSet): number {
  const wordsOffset = offset + SN_SET_SPAN;
  if (wordsOffset > end) return -1;
  const base = readSn(view, offset, littleEndian);
  const numBits = view.getUint32(offset + SN_SET_NUM_BITS, littleEndian);
  if (numBits > SET_BITS_MAX || base < 0 || base + numBits > SN_MAX) return -1;
  out.base = base;
  out.numBits = numBits;
  return readWords(view, wordsOffset, end, littleEndian, out);
}

/** FragmentNumberSet: as readSnSet, with a base of 1 to 2^32 - 1. */
export function readFragmentSet(
  view: DataView,
  offset: number,
  end: number,
  littleEndian: boolean,
  out: NumberSet,
): number {
  const wordsOffset = offset + FRAGMENT_SET_SPAN;
  if (wordsOffset > end) return -1;
  const base = view.getUint32(offset, littleEndian);
  const numBits = view.getUint32(offset + FRAGMENT_SET_NUM_BITS, littleEndian);
  if (numBits > SET_BITS_MAX || base === 0 || base + numBits > TWO_32) return -1;
  out.base = base;
  out.numBits = numBits;
  return readWords(view, wordsOffset, end, littleEndian, out);
}

function readWords(view: DataView, offset: number, end: number, littleEndian: boolean, out: NumberSet): number {
  const words = out.words;
  const count = (out.numBits + 31) >>> 5;
  const wordsEnd = offset + count * 4;
  if (wordsEnd > end) return -1;
  for (let i = 0; i < count; i++) words[i] = view.getUint32(offset + i * 4, littleEndian);
  for (let i = count; i < 8; i++) words[i] = 0;
  const spare = (count << 5) - out.numBits;
  if (spare !== 0) words[count - 1]! &= -1 << spare;
  return wordsEnd;
}

/**
 * §9.4.2.11: the offset behind the sentinel of the parameter list at `offset`, or -1 if a parameter or the list has
 * no end before `end`. The sentinel's own length means nothing. A length that is not a multiple of 4 is rounded up.
 */
export function skipParameterList(view: DataView, offset: number, end: number, littleEndian: boolean): number {
  let at = offset;
  while (end - at >= PARAMETER_HEADER_SPAN) {
    const next = at + PARAMETER_HEADER_SPAN;
    if (view.getUint16(at, littleEndian) === PID_SENTINEL) return next;
    at = next + ((view.getUint16(at + PARAMETER_LENGTH, littleEndian) + 3) & ~3);
  }
  return -1;
}

/** Locator_t at `offset`, 24 octets. Allocates: for INFO_REPLY and parameter lists, not for the hot path. */
export function readLocator(bytes: Uint8Array, view: DataView, offset: number, littleEndian: boolean): Locator {
  const kind = view.getInt32(offset, littleEndian);
  const port = view.getUint32(offset + LOCATOR_PORT, littleEndian);
  return locatorFromWire(kind, port, bytes, offset + LOCATOR_ADDRESS);
}

/** LocatorUDPv4_t at `offset`, 8 octets: the address is a number in the byte order of the submessage. */
export function readLocatorUdpv4(view: DataView, offset: number, littleEndian: boolean): Locator {
  const address = new Uint8Array(16);
  new DataView(address.buffer).setUint32(12, view.getUint32(offset, littleEndian));
  const port = view.getUint32(offset + LOCATOR_UDPV4_PORT, littleEndian);
  return locatorFromWire(LOCATOR_KIND_UDPv4, port, address, 0);
}

const PID_SENTINEL = 0x0001;
const TWO_32 = 4294967296;
