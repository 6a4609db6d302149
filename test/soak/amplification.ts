// What comes out for what strangers send: bytes to anybody, for each byte of a datagram of every kind.

import type { MessageBuilder } from "../../src/rtps/messages/MessageBuilder.js";
import { udpv4Locator } from "../../src/rtps/structure/locator.js";
import {
  numberSet,
  PUPPET_HOST,
  PUPPET_PREFIX,
  Puppet,
  putData,
  READER_ID,
  TESTED_PREFIX,
  WRITER_ID,
} from "../support/Puppet.js";
import { Forger } from "./Forger.js";

/** A sender that is not known, one that knows our prefix, or one that speaks in the name of a peer from elsewhere. */
export type Sender = "stranger" | "has heard us" | "in a peer's name";

export interface Reflection {
  readonly kind: string;
  readonly sender: Sender;
  readonly bytesIn: number;
  /** Within ten seconds, beyond what is sent anyway. */
  readonly bytesOut: number;
  /** Of those, bytes to an address that is not the peer's. */
  readonly elsewhere: number;
}

type Fill = (message: MessageBuilder) => void;

const PAYLOAD = new Uint8Array(64);
const SEDP_WRITER = 0x000003c2;
const SEDP_READER = 0x000003c7;
const MISSING = Array.from({ length: 256 }, (_, i) => i + 1);
/** Of the participant itself: its writers have a reader there too. */
const OWN_HOST = "192.0.2.1";
const FOREIGN = "203.0.113.9";

const KINDS: Readonly<Record<string, Fill>> = {
  DATA: (message) => putData(message, READER_ID, WRITER_ID, 9, PAYLOAD),
  DATA_FRAG: (message) => {
    message.dataFrag(READER_ID, WRITER_ID, 9, 1, 1, 64, 4096, false, PAYLOAD.length, new Uint8Array(0));
    message.appendPayload(PAYLOAD, 0, PAYLOAD.length);
  },
  HEARTBEAT: (message) => message.heartbeat(READER_ID, WRITER_ID, 1, 1000, 99, false, false),
  "HEARTBEAT of SEDP": (message) => message.heartbeat(SEDP_READER, SEDP_WRITER, 1, 1000, 99, false, false),
  HEARTBEAT_FRAG: (message) => message.heartbeatFrag(READER_ID, WRITER_ID, 9, 256, 99),
  GAP: (message) => message.gap(READER_ID, WRITER_ID, 1, numberSet(2, [3, 200])),
  ACKNACK: (message) => message.ackNack(READER_ID, WRITER_ID, numberSet(1, MISSING), 99, false),
  "ACKNACK of SEDP": (message) => message.ackNack(SEDP_READER, SEDP_WRITER, numberSet(1, MISSING), 99, false),
  NACK_FRAG: (message) => message.nackFrag(READER_ID, WRITER_ID, 31, numberSet(1, MISSING), 99),
  "INFO_SRC and HEARTBEAT": (message) => {
    message.infoSource(3, 0x017f, PUPPET_PREFIX);
    message.heartbeat(READER_ID, WRITER_ID, 1, 1000, 99, false, false);
  },
  "INFO_REPLY and HEARTBEAT": (message) => {
    message.infoReply([udpv4Locator(FOREIGN, 7410)], []);
    message.heartbeat(READER_ID, WRITER_ID, 1, 1000, 99, false, false);
  },
};

/** A row for each kind and sender. */
export function measureReflections(): Reflection[] {
  const forger = new Forger(TESTED_PREFIX, 77);
  const rows: Reflection[] = [];
  for (const directed of [true, false]) {
    const bytes = forger.announcement({ host: FOREIGN, directed });
    rows.push(measured("SPDP", directed ? "has heard us" : "stranger", bytes));
  }
  const inPeersName = forger.announcement({ host: FOREIGN, directed: false, prefix: PUPPET_PREFIX });
  rows.push(measured("SPDP", "in a peer's name", inPeersName));
  for (const [kind, fill] of Object.entries(KINDS)) {
    rows.push(measured(kind, "stranger", forger.message(fill)));
    rows.push(measured(kind, "in a peer's name", forger.message(fill, true, PUPPET_PREFIX)));
  }
  return rows;
}

function measured(kind: string, sender: Sender, bytes: Uint8Array): Reflection {
  const quiet = traffic(undefined);
  const loud = traffic(bytes);
  const sum = (of: ReadonlyMap<string, number>, only: (host: string) => boolean) =>
    [...of].reduce((total, [host, count]) => total + (only(host) ? count : 0), 0);
  const everywhere = sum(loud, () => true) - sum(quiet, () => true);
  const isElsewhere = (host: string) => host !== PUPPET_HOST && host !== OWN_HOST && !host.startsWith("239.");
  return { kind, sender, bytesIn: bytes.length, bytesOut: Math.max(0, everywhere), elsewhere: sum(loud, isElsewhere) };
}

/** A participant with a history and a peer that has all of it; bytes by address within ten seconds of the datagram. */
function traffic(bytes: Uint8Array | undefined): ReadonlyMap<string, number> {
  const puppet = new Puppet();
  puppet.createWriter({ history: { kind: "KEEP_ALL", depth: 1 }, durability: { kind: "TRANSIENT_LOCAL" } });
  puppet.createReader();
  puppet.announce().announceWriter();
  puppet.announceReader({ reliability: { kind: "RELIABLE", maxBlockingTimeMs: 0 } });
  for (let i = 0; i < HISTORY; i++) puppet.write(1000);
  puppet.write(9000);
  puppet.datagrams();
  puppet.ackNack(HISTORY + 2, [], 1);
  puppet.heartbeat(1, 0, 1, true);
  puppet.datagrams();
  if (bytes !== undefined) puppet.feed(bytes, FOREIGN_SOURCE);
  const sent = new Map<string, number>();
  const note = () => {
    for (const one of puppet.datagrams()) sent.set(one.address, (sent.get(one.address) ?? 0) + one.bytes.length);
  };
  note();
  const end = puppet.now + SECONDS * 1000;
  for (let next = puppet.engine.nextDeadline(); next < end; next = puppet.engine.nextDeadline()) {
    puppet.now = Math.max(puppet.now, next);
    puppet.engine.handleTimeout(puppet.now);
    note();
  }
  return sent;
}

const FOREIGN_SOURCE = "198.51.100.66";
const HISTORY = 30;
const SECONDS = 10;

/** As lines of text, for reports. */
export function reflectionLines(rows: readonly Reflection[]): string {
  return rows
    .map(({ kind, sender, bytesIn, bytesOut, elsewhere }) => {
      const factor = (bytesOut / bytesIn).toFixed(1);
      return `  ${kind.padEnd(26)} ${sender.padEnd(17)} ${bytesIn} in, ${bytesOut} out (${factor}), ${elsewhere} elsewhere\n`;
    })
    .join("");
}
