// UDP datagrams out of frames: link-layer headers, and IPv4 fragments.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Ipv4Reassembler } from "../../src/inspect/Ipv4Reassembler.js";
import type { Ipv4Packet } from "../../src/inspect/ipv4.js";
import { type UdpDatagram, udpDatagrams } from "../../src/inspect/udp.js";
import { toHex } from "../../src/rtps/structure/guid.js";
import * as made from "./frames.js";

const PAYLOAD = made.bytes("52545053deadbeef");
const IP = made.ipv4Bytes(made.udpBytes(PAYLOAD));
const MAC = "020000000002 020000000001";
const udp = suite("UDP out of captures");

function datagramsOf(frames: readonly Uint8Array[], linkType: number): UdpDatagram[] {
  return [...udpDatagrams(made.pcapFile(frames, linkType))];
}

const LINKS: readonly (readonly [name: string, linkType: number, header: string])[] = [
  ["Ethernet", 1, `${MAC} 0800`],
  ["Ethernet with a VLAN tag", 1, `${MAC} 8100 0005 0800`],
  ["Ethernet with two VLAN tags", 1, `${MAC} 88a8 0005 8100 0006 0800`],
  ["raw IP", 101, ""],
  ["IPv4", 228, ""],
  ["Linux cooked", 113, "0000 0304 0006 000000000000 0000 0800"],
  ["Linux cooked 2", 276, "0800 0000 00000001 0304 00 06 0000000000000000"],
  ["loopback, little-endian", 0, "02000000"],
  ["loopback, big-endian", 0, "00000002"],
  ["OpenBSD loopback", 108, "00000002"],
];
for (const [name, linkType, header] of LINKS) {
  udp(name, () => {
    const [datagram, ...more] = datagramsOf([made.join(made.bytes(header), IP)], linkType);
    assert.is(more.length, 0);
    assert.is(toHex(datagram!.payload), toHex(PAYLOAD));
    assert.equal([datagram!.sourceHost, datagram!.sourcePort], ["10.0.0.1", 1000]);
    assert.equal([datagram!.destinationHost, datagram!.destinationPort], ["10.0.0.2", 2000]);
  });
}

const IGNORED: readonly (readonly [name: string, linkType: number, frame: Uint8Array])[] = [
  ["ARP", 1, made.join(made.bytes(`${MAC} 0806`), new Uint8Array(28))],
  ["IPv6", 1, made.join(made.bytes(`${MAC} 86dd 60`), new Uint8Array(60))],
  ["IPv6 in a raw capture", 101, made.join(made.bytes("60"), new Uint8Array(60))],
  ["an empty frame", 1, new Uint8Array(0)],
  ["an Ethernet frame cut in its header", 1, made.bytes("0200000000020200000000")],
  ["loopback, another family", 0, made.join(made.bytes("1e000000"), IP)],
  ["loopback, a family spread over octets", 0, made.join(made.bytes("00020000"), IP)],
  ["an unknown link type", 147, IP],
  ["TCP", 101, made.ipv4Bytes(made.udpBytes(PAYLOAD), { protocol: 6 })],
  ["a packet of which the end was not captured", 101, IP.subarray(0, IP.length - 1)],
  ["a header length of 16", 101, made.join(made.bytes("44"), IP.subarray(1))],
  ["a total length below the header", 101, made.join(IP.subarray(0, 2), made.bytes("0013"), IP.subarray(4))],
  ["a UDP length beyond the packet", 101, made.ipv4Bytes(made.join(made.bytes("03e807d000ff0000"), PAYLOAD))],
  ["a UDP length of 7", 101, made.ipv4Bytes(made.join(made.bytes("03e807d000070000"), PAYLOAD))],
  ["4 octets of UDP", 101, made.ipv4Bytes(made.bytes("03e807d0"))],
];
for (const [name, linkType, frame] of IGNORED) {
  udp(`left out: ${name}`, () => {
    // A good frame behind it shows that reading goes on.
    const kept = made.join(made.bytes(linkType === 1 ? `${MAC} 0800` : linkType === 0 ? "02000000" : ""), IP);
    const found = datagramsOf([frame, kept], linkType);
    assert.equal(
      found.map((datagram) => datagram.frame),
      linkType === 147 ? [] : [2],
    );
  });
}

udp("IP options and Ethernet padding are no payload", () => {
  const packet = made.ipv4Bytes(made.udpBytes(PAYLOAD), { optionOctets: 8 });
  const [datagram] = datagramsOf([made.join(made.bytes(`${MAC} 0800`), packet, new Uint8Array(18))], 1);
  assert.is(toHex(datagram!.payload), toHex(PAYLOAD));
});

const LARGE = Uint8Array.from({ length: 3000 }, (_, i) => i * 7);
const WHOLE = made.udpBytes(LARGE);
const fragment = (offset: number, end: number, identification = 7) =>
  made.ipv4Bytes(WHOLE.subarray(offset, end), { offset, moreFragments: end < WHOLE.length, identification });
const PIECES = [fragment(0, 1480), fragment(1480, 2960), fragment(2960, WHOLE.length)];

for (const order of [
  [0, 1, 2],
  [2, 1, 0],
  [1, 0, 2],
  [0, 0, 2, 1],
]) {
  udp(`fragments in order ${order.join(", ")}`, () => {
    const found = datagramsOf(
      order.map((index) => PIECES[index]!),
      101,
    );
    assert.is(found.length, 1);
    assert.is(toHex(found[0]!.payload), toHex(LARGE));
    assert.is(found[0]!.frame, order.length);
  });
}

udp("fragments that overlap", () => {
  const found = datagramsOf([fragment(0, 1480), fragment(1200, 2960), fragment(2400, WHOLE.length)], 101);
  assert.is(toHex(found[0]!.payload), toHex(LARGE));
});

udp("fragments of two packets interleaved, and one that stays incomplete", () => {
  const other = [fragment(0, 1480, 8), fragment(1480, WHOLE.length, 8)];
  const found = datagramsOf([PIECES[0]!, other[0]!, PIECES[1]!, other[1]!], 101);
  assert.equal(
    found.map((datagram) => datagram.frame),
    [4],
  );
});

udp("a bounded number of incomplete packets is kept, oldest dropped", () => {
  const reassembler = new Ipv4Reassembler(4);
  for (let id = 1; id <= 100; id++) assert.is(reassembler.add(piece(id, 0, 8, true)), undefined);
  assert.is(reassembler.dropped, 96);
  assert.is(reassembler.add(piece(1, 8, 8, false)), undefined);
  assert.equal(reassembler.add(piece(100, 8, 8, false))?.length, 16);
});

udp("a packet of too many pieces, or too long, is given up", () => {
  const reassembler = new Ipv4Reassembler();
  for (let i = 0; i <= 256; i++) reassembler.add(piece(1, 8 + i * 8, 8, true));
  assert.is(reassembler.dropped, 1);
  reassembler.add(piece(2, 65528, 16, false));
  assert.is(reassembler.dropped, 2);
});

function piece(identification: number, fragmentOffset: number, length: number, moreFragments: boolean): Ipv4Packet {
  const payload = new Uint8Array(length);
  return { source: 1, destination: 2, protocol: 17, identification, fragmentOffset, moreFragments, payload };
}

udp.run();
