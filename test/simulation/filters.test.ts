import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  carries,
  combineFilters,
  type DatagramFilter,
  dropAll,
  dropFirst,
  type SimNode,
  scanSubmessages,
} from "../../src/simulation/index.js";

const test = suite("filters");
const HEADER = [0x52, 0x54, 0x50, 0x53, 2, 5, 1, 0x7f, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const node = {} as SimNode;

/** A submessage with a little-endian length, or a big-endian one. */
function submessage(id: number, body: readonly number[], littleEndian = true, length = body.length): number[] {
  const size = littleEndian ? [length & 0xff, length >> 8] : [length >> 8, length & 0xff];
  return [id, littleEndian ? 1 : 0, ...size, ...body];
}

const heartbeat = (writer: readonly number[]) =>
  submessage(0x07, [0, 0, 0, 0, ...writer, ...new Array<number>(20).fill(0)]);
const data = (writer: readonly number[]) =>
  submessage(0x15, [0, 0, 16, 0, 0, 0, 0, 0, ...writer, 0, 0, 0, 0, 1, 0, 0, 0]);

test("lists submessages of both byte orders, unknown ones included", () => {
  const datagram = Uint8Array.from([
    ...HEADER,
    ...submessage(0x0e, new Array<number>(12).fill(9)),
    ...submessage(0x80, [1, 2, 3, 4], false),
    ...heartbeat([0, 1, 0, 0xc2]),
  ]);
  assert.equal(
    scanSubmessages(datagram).map((s) => [s.id, s.end - s.start]),
    [
      [0x0e, 12],
      [0x80, 4],
      [0x07, 28],
    ],
  );
});

test("length 0 means to the end, except for PAD and INFO_TS", () => {
  const datagram = Uint8Array.from([
    ...HEADER,
    ...submessage(0x01, []),
    ...submessage(0x09, []),
    ...submessage(0x15, [1, 2, 3, 4, 5, 6, 7, 8], true, 0),
  ]);
  assert.equal(
    scanSubmessages(datagram).map((s) => [s.id, s.end - s.start]),
    [
      [0x01, 0],
      [0x09, 0],
      [0x15, 8],
    ],
  );
});

test("stops at a length that does not fit, and finds nothing in other traffic", () => {
  assert.equal(scanSubmessages(Uint8Array.from([...HEADER, ...submessage(0x15, [1, 2], true, 400)])), []);
  assert.equal(scanSubmessages(new Uint8Array(100)), []);
  assert.equal(scanSubmessages(Uint8Array.from(HEADER.slice(0, 19))), []);
});

test("carries() tells kinds and writers apart", () => {
  const datagram = Uint8Array.from([...HEADER, ...data([0, 0, 1, 2]), ...heartbeat([0, 0, 1, 3])]);
  assert.ok(carries(0x15)(datagram, node, node));
  assert.not(carries(0x06)(datagram, node, node));
  assert.ok(carries(0x15, 0x102)(datagram, node, node));
  assert.not(carries(0x15, 0x103)(datagram, node, node));
  assert.ok(carries(0x07, 0x103)(datagram, node, node));
  // INFO_DST names no writer.
  const infoDst = Uint8Array.from([...HEADER, ...submessage(0x0e, new Array<number>(12).fill(0))]);
  assert.not(carries(0x0e, 0)(infoDst, node, node));
});

test("dropFirst() drops that many matching ones; dropAll() all; combined filters all see everything", () => {
  const matching = Uint8Array.from([...HEADER, ...heartbeat([0, 0, 1, 3])]);
  const other = Uint8Array.from([...HEADER, ...data([0, 0, 1, 2])]);
  const verdicts = (filter: DatagramFilter, list: readonly Uint8Array[]) => list.map((d) => filter(d, node, node));
  const sequence = [other, matching, matching, other, matching];
  assert.equal(verdicts(dropFirst(2, carries(0x07)), sequence), ["deliver", "drop", "drop", "deliver", "deliver"]);
  assert.equal(verdicts(dropAll(carries(0x07)), sequence), ["deliver", "drop", "drop", "deliver", "drop"]);
  const both = combineFilters(dropFirst(1, carries(0x07)), dropFirst(1, carries(0x15)));
  assert.equal(verdicts(both, sequence), ["drop", "drop", "deliver", "deliver", "deliver"]);
});

test.run();
