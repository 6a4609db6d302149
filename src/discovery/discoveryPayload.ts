// RTPS 2.5 §9.4.2.11 and §10.2: what all discovery data has in common: a PL_CDR encapsulation, a parameter list,
// and a table that says what to do with each parameter. Nothing here throws on a peer's bytes.

import type { Limits } from "../rtps/behavior/tuning.js";
import { LIST_ENDED, ParameterListReader } from "../rtps/messages/parameterList.js";
import { isMulticastHost, isUsableLocator, LOCATOR_KIND_UDPv4, type Locator } from "../rtps/structure/locator.js";

/** The limits that decoding discovery data obeys. */
export type DiscoveryDataLimits = Pick<Limits, "maxLocatorsPerList" | "maxParameterListBytes">;

/**
 * Takes one parameter into a draft. Returns "" or why the whole announcement must be dropped; the texts are a fixed
 * set, so that they can name counters.
 */
export type ParameterHandler<Draft> = (list: ParameterListReader, draft: Draft) => string;

export type ParameterTable<Draft> = ReadonlyMap<number, ParameterHandler<Draft>>;

/** Removes `readonly` from the first level, for values under construction. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Everything was in order. */
export const NO_PROBLEM = "";

const ENCAPSULATION_PL_CDR_BE = 0x0002;
const ENCAPSULATION_PL_CDR_LE = 0x0003;

/**
 * Hands every parameter of `payload` that the table knows to its handler; the others are skipped. A parameter that
 * occurs twice is handled twice: the last one counts, except for locators and the like, which add up.
 *
 * @returns "" or why the announcement must be dropped
 */
export function readParameters<Draft>(
  payload: Uint8Array,
  limits: DiscoveryDataLimits,
  table: ParameterTable<Draft>,
  draft: Draft,
): string {
  if (payload.length < 4) return "no encapsulation header";
  if (payload.length > limits.maxParameterListBytes) return "longer than maxParameterListBytes";
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  const encapsulation = view.getUint16(0);
  if (encapsulation !== ENCAPSULATION_PL_CDR_LE && encapsulation !== ENCAPSULATION_PL_CDR_BE) {
    return "the encapsulation is not PL_CDR";
  }
  const list = new ParameterListReader();
  list.reset(payload, view, 4, payload.length, encapsulation === ENCAPSULATION_PL_CDR_LE);
  while (list.next()) {
    const handler = table.get(list.pid);
    if (handler !== undefined) {
      const problem = handler(list, draft);
      if (problem !== NO_PROBLEM) return problem;
    } else if (list.isUnknownMustUnderstand()) {
      return "a parameter that must be understood is unknown";
    }
  }
  return list.status === LIST_ENDED ? NO_PROBLEM : "the parameter list has no sentinel";
}

/** A handler for a value of at least `size` octets that matters: a shorter one costs the announcement. */
export function sizedParameter<Draft>(
  size: number,
  name: string,
  take: (list: ParameterListReader, draft: Draft) => void,
): ParameterHandler<Draft> {
  const tooShort = `${name} is too short`;
  return (list, draft) => {
    if (!list.has(size)) return tooShort;
    take(list, draft);
    return NO_PROBLEM;
  };
}

/** A handler for advice: `take` leaves the draft as it is if the value cannot be read. */
export function adviceParameter<Draft>(
  take: (list: ParameterListReader, draft: Draft) => void,
): ParameterHandler<Draft> {
  return (list, draft) => {
    take(list, draft);
    return NO_PROBLEM;
  };
}

/** The parts of UDPv4 addressing that a list of locators asks for. */
export type LocatorUse = "unicast" | "multicast";

/**
 * Adds the current parameter, a Locator_t, to `locators` unless it is bad or the list is full; a bad locator costs
 * only itself. Kinds other than UDPv4 are kept for reports.
 */
export function takeLocator(
  list: ParameterListReader,
  locators: Locator[],
  use: LocatorUse,
  limits: DiscoveryDataLimits,
): void {
  if (!list.has(24) || locators.length >= limits.maxLocatorsPerList) return;
  const locator = list.locator(0);
  // Kinds -1 and 0 are "invalid" and "reserved" (§9.3.2).
  if (locator.kind <= 0) return;
  if (locator.kind === LOCATOR_KIND_UDPv4 && (!isUsableLocator(locator) || !isUsedAs(locator.host, use))) return;
  locators.push(locator);
}

function isUsedAs(host: string, use: LocatorUse): boolean {
  if (use === "multicast") return isMulticastHost(host);
  // 224.0.0.0/4 is multicast, what follows is reserved or broadcast.
  return Number.parseInt(host, 10) < 224;
}

/** PROPERTY_LIST: pairs of name and value; empty if they do not fit. What follows the pairs (binary ones) is skipped. */
export function readProperties(list: ParameterListReader): (readonly [string, string])[] {
  if (!list.has(4)) return [];
  const count = list.u32(0);
  // Each pair takes at least the lengths of its two strings.
  if (count > (list.valueLength - 4) / 8) return [];
  const pairs: (readonly [string, string])[] = [];
  let at = 4;
  for (let i = 0; i < count; i++) {
    const name = list.string(at);
    if (name === undefined) return [];
    at = list.stringEnd(at);
    const value = list.string(at);
    if (value === undefined) return [];
    at = list.stringEnd(at);
    if (i < MAX_PROPERTIES) pairs.push([name, value]);
  }
  return pairs;
}

/** Kept of one list: nobody announces a tenth of it, and empty ones take ten times their octets. */
const MAX_PROPERTIES = 256;
