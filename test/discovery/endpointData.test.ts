import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  type DiscoveredWriterData,
  decodeEndpointKey,
  decodeReaderData,
  decodeWriterData,
  encodeEndpointKey,
  encodeReaderData,
  encodeWriterData,
  type WriterDataInput,
} from "../../src/discovery/endpointData.js";
import { DEFAULT_READER_QOS, DEFAULT_WRITER_QOS, resolveReaderQos, resolveWriterQos } from "../../src/qos/index.js";
import { Guid, GuidPrefix } from "../../src/rtps/structure/guid.js";
import { locatorToString } from "../../src/rtps/structure/locator.js";
import { plainEndpoint, readerOf, writerOf } from "./endpointSupport.js";
import {
  bigEndian,
  capturedPayload,
  fromHex,
  LIMITS,
  PREFIX,
  parameter,
  payloadOf,
  swapWords,
  text,
  toHexText,
  u32,
} from "./support.js";

const test = suite("SEDP endpoint data");

const WRITER = new Guid(PREFIX, 0x00000102);
const READER = new Guid(PREFIX, 0x00000107);
const MINIMAL = [parameter(0x5a, WRITER.toString()), parameter(0x05, text("T")), parameter(0x07, text("Type"))];
const MINIMAL_READER = [parameter(0x5a, READER.toString()), ...MINIMAL.slice(1)];
const TYPE_INFORMATION_PARAMETER = 0x75;

const SHAPE = {
  topicName: "Square",
  typeName: "ShapeType",
  keyed: true,
  unicast: [],
  multicast: [],
  protocolMajor: 2,
  entityName: "",
  properties: [],
  groupEntityId: 0,
  typeMaxSizeSerialized: 0,
  typeInformation: "",
};

/** A KEEP_LAST history with the 500 samples that the Cyclone DDS shape programs allow. */
const CYCLONE_SHAPE = {
  history: { kind: "KEEP_LAST", depth: 10 },
  resourceLimits: { maxSamples: 500, maxInstances: Infinity, maxSamplesPerInstance: Infinity },
} as const;

const CYCLONE_TYPE =
  "6000000001100040280000002400000014000000f11e426789957ce858cfdf3191a58900000000000000000004000000000000000210004028000000" +
  "2400000014000000f25c0a127987e5e2f3746b1f80a5b90000000000000000000400000000000000";
const CONNEXT_TYPE =
  "58000000011000502400000014000000f1962ba8e6c59ebe573b6f078b4d2300710000000000000004000000000000000210005024000000" +
  "14000000f2b74bf580832fc08546f87cf743cf00b2000000000000000400000000000000";

test("what Cyclone DDS 11.0.1 sends for writers", () => {
  const cyclone = { ...SHAPE, role: "writer", protocolMinor: 5, vendorId: 0x0110, typeInformation: CYCLONE_TYPE };
  assert.equal(plainEndpoint(writerOf(capturedPayload("cyclone-writer"))), {
    ...cyclone,
    guid: "0110c65ad61715d259cd00ae00000202",
    qos: {
      ...DEFAULT_WRITER_QOS,
      ...CYCLONE_SHAPE,
      reliability: { kind: "RELIABLE", maxBlockingTimeMs: Infinity },
      durabilityService: { ...DEFAULT_WRITER_QOS.durabilityService, historyDepth: 10 },
      dataRepresentation: { ids: ["XCDR2"] },
    },
  });
  assert.equal(plainEndpoint(writerOf(capturedPayload("cyclone-writer-best-effort"))), {
    ...cyclone,
    guid: "011074a00d1d4d5af9eea4a100000202",
    qos: {
      ...DEFAULT_WRITER_QOS,
      resourceLimits: CYCLONE_SHAPE.resourceLimits,
      reliability: { kind: "BEST_EFFORT", maxBlockingTimeMs: Infinity },
    },
  });
});

test("what Cyclone DDS 11.0.1 sends for readers", () => {
  assert.equal(plainEndpoint(readerOf(capturedPayload("cyclone-reader"))), {
    ...SHAPE,
    role: "reader",
    guid: "0110cb9c9d7e386a8b811cbd00000207",
    protocolMinor: 5,
    vendorId: 0x0110,
    typeInformation: CYCLONE_TYPE,
    expectsInlineQos: false,
    contentFilter: undefined,
    qos: {
      ...DEFAULT_READER_QOS,
      ...CYCLONE_SHAPE,
      reliability: { kind: "RELIABLE", maxBlockingTimeMs: Infinity },
      dataRepresentation: { ids: ["XCDR2"] },
    },
  });
});

test("what Fast DDS 3.6.2 sends", () => {
  const fast = { ...SHAPE, protocolMinor: 2, vendorId: 0x010f, unicast: ["kind 19:7411", "udp/127.0.0.1:7411"] };
  const qos = { history: { kind: "KEEP_LAST", depth: 10 }, dataRepresentation: { ids: ["XCDR2"] } };
  assert.equal(plainEndpoint(writerOf(capturedPayload("fastdds-writer"))), {
    ...fast,
    role: "writer",
    guid: "010f7f01920720360000000000000102",
    typeMaxSizeSerialized: 160,
    qos: { ...DEFAULT_WRITER_QOS, ...qos },
  });
  assert.equal(plainEndpoint(readerOf(capturedPayload("fastdds-reader"))), {
    ...fast,
    role: "reader",
    guid: "010f7f015b071e550000000000000107",
    expectsInlineQos: false,
    contentFilter: undefined,
    qos: { ...DEFAULT_READER_QOS, ...qos, reliability: { kind: "RELIABLE", maxBlockingTimeMs: 100 } },
  });
});

test("what Connext 7.7.0 sends", () => {
  const connext = { ...SHAPE, protocolMinor: 5, vendorId: 0x0101, typeInformation: CONNEXT_TYPE };
  assert.equal(plainEndpoint(writerOf(capturedPayload("connext-writer"))), {
    ...connext,
    role: "writer",
    guid: "0101e780c94b417b70046df580000002",
    entityName: "MySquareWriter",
    groupEntityId: 0x108,
    typeMaxSizeSerialized: 256,
    qos: { ...DEFAULT_WRITER_QOS, reliability: { kind: "RELIABLE", maxBlockingTimeMs: 5000 } },
  });
  // The list of representations has one id and a word of Connext's own behind it.
  assert.equal(plainEndpoint(readerOf(capturedPayload("connext-reader"))), {
    ...connext,
    role: "reader",
    guid: "010160e8df7b717dc76d8ccf80000007",
    entityName: "MySquareReader",
    groupEntityId: 0x109,
    expectsInlineQos: false,
    contentFilter: undefined,
    qos: { ...DEFAULT_READER_QOS, reliability: { kind: "RELIABLE", maxBlockingTimeMs: 100 } },
  });
});

test("the announcement of a writer, octet by octet", () => {
  const input: WriterDataInput = {
    guid: WRITER,
    topicName: "Square",
    typeName: "ShapeType",
    qos: DEFAULT_WRITER_QOS,
    protocolMinor: 5,
    vendorId: 0x017f,
    typeMaxSizeSerialized: 160,
  };
  const expected = [
    "00030000",
    "15000400 02050000",
    "16000400 017f0000",
    "5a001000 017f00005a5a000100000001 00000102",
    "50001000 017f00005a5a000100000001 000001c1",
    "05000c00 07000000 53717561 72650000",
    "07001000 0a000000 53686170 65547970 65000000",
    "60000400 a0000000",
    "1d000400 00000000",
    "1a000c00 02000000 00000000 9a999919",
    "73000800 01000000 00000000",
    "01000000",
  ];
  assert.is(toHexText(encodeWriterData(input)), expected.join("").replaceAll(" ", ""));
});

const NAMED = { guid: WRITER, topicName: "T", typeName: "Type", protocolMinor: 5, vendorId: 0x017f };

test("properties: of a list without end the first 256 are kept", () => {
  const properties = Array.from({ length: 1000 }, (_, i) => [`p${i}`, ""] as const);
  const data = writerOf(encodeWriterData({ ...NAMED, qos: DEFAULT_WRITER_QOS, properties }));
  assert.equal(data.properties, properties.slice(0, 256));
});

test("properties: those to be propagated are announced, octet by octet", () => {
  const qos = resolveReaderQos({
    property: [
      { name: "a.b", value: "one", propagate: true },
      { name: "secret", value: "stays here" },
      { name: "c", value: "", propagate: true },
    ],
  });
  const input = { guid: READER, topicName: "T", typeName: "U", qos, protocolMinor: 5, vendorId: 0x017f };
  const payload = encodeReaderData(input);
  const list = "59002400 02000000 04000000 612e6200 04000000 6f6e6500 02000000 63000000 01000000 00000000";
  assert.ok(toHexText(payload).includes(list.replaceAll(" ", "")), toHexText(payload));
  const reader = readerOf(payload);
  assert.equal(reader.properties, [
    ["a.b", "one"],
    ["c", ""],
  ]);
  assert.equal(reader.qos.property.value, [
    { name: "a.b", value: "one", propagate: true },
    { name: "c", value: "", propagate: true },
  ]);
  // Nothing to propagate: no parameter. Decoded data announces what it was read from.
  const silent = { ...input, qos: resolveReaderQos({ property: { secret: "stays here" } }) };
  assert.not.ok(toHexText(encodeReaderData(silent)).includes("7365637265"));
  assert.is(toHexText(encodeReaderData(reader)), toHexText(payload));
  const writer = encodeWriterData({ ...input, guid: WRITER, qos: resolveWriterQos({ property: qos.property }) });
  assert.equal(writerOf(writer).qos.property, reader.qos.property);
});

test("the announcement of a reader asks for no inline QoS", () => {
  const payload = encodeReaderData({
    guid: READER,
    topicName: "T",
    typeName: "U",
    qos: resolveReaderQos({ reliability: "reliable", dataRepresentation: ["xcdr2", "xcdr1"] }),
    protocolMinor: 5,
    vendorId: 0x017f,
  });
  const hex = toHexText(payload);
  assert.ok(hex.includes("730008000200000002000000"), "two representations");
  assert.ok(hex.includes("1a000c0002000000000000009a999919"), "RELIABLE is 2");
  assert.not.ok(hex.includes("43000400"));
  assert.is(readerOf(payload).expectsInlineQos, false);
});

test("PL-37: a plain announcement stays below 600 octets", () => {
  const name = "a_topic_name_of_some_length_as_ROS_has_them/and/more";
  const input = { guid: WRITER, topicName: name, typeName: `pkg::msg::dds_::${name}_`, protocolMinor: 5, vendorId: 1 };
  const writer = encodeWriterData({
    ...input,
    qos: resolveWriterQos({ history: "keepAll", durability: "transientLocal" }),
  });
  assert.ok(writer.length < 600, String(writer.length));
});

test("big-endian lists say the same", () => {
  const little = encodeWriterData({
    guid: WRITER,
    topicName: "Tic",
    typeName: "Tac",
    qos: resolveWriterQos({
      deadline: 100,
      liveliness: { leaseDuration: "2s" },
      ownershipStrength: -5,
      history: "keepAll",
    }),
    protocolMinor: 5,
    vendorId: 0x017f,
  });
  const big = bigEndian(little, (pid, value) => {
    if (pid === 0x05 || pid === 0x07) return swapWords(value, 0, 4);
    if (pid === 0x73) return fromHex("00000001 0000 0000");
    return [0x15, 0x16, 0x50, 0x5a].includes(pid) ? value : swapWords(value);
  });
  assert.equal(plainEndpoint(writerOf(big)), plainEndpoint(writerOf(little)));
  assert.is(writerOf(big).qos.ownershipStrength.value, -5);
});

test("PL-06: parameters may grow: TYPE_CONSISTENCY of 8 octets, RELIABILITY of 16", () => {
  const grown = [parameter(0x74, "0100 010001000000"), parameter(0x1a, "02000000000000009a999919efbeadde")];
  assert.equal(writerOf(payloadOf(...MINIMAL, ...grown)).qos.reliability, { kind: "RELIABLE", maxBlockingTimeMs: 100 });
  const reader = readerOf(payloadOf(...MINIMAL_READER, ...grown));
  assert.is(reader.qos.typeConsistency.ignoreStringBounds, false);
  assert.is(reader.qos.typeConsistency.ignoreMemberNames, true);
  // And shorter, as older versions of XTypes had it.
  const short = readerOf(payloadOf(...MINIMAL_READER, fromShort("7400", "0200", "0000")));
  assert.is(short.qos.typeConsistency.kind, "DISALLOW_TYPE_COERCION");
  assert.is(short.qos.typeConsistency.ignoreStringBounds, true);
});

/** A parameter whose length is not a multiple of 4. */
function fromShort(pid: string, length: string, value: string): string {
  return `${pid}${length}${value}${"00".repeat((4 - ((value.length / 2) & 3)) & 3)}`;
}

test("PL-08, PL-09: strings and counts of PARTITION are bounded by the parameter", () => {
  for (const value of [`${u32(0x0a000000)}${text("A")}`, `${u32(1)}${u32(9)}41000000`, `${u32(2)}${text("A")}`]) {
    const payload = payloadOf(...MINIMAL, parameter(0x29, value));
    assert.is(decodeWriterData(payload, LIMITS), "PARTITION is too short", value);
  }
  const topic = payloadOf(MINIMAL[0]!, parameter(0x05, `${u32(0x10000)}41000000`), MINIMAL[2]!);
  assert.is(decodeWriterData(topic, LIMITS), "TOPIC_NAME is too short");
});

test("PL-11: an unknown parameter that must be understood makes the endpoint incompatible", () => {
  const payload = payloadOf(...MINIMAL, parameter(0x4abc, ""));
  assert.is(decodeWriterData(payload, LIMITS), "a parameter that must be understood is unknown");
  assert.is(writerOf(payloadOf(...MINIMAL, parameter(0x401d, u32(1)))).qos.durability.kind, "TRANSIENT_LOCAL");
});

test("PL-12: type information is advice", () => {
  const minimalOnly =
    "540000000110004028000000240000001400 0000f1e7c2e5a79b757a7338a25d019b360028000000ffffffff0400000000000000" +
    "021000401c00000018000000080000000000000000000000000000000400000000000000";
  const value = writerOf(payloadOf(...MINIMAL, parameter(TYPE_INFORMATION_PARAMETER, minimalOnly)));
  assert.is(value.typeInformation.length, 88);
  assert.is(writerOf(payloadOf(...MINIMAL, parameter(TYPE_INFORMATION_PARAMETER, "ffffffff"))).topicName, "T");
  assert.is(writerOf(payloadOf(...MINIMAL, parameter(TYPE_INFORMATION_PARAMETER, ""))).typeInformation.length, 0);
});

test("a TypeObject of XTypes 1.0 is kept as sent, from Connext, as long as there is nothing newer", () => {
  const [connext, fastdds] = [parameter(0x16, "0101"), parameter(0x16, "010f")];
  const [plain, packed] = [parameter(0x72, "01020304"), parameter(0x8021, "01000000")];
  const olderOf = (...parameters: string[]) => writerOf(payloadOf(...MINIMAL, ...parameters)).olderTypeObject;
  const kept = (isCompressed: boolean, ...octets: number[]) => ({
    isCompressed,
    littleEndian: true,
    octets: Uint8Array.from(octets),
  });
  assert.equal(olderOf(connext, plain), kept(false, 1, 2, 3, 4));
  assert.equal(olderOf(packed, connext), kept(true, 1, 0, 0, 0));
  assert.is(olderOf(fastdds, plain), undefined);
  assert.is(olderOf(connext, plain, parameter(TYPE_INFORMATION_PARAMETER, "ffffffff")), undefined);
});

test("PL-13: absent parameters hold the DDS defaults of the role", () => {
  assert.equal(writerOf(payloadOf(...MINIMAL)).qos, DEFAULT_WRITER_QOS);
  assert.equal(readerOf(payloadOf(...MINIMAL_READER)).qos, DEFAULT_READER_QOS);
});

test("PL-14: without PARTICIPANT_GUID, and without ENDPOINT_GUID where a key hash is there", () => {
  assert.is(writerOf(payloadOf(...MINIMAL)).guid.toString(), WRITER.toString());
  const names = MINIMAL.slice(1);
  assert.is(writerOf(payloadOf(...names, parameter(0x70, WRITER.toString()))).guid.toString(), WRITER.toString());
  assert.is(writerOf(payloadOf(...names), WRITER.toBytes()).guid.toString(), WRITER.toString());
  assert.is(decodeWriterData(payloadOf(...names), LIMITS), "no ENDPOINT_GUID");
});

test("PL-16: durations that are infinite, zero or negative", () => {
  const deadline = (value: string) => decodeWriterData(payloadOf(...MINIMAL, parameter(0x23, value)), LIMITS);
  for (const value of ["ffffff7fffffffff", "ffffff7fffffff7f"]) {
    assert.is((deadline(value) as DiscoveredWriterData).qos.deadline.periodMs, Infinity);
  }
  assert.is((deadline("0000000000000000") as DiscoveredWriterData).qos.deadline.periodMs, 0);
  assert.is(deadline("ffffffff00000000"), "DEADLINE is negative");
});

test("PL-18: the two GUIDs must name one participant", () => {
  const other = parameter(0x50, "017f0000bbbb000100000003 000001c1");
  assert.is(decodeWriterData(payloadOf(...MINIMAL, other), LIMITS), "PARTICIPANT_GUID and ENDPOINT_GUID disagree");
});

test("PL-19: leave messages: key-only payload, and full data", () => {
  const key = encodeEndpointKey(WRITER);
  assert.is(toHexText(key), "000300005a001000017f00005a5a0001000000010000010201000000");
  const found = decodeEndpointKey(key, LIMITS);
  assert.ok(found instanceof Guid && found.equals(WRITER));
  const full = decodeEndpointKey(capturedPayload("cyclone-reader"), LIMITS);
  assert.is(String(full), "0110cb9c9d7e386a8b811cbd00000207");
  assert.is(decodeEndpointKey(payloadOf(), LIMITS), "no ENDPOINT_GUID");
});

test("PL-25: the kind of the entity id tells whether there is a key, and must fit the role", () => {
  const withKind = (kind: string) => payloadOf(parameter(0x5a, `${PREFIX}000001${kind}`), ...MINIMAL.slice(1));
  assert.is(writerOf(withKind("02")).keyed, true);
  assert.is(writerOf(withKind("03")).keyed, false);
  assert.is(readerOf(withKind("04")).keyed, false);
  assert.is(readerOf(withKind("07")).keyed, true);
  for (const kind of ["00", "04", "07", "c1", "c2", "c3"]) {
    assert.is(decodeWriterData(withKind(kind), LIMITS), "ENDPOINT_GUID does not name a user's writer", kind);
  }
  for (const kind of ["00", "02", "03", "c4", "c7"]) {
    assert.is(decodeReaderData(withKind(kind), LIMITS), "ENDPOINT_GUID does not name a user's reader", kind);
  }
});

test("PL-28: representations: absent and empty mean XCDR1, unknown ones are kept", () => {
  const ids = (value: string) => writerOf(payloadOf(...MINIMAL, parameter(0x73, value))).qos.dataRepresentation.ids;
  assert.equal(ids(u32(0)), ["XCDR1"]);
  assert.equal(ids(`${u32(3)}0200 0000 0900`), ["XCDR2", "XCDR1", 9]);
  assert.equal(ids(`${u32(1)}ffff 0000`), [-1]);
  const reason = "DATA_REPRESENTATION is too short";
  assert.is(decodeWriterData(payloadOf(...MINIMAL, parameter(0x73, `${u32(3)}00000000`)), LIMITS), reason);
  assert.is(decodeWriterData(payloadOf(...MINIMAL, parameter(0x73, `${u32(0xffffffff)}00000000`)), LIMITS), reason);
});

test("PL-31: DURABILITY_SERVICE of zeros is no error", () => {
  const value = writerOf(payloadOf(...MINIMAL, parameter(0x1e, "00".repeat(28))));
  assert.equal(value.qos.durabilityService, DEFAULT_WRITER_QOS.durabilityService);
});

test("PL-34: no topic name, type name or GUID", () => {
  const [guid, topic, type] = MINIMAL;
  assert.is(decodeWriterData(payloadOf(guid!, type!), LIMITS), "no TOPIC_NAME");
  assert.is(decodeWriterData(payloadOf(guid!, topic!), LIMITS), "no TYPE_NAME");
  assert.is(decodeWriterData(payloadOf(topic!, type!), LIMITS), "no ENDPOINT_GUID");
  assert.is(decodeWriterData(payloadOf(guid!, parameter(0x05, text("")), type!), LIMITS), "no TOPIC_NAME");
  assert.is(decodeWriterData(payloadOf(parameter(0x5a, "00".repeat(16)), topic!, type!), LIMITS), "no ENDPOINT_GUID");
});

test("unknown kinds and short values of policies that decide about matching", () => {
  const table: [number, string, string][] = [
    [0x1d, u32(4), "DURABILITY has an unknown kind"],
    [0x1d, "", "DURABILITY is too short"],
    [0x1a, `${u32(0)}0000000000000000`, "RELIABILITY has an unknown kind"],
    [0x1a, `${u32(3)}0000000000000000`, "RELIABILITY has an unknown kind"],
    [0x1a, u32(2), "RELIABILITY is too short"],
    [0x1b, `${u32(3)}0000000000000000`, "LIVELINESS has an unknown kind"],
    [0x1f, u32(2), "OWNERSHIP has an unknown kind"],
    [0x25, u32(0xffffffff), "DESTINATION_ORDER has an unknown kind"],
    [0x21, `${u32(3)}00000000`, "PRESENTATION has an unknown scope"],
    [0x21, u32(0), "PRESENTATION is too short"],
    [0x27, u32(0), "LATENCY_BUDGET is too short"],
  ];
  for (const [pid, value, reason] of table) {
    assert.is(decodeWriterData(payloadOf(...MINIMAL, parameter(pid, value)), LIMITS), reason);
    assert.is(decodeReaderData(payloadOf(...MINIMAL_READER, parameter(pid, value)), LIMITS), reason);
  }
});

test("a list with nearly all policies, some of the other role, as Fast DDS 2.9 sends it", () => {
  const infinite = "ffffff7fffffffff";
  const all = [
    parameter(0x1d, u32(1)),
    parameter(0x1e, `0000000000000000${u32(0)}${u32(1)}${u32(-1)}${u32(-1)}${u32(-1)}`),
    parameter(0x23, infinite),
    parameter(0x27, "0000000000000000"),
    parameter(0x1b, `${u32(0)}${infinite}`),
    parameter(0x1a, `${u32(2)}000000009a999919`),
    parameter(0x2b, infinite),
    parameter(0x2c, u32(0)),
    parameter(0x04, "0000000000000000"),
    parameter(0x1f, u32(0)),
    parameter(0x25, u32(0)),
    parameter(0x21, "0000000000000000"),
    parameter(0x29, u32(0)),
    parameter(0x2e, u32(0)),
    parameter(0x2d, u32(0)),
  ];
  const transientLocal = { durability: { kind: "TRANSIENT_LOCAL" } };
  assert.equal(writerOf(payloadOf(...MINIMAL, ...all)).qos, { ...DEFAULT_WRITER_QOS, ...transientLocal });
  assert.equal(readerOf(payloadOf(...MINIMAL_READER, ...all)).qos, {
    ...DEFAULT_READER_QOS,
    ...transientLocal,
    reliability: { kind: "RELIABLE", maxBlockingTimeMs: 100 },
  });
});

test("QB-07: a reader that wants inline QoS is known as such", () => {
  assert.is(readerOf(payloadOf(...MINIMAL_READER, parameter(0x43, "01000000"))).expectsInlineQos, true);
  assert.is(readerOf(payloadOf(...MINIMAL_READER, parameter(0x43, "00000000"))).expectsInlineQos, false);
});

test("content filters: read if whole, else none", () => {
  const strings = ["cft", "T", "DDSSQL", "x > %0"].map(text).join("");
  const whole = readerOf(payloadOf(...MINIMAL_READER, parameter(0x35, `${strings}${u32(1)}${text("5")}`)));
  assert.equal(whole.contentFilter, {
    contentFilteredTopicName: "cft",
    relatedTopicName: "T",
    filterClassName: "DDSSQL",
    filterExpression: "x > %0",
    expressionParameters: ["5"],
  });
  const noExpression = ["cft", "T", "DDSSQL", ""].map(text).join("") + u32(0);
  for (const value of [strings, `${strings}${u32(0x7fffffff)}`, text("cft"), "", noExpression]) {
    assert.is(readerOf(payloadOf(...MINIMAL_READER, parameter(0x35, value))).contentFilter, undefined);
  }
});

test("LO-08: endpoint locators, bad ones left out, their number limited", () => {
  const locator = (port: number) => parameter(0x2f, `${u32(1)}${u32(port)}${"00".repeat(12)}c000024d`);
  const value = writerOf(payloadOf(...MINIMAL, locator(0), locator(9000)));
  assert.equal(value.unicast.map(locatorToString), ["udp/192.0.2.77:9000"]);
  const many = Array.from({ length: 30 }, (_, i) => locator(9000 + i));
  assert.is(writerOf(payloadOf(...MINIMAL, ...many)).unicast.length, 16);
});

test("truncations and changed octets never throw", () => {
  const names = [
    "cyclone-writer",
    "fastdds-writer",
    "connext-writer",
    "cyclone-reader",
    "fastdds-reader",
    "connext-reader",
  ];
  for (const captured of names) {
    const payload = capturedPayload(captured);
    const decode = captured.endsWith("writer") ? decodeWriterData : decodeReaderData;
    for (let length = 0; length < payload.length; length++) {
      assert.type(decode(payload.slice(0, length), LIMITS), "string");
    }
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(payload.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const changed = payload.slice();
        for (const [at, value] of changes) changed[at] = value;
        const value = decode(changed, LIMITS);
        assert.ok(typeof value === "string" || value.guid.prefix instanceof GuidPrefix);
        decodeEndpointKey(changed, LIMITS);
      }),
      { numRuns: 1000 },
    );
  }
});

test.run();
