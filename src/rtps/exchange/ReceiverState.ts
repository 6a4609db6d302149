// RTPS 2.5 §8.3.4.2: whom the submessages of the current datagram are from, for whom they are, and their timestamp.
// Reset for every datagram; changed by the INFO_ submessages.

import * as fields from "../messages/fields.js";
import type { MessageReader } from "../messages/MessageReader.js";
import { GuidPrefix } from "../structure/guid.js";
import { type Ms, TIME_INVALID, type Timestamp } from "../structure/time.js";
import type { RemoteParticipant } from "./RemoteParticipant.js";
import type { RemoteParticipantTable } from "./RemoteParticipantTable.js";

/** Who a submessage is from. */
export interface MessageSource {
  readonly prefix: GuidPrefix;
  readonly vendorId: number;
  readonly protocolMinor: number;
  /** Where the datagram came from. */
  readonly address: string;
  readonly port: number;
  /** The datagram named this participant with INFO_DST. */
  readonly directed: boolean;
}

export class ReceiverState {
  /** The sender, if it is discovered. */
  remote: RemoteParticipant | undefined = undefined;
  vendorId = 0;
  protocolMinor = 0;
  /** The sender is this participant, or says so. */
  fromSelf = false;
  /** It says so from an address of another host. */
  isSpoofed = false;
  /** The datagram came from an address of its sender. */
  isAuthentic = false;
  /** No INFO_DST, or one that names this participant or nobody. */
  forUs = true;
  directed = false;
  timestamp: Timestamp = TIME_INVALID;
  private prefixOffset = 0;
  address = "";
  private port = 0;
  private readonly infoTimestamp = new fields.InfoTimestampFields();
  private readonly infoSource = new fields.InfoSourceFields();
  private readonly infoDestination = new fields.InfoDestinationFields();

  constructor(
    private readonly reader: MessageReader,
    private readonly ownPrefix: GuidPrefix,
    private readonly remotes: RemoteParticipantTable,
    private readonly isOwnAddress: (address: string) => boolean,
  ) {}

  /** The reader is at the beginning of a datagram. */
  reset(now: Ms, address: string, port: number): void {
    this.address = address;
    this.port = port;
    this.vendorId = this.reader.vendorId;
    this.protocolMinor = this.reader.protocolMinor;
    this.forUs = true;
    this.directed = false;
    this.timestamp = TIME_INVALID;
    this.setSource(now, HEADER_PREFIX_OFFSET);
  }

  // Each takes the current submessage; false if it is malformed.

  handleInfoTimestamp(): boolean {
    const { infoTimestamp } = this;
    if (!this.reader.readInfoTimestamp(infoTimestamp)) return false;
    const { seconds, fraction } = infoTimestamp;
    this.timestamp = seconds === TIME_INVALID.seconds ? TIME_INVALID : { seconds, fraction };
    return true;
  }

  /** §8.3.8.7.4: an unknown prefix means whoever receives this. */
  handleInfoDestination(now: Ms): boolean {
    if (!this.reader.readInfoDestination(this.infoDestination)) return false;
    const { view } = this.reader;
    const at = this.infoDestination.prefixOffset;
    const isUnknown = view.getUint32(at) === 0 && view.getUint32(at + 4) === 0 && view.getUint32(at + 8) === 0;
    this.directed = !isUnknown && this.isOwnPrefix(at);
    this.forUs = isUnknown || this.directed;
    const { remote } = this;
    if (this.directed && remote !== undefined && !this.isAuthentic) this.isAuthentic = remote.learn(now, this.address);
    return true;
  }

  /** §8.3.8.9.4: what follows is from somebody else, without a timestamp. Of another major version nothing is understood. */
  handleInfoSource(now: Ms): boolean {
    const { infoSource } = this;
    if (!this.reader.readInfoSource(infoSource) || infoSource.major !== PROTOCOL_MAJOR) return false;
    this.vendorId = infoSource.vendorId;
    this.protocolMinor = infoSource.minor;
    this.timestamp = TIME_INVALID;
    this.setSource(now, infoSource.prefixOffset);
    return true;
  }

  /** For what is kept beyond the datagram: allocates. */
  source(): MessageSource {
    const prefix = this.remote?.prefix ?? new GuidPrefix(this.reader.bytes, this.prefixOffset);
    const { vendorId, protocolMinor, address, port, directed } = this;
    return { prefix, vendorId, protocolMinor, address, port, directed };
  }

  private setSource(now: Ms, prefixOffset: number): void {
    this.prefixOffset = prefixOffset;
    this.remote = this.remotes.find(this.reader.view, prefixOffset);
    this.fromSelf = this.isOwnPrefix(prefixOffset);
    this.isSpoofed = this.fromSelf && !this.isOwnAddress(this.address);
    if (this.isSpoofed) this.remote = undefined;
    const { remote } = this;
    this.isAuthentic = remote?.isFrom(this.address) ?? false;
    // Any message from there proves that its sender lives (§8.5.3.3.2): the lease is renewed without a lookup per sample.
    // What a claim is about does not speak for the old addresses, nor against the claim.
    if (this.isAuthentic && this.address !== remote!.claimant) remote!.lastHeardAt = now;
  }

  private isOwnPrefix(at: number): boolean {
    const { view } = this.reader;
    const { ownPrefix } = this;
    return (
      view.getUint32(at) === ownPrefix.w0 &&
      view.getUint32(at + 4) === ownPrefix.w1 &&
      view.getUint32(at + 8) === ownPrefix.w2
    );
  }
}

const PROTOCOL_MAJOR = 2;
/** Where the source prefix stands in the RTPS header. */
const HEADER_PREFIX_OFFSET = 8;
