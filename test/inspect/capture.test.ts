// Reading pcap and pcapng: byte orders, time resolutions, and files that make no sense.

import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CaptureError } from "../../src/inspect/CaptureError.js";
import { type CapturedPacket, capturedPackets } from "../../src/inspect/capture.js";
import { pcapFileHeader, pcapUdpRecord } from "../../src/inspect/pcap.js";
import { udpDatagrams } from "../../src/inspect/udp.js";
import { captureNames, readCapture } from "./fixtures.js";
import * as made from "./frames.js";

const FRAME = made.bytes("0102030405");
const captures = suite("capture files");

/** The packets up to an error, and its code. */
function readAll(file: Uint8Array): { packets: CapturedPacket[]; code: string } {
  const packets: CapturedPacket[] = [];
  try {
    for (const packet of capturedPackets(file)) packets.push(packet);
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    return { packets, code: error.code };
  }
  return { packets, code: "" };
}

for (const littleEndian of [true, false]) {
  for (const nanoseconds of [true, false]) {
    captures(`pcap, ${littleEndian ? "little" : "big"}-endian, ${nanoseconds ? "nano" : "micro"}seconds`, () => {
      const file = made.pcapFile([FRAME, made.bytes("ff")], 101, { littleEndian, nanoseconds });
      const { packets, code } = readAll(file);
      assert.is(code, "");
      assert.equal(packets[0], {
        frame: 1,
        seconds: 1_700_000_000,
        nanoseconds: nanoseconds ? 123_456 : 123_456_000,
        linkType: 101,
        bytes: FRAME,
        originalLength: 5,
      });
      assert.equal([packets.length, packets[1]!.frame, packets[1]!.seconds], [2, 2, 1_700_000_001]);
    });
  }

  captures(`pcapng, ${littleEndian ? "little" : "big"}-endian`, () => {
    const file = made.join(
      made.sectionHeader(littleEndian),
      made.interfaceBlock(1, undefined, 0, littleEndian),
      made.packetBlock(FRAME, 0x00060a24, 0x181e4000, 0, littleEndian),
    );
    const { packets, code } = readAll(file);
    assert.is(code, "");
    assert.is(packets.length, 1);
    // Microseconds when the interface says nothing: (0x00060a24 << 32 | 0x181e4000) us.
    const micros = 0x00060a24 * 2 ** 32 + 0x181e4000;
    assert.is(packets[0]!.seconds, Math.floor(micros / 1e6));
    assert.is(packets[0]!.nanoseconds, (micros % 1e6) * 1000);
    assert.equal(packets[0]!.bytes, FRAME);
    assert.is(packets[0]!.linkType, 1);
  });
}

const RESOLUTIONS: readonly (readonly [code: number, units: number, seconds: number, nanoseconds: number])[] = [
  [0, 5, 5, 0],
  [3, 5001, 5, 1_000_000],
  [6, 5_000_001, 5, 1000],
  [9, 4_000_000_007, 4, 7],
  [0x80, 5, 5, 0],
  [0x8a, 5 * 1024 + 512, 5, 500_000_000],
];
for (const [code, units, seconds, nanoseconds] of RESOLUTIONS) {
  captures(`pcapng, if_tsresol 0x${code.toString(16)}`, () => {
    const option = made.join(made.shorts(true, 9, 1), made.bytes(`${code.toString(16).padStart(2, "0")}000000`));
    const file = made.join(
      made.sectionHeader(),
      made.interfaceBlock(1, made.join(option, made.bytes("00000000"))),
      made.packetBlock(FRAME, 0, units),
    );
    const [packet] = readAll(file).packets;
    assert.equal([packet!.seconds, packet!.nanoseconds], [seconds, nanoseconds]);
  });
}

captures("pcapng: time offset, several interfaces, other blocks, a second section of the other order", () => {
  const offset = made.join(made.shorts(true, 14, 8), made.words(true, 100, 0));
  const file = made.join(
    made.sectionHeader(),
    made.interfaceBlock(1, offset),
    made.block(0x0bad, made.bytes("00112233445566")),
    made.interfaceBlock(101),
    made.packetBlock(FRAME, 0, 2_000_000, 1),
    made.packetBlock(FRAME, 0, 2_000_000, 0),
    made.sectionHeader(false),
    made.interfaceBlock(113, undefined, 0, false),
    made.packetBlock(FRAME, 0, 3_000_000, 0, false),
  );
  const { packets, code } = readAll(file);
  assert.is(code, "");
  assert.equal(
    packets.map(({ frame, seconds, linkType }) => [frame, seconds, linkType]),
    [
      [1, 2, 101],
      [2, 102, 1],
      [3, 3, 113],
    ],
  );
});

captures("pcapng: simple packets, whole and cut by the snap length", () => {
  const simple = (length: number, data: Uint8Array) => made.block(3, made.join(made.words(true, length), data));
  const whole = made.join(made.sectionHeader(), made.interfaceBlock(101), simple(5, FRAME));
  assert.equal(readAll(whole).packets[0]!.bytes, FRAME);
  const cut = made.join(made.sectionHeader(), made.interfaceBlock(101, undefined, 3), simple(5, FRAME.subarray(0, 3)));
  assert.equal(readAll(cut).packets[0]!.bytes, FRAME.subarray(0, 3));
  assert.is(readAll(cut).packets[0]!.originalLength, 5);
});

const pcap = made.pcapFile([FRAME, FRAME], 101);
const pcapng = made.join(made.sectionHeader(), made.interfaceBlock(1), made.packetBlock(FRAME, 0, 1));
const edited = (file: Uint8Array, at: number, ...values: number[]) => {
  const copy = file.slice();
  copy.set(values, at);
  return copy;
};
const BAD: readonly (readonly [name: string, file: Uint8Array, code: string, packets: number])[] = [
  ["empty", new Uint8Array(0), "NOT_A_CAPTURE", 0],
  ["3 octets", made.bytes("d4c3b2"), "NOT_A_CAPTURE", 0],
  ["something else", made.bytes("89504e470d0a1a0a"), "NOT_A_CAPTURE", 0],
  ["pcap: header cut", pcap.subarray(0, 20), "TRUNCATED", 0],
  ["pcap: cut in a record header", pcap.subarray(0, 24 + 21 + 7), "TRUNCATED", 1],
  ["pcap: cut in a packet", pcap.subarray(0, pcap.length - 1), "TRUNCATED", 1],
  ["pcap: a length of 4 GiB", edited(pcap, 32, 0xff, 0xff, 0xff, 0xff), "TRUNCATED", 0],
  ["pcapng: cut in the section header", pcapng.subarray(0, 10), "TRUNCATED", 0],
  ["pcapng: byte-order magic", edited(pcapng, 8, 1, 2, 3, 4), "MALFORMED", 0],
  ["pcapng: version 2", edited(pcapng, 12, 2), "UNSUPPORTED", 0],
  ["pcapng: block of 0 octets", edited(pcapng, 32, 0), "MALFORMED", 0],
  ["pcapng: block of 13 octets", edited(pcapng, 32, 13), "MALFORMED", 0],
  ["pcapng: block beyond the end", edited(pcapng, 32, 0, 0, 1), "TRUNCATED", 0],
  ["pcapng: lengths differ", edited(pcapng, 44, 24), "MALFORMED", 0],
  ["pcapng: cut in a block", pcapng.subarray(0, pcapng.length - 4), "TRUNCATED", 0],
  ["pcapng: interface that was not described", edited(pcapng, 56, 3), "MALFORMED", 0],
  ["pcapng: packet larger than its block", edited(pcapng, 68, 99), "MALFORMED", 0],
  ["pcapng: block too short", made.join(made.sectionHeader(), made.block(1, made.bytes("0100"))), "MALFORMED", 0],
  [
    "pcapng: option beyond its block",
    made.join(made.sectionHeader(), made.interfaceBlock(1, made.shorts(true, 9, 500))),
    "MALFORMED",
    0,
  ],
];
for (const [name, file, code, count] of BAD) {
  captures(`bad file, ${name}: ${code}`, () => {
    const result = readAll(file);
    assert.equal([result.code, result.packets.length], [code, count]);
  });
}

captures("the error names the place", () => {
  assert.throws(
    () => [...capturedPackets(pcap.subarray(0, pcap.length - 1))],
    (error: CaptureError) => error.offset === 45 && /ends inside a packet \(at byte 45/.test(error.message),
  );
});

captures("mutated and cut files give packets or one CaptureError, never anything else", () => {
  const sources = [pcap, pcapng, readCapture(captureNames()[0]!).subarray(0, 6000)];
  const property = fc.property(
    fc.constantFrom(...sources),
    fc.array(fc.tuple(fc.nat(6000), fc.nat(255)), { maxLength: 8 }),
    fc.nat(6000),
    (source, edits, length) => {
      const file = source.slice(0, Math.max(4, length % (source.length + 1)));
      for (const [at, value] of edits) file[at % file.length] = value;
      for (const packet of readAll(file).packets) assert.ok(packet.bytes.length <= file.length);
      try {
        for (const datagram of udpDatagrams(file)) assert.ok(datagram.payload.length <= 65535);
      } catch (error) {
        assert.instance(error, CaptureError);
      }
    },
  );
  fc.assert(property, { numRuns: 2000 });
});

captures("what is written is what is read", () => {
  const payload = made.bytes("deadbeef01");
  const file = made.join(
    pcapFileHeader(),
    pcapUdpRecord(
      1_700_000_000,
      999_999_999,
      { host: "10.1.2.3", port: 7411 },
      { host: "239.255.0.1", port: 7400 },
      payload,
      1,
    ),
    pcapUdpRecord(
      1_700_000_001,
      0,
      { host: "10.1.2.4", port: 1 },
      { host: "10.1.2.3", port: 65535 },
      new Uint8Array(0),
      2,
    ),
  );
  const [first, second, ...more] = udpDatagrams(file);
  assert.is(more.length, 0);
  assert.equal(first, {
    frame: 1,
    seconds: 1_700_000_000,
    nanoseconds: 999_999_999,
    sourceHost: "10.1.2.3",
    sourcePort: 7411,
    destinationHost: "239.255.0.1",
    destinationPort: 7400,
    payload,
  });
  assert.equal([second!.frame, second!.destinationPort, second!.payload.length], [2, 65535, 0]);
});

captures("writing refuses what does not fit", () => {
  const end = { host: "10.0.0.1", port: 1 };
  assert.throws(() => pcapUdpRecord(0, 0, end, end, new Uint8Array(65508), 0), /does not fit/);
  assert.is(pcapUdpRecord(0, 0, end, end, new Uint8Array(65507), 0).length, 16 + 65535);
  assert.throws(() => pcapUdpRecord(0, 0, { host: "fe80::1", port: 1 }, end, new Uint8Array(1), 0), /not an IPv4/);
});

captures.run();
