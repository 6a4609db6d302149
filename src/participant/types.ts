// What goes into and comes out of the sans-IO participant: its configuration, options, outcomes and events.
// Plain values only; the engine never calls user code.

import type { DiscoveryConfig, ParticipantLostReason } from "../discovery/DiscoveryContext.js";
import type { ContentFilterProperty, DiscoveredReaderData, DiscoveredWriterData } from "../discovery/endpointData.js";
import type { ParticipantProxyData } from "../discovery/participantData.js";
import type { InquiryState } from "../discovery/TypeInquiry.js";
import type { TypeScope } from "../discovery/typeScope.js";
import type { PolicyMismatch, ReaderQos, WriterQos } from "../qos/index.js";
import type { ReaderTuning, WriterTuning } from "../rtps/behavior/tuning.js";
import type { ChangeKind, PayloadKind } from "../rtps/structure/cacheChange.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import type { Guid, GuidPrefix } from "../rtps/structure/guid.js";
import type { SequenceNumber } from "../rtps/structure/sequenceNumber.js";
import type { Ms, Timestamp } from "../rtps/structure/time.js";

export type { ParticipantLostReason } from "../discovery/DiscoveryContext.js";
/** The content filter of a reader, as announced (RTPS 2.5 §9.6.4.1). */
export type { ContentFilterProperty } from "../discovery/endpointData.js";
export type { DiscoveryProgress } from "../discovery/progress.js";
export type { TypeSupport } from "../discovery/TypeSupport.js";

/** Where a datagram came from. */
export interface Source {
  readonly address: string;
  readonly port: number;
}

/** Everything a participant has to be told. It is discovery that uses most of it. */
export type ParticipantConfig = DiscoveryConfig;

export type WriterHandle = EntityId;
export type ReaderHandle = EntityId;

export interface EndpointOptions {
  readonly topicName: string;
  readonly typeName: string;
  /** True if the type has key members: decides the entity kind. */
  readonly keyed: boolean;
  /** Multiplies nothing, checks nothing: announced as TYPE_MAX_SIZE_SERIALIZED when above 0. */
  readonly typeMaxSizeSerialized: number;
  /** Stamp trace points for this endpoint. */
  readonly trace: boolean;
  /** The Publisher or Subscriber it belongs to, from `newGroup`; 0 or absent if it is alone. */
  readonly groupEntityId?: EntityId;
  /** The value of PID_TYPE_INFORMATION (XTypes 1.3 §7.6.3.2); left out, the type goes by its name. */
  readonly typeInformation?: Uint8Array;
  /** Who is told of it; default everybody. */
  readonly typeScope?: TypeScope;
}

export interface WriterOptions extends EndpointOptions {
  readonly qos: WriterQos;
  /** From `newWriterHandle`, if the writer had a name before it was created. */
  readonly handle?: WriterHandle;
  /** Hears of every payload that the history lets go; datagrams that are on their way still show it. */
  readonly payloadReleased?: (payload: Uint8Array) => void;
  /** A key payload without its frames, for readers that want it so (Cyclone DDS 0.10). */
  readonly bareKey?: (payload: Uint8Array) => Uint8Array;
  readonly tuning?: Partial<WriterTuning>;
}

export interface ReaderOptions extends EndpointOptions {
  readonly qos: ReaderQos;
  /** From `newReaderHandle`, if the reader had a name before it was created. */
  readonly handle?: ReaderHandle;
  /** Announced, so that writers can filter; the application layer filters too. */
  readonly contentFilter?: ContentFilterProperty;
  /** Memory for samples in fragments, at least so many bytes; instead of the participant's. */
  readonly allocate?: (bytes: number) => Uint8Array;
  readonly tuning?: Partial<ReaderTuning>;
}

/** What goes with a payload. */
export interface SampleMeta {
  readonly kind: ChangeKind;
  readonly payloadKind: PayloadKind;
  /** Names the instance inside this writer; one for all of a keyless topic. */
  readonly instance: number;
  /** 16 octets or an empty array. */
  readonly keyHash: Uint8Array;
  readonly sourceTimestamp: Timestamp;
  /** It is sent in a moment, together with others: KEEP_LAST drops none of them unsent. */
  readonly leavesSoon?: boolean;
  /** Readers whose content filter the sample does not pass: they get a GAP. */
  readonly excludedReaders?: readonly Guid[] | undefined;
  /** In a coherent set or in group order. `coherentSetSn` 0 with `opensCoherentSet`: this sample is the first. */
  readonly placement?: SamplePlacement | undefined;
}

/** Where a sample stands among those of its publisher (RTPS 2.5 §8.7.5, §8.7.6). */
export interface SamplePlacement {
  /** First number of the set; 0 for none, or if this sample opens it. */
  readonly coherentSetSn: SequenceNumber;
  readonly opensCoherentSet: boolean;
  readonly groupCoherentSetSn: SequenceNumber;
  readonly groupSeqNum: SequenceNumber;
}

/** The sequence number of the change (>= 1), or why there is none. */
export type WriteOutcome = SequenceNumber;
/** Every sample the history may hold is still unacknowledged: wait for a `writerSpace` event. */
export const WRITE_WOULD_BLOCK: WriteOutcome = -1;
/** Only an instance that is unregistered would make room: waiting does not help. */
export const WRITE_OUT_OF_RESOURCES: WriteOutcome = -3;
/** The history limit can never take this sample (bytes above the limit). */
export const WRITE_TOO_LARGE: WriteOutcome = -2;

/** What a remote participant announced about itself; version and vendor are those of its messages if it announced none. */
export type RemoteParticipantInfo = ParticipantProxyData;

/** What a remote participant announced about one of its writers or readers. Absent policies hold their defaults. */
export type RemoteEndpointInfo = DiscoveredWriterData | DiscoveredReaderData;

/** How far the question about an announced type has come. */
export interface TypeInquiryInfo {
  readonly state: InquiryState;
  /** Why it is unavailable; "" otherwise. */
  readonly reason: string;
}

export type ParticipantEvent =
  | { readonly type: "participantDiscovered"; readonly participant: RemoteParticipantInfo }
  | {
      readonly type: "participantLost";
      readonly participant: RemoteParticipantInfo;
      readonly reason: ParticipantLostReason;
    }
  | { readonly type: "endpointDiscovered"; readonly endpoint: RemoteEndpointInfo }
  | { readonly type: "endpointLost"; readonly endpoint: RemoteEndpointInfo }
  | {
      readonly type: "publicationMatched";
      readonly writer: WriterHandle;
      readonly remote: Guid;
      readonly change: 1 | -1;
    }
  | {
      readonly type: "subscriptionMatched";
      readonly reader: ReaderHandle;
      readonly remote: Guid;
      readonly change: 1 | -1;
    }
  | {
      readonly type: "offeredIncompatibleQos";
      readonly writer: WriterHandle;
      readonly remote: Guid;
      readonly mismatches: readonly PolicyMismatch[];
    }
  | {
      readonly type: "requestedIncompatibleQos";
      readonly reader: ReaderHandle;
      readonly remote: Guid;
      readonly mismatches: readonly PolicyMismatch[];
    }
  /** Same topic name, other type name or other keyedness: no match is possible. */
  | {
      readonly type: "inconsistentTopic";
      readonly local: EntityId;
      readonly remote: RemoteEndpointInfo;
      readonly reason: string;
    }
  /** The remote reader has shown that it can receive: a sample written now is not lost. */
  | { readonly type: "readerReady"; readonly writer: WriterHandle; readonly remote: Guid }
  /** A matched remote endpoint announced itself anew: `remoteEndpoint` has what it says now. */
  | { readonly type: "remoteChanged"; readonly endpoint: EntityId; readonly remote: Guid }
  /** The time that `setAlarm` was told has come. */
  | { readonly type: "alarm"; readonly endpoint: EntityId; readonly now: Ms }
  | { readonly type: "dataAvailable"; readonly reader: ReaderHandle }
  /** Acknowledgements moved on: waiting writes and waitForAcknowledgments may look again. */
  | { readonly type: "writerSpace"; readonly writer: WriterHandle }
  /** The writer was not asserted within the lease it offers. */
  | { readonly type: "livelinessLost"; readonly writer: WriterHandle }
  | {
      readonly type: "livelinessChanged";
      readonly reader: ReaderHandle;
      readonly remote: Guid;
      readonly alive: boolean;
    }
  /** A type that was asked about is known now, or is not to be had, with the reason. */
  | {
      readonly type: "typeSettled";
      readonly participant: GuidPrefix;
      readonly typeInformation: Uint8Array;
      readonly isKnown: boolean;
      readonly reason: string;
    }
  | { readonly type: "sampleLost"; readonly reader: ReaderHandle; readonly count: number }
  /** A best-effort sample found no room: nobody took the ones before. */
  | { readonly type: "sampleRejected"; readonly reader: ReaderHandle };
