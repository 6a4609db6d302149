// RTPS 2.5 §8.3.8: what MessageReader finds in a submessage. One reusable instance per kind: every field is set by
// each successful read, and means nothing after a failed one. Offsets are into the datagram; 0 stands for "absent".

import { PAYLOAD_NONE, type PayloadKind } from "../structure/cacheChange.js";
import { ENTITYID_UNKNOWN, type EntityId } from "../structure/entityId.js";
import { NumberSet } from "../structure/NumberSet.js";
import { type SequenceNumber, SN_NONE } from "../structure/sequenceNumber.js";

export class DataFields {
  readerId: EntityId = ENTITYID_UNKNOWN;
  writerId: EntityId = ENTITYID_UNKNOWN;
  sn: SequenceNumber = SN_NONE;
  /** [inlineQosOffset, inlineQosEnd) is the parameter list with its sentinel. */
  inlineQosOffset = 0;
  inlineQosEnd = 0;
  payloadKind: PayloadKind = PAYLOAD_NONE;
  /** [payloadOffset, payloadEnd) starts with the encapsulation header and includes the padding of the submessage. */
  payloadOffset = 0;
  payloadEnd = 0;
  /** The payload has no encapsulation header: it follows another specification. */
  nonStandardPayload = false;
}

export class DataFragFields {
  readerId: EntityId = ENTITYID_UNKNOWN;
  writerId: EntityId = ENTITYID_UNKNOWN;
  sn: SequenceNumber = SN_NONE;
  inlineQosOffset = 0;
  inlineQosEnd = 0;
  /** [payloadOffset, payloadEnd) is exactly the bytes of the fragments, without the padding of the submessage. */
  payloadOffset = 0;
  payloadEnd = 0;
  /** 1-based. */
  fragmentStartingNum = 0;
  fragmentsInSubmessage = 0;
  fragmentSize = 0;
  /** Bytes of the whole serialized payload with its encapsulation header; up to 2^32 - 1, believe it at your own risk. */
  sampleSize = 0;
  /** The sample is a serialized key. */
  keyFlag = false;
  nonStandardPayload = false;
}

export class HeartbeatFields {
  readerId: EntityId = ENTITYID_UNKNOWN;
  writerId: EntityId = ENTITYID_UNKNOWN;
  firstSn: SequenceNumber = SN_NONE;
  /** firstSn - 1 when the writer holds nothing. A number beyond SN_MAX is given as SN_MAX. */
  lastSn: SequenceNumber = SN_NONE;
  count = 0;
  final = false;
  liveliness = false;
  /** The five fields below are there. */
  groupInfo = false;
  currentGsn: SequenceNumber = SN_NONE;
  firstGsn: SequenceNumber = SN_NONE;
  lastGsn: SequenceNumber = SN_NONE;
  /** GroupDigest_t as one big-endian word. */
  writerSet = 0;
  secureWriterSet = 0;
}

export class HeartbeatFragFields {
  readerId: EntityId = ENTITYID_UNKNOWN;
  writerId: EntityId = ENTITYID_UNKNOWN;
  sn: SequenceNumber = SN_NONE;
  /** Fragments 1 to this one are available. */
  lastFragmentNum = 0;
  count = 0;
}

export class AckNackFields {
  readerId: EntityId = ENTITYID_UNKNOWN;
  writerId: EntityId = ENTITYID_UNKNOWN;
  /** Everything below the base is acknowledged, members are missing. Base 0 (always empty) only asks for a HEARTBEAT. */
  readonly set = new NumberSet();
  count = 0;
  final = false;
}

export class NackFragFields {
  readerId: EntityId = ENTITYID_UNKNOWN;
  writerId: EntityId = ENTITYID_UNKNOWN;
  sn: SequenceNumber = SN_NONE;
  /** Fragment numbers, 1-based, that are missing. */
  readonly set = new NumberSet();
  count = 0;
}

export class GapFields {
  readerId: EntityId = ENTITYID_UNKNOWN;
  writerId: EntityId = ENTITYID_UNKNOWN;
  /** Irrelevant are [gapStart, set.base) and the members of the set. A base below gapStart makes the range empty. */
  gapStart: SequenceNumber = SN_NONE;
  readonly set = new NumberSet();
}

export class InfoTimestampFields {
  /** Both words are 0xffffffff (TIME_INVALID) when the submessage takes the timestamp back. */
  seconds = 0;
  fraction = 0;
}

export class InfoSourceFields {
  major = 0;
  minor = 0;
  vendorId = 0;
  /** Where the 12 octets of the prefix start. */
  prefixOffset = 0;
}

export class InfoDestinationFields {
  /** Where the 12 octets of the prefix start. All zero means "whoever receives this". */
  prefixOffset = 0;
}

export class InfoReplyFields {
  /** Locators of 8 octets (INFO_REPLY_IP4) instead of 24. */
  isIp4 = false;
  /** Where the first locator starts. The lists are inside the submessage whatever the peer claimed. */
  unicastOffset = 0;
  unicastCount = 0;
  multicastOffset = 0;
  multicastCount = 0;
}

export class HeaderExtensionFields {
  /** Octets of the whole message; 0 when not given. */
  messageLength = 0;
  /** TIME_INVALID when not given. */
  sendSeconds = 0xffffffff;
  sendFraction = 0xffffffff;
  /** Octets of the two extension fields; 0 when not given. */
  uExtensionOffset = 0;
  wExtensionOffset = 0;
  /** 0, 4 (CRC-32C), 8 (CRC-64/XZ) or 16 (MD5) octets. */
  checksumOffset = 0;
  checksumLength = 0;
  parametersOffset = 0;
  parametersEnd = 0;
}
