// What tshark makes of datagrams built here: the same submessages as our own dissector, nothing malformed, no expert
// warning. Covers the kinds that the vendors' captures do not have. Skipped where tshark is not installed.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { dissect } from "../../src/inspect/dissect.js";
import { pcapFileHeader, pcapUdpRecord } from "../../src/inspect/pcap.js";
import { MessageBuilder } from "../../src/rtps/messages/MessageBuilder.js";
import { PAYLOAD_DATA, PAYLOAD_KEY, PAYLOAD_NONE } from "../../src/rtps/structure/cacheChange.js";
import { GuidPrefix } from "../../src/rtps/structure/guid.js";
import { udpv4Locator } from "../../src/rtps/structure/locator.js";
import { NumberSet } from "../../src/rtps/structure/NumberSet.js";
import { bytes, join as joinBytes } from "./frames.js";
import { type TsharkFrame, tsharkFrames, tsharkVersion } from "./tshark.js";

const PREFIX = new GuidPrefix(bytes("017f00005a5a000100000001"));
const LOCATOR = udpv4Locator("10.0.0.9", 7411);
const WRITER = 0x102;
const READER = 0x107;

function setOf(base: number, ...members: number[]): NumberSet {
  const set = new NumberSet();
  set.reset(base);
  for (const member of members) set.add(member);
  return set;
}

function reliability(builder: MessageBuilder): void {
  builder.infoDestination(PREFIX);
  builder.heartbeat(READER, WRITER, 1, 0, 1, true, true);
  builder.heartbeat(READER, WRITER, 2 ** 31 - 1, 2 ** 32 + 1, 2, false, false);
  builder.ackNack(READER, WRITER, setOf(2 ** 32 - 1, 2 ** 32, 2 ** 32 + 40), 1, false);
  builder.gap(READER, WRITER, 5, setOf(9, 11, 12));
  builder.gap(READER, WRITER, 5, setOf(9));
  builder.heartbeatFrag(READER, WRITER, 9, 4, 1);
  builder.nackFrag(READER, WRITER, 9, setOf(2, 2, 4), 1);
}

function samples(builder: MessageBuilder): void {
  const inlineQos = bytes(
    builder.littleEndian
      ? "70001000000102030405060708090a0b0c0d0e0f 7100040000000001 01000000"
      : "00700010000102030405060708090a0b0c0d0e0f 0071000400000001 00010000",
  );
  const payload = bytes("000100000102030405");
  builder.infoTimestamp({ seconds: 0x6553f100, fraction: 0x80000000 });
  builder.data(READER, WRITER, 1, PAYLOAD_DATA, 9, new Uint8Array(0));
  builder.appendPayload(payload, 0, 9);
  builder.data(READER, WRITER, 2, PAYLOAD_KEY, 8, inlineQos);
  builder.appendPayload(payload, 0, 8);
  builder.data(READER, WRITER, 3, PAYLOAD_NONE, 0, inlineQos);
  builder.infoTimestampInvalid();
  builder.dataFrag(READER, WRITER, 4, 1, 2, 4, 9, false, 8, inlineQos);
  builder.appendPayload(payload, 0, 8);
  builder.dataFrag(READER, WRITER, 4, 3, 1, 4, 9, false, 1, new Uint8Array(0));
  builder.appendPayload(payload, 8, 9);
  builder.heartbeat(READER, WRITER, 1, 4, 1, false, false);
}

function info(builder: MessageBuilder): void {
  builder.infoSource(5, 0x017f, PREFIX);
  builder.infoReply([LOCATOR], [LOCATOR]);
  builder.infoReplyIp4(LOCATOR, LOCATOR);
  builder.pad(0);
  builder.heartbeat(READER, WRITER, 1, 4, 1, false, false);
}

const traffic = suite("our own datagrams in tshark");
const folder = mkdtempSync(join(tmpdir(), "rtps-lab-"));

function capture(datagrams: readonly Uint8Array[]): string {
  const end = { host: "10.0.0.1", port: 7411 };
  const records = datagrams.map((datagram, i) => pcapUdpRecord(1_700_000_000 + i, 0, end, end, datagram, i));
  const file = join(folder, "own.pcap");
  writeFileSync(file, joinBytes(pcapFileHeader(), ...records));
  return file;
}

/** The expert information of all frames, one line each, without notes of the lowest kind. */
function complaints(file: string): string {
  const args = ["-r", file, "-Y", "_ws.malformed || _ws.expert.severity >= 0x600000", "-T", "fields"];
  const result = spawnSync("tshark", [...args, "-e", "frame.number", "-e", "_ws.expert.message"], { encoding: "utf8" });
  assert.is(result.status, 0, result.stderr);
  return result.stdout;
}

interface Own {
  readonly name: string;
  readonly datagram: Uint8Array;
}

function everything(): Own[] {
  return [true, false].flatMap((littleEndian) =>
    [reliability, samples, info].map((build) => {
      const builder = new MessageBuilder(2048, littleEndian);
      builder.begin(5, 0x017f, PREFIX);
      build(builder);
      return { name: `${build.name}, ${littleEndian ? "little" : "big"}-endian`, datagram: builder.cut() };
    }),
  );
}

function compare(datagram: Uint8Array, frame: TsharkFrame): void {
  const mine = dissect(datagram).submessages;
  assert.equal(
    mine.map(({ kind, offset, span }) => [kind, offset, span]),
    frame.submessages.map(({ id, at, span }) => [Number(id), at, span]),
  );
  for (const [i, theirs] of frame.submessages.entries()) {
    const { name, fields } = mine[i]!;
    const value = (field: string) => fields.find((candidate) => candidate.name === field)?.value;
    const sns = ["writerSn", "gapStart", "firstSn", "lastSn"].map(value).filter((sn) => sn !== undefined);
    if (name === "ACKNACK" || name === "GAP") sns.push(value("base")!);
    if (theirs.readerId !== undefined) assert.is(value("readerId"), theirs.readerId);
    if (theirs.writerId !== undefined) assert.is(value("writerId"), theirs.writerId);
    if (theirs.count !== undefined) assert.is(value("count"), theirs.count);
    if (theirs.sn !== undefined) assert.equal(sns, theirs.sn);
  }
}

if (tsharkVersion() === undefined) console.log("our own datagrams in tshark: skipped: not installed");
else {
  const own = everything();
  const file = capture(own.map(({ datagram }) => datagram));
  const frames = tsharkFrames(file);
  traffic("no malformed packet and no expert warning", () => assert.is(complaints(file), ""));
  for (const [i, { name, datagram }] of own.entries()) {
    traffic(`${name}: same submessages`, () => compare(datagram, frames[i]!));
  }
}

traffic.after(() => rmSync(folder, { recursive: true, force: true }));
traffic.run();
