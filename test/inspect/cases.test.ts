// What tools make of odd traffic (cases TL-01 and TL-02).

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { decodeReaderData, decodeWriterData } from "../../src/discovery/endpointData.js";
import { READER_PARAMETERS, WRITER_PARAMETERS } from "../../src/discovery/endpointParameters.js";
import { type Dissection, dissect } from "../../src/inspect/dissect.js";
import { MESSAGE_OK } from "../../src/rtps/messages/faults.js";
import { MessageBuilder } from "../../src/rtps/messages/MessageBuilder.js";
import { PID_ENDPOINT_GUID, PID_TOPIC_NAME, PID_TYPE_NAME } from "../../src/rtps/messages/parameterId.js";
import { ParameterListBuilder } from "../../src/rtps/messages/parameterList.js";
import { EMPTY_PAYLOAD, PAYLOAD_DATA, PAYLOAD_NONE } from "../../src/rtps/structure/cacheChange.js";
import { Guid, GuidPrefix } from "../../src/rtps/structure/guid.js";
import { Random } from "../../src/simulation/Random.js";
import { LIMITS } from "../discovery/support.js";
import { CASE_PACKETS, packet } from "../support/casePackets.js";

const test = suite("cases: tools");

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
const PREFIX = new GuidPrefix(bytesOf("017f00005a5a000100000001"));
const MUTATIONS = 100_000;

/** The work that a dissection is: bounded by the datagram, whatever it says of itself. */
function checkBounds({ submessages, understood }: Dissection, datagram: Uint8Array): void {
  assert.ok(submessages.length <= datagram.length / 4);
  assert.ok(understood <= datagram.length);
  for (const { fields, parameters, gaveUpAt, offset, span } of submessages) {
    assert.ok(fields.length + parameters.length <= 16 + span / 4);
    for (const { value } of fields) {
      const size = typeof value === "number" ? 1 : value.length;
      assert.ok(size <= Math.max(256, 2 * span), "no value is larger than what it was made from");
    }
    for (const one of parameters) assert.ok(one.offset >= offset && one.offset + one.span <= datagram.length);
    if (gaveUpAt !== undefined) assert.ok(gaveUpAt >= offset && gaveUpAt <= datagram.length);
  }
}

function mutated(random: Random, bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice(0, random.chance(0.2) ? random.below(bytes.length + 1) : bytes.length);
  for (let i = random.below(5); i >= 0 && copy.length > 0; i--) {
    // Behind the header more often than in it, and where lengths are.
    const at = random.chance(0.1) ? random.below(copy.length) : Math.min(copy.length - 1, 20 + random.below(60));
    copy[at] = [0, 1, 0x7f, 0x80, 0xff, random.below(256)][random.below(6)]!;
  }
  return copy;
}

test("TL-01: dissecting is bounded by the datagram, for every packet and what becomes of it by chance", () => {
  const packets = [...CASE_PACKETS.values()].map(({ hex }) => bytesOf(hex));
  for (const datagram of packets) checkBounds(dissect(datagram), datagram);
  const random = new Random(1);
  for (let i = 0; i < MUTATIONS; i++) {
    const datagram = mutated(random, packets[i % packets.length]!);
    const dissection = dissect(datagram);
    if (i % 20 === 0) checkBounds(dissection, datagram);
  }
});

test("TL-02: what comes before a fault is named, with the offset of the fault", () => {
  const overlong = dissect(bytesOf(packet("P09")));
  assert.equal(
    overlong.submessages.map(({ name }) => name),
    ["HEARTBEAT"],
  );
  assert.is.not(overlong.fault, MESSAGE_OK);
  assert.is(overlong.understood, 20 + 32, "the DATA header is the first that leads nowhere");
  const stray = dissect(bytesOf(packet("P10")));
  assert.equal([stray.submessages.length, stray.understood], [1, 52]);
  assert.is.not(stray.fault, MESSAGE_OK);
  const [announcement] = dissect(bytesOf(packet("P37"))).submessages;
  const properties = announcement!.parameters.at(-1)!;
  assert.equal([properties.name, properties.malformed, properties.span], ["PROPERTY_LIST", true, 16]);
  assert.is(announcement!.gaveUpAt, properties.offset);
  assert.ok(announcement!.parameters.slice(0, -1).every(({ malformed }) => !malformed));
  assert.ok(announcement!.parameters.some(({ name }) => name === "METATRAFFIC_UNICAST_LOCATOR"));
});

test("TL-02: lists without an end, or with a length beyond it", () => {
  for (const [id, count] of [
    ["P26", 7],
    ["P27", 7],
  ] as const) {
    const datagram = bytesOf(packet(id));
    const [data] = dissect(datagram).submessages;
    assert.is(data!.parameters.length, count, id);
    assert.is(data!.gaveUpAt, id === "P26" ? datagram.length : datagram.length - 12, id);
  }
  const [whole] = dissect(bytesOf(packet("P28"))).submessages;
  assert.is(whole!.gaveUpAt, undefined);
  const [sample] = dissect(bytesOf(packet("P47"))).submessages;
  assert.equal(
    sample!.parameters.map(({ name, span }) => [name, span]),
    [["KEY_HASH", 16]],
  );
  const [bad] = dissect(bytesOf(packet("P24"))).submessages;
  assert.equal([bad!.malformed, bad!.gaveUpAt], [true, 24]);
});

/** A writer's announcement with one more parameter: `length` octets of zeros. */
function announcement(pid: number, length: number): Uint8Array {
  const list = ParameterListBuilder.encapsulated();
  const guid = new Guid(PREFIX, 0x102);
  list.guid(PID_ENDPOINT_GUID, guid);
  list.string(PID_TOPIC_NAME, "T");
  list.string(PID_TYPE_NAME, "N");
  list.octets(pid, new Array(length).fill(0));
  return list.finish();
}

function dissectedData(inlineQos: Uint8Array, payload: Uint8Array) {
  const builder = new MessageBuilder(1024);
  builder.begin(5, 0x017f, PREFIX);
  builder.data(0, 0x3c2, 1, payload.length > 0 ? PAYLOAD_DATA : PAYLOAD_NONE, payload.length, inlineQos);
  if (payload.length > 0) builder.appendPayload(payload, 0, payload.length);
  return dissect(builder.cut()).submessages[0]!;
}

test("TL-02: a parameter that is too short for its reader is named, with its offset, whichever it is", () => {
  let refused = 0;
  for (const pid of [...WRITER_PARAMETERS.keys(), ...READER_PARAMETERS.keys()]) {
    for (let length = 0; length <= 32; length += 4) {
      const payload = announcement(pid, length);
      const problems = [decodeWriterData, decodeReaderData].map((decode) => decode(payload, LIMITS));
      const isTooShort = problems.some((one) => typeof one === "string" && one.endsWith("too short"));
      const { parameters, gaveUpAt } = dissectedData(EMPTY_PAYLOAD, payload);
      const { malformed, offset } = parameters.at(-1)!;
      if (isTooShort) {
        refused++;
        assert.ok(malformed, `${pid.toString(16)} with ${length}`);
      }
      assert.is(gaveUpAt, malformed ? offset : undefined);
      if (length === 32) assert.not(malformed, "32 octets of zeros are enough for each of them");
    }
  }
  assert.ok(refused > 20, `${refused}`);
});

test("TL-02: so is one of the inline QoS", () => {
  for (const [pid, length] of [
    ["56", 8],
    ["63", 8],
    ["64", 8],
    ["57", 16],
    ["61", 24],
    ["83", 24],
    ["70", 16],
    ["71", 4],
  ] as const) {
    for (const octets of [0, length - 4, length, length + 4]) {
      const list = `${pid}00${Buffer.of(octets).toString("hex")}00${"00".repeat(octets)}01000000`;
      const { parameters, gaveUpAt } = dissectedData(bytesOf(list), new Uint8Array(0));
      assert.is(parameters.length, 1);
      assert.is(parameters[0]!.malformed, octets < length, `${pid} with ${octets}`);
      assert.is(gaveUpAt, octets < length ? 20 + 4 + 20 + 4 : undefined);
    }
  }
});

test("P05, P11: what is not known has a name or a number, and the rest is shown", () => {
  const names = (id: string) => dissect(bytesOf(packet(id))).submessages.map(({ name }) => name);
  assert.equal(names("P05"), ["INFO_DST", "0x80", "DATA"]);
  assert.equal(names("P11"), ["SEC_PREFIX", "SEC_BODY", "SEC_POSTFIX", "HEARTBEAT", "SRTPS_POSTFIX"]);
  assert.equal(names("P02"), ["PAD", "INFO_TS", "HEARTBEAT"]);
});

test("P53: in DATA_FRAG bit 2 is key and bit 3 the non-standard payload", () => {
  const [frag] = dissect(bytesOf(packet("P53"))).submessages;
  assert.equal(frag!.flagNames, ["endianness", "key"]);
  const other = packet("P53").replace(/^(.{40}16)05/, "$109");
  assert.equal(dissect(bytesOf(other)).submessages[0]!.flagNames, ["endianness", "nonStandardPayload"]);
});

test.run();
