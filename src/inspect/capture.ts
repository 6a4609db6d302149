// Capture files, of either format, as a row of packets. Reads bytes already in memory; packets are views of them.

import { CaptureError } from "./CaptureError.js";
import { isPcapMagic, pcapPackets } from "./pcap.js";
import { PCAPNG_MAGIC, pcapngPackets } from "./pcapng.js";

/** One captured packet, with its link-layer header. */
export interface CapturedPacket {
  /** Counts from 1 in the order of the file, like the frame numbers of other tools. */
  readonly frame: number;
  /** Seconds since 1970 and nanoseconds; both 0 when the file has no time for it. */
  readonly seconds: number;
  readonly nanoseconds: number;
  /** LINKTYPE_ number: 1 Ethernet, 101 raw IP, 113 and 276 Linux cooked, 0 loopback. */
  readonly linkType: number;
  readonly bytes: Uint8Array;
  /** Larger than `bytes.length` when the capture kept only the start. */
  readonly originalLength: number;
}

/**
 * The packets of a pcap (microseconds or nanoseconds, either byte order) or pcapng file. Throws CaptureError where the
 * file stops making sense; the packets before that have been given out.
 */
export function capturedPackets(file: Uint8Array): Generator<CapturedPacket, void, undefined> {
  if (file.length < 4) throw new CaptureError("NOT_A_CAPTURE", 0, "the file is too short to be a capture");
  const magic = new DataView(file.buffer, file.byteOffset, 4).getUint32(0);
  if (magic === PCAPNG_MAGIC) return pcapngPackets(file);
  if (isPcapMagic(magic)) return pcapPackets(file);
  throw new CaptureError("NOT_A_CAPTURE", 0, "neither a pcap nor a pcapng file");
}
