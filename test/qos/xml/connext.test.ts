import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  findProfile,
  parseDiscoveryPeers,
  parseQosFile,
  participantProfile,
  profileNames,
  readerPolicies,
  resolveReaderQos,
  resolveSubscriberQos,
  resolveTopicQos,
  resolveWriterQos,
  writerPolicies,
} from "../../../src/qos/index.js";
import { failure } from "../failure.js";
import { ENV, ignoredLines, profileOf, readFixtures } from "./fixtures.js";

const test = suite("QoS libraries of Connext");
const file = readFixtures(["connext-base.xml", "connext.xml"]);

function library(inside: string) {
  return parseQosFile(`<dds><qos_library name="L">${inside}</qos_library></dds>`, { file: "q.xml", env: ENV });
}

test("profiles by their full names, with what they inherit", () => {
  assert.is(file.vendor, "connext");
  assert.equal(profileNames(file), [
    "Company::Base",
    "Snippets::Late",
    "Snippets::Slow",
    "Shapes::Default",
    "Shapes::Silent",
  ]);
  const base = resolveWriterQos(profileOf(file, "writer", "Company::Base").qos);
  assert.equal(
    [base.reliability.kind, base.reliability.maxBlockingTimeMs, base.history.kind],
    ["RELIABLE", 5000, "KEEP_ALL"],
  );
  const writer = resolveWriterQos(profileOf(file, "writer", "Shapes::Default").qos);
  assert.is(writer.reliability.maxBlockingTimeMs, 5000, "from the base");
  assert.is(writer.durability.kind, "TRANSIENT_LOCAL", "from the snippet");
  assert.equal(writer.history, { kind: "KEEP_LAST", depth: 10 }, "its own");
  assert.equal(writer.resourceLimits, { maxSamples: Infinity, maxInstances: Infinity, maxSamplesPerInstance: 10 });
  const properties = writer.property.value.map((one) => `${one.name}=${one.value}`);
  assert.equal(properties, ["unit=mm", "origin=default"], "properties are inherited by name");
  assert.is(profileOf(file, "writer", "Shapes::Default").isDefault, true);
});

test("an entity that names a base has that instead of the profile's", () => {
  const reader = resolveReaderQos(profileOf(file, "reader", "Shapes::Default").qos);
  assert.is(reader.timeBasedFilter.minimumSeparationMs, 1000);
  assert.is(reader.reliability.kind, "BEST_EFFORT", "not from Company::Base");
  assert.equal(reader.dataRepresentation.ids, ["XCDR2", "XCDR1"]);
  assert.is(reader.readerDataLifecycle.autopurgeNowriterSamplesDelayMs, Infinity);
  assert.is(reader.typeConsistency.ignoreMemberNames, true);
});

test("elements of an entity are laid over the profile's base", () => {
  const qos = library(`
    <qos_profile name="A"><datawriter_qos><history><kind>KEEP_ALL_HISTORY_QOS</kind></history>
      <deadline><period><sec>1</sec></period></deadline></datawriter_qos></qos_profile>
    <qos_profile name="B"><datawriter_qos><deadline><period><sec>2</sec></period></deadline></datawriter_qos></qos_profile>
    <qos_profile name="C" base_name="A"><datawriter_qos><base_name><element>B</element></base_name>
      <lifespan><duration><sec>3</sec></duration></lifespan></datawriter_qos></qos_profile>`);
  assert.equal(profileOf(qos, "writer", "L::C").qos, {
    history: { kind: "KEEP_ALL" },
    deadline: { periodMs: 2000 },
    lifespan: { durationMs: 3000 },
  });
});

test("topic filters: the first that fits, then what has none", () => {
  const qosFor = (topic?: string) => findProfile(file, "Shapes::Default", "writer", topic)!;
  assert.is(qosFor("Triangle").topicFilter, "Tri*,Circ*");
  assert.is(qosFor("Circle").topicFilter, "Tri*,Circ*");
  assert.is(qosFor("Square").topicFilter, undefined);
  assert.is(qosFor().topicFilter, undefined);
  const filtered = resolveWriterQos(qosFor("Triangle").qos);
  assert.equal([filtered.reliability.kind, filtered.deadline.periodMs], ["BEST_EFFORT", 100]);
  assert.equal([filtered.history.kind, filtered.durability.kind], ["KEEP_ALL", "TRANSIENT_LOCAL"], "from the bases");
  const inherited = library(`
    <qos_profile name="A"><datareader_qos topic_filter="x*"><lifecycle/></datareader_qos>
      <datareader_qos topic_filter="y*"><deadline><period><sec>1</sec></period></deadline></datareader_qos></qos_profile>
    <qos_profile name="B" base_name="A"><datareader_qos><deadline><period><sec>9</sec></period></deadline></datareader_qos></qos_profile>`);
  assert.equal(findProfile(inherited, "B", "reader", "yes")!.qos, { deadline: { periodMs: 1000 } });
  assert.equal(findProfile(inherited, "B", "reader", "no")!.qos, { deadline: { periodMs: 9000 } });
});

test("publishers, subscribers and topics", () => {
  const writer = resolveWriterQos(writerPolicies(file, "Default", "Square"));
  assert.equal(writer.partition.names, ["A", "B*"]);
  assert.equal(writer.presentation, { accessScope: "GROUP", coherentAccess: true, orderedAccess: false });
  assert.equal([...resolveReaderQos(readerPolicies(file, undefined, "Square")).groupData.value], [1, 10, 255]);
  assert.equal(
    [...resolveSubscriberQos(profileOf(file, "subscriber", "Shapes::Default").qos).groupData.value],
    [1, 10, 255],
  );
  assert.equal([...resolveTopicQos(profileOf(file, "topic", "Shapes::Default").qos).topicData.value], [7]);
});

test("a participant: peers, multicast, lease, interfaces by property", () => {
  const { settings, qos } = participantProfile(file, undefined, 0);
  assert.equal(settings, {
    peers: ["192.168.1.20", "127.0.0.1"],
    peerIndexCount: 5,
    multicast: false,
    leaseDurationMs: 15_000,
    announcePeriodMs: 3000,
    name: "company node",
    interfaces: ["eth1", "127.0.0.1"],
  });
  assert.equal(qos, { property: { value: [{ name: "site", value: "hall 4", propagate: true }] } });
});

test("what is not understood is listed, builtin profiles too", () => {
  assert.equal(ignoredLines(file), [
    "5 qos_profile[Base]/@base_name = BuiltinQosLib::Generic.StrictReliable: built into Connext: what it holds is not known here",
    "11 initial_peers/element = builtin.shmem://: only UDP over IPv4 is built",
    "25 discovery_config/builtin_discovery_plugins = SPDP: an internal of Connext",
    "40 element/name = dds.sec.crypto.algorithm: a setting of Connext",
    "41 element/value = aes-256: a setting of Connext",
    "51 resource_limits/type_code_max_serialized_length = 0: memory is taken as it is needed",
    "61 reliability/acknowledgment_kind = PROTOCOL_ACKNOWLEDGMENT_MODE: acknowledgements are those of the protocol",
    "8 durability/direct_communication = true: samples are kept in this process, as long as the writer lives",
    "31 base_name/element = BuiltinQosSnippetLib::Optimization.ReliabilityProtocol.Common: built into Connext: what it holds is not known here",
    "41 resource_limits/initial_samples = 64: memory is taken as it is needed",
    "49 publication_name/name = shapes writer: writers have no name",
    "52 batch/enable = true: samples leave as soon as the socket takes them",
    "71 value/element = AUTO_DATA_REPRESENTATION: the representation is named, never guessed",
    "81 type_consistency/kind = AUTO_TYPE_COERCION: the kind is named, never guessed",
    "99 presentation/access_scope = HIGHEST_OFFERED_PRESENTATION_QOS: a subscriber here has one access scope: name it",
    "111 qos_profile[Silent]/@base_name = BuiltinQosLib::Baseline: built into Connext: what it holds is not known here",
  ]);
});

test("names: with or without the library, unknown, unclear", () => {
  assert.is(findProfile(file, "Default", "writer")?.name, "Shapes::Default");
  assert.is(findProfile(file, undefined, "writer")?.name, "Shapes::Default");
  assert.is(findProfile(file, "Slow", "writer"), undefined, "there, but says nothing about writers");
  assert.equal(writerPolicies(file, "Silent", "T"), {});
  const unknown = failure(() => findProfile(file, "Defualt", "writer"));
  assert.match(
    unknown.message,
    /^connext-base\.xml: no profile is called "Defualt"; there are: Company::Base, Snippets::Late/,
  );
  const twice = parseQosFile(
    '<dds><qos_library name="A"><qos_profile name="P"/></qos_library><qos_library name="B"><qos_profile name="P"/></qos_library></dds>',
    { file: "q.xml" },
  );
  assert.match(
    failure(() => findProfile(twice, "P", "reader")).message,
    /several profiles are called "P": give the library, as in A::P/,
  );
});

test("references that lead nowhere, in a circle, or too far", () => {
  const lost = failure(() => library('\n<qos_profile name="A" base_name="Nothing"/>'));
  assert.is(lost.message, 'q.xml:2: there is no QoS profile "Nothing"; there are: L::A');
  for (const circle of [
    '<qos_profile name="A" base_name="A"/>',
    '<qos_profile name="A" base_name="B"/><qos_profile name="B" base_name="L::C"/><qos_profile name="C" base_name="A"/>',
    '<qos_profile name="A"><datawriter_qos base_name="B"/></qos_profile><qos_profile name="B" base_name="A"/>',
  ]) {
    assert.match(failure(() => library(circle)).message, /^q\.xml:1: "[\w:]+" inherits from itself$/, circle);
  }
  const chain = (length: number) =>
    Array.from({ length }, (_, i) => `<qos_profile name="P${i}"${i === 0 ? "" : ` base_name="P${i - 1}"`}/>`);
  assert.is(library(chain(60).join("")).profiles.length, 60);
  for (const profiles of [chain(500), chain(500).reverse()]) {
    assert.match(failure(() => library(profiles.join(""))).message, /inherits through more than 64 profiles$/);
  }
  const again = failure(() => library('<qos_profile name="A"/>\n<qos_profile name="A"/>'));
  assert.is(again.message, "q.xml:2: L::A is there already, in line 1 of q.xml");
  assert.is(failure(() => library("<qos_profile/>")).message, "q.xml:1: <qos_profile> has no name");
});

test("many profiles on two bases each take little time", () => {
  const level = (i: number) =>
    ["a", "b"].map((side) => {
      const bases = i === 0 ? "" : `<base_name><element>a${i - 1}</element><element>b${i - 1}</element></base_name>`;
      return `<qos_profile name="${side}${i}">${bases}<datawriter_qos topic_filter="${side}${i}*"/></qos_profile>`;
    });
  const diamonds = Array.from({ length: 30 }, (_, i) => level(i).join("")).join("");
  assert.is(library(diamonds).profiles.filter((one) => one.name === "L::a29").length, 59);
});

test("wrong values and variables that are not set", () => {
  const inWriter = (inside: string) =>
    library(`<qos_profile name="A"><datawriter_qos>\n${inside}</datawriter_qos></qos_profile>`);
  const table: readonly (readonly [string, RegExp])[] = [
    [
      "<history><depth>many</depth></history>",
      /^q\.xml:2: dds\/qos_library\[L\]\/.*\/depth: "many" is not accepted: give a whole/,
    ],
    [
      "<resource_limits><max_samples>0</max_samples></resource_limits>",
      /max_samples: 0 is not a limit: give a whole number from 1/,
    ],
    [
      "<user_data><value>1,256</value></user_data>",
      /octets with commas between them, decimal or hexadecimal, like 34,0x2c$/,
    ],
    [
      "<representation><value><element>XCDR3</element></value></representation>",
      /"XCDR3" is not one of XCDR1, XML, XCDR2$/,
    ],
    [
      "<ownership_strength><value>$(STRENGTH)</value></ownership_strength>",
      /^q\.xml:2: the environment variable STRENGTH is not set$/,
    ],
  ];
  for (const [inside, message] of table) assert.match(failure(() => inWriter(inside)).message, message);
  const auto = inWriter("<lifespan><duration><sec>DURATION_AUTO_SEC</sec></duration></lifespan>");
  assert.equal([auto.profiles[0]!.qos, auto.ignored.length], [{}, 1]);
});

test("NDDS_DISCOVERY_PEERS", () => {
  const peers = parseDiscoveryPeers(
    "239.255.0.1, 3@builtin.udpv4://10.0.0.7,[0,7]@10.0.0.8,shmem://,host",
    "NDDS_DISCOVERY_PEERS",
  );
  assert.equal(participantProfile(peers, undefined, 0).settings, {
    multicast: true,
    peers: ["10.0.0.7", "10.0.0.8"],
    peerIndexCount: 8,
  });
});

test.run();
