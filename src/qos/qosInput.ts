// The forms in which users may give QoS: every policy optional, short forms next to full ones.
// A complete WriterQos or ReaderQos is a valid input too.

import type { TopicQos } from "./entityQos.js";
import type { DurationInput, KindInput } from "./fieldParsers.js";
import type {
  DataRepresentationId,
  DestinationOrderKind,
  DurabilityKind,
  HistoryKind,
  LivelinessKind,
  OwnershipKind,
  PresentationScope,
  ReliabilityKind,
  TypeConsistencyKind,
} from "./policies.js";
import type { PresetInput } from "./presets.js";

/** A count of 1 to 2^31 - 1, or Infinity, -1 or "unlimited". */
export type LimitInput = number | "unlimited" | (string & {});

/** Octets, or text that becomes UTF-8. */
export type OctetsInput = Uint8Array | string | readonly number[];

/** `{ "dds.name": "value" }`, or a list; a property is announced if it says `propagate: true`. */
export type PropertyListInput =
  | readonly { readonly name: string; readonly value: string; readonly propagate?: boolean }[]
  | Readonly<Record<string, string>>;

type Representation = KindInput<Extract<DataRepresentationId, string>> | number;

export interface ResourceLimitsInput {
  readonly maxSamples?: LimitInput;
  readonly maxInstances?: LimitInput;
  readonly maxSamplesPerInstance?: LimitInput;
}

/** `"keepAll"`, `{ keepLast: 10 }`, or the full form. */
export type HistoryInput =
  | KindInput<HistoryKind>
  | { readonly keepLast: number }
  | { readonly keepAll: true }
  | { readonly kind?: KindInput<HistoryKind>; readonly depth?: number };

/** What writers and readers have in common. Absent policies keep the value of the base. */
export interface EndpointQosInput {
  readonly durability?: KindInput<DurabilityKind> | { readonly kind: KindInput<DurabilityKind> };
  readonly reliability?:
    | KindInput<ReliabilityKind>
    | {
        readonly kind?: KindInput<ReliabilityKind>;
        readonly maxBlockingTime?: DurationInput;
        readonly maxBlockingTimeMs?: DurationInput;
      };
  readonly history?: HistoryInput;
  readonly resourceLimits?: ResourceLimitsInput;
  readonly deadline?: DurationInput | { readonly period?: DurationInput; readonly periodMs?: DurationInput };
  readonly latencyBudget?: DurationInput | { readonly duration?: DurationInput; readonly durationMs?: DurationInput };
  readonly liveliness?:
    | KindInput<LivelinessKind>
    | {
        readonly kind?: KindInput<LivelinessKind>;
        readonly leaseDuration?: DurationInput;
        readonly leaseDurationMs?: DurationInput;
      };
  readonly ownership?: KindInput<OwnershipKind> | { readonly kind: KindInput<OwnershipKind> };
  readonly destinationOrder?: KindInput<DestinationOrderKind> | { readonly kind: KindInput<DestinationOrderKind> };
  readonly presentation?:
    | KindInput<PresentationScope>
    | {
        readonly accessScope?: KindInput<PresentationScope>;
        readonly coherentAccess?: boolean;
        readonly orderedAccess?: boolean;
      };
  readonly partition?: string | readonly string[] | { readonly names: string | readonly string[] };
  readonly dataRepresentation?:
    | Representation
    | readonly Representation[]
    | { readonly ids: Representation | readonly Representation[] };
  readonly userData?: OctetsInput | { readonly value: OctetsInput };
  readonly topicData?: OctetsInput | { readonly value: OctetsInput };
  readonly groupData?: OctetsInput | { readonly value: OctetsInput };
  readonly property?: PropertyListInput | { readonly value: PropertyListInput };
}

/** The policies of a writer. */
export interface WriterPolicies extends EndpointQosInput {
  /** What the policies that are not given are taken from, before the base. */
  readonly preset?: PresetInput;
  readonly durabilityService?: ResourceLimitsInput & {
    readonly serviceCleanupDelay?: DurationInput;
    readonly serviceCleanupDelayMs?: DurationInput;
    readonly historyKind?: KindInput<HistoryKind>;
    readonly historyDepth?: number;
  };
  readonly lifespan?: DurationInput | { readonly duration?: DurationInput; readonly durationMs?: DurationInput };
  readonly ownershipStrength?: number | { readonly value: number };
  readonly transportPriority?: number | { readonly value: number };
  readonly writerDataLifecycle?: { readonly autodisposeUnregisteredInstances?: boolean };
}

/** The policies of a reader. */
export interface ReaderPolicies extends EndpointQosInput {
  /** What the policies that are not given are taken from, before the base. */
  readonly preset?: PresetInput;
  readonly timeBasedFilter?:
    | DurationInput
    | { readonly minimumSeparation?: DurationInput; readonly minimumSeparationMs?: DurationInput };
  readonly readerDataLifecycle?: {
    readonly autopurgeNowriterSamplesDelay?: DurationInput;
    readonly autopurgeNowriterSamplesDelayMs?: DurationInput;
    readonly autopurgeDisposedSamplesDelay?: DurationInput;
    readonly autopurgeDisposedSamplesDelayMs?: DurationInput;
  };
  readonly typeConsistency?:
    | KindInput<TypeConsistencyKind>
    | {
        readonly kind?: KindInput<TypeConsistencyKind>;
        readonly ignoreSequenceBounds?: boolean;
        readonly ignoreStringBounds?: boolean;
        readonly ignoreMemberNames?: boolean;
        readonly preventTypeWidening?: boolean;
        readonly forceTypeValidation?: boolean;
      };
}

/** Policies, or the name of a preset alone: "ros:sensor-data". */
export type WriterQosInput = WriterPolicies | PresetInput;
export type ReaderQosInput = ReaderPolicies | PresetInput;

/** The policies of a topic (DDS 1.4 §2.2.3, "Concerns"). */
export type TopicQosInput = Pick<WriterPolicies, keyof TopicQos & keyof WriterPolicies>;

export interface PublisherQosInput extends Pick<EndpointQosInput, "presentation" | "partition" | "groupData"> {
  readonly entityFactory?: boolean | { readonly autoenableCreatedEntities?: boolean };
}

export type SubscriberQosInput = PublisherQosInput;

export interface DomainParticipantQosInput extends Pick<EndpointQosInput, "userData" | "property"> {
  readonly entityFactory?: boolean | { readonly autoenableCreatedEntities?: boolean };
}
