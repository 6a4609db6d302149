import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  decodeParticipantData,
  decodeParticipantKey,
  encodeParticipantData,
  encodeParticipantKey,
  type ParticipantDataInput,
  type ParticipantProxyData,
  PLAIN_BUILTIN_ENDPOINTS,
} from "../../src/discovery/participantData.js";
import { ENTITYID_PARTICIPANT } from "../../src/rtps/structure/entityId.js";
import { Guid, GuidPrefix } from "../../src/rtps/structure/guid.js";
import { locatorToString, udpv4Locator } from "../../src/rtps/structure/locator.js";
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

const test = suite("SPDP participant data");

const GUID_PARAMETER = parameter(0x50, "017f00005a5a000100000001 000001c1");

function decoded(payload: Uint8Array, limits = LIMITS): ParticipantProxyData {
  const value = decodeParticipantData(payload, limits);
  if (typeof value === "string") throw new Error(value);
  return value;
}

/** A participant in plain values, so that it can be compared. */
function plain(value: ParticipantProxyData) {
  return {
    ...value,
    guidPrefix: value.guidPrefix.toString(),
    metatrafficUnicast: value.metatrafficUnicast.map(locatorToString),
    metatrafficMulticast: value.metatrafficMulticast.map(locatorToString),
    defaultUnicast: value.defaultUnicast.map(locatorToString),
    defaultMulticast: value.defaultMulticast.map(locatorToString),
    userData: toHexText(value.userData),
  };
}

const ABSENT = {
  guidPrefix: "017f00005a5a000100000001",
  protocolMajor: 0,
  protocolMinor: 0,
  vendorId: 0,
  domainId: undefined,
  domainTag: "",
  metatrafficUnicast: [],
  metatrafficMulticast: [],
  defaultUnicast: [],
  defaultMulticast: [],
  leaseDurationMs: 100000,
  builtinEndpoints: 0,
  builtinEndpointQos: 0,
  entityName: "",
  userData: "",
  properties: [],
  secured: false,
};

function locatorValue(kind: number, port: number, address: string): string {
  return u32(kind) + u32(port) + address;
}

function ipv4(host: string): string {
  return "00".repeat(12) + Buffer.from(host.split(".").map(Number)).toString("hex");
}

const OURS: ParticipantDataInput = {
  guidPrefix: PREFIX,
  protocolMinor: 5,
  vendorId: 0x017f,
  domainId: 0,
  leaseDurationMs: 20000,
  builtinEndpoints: PLAIN_BUILTIN_ENDPOINTS,
  metatrafficUnicast: [udpv4Locator("192.168.0.2", 7410)],
  defaultUnicast: [udpv4Locator("192.168.0.2", 7411)],
  metatrafficMulticast: [udpv4Locator("239.255.0.1", 7400)],
};

test("the announcement, octet by octet", () => {
  const expected = [
    "00030000",
    "15000400 02050000",
    "16000400 017f0000",
    "50001000 017f00005a5a000100000001 000001c1",
    "0f000400 00000000",
    "58000400 3f0c0000",
    "32001800 01000000 f21c0000 000000000000000000000000 c0a80002",
    "31001800 01000000 f31c0000 000000000000000000000000 c0a80002",
    "33001800 01000000 e81c0000 000000000000000000000000 efff0001",
    "02000800 14000000 00000000",
    "01000000",
  ];
  assert.is(toHexText(encodeParticipantData(OURS)), expected.join("").replaceAll(" ", ""));
});

test("PL-37: a plain announcement stays below 400 octets", () => {
  const size = encodeParticipantData({ ...OURS, entityName: "a name", domainTag: "tag" }).length;
  assert.ok(size < 400, String(size));
});

test("what Cyclone DDS 11.0.1 sends", () => {
  assert.equal(plain(decoded(capturedPayload("cyclone-participant"))), {
    ...ABSENT,
    guidPrefix: "0110c65ad61715d259cd00ae",
    protocolMajor: 2,
    protocolMinor: 5,
    vendorId: 0x0110,
    domainId: 0,
    metatrafficUnicast: ["udp/127.0.0.1:34734"],
    metatrafficMulticast: ["udp/239.255.0.1:7400"],
    defaultUnicast: ["udp/127.0.0.1:34734"],
    defaultMulticast: ["udp/239.255.0.1:7401"],
    leaseDurationMs: 10000,
    builtinEndpoints: 0xfc3f,
    properties: [
      ["__ProcessName", "cyclone_shape_main"],
      ["__Pid", "1893"],
      ["__Hostname", "vm"],
    ],
  });
});

test("what Fast DDS 3.6.2 sends", () => {
  const value = plain(decoded(capturedPayload("fastdds-participant")));
  assert.equal(value, {
    ...ABSENT,
    guidPrefix: "010f7f019207203600000000",
    protocolMajor: 2,
    protocolMinor: 2,
    vendorId: 0x010f,
    domainId: 0,
    metatrafficUnicast: ["udp/127.0.0.1:7410"],
    // Shared memory first: kept for reports.
    defaultUnicast: ["kind 19:7411", "udp/127.0.0.1:7411"],
    leaseDurationMs: 20000,
    builtinEndpoints: 0x0c3f,
    entityName: "RTPSParticipant",
    properties: [
      ["PARTICIPANT_TYPE", "SIMPLE"],
      ["fastdds.physical_data.host", "3d1219c7c4c5404aaa1f6d2a48adfda4"],
      ["fastdds.physical_data.user", "root"],
      ["fastdds.physical_data.process", value.properties[3]![1]],
    ],
  });
  assert.match(value.properties[3]![1], /^\d+$/);
});

test("what Connext 7.7.0 sends", () => {
  const value = plain(decoded(capturedPayload("connext-participant")));
  assert.equal(
    { ...value, properties: value.properties.map(([name]) => name) },
    {
      ...ABSENT,
      guidPrefix: "0101e780c94b417b70046df5",
      protocolMajor: 2,
      protocolMinor: 5,
      vendorId: 0x0101,
      domainId: 0,
      metatrafficUnicast: ["udp/127.0.0.1:7410", "kind 16777216:7410"],
      metatrafficMulticast: ["udp/239.255.0.1:7400"],
      defaultUnicast: ["udp/127.0.0.1:7411", "kind 16777216:7411"],
      leaseDurationMs: 100000,
      builtinEndpoints: 0xfc3f,
      builtinEndpointQos: 1,
      entityName: "Connector Shape Example",
      properties: [
        "dds.sys_info.hostname",
        "dds.sys_info.process_id",
        "dds.sys_info.executable_filepath",
        "dds.sys_info.target",
        "dds.sys_info.creation_timestamp",
        "dds.sys_info.execution_timestamp",
        "dds.sys_info.license_info",
      ],
    },
  );
});

test("only the GUID: everything else has its default", () => {
  assert.equal(plain(decoded(payloadOf(GUID_PARAMETER))), ABSENT);
});

test("big-endian lists say the same", () => {
  const little = encodeParticipantData({ ...OURS, builtinEndpointQos: 1, userData: Uint8Array.of(1, 2, 3, 4) });
  const big = bigEndian(little, (pid, value) => {
    if (pid === 0x15 || pid === 0x16 || pid === 0x50) return value;
    if (pid === 0x2c) return swapWords(value, 0, 4);
    return pid === 0x31 || pid === 0x32 || pid === 0x33 ? swapWords(value, 0, 8) : swapWords(value);
  });
  assert.equal(plain(decoded(big)), plain(decoded(little)));
  assert.is(decoded(big).leaseDurationMs, 20000);
});

test("round trip of any participant", () => {
  const host = fc.tuple(fc.integer({ min: 1, max: 223 }), fc.nat(255), fc.nat(255), fc.nat(255));
  const port = fc.integer({ min: 1, max: 65535 });
  const unicast = fc.array(
    fc.tuple(host, port).map(([ip, p]) => udpv4Locator(ip.join("."), p)),
    { maxLength: 4 },
  );
  const group = fc.tuple(fc.integer({ min: 224, max: 239 }), fc.nat(255), fc.nat(255), fc.nat(255));
  const multicast = fc.array(
    fc.tuple(group, port).map(([ip, p]) => udpv4Locator(ip.join("."), p)),
    { maxLength: 4 },
  );
  const name = fc.string({ unit: "grapheme", maxLength: 20 }).filter((value) => !value.includes("\0"));
  const participant = fc.record({
    guidPrefix: fc.uint8Array({ minLength: 12, maxLength: 12 }).map((octets) => {
      octets[0] = 1;
      return new GuidPrefix(octets);
    }),
    protocolMajor: fc.constant(2),
    protocolMinor: fc.nat(255),
    vendorId: fc.nat(0xffff),
    domainId: fc.option(fc.nat(232), { nil: undefined }),
    domainTag: name,
    metatrafficUnicast: unicast,
    metatrafficMulticast: multicast,
    defaultUnicast: unicast,
    defaultMulticast: multicast,
    leaseDurationMs: fc.oneof(fc.integer({ min: 0, max: 2 ** 31 }), fc.constant(Infinity)),
    builtinEndpoints: fc.nat(0xffffffff).map((bits) => (bits & ~0x0fff0000) >>> 0),
    builtinEndpointQos: fc.nat(0xffffffff),
    entityName: name,
    userData: fc.uint8Array({ maxLength: 40 }),
    properties: fc.array(fc.tuple(name, name), { maxLength: 4 }),
    secured: fc.constant(false),
  });
  fc.assert(
    fc.property(participant, (value) => {
      assert.equal(plain(decoded(encodeParticipantData(value))), plain(value));
    }),
    { numRuns: 500 },
  );
});

test("PL-01, PL-02: no sentinel, or a length beyond the end", () => {
  const whole = encodeParticipantData(OURS);
  assert.is(decodeParticipantData(whole.slice(0, -4), LIMITS), "the parameter list has no sentinel");
  const long = fromHex(`00030000${GUID_PARAMETER}2c00fcff 61626364 01000000`);
  assert.is(decodeParticipantData(long, LIMITS), "the parameter list has no sentinel");
});

test("PL-03, PL-04: rounded lengths, and a sentinel with a length", () => {
  const odd = fromHex(`00030000${GUID_PARAMETER}62000700 03000000 616200 00 0100efbe`);
  assert.is(decoded(odd).entityName, "ab");
});

test("PL-06: parameters may grow", () => {
  const value = decoded(payloadOf(GUID_PARAMETER, parameter(0x02, `${u32(7)}${u32(0)}efbeadde`)));
  assert.is(value.leaseDurationMs, 7000);
  const properties = parameter(0x59, `${u32(1)}${text("k")}${text("v")}${u32(0)}${u32(0)}`);
  assert.equal(decoded(payloadOf(GUID_PARAMETER, properties)).properties, [["k", "v"]]);
});

test("PL-08, PL-09: counts and lengths inside properties are bounded by the parameter", () => {
  const values = [
    `${u32(1)}${u32(0x10000)}6162636465666768`,
    `${u32(0x0a000000)}${text("k")}${text("v")}`,
    `${u32(2)}${text("k")}${text("v")}`,
    "00",
  ];
  for (const value of values) {
    const participant = decoded(payloadOf(GUID_PARAMETER, parameter(0x59, value), parameter(0x0f, u32(3))));
    assert.equal(participant.properties, [], value);
    assert.is(participant.domainId, 3);
  }
  const name = parameter(0x62, `${u32(0x10000)}61626364`);
  assert.is(decoded(payloadOf(GUID_PARAMETER, name)).entityName, "");
  const data = parameter(0x2c, `${u32(0xffffffff)}61626364`);
  assert.is(decoded(payloadOf(GUID_PARAMETER, data)).userData.length, 0);
});

test("PL-10: parameters of vendors mean nothing for others", () => {
  const list = [
    parameter(0x16, "017f"),
    parameter(0x8007, "ffffffff"),
    parameter(0x8005, "ee".repeat(20)),
    parameter(0x800f, "01000000"),
    parameter(0x0ffe, "00".repeat(8)),
  ];
  const value = decoded(payloadOf(GUID_PARAMETER, ...list));
  assert.is(value.domainId, undefined);
  assert.is(value.vendorId, 0x017f);
});

test("PL-10: 0x800f is the domain of Connext, before or after the vendor id", () => {
  const domain = parameter(0x800f, u32(5));
  assert.is(decoded(payloadOf(GUID_PARAMETER, domain, parameter(0x16, "0101"))).domainId, 5);
  assert.is(decoded(payloadOf(GUID_PARAMETER, parameter(0x16, "0101"), domain)).domainId, 5);
  assert.is(decoded(payloadOf(GUID_PARAMETER, parameter(0x16, "010f"), domain)).domainId, undefined);
  const both = payloadOf(GUID_PARAMETER, domain, parameter(0x16, "0101"), parameter(0x0f, u32(6)));
  assert.is(decoded(both).domainId, 6);
});

test("PL-11: an unknown parameter that must be understood", () => {
  const reason = "a parameter that must be understood is unknown";
  assert.is(decodeParticipantData(payloadOf(GUID_PARAMETER, parameter(0x4abc, "")), LIMITS), reason);
  assert.is(decoded(payloadOf(GUID_PARAMETER, parameter(0x4014, text("t")))).domainTag, "t");
  // A known one with the bit, and a known one that is of no use here.
  assert.is(decoded(payloadOf(GUID_PARAMETER, parameter(0x400f, u32(4)))).domainId, 4);
  assert.is(decoded(payloadOf(GUID_PARAMETER, parameter(0x401a, "00".repeat(12)))).domainId, undefined);
  assert.is(decoded(payloadOf(GUID_PARAMETER, parameter(0xc006, ""))).domainId, undefined);
});

test("PL-16: leases: infinite by the seconds alone, zero, negative", () => {
  const lease = (value: string) => decodeParticipantData(payloadOf(GUID_PARAMETER, parameter(0x02, value)), LIMITS);
  for (const fraction of ["ffffffff", "ffffff7f", "00000000"]) {
    assert.is((lease(`ffffff7f${fraction}`) as ParticipantProxyData).leaseDurationMs, Infinity);
  }
  assert.is((lease("0000000000000000") as ParticipantProxyData).leaseDurationMs, 0);
  assert.is(lease("ffffffffffffffff"), "PARTICIPANT_LEASE_DURATION is negative");
  assert.is(lease("00000000"), "PARTICIPANT_LEASE_DURATION is too short");
});

test("PL-17: domain id and tag, absent and given", () => {
  const value = decoded(payloadOf(GUID_PARAMETER, parameter(0x0f, u32(7)), parameter(0x4014, text("x"))));
  assert.is(value.domainId, 7);
  assert.is(value.domainTag, "x");
  const hex = toHexText(encodeParticipantData({ ...OURS, domainTag: "" }));
  assert.not.ok(hex.includes("1440"), "an empty tag is not sent");
  // 0x0014 without the bit is another, retired parameter.
  assert.is(decoded(payloadOf(GUID_PARAMETER, parameter(0x14, text("x")))).domainTag, "");
  assert.is(
    decodeParticipantData(payloadOf(GUID_PARAMETER, parameter(0x4014, u32(99))), LIMITS),
    "DOMAIN_TAG is too short",
  );
});

test("PL-18: the prefix is the one in the payload, for the caller to compare with the source", () => {
  assert.is(decoded(payloadOf(GUID_PARAMETER)).guidPrefix.toString(), PREFIX.toString());
});

test("PL-19: leave messages: key-only payload, and full data", () => {
  const guid = new Guid(PREFIX, ENTITYID_PARTICIPANT);
  const key = encodeParticipantKey(guid);
  assert.is(toHexText(key), "0003000050001000017f00005a5a000100000001000001c101000000");
  const found = decodeParticipantKey(key, LIMITS);
  assert.ok(found instanceof Guid && found.equals(guid));
  const full = decodeParticipantKey(encodeParticipantData(OURS), LIMITS);
  assert.ok(full instanceof Guid && full.equals(guid));
  assert.is(decodeParticipantKey(payloadOf(), LIMITS), "no PARTICIPANT_GUID");
  const endpoint = payloadOf(parameter(0x50, "017f00005a5a000100000001 00000102"));
  assert.is(decodeParticipantKey(endpoint, LIMITS), "PARTICIPANT_GUID does not name a participant");
});

test("PL-33: nothing behind the encapsulation, or no GUID", () => {
  assert.is(decodeParticipantData(fromHex("0003000001000000"), LIMITS), "no PARTICIPANT_GUID");
  assert.is(decodeParticipantData(fromHex("00030000"), LIMITS), "the parameter list has no sentinel");
  assert.is(decodeParticipantData(fromHex("0003"), LIMITS), "no encapsulation header");
  assert.is(decodeParticipantData(new Uint8Array(0), LIMITS), "no encapsulation header");
  assert.is(decodeParticipantData(fromHex("0001000001000000"), LIMITS), "the encapsulation is not PL_CDR");
  const zero = payloadOf(parameter(0x50, "000000000000000000000000 000001c1"));
  assert.is(decodeParticipantData(zero, LIMITS), "PARTICIPANT_GUID does not name a participant");
  // The key hash is the GUID, too.
  assert.is(
    decoded(payloadOf(parameter(0x70, "017f00005a5a000100000001000001c1"))).guidPrefix.toString(),
    PREFIX.toString(),
  );
});

test("PL-35: security tokens are opaque and mark the participant", () => {
  const token = parameter(0x1001, "ffffffffffffffffffffffff");
  assert.is(decoded(payloadOf(GUID_PARAMETER, token)).secured, true);
  assert.is(decoded(payloadOf(GUID_PARAMETER, parameter(0x1002, ""))).secured, true);
  assert.is(decoded(payloadOf(GUID_PARAMETER, parameter(0x1005, "00".repeat(8)))).secured, false);
});

test("PL-36: bits of secure endpoints are never announced", () => {
  const value = decoded(encodeParticipantData({ ...OURS, builtinEndpoints: 0xffffffff }));
  assert.is(value.builtinEndpoints, 0xf000ffff);
  assert.is(decoded(payloadOf(GUID_PARAMETER, parameter(0x58, "ffffffff"))).builtinEndpoints, 0xffffffff);
});

test("the retired name of the builtin endpoint set", () => {
  assert.is(decoded(payloadOf(GUID_PARAMETER, parameter(0x44, u32(0x3f)))).builtinEndpoints, 0x3f);
});

test("LO-01, LO-02, LO-03: a bad locator costs only itself", () => {
  const list = [
    locatorValue(0x13, 7410, "00000000000000000000000000000001"),
    locatorValue(0x01000000, 7410, "0102030405060708090a0b0c0d0e0f00"),
    locatorValue(0, 0, "00".repeat(16)),
    locatorValue(-1, 0, "00".repeat(16)),
    locatorValue(1, 0, ipv4("192.0.2.10")),
    locatorValue(1, 65536, ipv4("192.0.2.10")),
    locatorValue(1, 7410, ipv4("0.0.0.0")),
    locatorValue(1, 7410, `${"ff".repeat(12)}c000020a`),
    locatorValue(1, 7410, ipv4("239.255.0.1")),
    locatorValue(1, 7410, ipv4("255.255.255.255")),
    locatorValue(1, 7410, ipv4("192.0.2.10")),
  ];
  const parameters = list.map((value) => parameter(0x32, value));
  const value = decoded(payloadOf(GUID_PARAMETER, ...parameters, parameter(0x32, "01000000")));
  assert.equal(value.metatrafficUnicast.map(locatorToString), [
    "kind 19:7410",
    "kind 16777216:7410",
    "udp/192.0.2.10:7410",
  ]);
  const group = payloadOf(
    GUID_PARAMETER,
    parameter(0x33, locatorValue(1, 7400, ipv4("10.0.0.1"))),
    parameter(0x33, locatorValue(1, 7400, ipv4("239.1.2.3"))),
  );
  assert.equal(decoded(group).metatrafficMulticast.map(locatorToString), ["udp/239.1.2.3:7400"]);
});

test("LO-09: the number of locators is limited", () => {
  const many = Array.from({ length: 40 }, (_, i) => parameter(0x32, locatorValue(1, 7000 + i, ipv4("10.0.0.1"))));
  const value = decoded(payloadOf(GUID_PARAMETER, ...many));
  assert.is(value.metatrafficUnicast.length, 16);
  assert.is(value.metatrafficUnicast[15]!.port, 7015);
});

test("the size of the list is limited", () => {
  const payload = encodeParticipantData(OURS);
  const limits = { ...LIMITS, maxParameterListBytes: payload.length - 1 };
  assert.is(decodeParticipantData(payload, limits), "longer than maxParameterListBytes");
  assert.is(decoded(payload, { ...LIMITS, maxParameterListBytes: payload.length }).vendorId, 0x017f);
});

test("of several values of one kind the last counts", () => {
  const value = decoded(payloadOf(GUID_PARAMETER, parameter(0x0f, u32(1)), parameter(0x0f, u32(2))));
  assert.is(value.domainId, 2);
});

test("nothing of the payload is kept", () => {
  const payload = encodeParticipantData({ ...OURS, userData: Uint8Array.of(1, 2, 3) });
  const value = decoded(payload);
  const before = plain(value);
  payload.fill(0xff);
  assert.equal(plain(value), before);
});

test("truncations and changed octets never throw", () => {
  for (const name of ["cyclone-participant", "fastdds-participant", "connext-participant"]) {
    const payload = capturedPayload(name);
    for (let length = 0; length < payload.length; length++) {
      assert.type(decodeParticipantData(payload.slice(0, length), LIMITS), "string");
    }
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(payload.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const changed = payload.slice();
        for (const [at, value] of changes) changed[at] = value;
        const value = decodeParticipantData(changed, LIMITS);
        assert.ok(typeof value === "string" || value.guidPrefix instanceof GuidPrefix);
        decodeParticipantKey(changed, LIMITS);
      }),
      { numRuns: 1500 },
    );
  }
});

test.run();
