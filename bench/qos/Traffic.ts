// Counts what a simulated network carries: datagrams, octets of UDP payload, and submessages by kind.

import { DataFields } from "../../src/rtps/messages/fields.js";
import { MessageReader } from "../../src/rtps/messages/MessageReader.js";
import * as kinds from "../../src/rtps/messages/submessageKind.js";
import * as ids from "../../src/rtps/structure/entityId.js";
import type { TappedDatagram } from "../../src/simulation/options.js";

export interface TrafficCounts {
  datagrams: number;
  octets: number;
  data: number;
  heartbeats: number;
  ackNacks: number;
  gaps: number;
}

/** Octets of the last announcement of each kind, with the encapsulation header and the sentinel. */
export interface AnnouncedOctets {
  participant: number;
  writer: number;
  reader: number;
}

/** A multicast datagram counts once, as it leaves. Lost datagrams count too: they were sent. */
export class Traffic {
  readonly announced: AnnouncedOctets = { participant: 0, writer: 0, reader: 0 };
  private counts = noTraffic();
  private isCounted: (datagram: TappedDatagram) => boolean = () => true;
  private readonly reader = new MessageReader();
  private readonly dataFields = new DataFields();

  /** To be given to the network. */
  readonly tap = (datagram: TappedDatagram): void => {
    const counts = this.isCounted(datagram) ? this.counts : noTraffic();
    counts.datagrams++;
    counts.octets += datagram.bytes.length;
    const { reader } = this;
    reader.reset(datagram.bytes);
    while (reader.next()) this.countSubmessage(counts);
  };

  /** Begins to count anew, those datagrams alone. */
  restart(isCounted: (datagram: TappedDatagram) => boolean): void {
    this.counts = noTraffic();
    this.isCounted = isCounted;
  }

  read(): TrafficCounts {
    return { ...this.counts };
  }

  private countSubmessage(counts: TrafficCounts): void {
    switch (this.reader.kind) {
      case kinds.SUBMESSAGE_DATA:
        counts.data++;
        this.noteAnnouncement();
        break;
      case kinds.SUBMESSAGE_HEARTBEAT:
        counts.heartbeats++;
        break;
      case kinds.SUBMESSAGE_ACKNACK:
        counts.ackNacks++;
        break;
      case kinds.SUBMESSAGE_GAP:
        counts.gaps++;
        break;
    }
  }

  private noteAnnouncement(): void {
    const { announced, dataFields } = this;
    if (!this.reader.readData(dataFields)) return;
    const octets = dataFields.payloadEnd - dataFields.payloadOffset;
    switch (dataFields.writerId) {
      case ids.ENTITYID_SPDP_BUILTIN_PARTICIPANT_WRITER:
        announced.participant = octets;
        break;
      case ids.ENTITYID_SEDP_BUILTIN_PUBLICATIONS_WRITER:
        announced.writer = octets;
        break;
      case ids.ENTITYID_SEDP_BUILTIN_SUBSCRIPTIONS_WRITER:
        announced.reader = octets;
        break;
    }
  }
}

function noTraffic(): TrafficCounts {
  return { datagrams: 0, octets: 0, data: 0, heartbeats: 0, ackNacks: 0, gaps: 0 };
}
