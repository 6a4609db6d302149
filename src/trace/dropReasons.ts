// Why something from a peer was not used, one line each. The position in the list is the index that the hot path
// increments; the name is what reports show. Append freely: indices are not stored anywhere.

/** Name and meaning of every drop reason. */
const MEANINGS = {
  // The datagram and its framing.
  tooShort: "datagram shorter than the 20-byte RTPS header",
  badMagic: "datagram does not begin with RTPS",
  badVersion: "major protocol version is not 2",
  ownTraffic: "datagram of this participant, looped back",
  spoofedPrefix: "datagram with our own GUID prefix from elsewhere",
  truncatedSubmessage: "submessage longer than what is left of the datagram",
  malformedSubmessage: "submessage with a field that is out of range",
  unknownSubmessage: "submessage kind not known, skipped by its length",
  tooManySubmessages: "rest of a datagram after the limit of submessages",
  badParameterList: "parameter list truncated, without sentinel or with a bad value",
  badPayload: "payload that its type cannot be decoded from",
  unexpectedPayload: "payload of a kind the endpoint does not take",
  badTypeObject: "TypeObject that is not what its hash says, or that nobody asked for",

  // Routing.
  notForUs: "submessage for another participant (INFO_DST)",
  foreignDomain: "participant of another domain id or domain tag",
  unknownParticipant: "submessage of a participant that is not discovered",
  unknownWriter: "submessage of a writer that no reader here is matched with",
  unknownReader: "submessage for, or of, a reader that is not known",
  foreignGoodbye: "goodbye of a participant from an address that it never had",
  foreignAnnouncement: "discovery traffic of a known participant from an address that is not known to be its own",
  ignoredPeer: "participant or endpoint that the user ignores",

  // Protocol state.
  duplicate: "sample received already",
  duplicateFragment: "fragment received already",
  outOfWindow: "sequence number outside the window of the reader or writer",
  staleCount: "HEARTBEAT, ACKNACK or fragment variant whose count is not newer",
  revokedHeartbeat: "HEARTBEAT, GAP or sample far ahead that later HEARTBEATs took back: probably forged",
  suppressedNack: "ACKNACK within nackSuppressionDuration of sending",
  badFragment: "fragment that does not fit the sample it belongs to",
  staleSample: "sample older than its lifespan or than the reader's history keeps",
  notOwner: "sample of an instance that a stronger writer owns",
  tooSoon: "value that the time-based filter left out",
  notReliable: "ACKNACK or NACK_FRAG of a best-effort reader",
  unsupportedKind: "submessage or entity kind that this participant does not implement",

  // Limits: what a peer can make us hold.
  limitParticipants: "limit of remote participants",
  limitEndpoints: "limit of remote endpoints",
  limitAnnouncements: "limit of announcements that wait to be sent",
  limitRepairs: "limit of samples that one reader asks fragments of at a time",
  limitLocators: "limit of locators of one participant or endpoint",
  limitOutOfOrder: "limit of changes held out of order for one writer",
  limitFragments: "limit of fragments of a sample, or of samples in reassembly",
  limitBytes: "limit of bytes held",
  limitSamples: "limit of samples of a reader's history",
  limitInstances: "limit of instances",
  limitAddresses: "limit of source addresses remembered",
  limitTypes: "limit of types of one participant",
  limitFilters: "content filter left to its reader: limit of what a writer filters for readers",
} as const;

export type DropReason = keyof typeof MEANINGS;

/** All reasons in index order. */
export const DROP_REASONS = Object.keys(MEANINGS) as readonly DropReason[];

/** One line of meaning for each reason. */
export const DROP_MEANINGS: Readonly<Record<DropReason, string>> = MEANINGS;

/** Reason -> index for `Counters.drop`: `counters.drop(DROP.badMagic)`. */
export const DROP = Object.freeze(
  Object.fromEntries(DROP_REASONS.map((reason, index) => [reason, index])) as Record<DropReason, number>,
);
