// A histogram in the encoding V2 of HdrHistogram, and logs of such histograms that its tools read. Written here because it
// is little code, and hdr-histogram-js writes two fields of the header wrong: see docs/decisions.md.

import { deflateSync } from "node:zlib";

/** Counts whole values from 0 to `HIGHEST`, each to three significant digits. */
export class HdrHistogram {
  /** Largest value that was recorded. */
  max = 0;
  count = 0;
  private counts = new Float64Array(FIRST_SLOTS);

  /** Values outside of the range count at its edge. */
  record(value: number): void {
    const kept = Math.min(HIGHEST, Math.max(0, Math.round(value)));
    const slot = slotOf(kept);
    if (slot >= this.counts.length) {
      const wider = new Float64Array(2 ** Math.ceil(Math.log2(slot + 1)));
      wider.set(this.counts);
      this.counts = wider;
    }
    this.counts[slot]!++;
    this.count++;
    this.max = Math.max(this.max, kept);
  }

  /** Base64 of the compressed form, as it stands in logs. */
  encode(): string {
    const body = this.encodeCounts();
    const plain = Buffer.alloc(HEADER_BYTES + body.length);
    plain.writeUInt32BE(COOKIE, 0);
    plain.writeUInt32BE(body.length, 4);
    plain.writeUInt32BE(0, 8);
    plain.writeUInt32BE(SIGNIFICANT_DIGITS, 12);
    plain.writeBigUInt64BE(BigInt(LOWEST), 16);
    plain.writeBigUInt64BE(BigInt(HIGHEST), 24);
    plain.writeDoubleBE(1, 32);
    plain.set(body, HEADER_BYTES);
    const deflated = deflateSync(plain);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(COMPRESSED_COOKIE, 0);
    head.writeUInt32BE(deflated.length, 4);
    return Buffer.concat([head, deflated]).toString("base64");
  }

  /** Up to the largest value: counts as they are, several zeros as their number below zero. */
  private encodeCounts(): Uint8Array {
    const bytes: number[] = [];
    const end = slotOf(this.max) + 1;
    for (let slot = 0; slot < end; ) {
      let zeros = 0;
      while (slot + zeros < end && this.counts[slot + zeros] === 0) zeros++;
      pushZigZag(bytes, zeros > 1 ? -zeros : this.counts[slot]!);
      slot += Math.max(1, zeros);
    }
    return Uint8Array.from(bytes);
  }
}

/** One interval of a log. */
export interface HdrInterval {
  /** Commas, spaces and line ends become underscores. */
  readonly tag: string;
  /** Since the start of the log. */
  readonly startSeconds: number;
  readonly lengthSeconds: number;
  readonly histogram: HdrHistogram;
}

/** A log of version 1.3. Values are nanoseconds, the column of the maximum has milliseconds. Lines with line ends. */
export function* hdrLogLines(
  comments: readonly string[],
  startSeconds: number,
  intervals: readonly HdrInterval[],
): Generator<string> {
  for (const comment of comments) yield `#[${comment.replace(/[\r\n]+/g, " ")}]\n`;
  yield "#[Histogram log format version 1.3]\n";
  yield `#[StartTime: ${startSeconds.toFixed(3)} (seconds since epoch), ${new Date(startSeconds * 1000).toUTCString()}]\n`;
  yield '"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"\n';
  for (const { tag, startSeconds: start, lengthSeconds, histogram } of intervals) {
    const max = (histogram.max / NS_PER_MS).toFixed(3);
    yield `Tag=${tag.replace(/[,\s]+/g, "_")},${start.toFixed(3)},${lengthSeconds.toFixed(3)},${max},${histogram.encode()}\n`;
  }
}

/** Slots of 1 up to 2047, then of 2, 4, 8 … in halves of 1024. */
function slotOf(value: number): number {
  let bucket = 0;
  while (value >= SUB_BUCKETS * 2 ** bucket) bucket++;
  const sub = Math.floor(value / 2 ** bucket);
  return (bucket + 1) * HALF + sub - HALF;
}

/** LEB128 of 64 bits with the sign in the lowest; counts are below 2^53, so eight groups of seven bits are enough. */
function pushZigZag(bytes: number[], value: number): void {
  let rest = value >= 0 ? value * 2 : -value * 2 - 1;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

const LOWEST = 1;
/** An hour in nanoseconds. */
const HIGHEST = 3600e9;
const SIGNIFICANT_DIGITS = 3;
const SUB_BUCKETS = 2048;
const HALF = 1024;
const FIRST_SLOTS = 32 * 1024;
const HEADER_BYTES = 40;
const COOKIE = 0x1c849313;
const COMPRESSED_COOKIE = 0x1c849314;
const NS_PER_MS = 1e6;
