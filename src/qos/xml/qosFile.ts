// What a vendor's XML file says, in our terms.

import type { QosError } from "../QosError.js";
import type {
  DomainParticipantQosInput,
  PublisherQosInput,
  ReaderPolicies,
  SubscriberQosInput,
  TopicQosInput,
  WriterPolicies,
} from "../qosInput.js";

export type QosVendor = "fastdds" | "cyclone" | "connext";

/** A value in a file: a leaf element, an attribute (`…/@name`), or text between elements. */
export interface XmlFact {
  readonly file: string;
  readonly line: number;
  /** From the root: `profiles/data_writer[fast]/qos/reliability/kind`. */
  readonly path: string;
  /** With environment variables filled in, if it was looked at. */
  readonly value: string;
}

export interface IgnoredXmlFact extends XmlFact {
  readonly reason: string;
}

/** Settings of a participant that are no QoS; absent ones are not in the file. */
export interface ParticipantSettings {
  readonly domainId?: number;
  readonly domainTag?: string;
  readonly name?: string;
  /** Names or addresses of the network interfaces to use. */
  readonly interfaces?: readonly string[];
  readonly multicast?: boolean;
  /** "192.168.1.20" or "192.168.1.20:7410". */
  readonly peers?: readonly string[];
  readonly participantIndex?: number | "auto" | "any";
  readonly receiveBufferBytes?: number;
  readonly leaseDurationMs?: number;
  readonly announcePeriodMs?: number;
  readonly initialAnnouncements?: number;
  readonly initialAnnouncementPeriodMs?: number;
  /** How many participant indexes of a peer without a port are tried. */
  readonly peerIndexCount?: number;
}

/** What every profile has. */
export interface ProfileBase {
  /** As in the file; `Library::Profile` for Connext, the domain id or "any" for Cyclone DDS. */
  readonly name: string;
  readonly isDefault: boolean;
  readonly file: string;
  readonly line: number;
  /** Why it cannot be used: `findProfile` throws it. Only with `keepsUnusable`, and then the rest of it is empty. */
  readonly problem?: QosError;
  /** Connext: the topics that it is for, as patterns separated by commas; all if absent. */
  readonly topicFilter?: string;
}

export type QosProfile =
  | (ProfileBase & { readonly kind: "writer"; readonly qos: WriterPolicies })
  | (ProfileBase & { readonly kind: "reader"; readonly qos: ReaderPolicies })
  | (ProfileBase & { readonly kind: "topic"; readonly qos: TopicQosInput })
  | (ProfileBase & { readonly kind: "publisher"; readonly qos: PublisherQosInput })
  | (ProfileBase & { readonly kind: "subscriber"; readonly qos: SubscriberQosInput })
  | (ProfileBase & {
      readonly kind: "participant";
      readonly qos: DomainParticipantQosInput;
      readonly participant: ParticipantSettings;
    });

export type ProfileKind = QosProfile["kind"];

/** One or more files of a vendor. Every value in them is either understood or ignored, never both. */
export interface QosFile {
  readonly vendor: QosVendor;
  /** In the order of the files; later ones of a name replace nothing, `findProfile` takes the first. */
  readonly profiles: readonly QosProfile[];
  /** By file and line. */
  readonly understood: readonly XmlFact[];
  readonly ignored: readonly IgnoredXmlFact[];
}
