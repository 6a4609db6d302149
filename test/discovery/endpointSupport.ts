// What the tests of endpoint announcements share.

import {
  type DiscoveredEndpointData,
  type DiscoveredReaderData,
  type DiscoveredWriterData,
  decodeReaderData,
  decodeWriterData,
} from "../../src/discovery/endpointData.js";
import { locatorToString } from "../../src/rtps/structure/locator.js";
import { LIMITS, toHexText } from "./support.js";

/** Decodes a writer's announcement; throws if it is refused. */
export function writerOf(payload: Uint8Array, keyHash?: Uint8Array): DiscoveredWriterData {
  const value = decodeWriterData(payload, LIMITS, keyHash);
  if (typeof value === "string") throw new Error(value);
  return value;
}

/** Decodes a reader's announcement; throws if it is refused. */
export function readerOf(payload: Uint8Array): DiscoveredReaderData {
  const value = decodeReaderData(payload, LIMITS);
  if (typeof value === "string") throw new Error(value);
  return value;
}

/** An endpoint in plain values, so that it can be compared. */
export function plainEndpoint<T extends DiscoveredEndpointData>(value: T) {
  return {
    ...value,
    guid: value.guid.toString(),
    unicast: value.unicast.map(locatorToString),
    multicast: value.multicast.map(locatorToString),
    typeInformation: toHexText(value.typeInformation),
  };
}
