// From changes that are owed to datagrams: small samples that share one, and 64 KiB in fragments. BEST_EFFORT, so that
// nothing has to be acknowledged. @foxglove/rtps is not beside it: what writes its submessages is not exported.

import { StatefulWriter } from "../src/rtps/behavior/StatefulWriter.js";
import { DEFAULT_LIMITS, DEFAULT_WRITER_TUNING } from "../src/rtps/behavior/tuning.js";
import { DatagramPacker } from "../src/rtps/exchange/DatagramPacker.js";
import { Destination } from "../src/rtps/exchange/Destination.js";
import { Transmit } from "../src/rtps/exchange/Transmit.js";
import { ALIVE, EMPTY_PAYLOAD, PAYLOAD_DATA } from "../src/rtps/structure/cacheChange.js";
import { DeadlineQueue } from "../src/rtps/structure/DeadlineQueue.js";
import { Guid, GuidPrefix } from "../src/rtps/structure/guid.js";
import type { Timestamp } from "../src/rtps/structure/time.js";
import { Counters } from "../src/trace/Counters.js";
import { BATCH, runBench } from "./support.js";

const OURS = new GuidPrefix(Uint8Array.from([1, 0x7f, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
const THEIRS = new GuidPrefix(Uint8Array.from([1, 0x7f, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]));
const READER_ID = 0x00000104;

const WRITER_CONFIG = {
  ...{ entityId: 0x00000103, reliable: false, transientLocal: false, keepAll: false },
  // Holds a batch that is not packed yet.
  depth: 2 * BATCH,
  ...{ maxSamples: -1, maxSamplesPerInstance: -1, unregisteredKept: 0, trace: false },
};
const OWNER = { writerProgress: () => undefined, readerReady: () => undefined };

/** A writer; with a limit for datagrams also a reader that it owes every change, and who packs for it. */
class Sender {
  readonly counters = new Counters();
  private readonly out = new Transmit();
  private readonly writer = new StatefulWriter(WRITER_CONFIG, DEFAULT_WRITER_TUNING, new DeadlineQueue(), OWNER);
  private readonly packer = new DatagramPacker({ guidPrefix: OURS, vendorId: 0x017f, protocolMinor: 5 }, this.counters);
  private written = 0;

  constructor(maxDatagramBytes?: number) {
    if (maxDatagramBytes === undefined) return;
    const destination = new Destination(THEIRS, "192.0.2.1", 7411, maxDatagramBytes, this.packer);
    this.writer.matchedReaderAdd(0, new Guid(THEIRS, READER_ID), false, false, destination);
  }

  /** Each sample has a time of its own, so each costs an INFO_TS. */
  write(payload: Uint8Array): void {
    const sourceTimestamp: Timestamp = { seconds: 1_700_000_000, fraction: ++this.written };
    this.writer.newChange(ALIVE, PAYLOAD_DATA, payload, 0, EMPTY_PAYLOAD, sourceTimestamp);
  }

  pack(): void {
    while (this.packer.poll(0, this.out));
  }
}

const small = new Uint8Array(68);
const large = new Uint8Array(65_536);

/**
 * Every sample is packed before the next one is written, or all of a batch at its end. What no reader waits for leaves the
 * history with the next write: without one, and one by one, each change is the first of its instance again.
 */
function batch(sender: Sender, payload: Uint8Array, isTogether: boolean): () => void {
  return () => {
    for (let i = 0; i < BATCH; i++) {
      sender.write(payload);
      if (!isTogether) sender.pack();
    }
    sender.pack();
  };
}

for (const [where, maxBytes] of [
  ["another host", DEFAULT_LIMITS.maxDatagramBytes],
  ["this host", DEFAULT_LIMITS.maxDatagramBytesLocal],
] as const) {
  const [unread, single, shared, whole] = [
    new Sender(),
    new Sender(maxBytes),
    new Sender(maxBytes),
    new Sender(maxBytes),
  ];
  await runBench(`to ${where}, at most ${maxBytes} bytes in a datagram`, {
    "64 bytes, written for no reader": batch(unread, small, true),
    "64 bytes, written and packed, one in a datagram": batch(single, small, false),
    "64 bytes, written and packed, as many as fit": batch(shared, small, true),
    "64 KiB, written and packed in fragments": batch(whole, large, false),
  });
  // Of the same samples those that are owed together take fewer octets each, and large ones all of theirs.
  const octets = ({ counters }: Sender) => counters.bytesOut / counters.datagramsOut;
  if (!(octets(shared) > 5 * octets(single))) throw new Error("samples that are owed together did not share datagrams");
  if (!(whole.counters.bytesOut > large.length)) throw new Error("a large sample did not leave");
}
