// Real traffic of three vendors: every frame must show the submessages, at the offsets and with the key fields, that
// tshark shows. The expected lists are committed; where tshark is installed it is also asked again.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type DissectedSubmessage, dissect } from "../../src/inspect/dissect.js";
import { type UdpDatagram, udpDatagrams } from "../../src/inspect/udp.js";
import { MESSAGE_BAD_MAGIC, MESSAGE_OK, MESSAGE_TOO_SHORT } from "../../src/rtps/messages/faults.js";
import { HEADER_SPAN } from "../../src/rtps/messages/layouts.js";
import { toHex } from "../../src/rtps/structure/guid.js";
import { CAPTURES, captureNames, readCapture } from "./fixtures.js";
import { join as joinBytes } from "./frames.js";
import { type TsharkFrame, type TsharkSubmessage, tsharkFrames, tsharkVersion } from "./tshark.js";

const captures = suite("captures of real vendors");

for (const name of captureNames()) {
  captures(`${name}: same submessages as the committed list`, () => {
    const expected: TsharkFrame[] = JSON.parse(readFileSync(join(CAPTURES, name.replace(".pcapng", ".json")), "utf8"));
    const compared = compareAll(name, readCapture(name), expected);
    assert.ok(compared >= 60, `only ${compared} submessages compared`);
  });
}

if (tsharkVersion() === undefined) console.log("captures against a live tshark: skipped: not installed");
else {
  captures("all captures as one file of several sections: same submessages as tshark lists now", () => {
    const whole = joinBytes(...captureNames().map(readCapture));
    const folder = mkdtempSync(join(tmpdir(), "rtps-lab-"));
    try {
      const file = join(folder, "all.pcapng");
      writeFileSync(file, whole);
      assert.ok(compareAll("all captures", whole, tsharkFrames(file)) >= 1600);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

function compareAll(name: string, file: Uint8Array, expected: readonly TsharkFrame[]): number {
  const byFrame = new Map<number, UdpDatagram>();
  for (const datagram of udpDatagrams(file)) byFrame.set(datagram.frame, datagram);
  let compared = 0;
  for (const frame of expected) {
    const datagram = byFrame.get(frame.frame);
    assert.ok(datagram, `${name} frame ${frame.frame} has no datagram`);
    byFrame.delete(frame.frame);
    compareFrame(`${name} frame ${frame.frame}`, datagram.payload, frame);
    compared += frame.submessages.length;
  }
  // What tshark does not take for RTPS is none for us either.
  for (const rest of byFrame.values()) assert.is.not(dissect(rest.payload).fault, MESSAGE_OK, `frame ${rest.frame}`);
  return compared;
}

function compareFrame(where: string, datagram: Uint8Array, frame: TsharkFrame): void {
  const dissection = dissect(datagram);
  if (datagram.length < HEADER_SPAN) {
    // Connext's pings: tshark names them, for us they are too short to be a message.
    assert.is(dissection.fault, MESSAGE_TOO_SHORT, where);
    assert.is(frame.submessages.length, 0, where);
    return;
  }
  // Connext sends copies of some messages under another name; tshark looks into them, the engine must not.
  const isCopy = toHex(datagram, 0, 4) === "52545058";
  assert.is(dissection.fault, isCopy ? MESSAGE_BAD_MAGIC : MESSAGE_OK, where);
  assert.is(dissection.understood, datagram.length, where);
  assert.is(dissection.header.find((field) => field.name === "vendorId")!.value, frame.vendorId, where);
  assert.is(dissection.header.find((field) => field.name === "guidPrefix")!.value, frame.prefix, where);
  assert.is(dissection.submessages.length, frame.submessages.length, `${where}: number of submessages`);
  for (let i = 0; i < frame.submessages.length; i++) {
    const mine = dissection.submessages[i]!;
    assert.is(mine.malformed, false, `${where} submessage ${i} is malformed`);
    assert.equal(asTshark(mine, datagram, frame.submessages[i]!), frame.submessages[i]!, `${where} submessage ${i}`);
  }
}

/** Our reading in the other's words, with the fields that the other names. */
function asTshark(mine: DissectedSubmessage, datagram: Uint8Array, theirs: TsharkSubmessage): TsharkSubmessage {
  const value = (name: string) => mine.fields.find((field) => field.name === name)?.value;
  const sns = ["writerSn", "gapStart", "firstSn", "lastSn"].map(value).filter((sn) => sn !== undefined) as number[];
  const isNackFrag = theirs.fragmentBase !== undefined;
  const fragment = ["fragmentStartingNum", "fragmentsInSubmessage", "fragmentSize", "sampleSize"].map(value);
  const payload = mine.fields.find((field) => field.name.startsWith("serialized") || field.name === "fragments");
  const known: TsharkSubmessage = {
    id: `0x${mine.kind.toString(16).padStart(2, "0")}`,
    flags: mine.flags,
    at: mine.offset,
    span: mine.span,
    readerId: value("readerId") as string,
    writerId: value("writerId") as string,
    sn: isNackFrag || value("base") === undefined ? sns : [...sns, value("base") as number],
    numBits: value("numBits") as number,
    bits: bitsOf(value("base") as number, value("members") as number[] | undefined),
    count: value("count") as number,
    fragment: fragment as number[],
    lastFragmentNum: value("lastFragmentNum") as number,
    fragmentBase: value("base") as number,
    prefix: value("guidPrefix") as string,
    time: timeOf(value("timestamp") as string | undefined),
    payloadAt: payload?.offset ?? 0,
  };
  if (theirs.payloadAt !== undefined) assert.is(toHex(datagram, known.payloadAt!, 1), "00", "encapsulation header");
  return Object.fromEntries(Object.keys(theirs).map((key) => [key, known[key as keyof TsharkSubmessage]])) as never;
}

function bitsOf(base: number, members: readonly number[] | undefined): string {
  let bits = "";
  for (const member of members ?? []) bits = `${bits.padEnd(member - base, "0")}1`;
  return bits;
}

function timeOf(text: string | undefined): number[] {
  const [seconds, fraction] = (text ?? "0.0").split(".").map((word) => Number.parseInt(word, 16));
  return [seconds!, Math.floor((fraction! / 2 ** 32) * 1e9)];
}

captures.run();
