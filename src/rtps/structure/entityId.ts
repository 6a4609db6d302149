// RTPS 2.5 §9.3.1.2 and §9.3.1.5: entity ids as unsigned 32-bit numbers, the four octets read big-endian.
// Owns the builtin ids and the meaning of the kind octet. Never allocates.

/** An RTPS EntityId: three octets of key and one of kind, as one unsigned 32-bit number (0x000100c2). */
export type EntityId = number;

export const ENTITYID_UNKNOWN: EntityId = 0x00000000;
export const ENTITYID_PARTICIPANT: EntityId = 0x000001c1;
export const ENTITYID_SPDP_BUILTIN_PARTICIPANT_WRITER: EntityId = 0x000100c2;
export const ENTITYID_SPDP_BUILTIN_PARTICIPANT_READER: EntityId = 0x000100c7;
export const ENTITYID_SEDP_BUILTIN_PUBLICATIONS_WRITER: EntityId = 0x000003c2;
export const ENTITYID_SEDP_BUILTIN_PUBLICATIONS_READER: EntityId = 0x000003c7;
export const ENTITYID_SEDP_BUILTIN_SUBSCRIPTIONS_WRITER: EntityId = 0x000004c2;
export const ENTITYID_SEDP_BUILTIN_SUBSCRIPTIONS_READER: EntityId = 0x000004c7;
export const ENTITYID_P2P_BUILTIN_PARTICIPANT_MESSAGE_WRITER: EntityId = 0x000200c2;
export const ENTITYID_P2P_BUILTIN_PARTICIPANT_MESSAGE_READER: EntityId = 0x000200c7;

/** XTypes 1.3 §7.6.3.3.4: the TypeLookup service. */
export const ENTITYID_TL_SVC_REQ_WRITER: EntityId = 0x000300c3;
export const ENTITYID_TL_SVC_REQ_READER: EntityId = 0x000300c4;
export const ENTITYID_TL_SVC_REPLY_WRITER: EntityId = 0x000301c3;
export const ENTITYID_TL_SVC_REPLY_READER: EntityId = 0x000301c4;

/** Kind octets of user-defined endpoints (§9.3.1.2, table 9.1). Builtin ones have 0xc0 added. */
export const KIND_WRITER_WITH_KEY = 0x02;
export const KIND_WRITER_NO_KEY = 0x03;
export const KIND_READER_NO_KEY = 0x04;
export const KIND_READER_WITH_KEY = 0x07;
/** A Publisher, and a Subscriber (§9.3.1.2, since 2.3). */
export const KIND_WRITER_GROUP = 0x08;
export const KIND_READER_GROUP = 0x09;

/** The low six bits of the kind octet; the top two say user (00), vendor (01) or builtin (11). */
function entityKind(id: EntityId): number {
  return id & 0x3f;
}

/** As it travels: big-endian whatever the byte order of the message (§9.3.1.2). */
export function entityIdOctets(id: EntityId): [number, number, number, number] {
  return [id >>> 24, (id >>> 16) & 0xff, (id >>> 8) & 0xff, id & 0xff];
}

export function isWriterId(id: EntityId): boolean {
  const kind = entityKind(id);
  return kind === KIND_WRITER_WITH_KEY || kind === KIND_WRITER_NO_KEY;
}

export function isReaderId(id: EntityId): boolean {
  const kind = entityKind(id);
  return kind === KIND_READER_WITH_KEY || kind === KIND_READER_NO_KEY;
}

export function isBuiltinId(id: EntityId): boolean {
  return (id & 0xc0) === 0xc0;
}

/** True for endpoints of a topic whose type has key members. */
export function isKeyedId(id: EntityId): boolean {
  const kind = entityKind(id);
  return kind === KIND_WRITER_WITH_KEY || kind === KIND_READER_WITH_KEY;
}

/** Eight hex digits, for logs and reports only. */
export function entityIdToHex(id: EntityId): string {
  return (id >>> 0).toString(16).padStart(8, "0");
}
