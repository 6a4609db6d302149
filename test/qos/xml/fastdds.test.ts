import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  parseQosFile,
  parseQosFiles,
  participantProfile,
  readerPolicies,
  resolveParticipantQos,
  resolveReaderQos,
  resolveTopicQos,
  resolveWriterQos,
  writerPolicies,
} from "../../../src/qos/index.js";
import { failure } from "../failure.js";
import { ENV, ignoredLines, profileOf, readFixtures } from "./fixtures.js";

const test = suite("XML profiles of Fast DDS");
const old = readFixtures(["fastdds-2x.xml"]);
const recent = readFixtures(["fastdds-3x.xml"]);

function writer(inside: string, env = ENV) {
  const text = `<profiles><data_writer profile_name="w">${inside}</data_writer></profiles>`;
  return parseQosFile(text, { file: "w.xml", env });
}

test("the profiles of a 2.x file", () => {
  assert.is(old.vendor, "fastdds");
  assert.equal(
    old.profiles.map((one) => [one.kind, one.name, one.isDefault, one.line]),
    [
      ["participant", "robot", true, 5],
      ["writer", "commands", true, 101],
      ["reader", "scans", false, 171],
      ["topic", "small", false, 198],
    ],
  );
  const qos = resolveWriterQos(profileOf(old, "writer", "commands").qos);
  assert.equal(qos.history, { kind: "KEEP_LAST", depth: 20 });
  assert.equal(qos.resourceLimits, { maxSamples: 100, maxInstances: 5, maxSamplesPerInstance: 20 });
  assert.equal(qos.reliability, { kind: "RELIABLE", maxBlockingTimeMs: 1500 });
  assert.equal(qos.liveliness, { kind: "MANUAL_BY_TOPIC", leaseDurationMs: 3000 });
  assert.equal([qos.durability.kind, qos.ownership.kind], ["TRANSIENT_LOCAL", "EXCLUSIVE"]);
  assert.equal([qos.ownershipStrength.value, qos.lifespan.durationMs, qos.deadline.periodMs], [50, 30_000, Infinity]);
  assert.equal(qos.partition.names, ["left", "arm*"]);
  const scans = resolveReaderQos(profileOf(old, "reader", "scans").qos);
  assert.equal([scans.history.kind, scans.timeBasedFilter.minimumSeparationMs], ["KEEP_ALL", 20]);
  assert.is(scans.resourceLimits.maxSamples, Infinity, "0 is no limit");
  assert.is(resolveTopicQos(profileOf(old, "topic", "small").qos).history.depth, 3);
});

test("a participant: domain, name, addresses, discovery, user data, properties", () => {
  const robot = profileOf(old, "participant", "robot");
  assert.equal(robot.participant, {
    domainId: 7,
    name: "robot base",
    leaseDurationMs: 12_000,
    announcePeriodMs: 2500,
    initialAnnouncements: 3,
    initialAnnouncementPeriodMs: 50,
    peers: ["192.168.1.20", "192.168.1.21:7412"],
    participantIndex: 3,
    // The transport's, which comes later than the participant's own.
    receiveBufferBytes: 2_097_152,
    interfaces: ["127.0.0.1", "eth1"],
  });
  const qos = resolveParticipantQos(robot.qos);
  assert.is(new TextDecoder().decode(qos.userData.value), "robo");
  assert.equal(qos.property.value, [{ name: "robot.model", value: "R2", propagate: true }]);
});

test("what is not understood is listed with line and reason", () => {
  assert.equal(ignoredLines(old), [
    "44 udpv4/address = controller.local: names are not looked up: give an IPv4 address",
    "49 metatrafficUnicastLocatorList/locator = : the addresses of the interfaces are announced",
    "51 builtin/readerHistoryMemoryPolicy = PREALLOCATED_WITH_REALLOC: memory is taken as it is needed",
    "55 port/offsetd1 = 20: ports are always those of RTPS 2.5 §9.6.1.3",
    "59 rtps/sendSocketBufferSize = 65536: the send buffer is what the system gives",
    "63 userTransports/transport_id = shm: only UDP over IPv4 is built",
    "73 property/name = fastdds.statistics: a setting of Fast DDS",
    "74 property/value = HISTORY_LATENCY_TOPIC: a setting of Fast DDS",
    "91 transport_descriptor[wired]/maxMessageSize = 1400: datagrams fit the MTU, and 64 KiB on this host",
    "92 transport_descriptor[wired]/TTL = 1: multicast has a TTL of its own",
    "95 transport_descriptor[shm]/transport_id = shm: only UDP over IPv4 is built",
    "96 transport_descriptor[shm]/type = SHM: only UDP over IPv4 is built",
    "97 transport_descriptor[shm]/segment_size = 1048576: only UDP over IPv4 is built",
    "103 topic/kind = WITH_KEY: topics are named by the program",
    "104 topic/name = Commands: topics are named by the program",
    "105 topic/dataType = Command: topics are named by the program",
    "114 resourceLimitsQos/allocated_samples = 50: memory is taken as it is needed",
    "139 announcement_period/sec = 1: liveliness is announced often enough for the lease",
    "155 publishMode/kind = ASYNCHRONOUS: samples leave as soon as the socket takes them",
    "165 heartbeatPeriod/sec = 1: timing of the protocol: a tuning of the program, not a QoS",
    "168 publisher[commands]/historyMemoryPolicy = DYNAMIC: memory is taken as it is needed",
    "191 duration/sec = 1: no policy of a reader",
    "195 subscriber[scans]/historyMemoryPolicy = PREALLOCATED: memory is taken as it is needed",
    "205 log/use_default = FALSE: there is no log of this kind",
  ]);
});

test("a 3.x file: allow lists, newer names, variables", () => {
  const qos = resolveWriterQos(profileOf(recent, "writer", "telemetry").qos);
  assert.is(qos.destinationOrder.kind, "BY_SOURCE_TIMESTAMP");
  assert.equal([qos.durabilityService.historyDepth, qos.durabilityService.maxSamples], [4, Infinity]);
  assert.equal(qos.presentation, { accessScope: "TOPIC", coherentAccess: false, orderedAccess: true });
  assert.is(qos.latencyBudget.durationMs, 1.5);
  assert.equal([...qos.groupData.value], [10, 255]);
  assert.equal(qos.property.value, [{ name: "source", value: "camera", propagate: false }]);
  assert.is(profileOf(recent, "reader", "telemetry").isDefault, true);
  assert.equal(profileOf(recent, "participant", "lan only").participant, {
    domainId: 0,
    interfaces: ["eth7"],
    peerIndexCount: 9,
    leaseDurationMs: Infinity,
    multicast: true,
  });
  assert.ok(ignoredLines(recent).includes("98 brand_new_setting/inner = 5: unknown element"));
});

test("a whitelist counts only without the builtin transports, which use every interface", () => {
  assert.equal(profileOf(recent, "participant", "large data").participant, {});
  const reason = ignoredLines(recent).find((one) => one.startsWith("47 "));
  assert.match(reason!, /transport_id = lan: the builtin transports stay on .* <useBuiltinTransports>false$/);
});

test("a profile is for one kind of entity; the others have the default of theirs", () => {
  assert.equal(writerPolicies(old, "scans", "T"), profileOf(old, "writer", "commands").qos);
  assert.is(participantProfile(old, "commands", undefined).settings.name, "robot base");
  assert.equal(readerPolicies(old, undefined, "T"), {}, "there is no default reader");
});

test("kinds and durations in other spellings", () => {
  const qos = writer(`<qos>
    <reliability><kind>RELIABLE_RELIABILITY_QOS</kind><max_blocking_time>DURATION_INFINITY</max_blocking_time></reliability>
    <durability><kind>TRANSIENT_DURABILITY_QOS</kind></durability>
    <lifespan><duration><sec>1</sec><nanosec>DURATION_INFINITE_NSEC</nanosec></duration></lifespan>
    <destinationOrder><kind>BY_SOURCE_TIMESTAMP</kind></destinationOrder>
  </qos>`).profiles[0]!.qos;
  assert.equal(qos, {
    reliability: { kind: "RELIABLE", maxBlockingTimeMs: Infinity },
    durability: { kind: "TRANSIENT" },
    lifespan: { durationMs: Infinity },
    destinationOrder: { kind: "BY_SOURCE_TIMESTAMP" },
  });
});

test("a property that is propagated is one, whatever its name", () => {
  const property = (propagate: string) =>
    writer(`<propertiesPolicy><properties><property><name>fastdds.x</name><value>1</value>
      <propagate>${propagate}</propagate></property></properties></propertiesPolicy>`).profiles[0]!.qos;
  assert.equal(property("true"), { property: { value: [{ name: "fastdds.x", value: "1", propagate: true }] } });
  assert.equal(property("false"), {});
});

test("wrong values: file, line, and what is accepted", () => {
  const table: readonly (readonly [string, RegExp])[] = [
    [
      "<qos>\n<reliability>\n<kind>RELIABEL</kind></reliability></qos>",
      /^w\.xml:3: profiles\/data_writer\[w\]\/qos\/reliability\/kind: "RELIABEL" is not one of BEST_EFFORT, RELIABLE$/,
    ],
    [
      "<qos><deadline><period>\n<sec>soon</sec></period></deadline></qos>",
      /^w\.xml:2: .*deadline\/period\/sec: "soon" is not accepted: give a whole number from 0 to 4294967295$/,
    ],
    [
      "<qos><deadline>\n<period><sec>0</sec></period></deadline></qos>",
      /^w\.xml:2: .*period: 0 is not accepted: give a dur/,
    ],
    [
      "<qos><deadline><period>5</period></deadline></qos>",
      /"5" is not accepted: give <sec> and <nanosec>, or DURATION_INF/,
    ],
    [
      "<topic><historyQos><depth>0</depth></historyQos></topic>",
      /depth: 0 is not a whole number from 1 to 2147483647$/,
    ],
    [
      "<topic><historyQos><depth>\n<x/></depth></historyQos></topic>",
      /^w\.xml:2: .*depth: a value is wanted, not <x>$/,
    ],
    [
      "<qos><userData><value>1.xx</value></userData></qos>",
      /octets in hexadecimal with dots between them, like 1\.a0\.ff$/,
    ],
    ["<qos><presentation><ordered_access>yes</ordered_access></presentation></qos>", /give true or false$/],
  ];
  for (const [inside, message] of table) {
    const error = failure(() => writer(inside));
    assert.is(error.code, "QOS_FILE");
    assert.match(error.message, message);
    assert.not.match(error.message, /\n/);
  }
});

test("profiles without a name, transports that are not there", () => {
  const nameless = failure(() => parseQosFile("<profiles>\n<data_reader/></profiles>", { file: "f.xml" }));
  assert.is(nameless.message, "f.xml:2: <data_reader> has no profile_name");
  const lost = `<profiles><participant profile_name="p"><rtps><userTransports>
    <transport_id>wifi</transport_id></userTransports></rtps></participant></profiles>`;
  const error = failure(() => parseQosFile(lost, { file: "f.xml" }));
  assert.match(error.message, /^f\.xml:2: .*: no transport_descriptor has the transport_id "wifi"; there are: none$/);
});

test("a name is one profile of its kind, and a kind has one default", () => {
  const profile = (kind: string, name: string, more = "") => `<${kind} profile_name="${name}" ${more}/>\n`;
  const asDefault = 'is_default_profile="true"';
  const parse = (...parts: string[]) => parseQosFile(`<profiles>\n${parts.join("")}</profiles>`, { file: "d.xml" });
  assert.is(
    failure(() => parse(profile("data_writer", "w"), profile("publisher", "w"))).message,
    'd.xml:3: there is a writer profile "w" already, in line 2: give it another name',
  );
  assert.is(
    failure(() => parse(profile("participant", "a", asDefault), profile("participant", "b", asDefault))).message,
    'd.xml:3: the default participant profile is "a" already, in line 2: mark one of them',
  );
  const kinds = ["data_writer", "data_reader", "topic", "participant"];
  assert.is(parse(...kinds.map((kind) => profile(kind, "w", asDefault))).profiles.length, 4);
  const sources = ["a.xml", "b.xml"].map((file) => ({ file, text: `<profiles>${profile("topic", "t")}</profiles>` }));
  assert.match(failure(() => parseQosFiles(sources)).message, /^b\.xml:1: .* already, in a\.xml:1: /);
});

test("leases and periods that would make a participant spin", () => {
  const parse = (inside: string) => {
    const config = `<rtps><builtin><discovery_config>\n${inside}</discovery_config></builtin></rtps>`;
    const text = `<profiles><participant profile_name="p" is_default_profile="true">${config}</participant></profiles>`;
    return participantProfile(parseQosFile(text, { file: "p.xml" }), undefined, undefined).settings;
  };
  for (const [inside, expected] of [
    [
      "<leaseDuration><sec>0</sec></leaseDuration>",
      /^p\.xml:2: .*leaseDuration: "0 ms" .* give a lease of 1 ms or more$/,
    ],
    [
      "<leaseAnnouncement><nanosec>9</nanosec></leaseAnnouncement>",
      /^p\.xml:2: .*give a finite period of 0\.1 ms or more$/,
    ],
    ["<leaseAnnouncement><sec>DURATION_INFINITY</sec></leaseAnnouncement>", /"Infinity ms" is not accepted/],
    ["<initialAnnouncements><period><sec>0</sec></period></initialAnnouncements>", /period: "0 ms" is not accepted/],
  ] as const) {
    assert.match(failure(() => parse(inside)).message, expected);
  }
  const inside =
    "<leaseDuration><sec>DURATION_INFINITY</sec></leaseDuration><leaseAnnouncement><sec>2</sec></leaseAnnouncement>";
  assert.equal(parse(inside), { leaseDurationMs: Infinity, announcePeriodMs: 2000 });
});

test("an unusable profile is kept when that is asked for, and the account still holds every value", () => {
  const text = `<profiles><data_writer profile_name="good"/>
    <data_writer profile_name="bad" is_default_profile="true"><qos><ownership><kind>EXCLUSIVE</kind></ownership>
    <reliability><kind>RELIABL</kind></reliability></qos></data_writer></profiles>`;
  assert.match(failure(() => parseQosFiles([{ text, file: "p.xml" }])).message, /^p\.xml:3: .*RELIABL/);
  const file = parseQosFiles([{ text, file: "p.xml" }], {}, { keepsUnusable: true });
  assert.equal(
    file.profiles.map(({ name, isDefault, problem }) => [name, isDefault, problem !== undefined]),
    [
      ["good", false, false],
      ["bad", true, true],
    ],
  );
  assert.equal(writerPolicies(file, "good", "T"), {});
  assert.match(failure(() => writerPolicies(file, "bad", "T")).message, /^p\.xml:3: .*RELIABL/);
  assert.match(failure(() => writerPolicies(file, undefined, "T")).message, /^p\.xml:3: .*RELIABL/);
  const reason = "not usable because of line 3";
  assert.equal(
    file.ignored.map((fact) => [fact.value, fact.reason]),
    [
      ["EXCLUSIVE", reason],
      ["RELIABL", reason],
    ],
  );
  assert.is(file.understood.length, 3);
});

test.run();
