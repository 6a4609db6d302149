// Whole datagrams that have tripped other implementations, and what must be made of them.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bytesOf } from "./goldenRows.js";
import { walk } from "./walk.js";

const HEADER = "52545053 0203 017f 017f0000 5a5a0001 00000001";
const ENTITIES = "00000107 00000102";
const DST = "0e010c00 017f0000d007000100000002";
const DST_LINE = "INFO_DST 017f0000d007000100000002";
const DATA_HEAD = "0000 1000 00000000 00000102 00000000";
const ZEROS = (count: number) => "00".repeat(count);

const CASES: readonly (readonly [name: string, hex: string, lines: readonly string[]])[] = [
  ["nothing but a header", "", []],
  [
    "length 0 on the closing submessage means to the end",
    `${DST} 07010000 ${ENTITIES} 0000000001000000 0000000004000000 09000000`,
    [DST_LINE, "HEARTBEAT 1..4#9"],
  ],
  [
    "length 0 on PAD and INFO_TS means an empty body",
    `01010000 09030000 07011c00 ${ENTITIES} 0000000001000000 0000000002000000 03000000`,
    ["PAD", "INFO_TS ffffffff.ffffffff", "HEARTBEAT 1..2#3"],
  ],
  [
    "INFO_TS of length 0 without the invalidate flag",
    `09010000 07011c00 ${ENTITIES} 0000000001000000 0000000002000000 03000000`,
    ["INFO_TS malformed"],
  ],
  [
    "each submessage has its own byte order",
    `${DST} 0700001c ${ENTITIES} 0000000000000001 0000000000000005 00000007
      07011c00 ${ENTITIES} 0000000001000000 0000000006000000 08000000`,
    [DST_LINE, "HEARTBEAT 1..5#7", "HEARTBEAT 1..6#8"],
  ],
  [
    "a vendor's submessage is skipped by its length",
    `${DST} 80010400 a1b2c3d4 15051c00 ${DATA_HEAD} 01000000 00010000 01000000`,
    [DST_LINE, "0x80", "DATA sn=1 data=8"],
  ],
  [
    "an unassigned id of the protocol is skipped by its length",
    `55010800 a1b2c3d4a1b2c3d4 7f000004 00000000 07011c00 ${ENTITIES} 0000000001000000 0000000002000000 03000000`,
    ["0x55", "0x7f", "HEARTBEAT 1..2#3"],
  ],
  [
    "unknown flags are ignored",
    `07f11c00 ${ENTITIES} 0000000001000000 0000000002000000 05000000`,
    ["HEARTBEAT 1..2#5"],
  ],
  [
    "a declared length beyond the end keeps what came before",
    `07011c00 ${ENTITIES} 0000000001000000 0000000002000000 05000000
      15059001 ${DATA_HEAD} 01000000 00010000 07000000`,
    ["HEARTBEAT 1..2#5", "fault: submessage too long"],
  ],
  [
    "three stray octets at the end",
    `07011c00 ${ENTITIES} 0000000001000000 0000000001000000 01000000 010100`,
    ["HEARTBEAT 1..1#1", "fault: truncated submessage header"],
  ],
  [
    "a length that is not a multiple of 4: the next header is at the next multiple",
    `15051b00 ${DATA_HEAD} 01000000 00010000 07000000
      07011c00 ${ENTITIES} 0000000001000000 0000000002000000 05000000`,
    ["DATA sn=1 data=7", "HEARTBEAT 1..2#5"],
  ],
  [
    "such a length on the last submessage, without the padding",
    `15051900 ${DATA_HEAD} 01000000 00010000 07`,
    ["DATA sn=1 data=5"],
  ],
  [
    "security submessages are walked by length",
    `31011400 00000002000102030405060708090a0b0c0d0e0f 30010c00 000000080000000000000000
      32011400 ${ZEROS(20)} 07011c00 ${ENTITIES} 0000000001000000 0000000001000000 01000000
      34011400 ${ZEROS(20)}`,
    ["SEC_PREFIX", "SEC_BODY", "SEC_POSTFIX", "HEARTBEAT 1..1#1", "SRTPS_POSTFIX"],
  ],
  [
    "a number of locators that cannot be there",
    "0f011c00 ffffff7f 01000000 f31c0000 00000000 00000000 00000000 c0000263",
    ["INFO_REPLY malformed"],
  ],
  [
    "INFO_DST to somebody else, then to everybody",
    `0e010c00 017f0000bbbb000100000003 07011c00 ${ENTITIES} 0000000001000000 0000000008000000 14000000
      0e010c00 ${ZEROS(12)} 07011c00 ${ENTITIES} 0000000001000000 0000000009000000 15000000`,
    [
      "INFO_DST 017f0000bbbb000100000003",
      "HEARTBEAT 1..8#20",
      "INFO_DST 000000000000000000000000",
      "HEARTBEAT 1..9#21",
    ],
  ],
  [
    "a relayed message",
    `09010800 00f15365 00000000 0c011400 00000000 0201 017f 017f00005a5a000100000001
      15051c00 ${DATA_HEAD} 01000000 00010000 01000000`,
    ["INFO_TS 6553f100.0", "INFO_SRC 2.1 17f 017f00005a5a000100000001", "DATA sn=1 data=8"],
  ],
  [
    "the ACKNACK with base 0 that several vendors open with",
    `${DST} 06011800 ${ENTITIES} 0000000000000000 00000000 01000000`,
    [DST_LINE, "ACKNACK base=0 bits=0 []#1"],
  ],
  [
    "ACKNACK with garbage beyond numBits",
    `06011c00 ${ENTITIES} 0000000001000000 01000000 ffffffff 02000000`,
    ["ACKNACK base=1 bits=1 [1]#2"],
  ],
  [
    "GAP: the first bit of a word is its most significant bit",
    `08012000 ${ENTITIES} 0000000008000000 000000000b000000 12000000 00c0c80c`,
    ["GAP 00000102 from 8 base=11 bits=18 [15 16 19 20 23 27 28]"],
  ],
  [
    "HEARTBEAT of a writer whose samples are all gone",
    `${DST} 07011c00 ${ENTITIES} 000000000b000000 000000000a000000 01000000`,
    [DST_LINE, "HEARTBEAT 11..10#1"],
  ],
  [
    "HEARTBEAT with the largest number there is, which no Number holds",
    `${DST} 07011c00 ${ENTITIES} 0000000001000000 ffffff7fffffffff 01000000`,
    [DST_LINE, `HEARTBEAT 1..${Number.MAX_SAFE_INTEGER - 65536}#1`],
  ],
  [
    "DATA with both payload flags ends the message",
    `150d1c00 ${DATA_HEAD} 01000000 00010000 01000000
      07011c00 ${ENTITIES} 0000000001000000 0000000001000000 01000000`,
    ["DATA malformed"],
  ],
  [
    "DATA whose inline QoS would start behind its end",
    "15050000 0000 3200 00000000 000100c2 0000000002000000 00030000 00000000",
    ["DATA malformed"],
  ],
  [
    "big-endian DATA with a little-endian payload",
    `15060034 0000 0010 00000000 00000102 0000000000000001
      0070 0010 0102030405060708090a0b0c0d0e0f00 0001 0000 00010000 04030201`,
    ["DATA sn=1 data=8 qos=24"],
  ],
  [
    "numbers beyond 2^32",
    `${DST} 15051c00 0000 1000 00000000 00000102 01000000 01000000 00010000 01000000
      07011c00 ${ENTITIES} 0100000000000000 0100000001000000 01000000`,
    [DST_LINE, "DATA sn=4294967297 data=8", "HEARTBEAT 4294967296..4294967297#1"],
  ],
  [
    "timestamps: invalid, infinite, after 2038",
    "09010800 ffffffff ffffffff 09010800 ffffffff feffffff 09010800 00000080 00000000",
    ["INFO_TS ffffffff.ffffffff", "INFO_TS ffffffff.fffffffe", "INFO_TS 80000000.0"],
  ],
  [
    "fragments 2 and 4 are missing",
    `${DST} 12012000 ${ENTITIES} 0000000001000000 02000000 03000000 000000a0 01000000`,
    [DST_LINE, "NACK_FRAG sn=1 base=2 bits=3 [2 4]#1"],
  ],
  [
    "one fragment of a sample that claims 4 GiB",
    `16012004 0000 1c00 ${ENTITIES} 0000000001000000 01000000 0100 0004 ffffffff ${ZEROS(1024)}`,
    ["DATA_FRAG sn=1 1+1x1024 of 4294967295 bytes=1024"],
  ],
  [
    "in DATA_FRAG bit 2 of the flags says key",
    `16052004 0000 1c00 ${ENTITIES} 0000000001000000 01000000 0100 0004 04040000 ${ZEROS(1024)}`,
    ["DATA_FRAG sn=1 1+1x1024 of 1028 bytes=1024 key"],
  ],
  [
    "DATA_FRAG whose fragment size is not a multiple of 4 is padded",
    `16012c00 0000 1c00 ${ENTITIES} 0000000001000000 01000000 0100 0b00 16000000 ${ZEROS(12)}
      07011c00 ${ENTITIES} 0000000001000000 0000000001000000 01000000`,
    ["DATA_FRAG sn=1 1+1x11 of 22 bytes=11", "HEARTBEAT 1..1#1"],
  ],
  [
    "HEADER_EXTENSION first, then DATA",
    `00030400 3c000000 15051c00 ${DATA_HEAD} 01000000 00010000 01000000`,
    ["HEADER_EXTENSION length=60", "DATA sn=1 data=8"],
  ],
];

const datagrams = suite("datagrams");

for (const [name, hex, lines] of CASES) {
  datagrams(name, () => assert.equal(walk(bytesOf(HEADER + hex)), lines));
}

const FAULTS: readonly (readonly [name: string, hex: string, fault: string])[] = [
  ["an empty datagram", "", "too short"],
  ["3 octets", "525450", "too short"],
  ["19 octets", "52545053 0203 017f 017f0000 5a5a0001 000000", "too short"],
  ["a ping of Connext", "52545053 0205 0101 4e44445350494e47", "too short"],
  ["a copy that Connext marks as its own", "52545058 0205 0101 01010000 00000000 00000000", "bad magic"],
  ["something else", "48545450 2f31 2e31 20323030 204f4b0d 0a0d0a00", "bad magic"],
  ["major version 1", "52545053 0101 0101 01010000 00000000 00000000", "bad version"],
  ["major version 3", "52545053 0300 0101 01010000 00000000 00000000", "bad version"],
];

for (const [name, hex, fault] of FAULTS) {
  datagrams(`header: ${name}`, () => assert.equal(walk(bytesOf(hex)), [`fault: ${fault}`]));
}

datagrams("header: every minor version of 2 is accepted", () => {
  for (const minor of ["00", "01", "05", "09", "ff"]) {
    assert.equal(walk(bytesOf(`52545053 02${minor} 0101 01010000 00000000 00000000 01010000`)), ["PAD"]);
  }
});

datagrams.run();
