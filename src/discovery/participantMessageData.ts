// RTPS 2.5 §8.4.13 and §9.6.3.1: ParticipantMessageData, by which a participant says that its writers are alive.
// Plain CDR, whatever the encapsulation id says: Fast DDS 2.9 labels it PL_CDR.

import { GuidPrefix } from "../rtps/structure/guid.js";

/** §9.6.3.1: octets of the kind, as one big-endian number. */
export const AUTOMATIC_LIVELINESS_UPDATE = 0x00000001;
export const MANUAL_LIVELINESS_UPDATE = 0x00000002;
/** Which writers are asserted: AUTOMATIC ones, or MANUAL_BY_PARTICIPANT ones. */
export type ParticipantMessageKind = 1 | 2;

export interface ParticipantMessageData {
  readonly guidPrefix: GuidPrefix;
  readonly kind: ParticipantMessageKind;
}

const ENCAPSULATION_LENGTH = 4;
const KEY_LENGTH = 16;
/** Prefix, kind and the count of the octets that nobody uses. */
const VALUE_LENGTH = 20;

/** The payload, CDR_LE with its encapsulation header; the octet sequence is empty. */
export function encodeParticipantMessageData(value: ParticipantMessageData): Uint8Array {
  const payload = new Uint8Array(ENCAPSULATION_LENGTH + VALUE_LENGTH);
  payload[1] = 0x01;
  payload.set(participantMessageKey(value), ENCAPSULATION_LENGTH);
  return payload;
}

/** The key, 16 octets: prefix and kind. It is its own key hash. */
export function participantMessageKey(value: ParticipantMessageData): Uint8Array {
  const key = new Uint8Array(KEY_LENGTH);
  key.set(value.guidPrefix.bytes);
  new DataView(key.buffer).setUint32(12, value.kind);
  return key;
}

/**
 * Reads the payload of one message. The octets that follow the key are not looked at (vendors send none, one, or
 * none with padding), except that their count must be there and fit.
 *
 * @returns the data, or why it must be ignored (one of a fixed set of texts)
 */
export function decodeParticipantMessageData(payload: Uint8Array): ParticipantMessageData | string {
  if (payload.length < ENCAPSULATION_LENGTH + VALUE_LENGTH) return "too short";
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  const littleEndian = (payload[1]! & 1) === 1;
  const kind = view.getUint32(ENCAPSULATION_LENGTH + 12);
  if (kind !== AUTOMATIC_LIVELINESS_UPDATE && kind !== MANUAL_LIVELINESS_UPDATE) return "unknown kind";
  const count = view.getUint32(ENCAPSULATION_LENGTH + KEY_LENGTH, littleEndian);
  if (count > payload.length - ENCAPSULATION_LENGTH - VALUE_LENGTH) return "too short";
  return { guidPrefix: new GuidPrefix(payload, ENCAPSULATION_LENGTH), kind };
}
