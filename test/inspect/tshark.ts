// What tshark makes of a capture, from its PDML output: per frame the submessages with their key fields.
// Run as a program it writes the expected lists next to the captures.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CAPTURES, captureNames } from "./fixtures.js";

/** Offsets count from the start of the UDP payload. Fields that a submessage does not have are absent. */
export interface TsharkSubmessage {
  id: string;
  /** Not shown for vendors' submessages. */
  flags?: number;
  at: number;
  span: number;
  readerId?: string;
  writerId?: string;
  /** In wire order: writerSN; first and last; base; gapStart and base. */
  sn?: number[];
  numBits?: number;
  /** The set as text: "101", without trailing zeros. */
  bits?: string;
  count?: number;
  /** fragmentStartingNum, fragmentsInSubmessage, fragmentSize, sampleSize. */
  fragment?: number[];
  lastFragmentNum?: number;
  fragmentBase?: number;
  prefix?: string;
  /** Seconds since 1970 and nanoseconds. */
  time?: number[];
  /** Where the encapsulation header of the payload starts. */
  payloadAt?: number;
}

export interface TsharkFrame {
  frame: number;
  /** Vendor id and source prefix of the header, hex. */
  vendorId: string;
  prefix: string;
  submessages: TsharkSubmessage[];
}

export function tsharkVersion(): string | undefined {
  const result = spawnSync("tshark", ["--version"], { encoding: "utf8" });
  return result.status === 0 ? result.stdout.split("\n")[0]! : undefined;
}

/** Frames that tshark takes for RTPS, in order. */
export function tsharkFrames(file: string): TsharkFrame[] {
  const args = ["-r", file, "-Y", "rtps", "-T", "pdml", "-J", "rtps"];
  const result = spawnSync("tshark", args, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...process.env, TZ: "UTC" },
  });
  if (result.status !== 0) throw new Error(`tshark failed on ${file}: ${result.stderr}`);
  return result.stdout.split("<packet>").slice(1).map(parsePacket);
}

function parsePacket(text: string): TsharkFrame {
  const frame = Number(/<field name="num" pos="0" show="(\d+)"/.exec(text)![1]);
  const proto = text.slice(text.indexOf('<proto name="rtps"'));
  const start = Number(/pos="(\d+)"/.exec(proto)![1]);
  const found: TsharkFrame = { frame, vendorId: "", prefix: "", submessages: [] };
  let current: TsharkSubmessage | undefined;
  for (const [, name, span, pos, show, value] of proto.matchAll(FIELD)) {
    const at = Number(pos) - start;
    if (name === "rtps.vendorId") found.vendorId = value!;
    else if (name === "rtps.guidPrefix.src") found.prefix = value!;
    else if (name === "rtps.sm.id") {
      current = { id: show!, at, span: Number(span) };
      found.submessages.push(current);
    } else if (current !== undefined) setField(current, name!, at, show!, value!);
  }
  return found;
}

function setField(current: TsharkSubmessage, name: string, at: number, show: string, value: string): void {
  const number = Number(show);
  // Payloads of discovery hold fields of the same names: only those of the submessage itself come first.
  if (name === "rtps.sm.flags") current.flags = number;
  else if (name === "rtps.sm.rdEntityId") current.readerId ??= value;
  else if (name === "rtps.sm.wrEntityId") current.writerId ??= value;
  else if (name === "rtps.sm.seqNumber") current.sn = [...(current.sn ?? []), number];
  else if (name === "rtps.bitmap.num_bits" || name === "rtps.fragment_number.num_bits") current.numBits = number;
  else if (name === "rtps.bitmap") current.bits = bitsOf(value, current.numBits!);
  else if (COUNTS.has(name)) current.count = number;
  else if (FRAGMENT_FIELDS.has(name)) current.fragment = [...(current.fragment ?? []), number];
  else if (name === "rtps.heartbeat_frag.number") current.lastFragmentNum = number;
  else if (name === "rtps.fragment_number.base32") current.fragmentBase = number;
  else if (name === "rtps.guidPrefix.dst") current.prefix = value;
  else if (name === "rtps.info_ts.timestamp") current.time = timeOf(show);
  else if (name === "rtps.param.serialize.encap_kind") current.payloadAt ??= at;
}

/** Little-endian words as hex to the members as text. Bits beyond numBits are garbage with some vendors. */
function bitsOf(hex: string, numBits: number): string {
  let bits = "";
  for (let i = 0; i < hex.length; i += 8) {
    const word = hex
      .slice(i, i + 8)
      .match(/../g)!
      .reverse()
      .join("");
    bits += Number.parseInt(word, 16).toString(2).padStart(32, "0");
  }
  return bits.slice(0, numBits).replace(/0+$/, "");
}

/** "Nov 30, 2026 08:23:09.723708727 UTC". */
function timeOf(show: string): number[] {
  const [, whole, fraction] = /^(.*)\.(\d{9}) UTC$/.exec(show)!;
  return [Date.parse(`${whole} UTC`) / 1000, Number(fraction)];
}

const FIELD =
  /<field name="(rtps[^"]*)" showname="[^"]*"(?: hide="yes")? size="(\d+)" pos="(\d+)" show="([^"]*)"(?: value="([^"]*)")?/g;
const COUNTS = new Set([
  "rtps.acknack.count",
  "rtps.heartbeat_count",
  "rtps.nack_frag.count",
  "rtps.heartbeat_frag.count",
]);
const FRAGMENT_FIELDS = new Set([
  "rtps.data_frag.number",
  "rtps.data_frag.num_fragments",
  "rtps.data_frag.size",
  "rtps.data_frag.sample_size",
]);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const name of captureNames()) {
    const frames = tsharkFrames(join(CAPTURES, name)).map((frame) => JSON.stringify(frame));
    writeFileSync(join(CAPTURES, name.replace(".pcapng", ".json")), `[\n${frames.join(",\n")}\n]\n`);
  }
}
