// DDS Security 1.1: participants that run it are recognised and named, what they protect is skipped, and what they say in
// the clear is used.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { explainDomain } from "../../src/inspect/index.js";
import { packet } from "../support/casePackets.js";
import { PUPPET_PREFIX, Puppet, READER_ID, readerWithPuppet } from "../support/Puppet.js";

const test = suite("secured participants");

const IDENTITY_TOKEN = "0110";
const PERMISSIONS_TOKEN = "0210";
const SECURITY_INFO = "0510";

/** The puppet's announcement with further parameters, hex. */
function announced(...parameters: (readonly [pid: string, value: string])[]): string {
  const list = parameters
    .map(
      ([pid, value]) => `${pid}${Buffer.from([(value.length / 2) & 255, value.length >> 9]).toString("hex")}${value}`,
    )
    .join("");
  const whole = packet("P28").replace(/0100efbe$/, `${list}01000000`);
  const length = whole.length / 2 - 24;
  return whole.replace("15058c00", `1505${Buffer.from([length & 255, length >> 8]).toString("hex")}`);
}

const TOKEN = "14000000 4444533a417574683a504b492d44483a312e30 00 0000000000000000".replaceAll(" ", "").padEnd(80, "0");

test("an identity or permissions token marks the participant, whatever is in it; a security info alone does not", () => {
  for (const [parameters, isSecured] of [
    [[[IDENTITY_TOKEN, TOKEN]], true],
    [[[PERMISSIONS_TOKEN, TOKEN]], true],
    [
      [
        [IDENTITY_TOKEN, TOKEN],
        [PERMISSIONS_TOKEN, TOKEN],
        [SECURITY_INFO, "0700008007000080"],
      ],
      true,
    ],
    [[[IDENTITY_TOKEN, "ffffffffffffffffffffffff"]], true],
    [[[IDENTITY_TOKEN, ""]], true],
    [[[SECURITY_INFO, "0000000000000000"]], false],
    [[], false],
  ] as const) {
    const puppet = new Puppet();
    puppet.feed(announced(...parameters));
    const [data] = puppet.engine.participants;
    assert.is(data!.secured, isSecured);
    assert.is(puppet.engine.counters.droppedTotal, 0);
  }
});

test("explain says what is missing", () => {
  const puppet = new Puppet();
  puppet.feed(announced([IDENTITY_TOKEN, TOKEN]));
  const { participants } = explainDomain(puppet.engine.discoveryProgress(puppet.now));
  assert.is(participants[0]!.secured, true);
  const found = participants[0]!.findings.find(({ code }) => code === "secured");
  assert.match(found!.text, /secured: authentication required/);
});

test("its builtin endpoints are matched by their plain bits alone, and nothing is sent to the secure ones", () => {
  const puppet = new Puppet();
  puppet.feed(announced([IDENTITY_TOKEN, TOKEN]).replace("580004003f0c0000", "580004003f0cff0f"));
  puppet.now += 5;
  puppet.engine.handleTimeout(puppet.now);
  const lines = puppet.messages().flat();
  assert.ok(lines.some((line) => line.includes("3c7>3c2")));
  assert.not.ok(lines.some((line) => /ff[0-9a-f]{4}c/.test(line)));
});

/** Hex of one submessage, little-endian. */
function submessage(id: string, body: string): string {
  const octets = body.replaceAll(" ", "");
  return `${id}01${Buffer.from([(octets.length / 2) & 255, octets.length >> 9]).toString("hex")}${octets}`;
}

const HEADER = `525450530203017f${PUPPET_PREFIX}`;
const heartbeat = (last: number, count: number) =>
  submessage("07", `00000107 00000102 0000000001000000 00000000 0${last}000000 0${count}000000`);

test("secure submessages are skipped by their length, whatever is in them; what stands in the clear counts", () => {
  for (const [hidden, lines] of [
    [
      submessage("31", "00000200 0102030405060708") +
        submessage("30", "ff".repeat(400)) +
        submessage("32", "00".repeat(20)),
      ["ACKNACK 107>102 1 {1,2,3} #2 F"],
    ],
    [
      submessage("33", "00".repeat(20)) + submessage("30", heartbeat(9, 9)) + submessage("34", "00".repeat(4)),
      ["ACKNACK 107>102 1 {1,2,3} #2 F"],
    ],
    // Only PAD and INFO_TS may be empty in the middle: length 0 takes all that follows (§9.4.5.1.3).
    [submessage("30", ""), []],
  ] as const) {
    const puppet = readerWithPuppet();
    puppet.feed(HEADER + hidden + heartbeat(3, 1));
    assert.equal(puppet.userTraffic(), lines);
    assert.is(puppet.engine.counters.droppedFor("malformedSubmessage"), 0);
    assert.equal(puppet.takenSns(), []);
  }
});

test("topics of DDS Security are not parsed: samples of their writers count as of an unknown one", () => {
  const puppet = readerWithPuppet();
  // Stateless and volatile secure messages, and what goes with them, with lengths of 4 GiB.
  for (const writer of ["000201c3", "ff0202c3", "ff0003c2", "ff0004c2", "ff0101c2"]) {
    puppet.feed(
      HEADER +
        submessage("15", `00001000 00000000 ${writer} 0000000001000000 00010000 ffffffff ffffffff`).replace(
          "1501",
          "1505",
        ),
    );
  }
  assert.is(puppet.engine.counters.droppedFor("unknownWriter"), 5);
  puppet.data(1);
  assert.equal(puppet.takenSns(READER_ID), [1]);
});

test.run();
