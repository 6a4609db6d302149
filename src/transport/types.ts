// What goes through the transport, and the counters of what did not. Public: nothing here needs the types of Node.

/** Well-known ports of one domain. */
export interface PortPlan {
  readonly metatrafficMulticast: number;
  readonly userMulticast: number;
  metatrafficUnicast(participantIndex: number): number;
  userUnicast(participantIndex: number): number;
}

/** A fixed index, the first free one ("any" if none is free), or ports that the operating system chooses. */
export type ParticipantIndexChoice = number | "auto" | "any";

/** The part of an outgoing datagram that the transport reads. */
export interface OutgoingDatagram {
  /** Concatenated they are the datagram. */
  readonly parts: readonly Uint8Array[];
  /** Sum of the parts, bytes. */
  readonly length: number;
  /** Dotted IPv4 address; a multicast group means "on every multicast interface". */
  readonly address: string;
  readonly port: number;
  /** 0 for protocol traffic, 1 for user samples. */
  readonly trafficClass: number;
}

/** Sender of a received datagram. */
export interface DatagramSource {
  readonly address: string;
  readonly port: number;
}

/** Called inside the socket's handler. The datagram owns its memory; `now` is the clock on entry to that handler. */
export type DatagramHandler = (now: number, datagram: Uint8Array, from: DatagramSource) => void;

/** Plain numbers; read them at any time. */
export class TransportCounters {
  datagramsSent = 0;
  bytesSent = 0;
  /** Of the datagrams sent, those that were for a participant of this process and did not leave it. */
  handedOver = 0;
  datagramsReceived = 0;
  bytesReceived = 0;
  /** Longer than UDP can carry: not sent. */
  oversized = 0;
  /** Not sent: to another host while only loopback is in use, to a group while multicast is off, or after close. */
  refused = 0;
  /** Received from another host while only loopback is in use: dropped. */
  foreignDropped = 0;
  /** Datagrams that had to wait for room in the socket. */
  queued = 0;
  /** Errors of the operating system by code, for example ENETUNREACH. */
  readonly errors = new Map<string, number>();

  countError(error: Error & { readonly code?: string | undefined }): void {
    const code = error.code ?? error.name;
    this.errors.set(code, (this.errors.get(code) ?? 0) + 1);
  }

  readonly onError = (error: Error & { readonly code?: string | undefined }): void => this.countError(error);
}
