// QoS of commands: presets, vendors' files and their environment variables, as another participant sees it.

import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  DEFAULT_READER_QOS,
  describeQos,
  type RemoteEndpointInfo,
  type RemoteParticipantInfo,
} from "../../src/index.js";
import { PROJECT } from "../support/sourceFacts.js";
import { closeHere, lines, NET, openHere, rtps, SHAPES, start, stopAll, writeTemporary } from "./support.js";

const test = suite("QoS of commands");
test.after.each(async () => {
  stopAll();
  await closeHere();
});

const fixture = (name: string) => join(PROJECT, "test", "fixtures", "qos", name);

interface Seen {
  readonly endpoint: RemoteEndpointInfo;
  readonly participant: RemoteParticipantInfo;
  readonly err: string;
}

/** Runs `rtps sub` or `rtps pub` until its endpoint is announced. */
async function announced(args: readonly string[], net: readonly string[] = NET): Promise<Seen> {
  let found: (endpoint: RemoteEndpointInfo) => void = () => undefined;
  const discovered = new Promise<RemoteEndpointInfo>((resolve) => {
    found = resolve;
  });
  const here = await openHere({ listener: { onEndpointDiscovered: (endpoint) => found(endpoint) } });
  const run = start([args[0]!, "Square", "--type", SHAPES, ...net, ...args.slice(1)]);
  const endpoint = await Promise.race([
    discovered,
    run.ended.then(({ err }) => {
      throw new Error(`ended: ${err}`);
    }),
  ]);
  const participant = here.participants.find((one) => one.guidPrefix.equals(endpoint.guid.prefix))!;
  // So that nobody else meets it.
  run.child.kill("SIGKILL");
  await run.ended;
  return { endpoint, participant, err: run.err };
}

const PUB = ["pub", "--data", "{}", "--timeout", "15", "--wait", "9"];

/** The other policies that a reader has, in words. */
function words({ qos }: RemoteEndpointInfo): string {
  return describeQos(qos, DEFAULT_READER_QOS as typeof qos).join("; ");
}

test("without any option: reliable, nothing lost", async () => {
  const { endpoint } = await announced(["sub"]);
  assert.equal([endpoint.qos.reliability.kind, endpoint.qos.history.kind], ["RELIABLE", "KEEP_ALL"]);
});

test("a preset, alone and with other policies", async () => {
  const { endpoint } = await announced(["sub", "--preset", "SensorData"]);
  assert.is(words(endpoint), "history: KEEP_LAST, depth 5; dataRepresentation: XCDR1, XCDR2");
  const other = await announced([...PUB, "--preset", "ros:rosout", "--history", "keep-last:7", "--partition", "P"]);
  const { qos } = other.endpoint;
  assert.equal([qos.history.depth, qos.durability.kind, qos.reliability.kind], [7, "TRANSIENT_LOCAL", "RELIABLE"]);
  assert.equal(qos.partition.names, ["P"]);
});

const PROFILES = writeTemporary(
  "profiles.xml",
  `<profiles>
  <participant profile_name="p" is_default_profile="true"><rtps><name>from a file</name>
    <builtin><discovery_config><leaseDuration><sec>7</sec></leaseDuration></discovery_config></builtin>
    <userData><value>0a.0b</value></userData><propertiesPolicy><properties><property><name>site</name><value>4</value>
    <propagate>true</propagate></property></properties></propertiesPolicy></rtps></participant>
  <data_writer profile_name="w"><qos><reliability><kind>RELIABLE</kind><max_blocking_time><sec>2</sec></max_blocking_time>
    </reliability><deadline><period><sec>1</sec></period></deadline><publishMode><kind>SYNCHRONOUS</kind></publishMode></qos>
  </data_writer>
  <data_reader profile_name="r" is_default_profile="true">
    <topic><historyQos><kind>KEEP_LAST</kind><depth>4</depth></historyQos></topic></data_reader>
</profiles>`,
);

test("a file: the default profile for the endpoint and the participant", async () => {
  const { endpoint, participant, err } = await announced(["sub", "--qos-file", PROFILES]);
  assert.equal([endpoint.qos.history.depth, endpoint.qos.reliability.kind], [4, "BEST_EFFORT"]);
  assert.equal([participant.entityName, participant.leaseDurationMs], ["from a file", 7000]);
  assert.equal([[...participant.userData], participant.properties], [[10, 11], [["site", "4"]]]);
  assert.is(err, `rtps qos ${PROFILES} lists what is ignored: 1 of 17 values\n`);
});

test("a profile by name; single options go before it, --qos before them", async () => {
  const options = [
    "--qos-file",
    PROFILES,
    "--profile",
    "w",
    "--reliability",
    "best-effort",
    "--qos",
    '{"lifespan":"5s"}',
  ];
  const { endpoint, participant } = await announced([...PUB, ...options]);
  assert.equal(endpoint.qos.reliability, { kind: "BEST_EFFORT", maxBlockingTimeMs: 2000 });
  assert.is(endpoint.qos.deadline.periodMs, 1000);
  assert.is(participant.entityName, "from a file", "the default of participants, as with Fast DDS");
});

test("a preset and a profile: the profile is laid over the preset", async () => {
  const { endpoint } = await announced(["sub", "--preset", "ros:default", "--qos-file", PROFILES]);
  assert.equal([endpoint.qos.history.depth, endpoint.qos.reliability.kind], [4, "RELIABLE"]);
});

test("a Connext library by topic name, and what it says about publishers", async () => {
  process.env["SHAPES_PARTITION"] = "P1";
  try {
    const files = ["--qos-file", fixture("connext-base.xml"), "--qos-file", fixture("connext.xml")];
    const { endpoint, participant, err } = await announced([...PUB, ...files, "--profile", "Shapes::Default"]);
    assert.equal(endpoint.qos.partition.names, ["P1", "B*"]);
    assert.equal(endpoint.qos.history, { kind: "KEEP_LAST", depth: 10 });
    assert.equal([participant.entityName, participant.leaseDurationMs], ["company node", 15_000]);
    assert.match(err, /^rtps qos .* lists what is ignored: \d+ of \d+ values$/m);
  } finally {
    delete process.env["SHAPES_PARTITION"];
  }
});

test("the environment is read when that is asked for, and says what was taken", async () => {
  const tag = NET[NET.indexOf("--domain-tag") + 1]!;
  const rest = NET.filter((one, i) => one !== "--domain-tag" && NET[i - 1] !== "--domain-tag");
  process.env["CYCLONEDDS_URI"] = `<Discovery><Tag>${tag}</Tag><LeaseDuration>9s</></><Tracing><Verbosity>fine</></>`;
  process.env["FASTDDS_DEFAULT_PROFILES_FILE"] = PROFILES;
  try {
    const { endpoint, participant, err } = await announced(["sub", "--qos-env"], rest);
    assert.is(endpoint.qos.history.depth, 4);
    // The file comes behind the URI, and says more.
    assert.equal([participant.entityName, participant.leaseDurationMs], ["from a file", 7000]);
    assert.equal(lines(err), [
      "CYCLONEDDS_URI: 2 taken, 1 ignored",
      "FASTDDS_DEFAULT_PROFILES_FILE: 16 taken, 1 ignored",
    ]);
    const silent = await announced(["sub"]);
    assert.equal([silent.endpoint.qos.history.kind, silent.err], ["KEEP_ALL", ""]);
  } finally {
    delete process.env["CYCLONEDDS_URI"];
    delete process.env["FASTDDS_DEFAULT_PROFILES_FILE"];
  }
});

test("Connext's variables: groups of URLs, XML in them, and peers", async () => {
  const xml =
    '<dds><qos_library name="L"><qos_profile name="P" is_default_qos="true"><datareader_qos><history><depth>3</depth></history></datareader_qos></qos_profile></qos_library></dds>';
  process.env["NDDS_QOS_PROFILES"] = `[file:///no/such.xml | str://"${xml}"]`;
  process.env["NDDS_DISCOVERY_PEERS"] = "builtin.udpv4://127.0.0.1,builtin.shmem://";
  try {
    const rest = NET.filter((one, i) => one !== "--peer" && NET[i - 1] !== "--peer");
    const { endpoint, err } = await announced(["sub", "--qos-env"], rest);
    assert.is(endpoint.qos.history.depth, 3);
    assert.equal(lines(err), ["NDDS_QOS_PROFILES: 4 taken, 0 ignored", "NDDS_DISCOVERY_PEERS: 1 taken, 1 ignored"]);
  } finally {
    delete process.env["NDDS_QOS_PROFILES"];
    delete process.env["NDDS_DISCOVERY_PEERS"];
  }
});

test("rtps qos: profiles in words, and every value by line", async () => {
  const { code, out, err } = await rtps(["qos", fixture("fastdds-2x.xml")]);
  assert.equal([code, err], [0, ""]);
  assert.match(out, /fastdds-2x\.xml: Fast DDS, \d+ understood, 24 ignored\n/);
  assert.match(
    out,
    /\nwriter commands \(default\)\n {2}durability: TRANSIENT_LOCAL\n {2}reliability: RELIABLE, maxBlockingTime 1500 ms\n/,
  );
  assert.match(out, /\nparticipant robot \(default\)\n {2}domainId: 7\n/);
  assert.match(out, /│ 119 +│ …\/qos\/reliability\/kind +│ RELIABLE +│ +│\n/);
  assert.match(
    out,
    /│ 155 +│ …\/qos\/publishMode\/kind +│ ASYNCHRONOUS +│ samples leave as soon as the socket takes them +│\n/,
  );
  const numbers = [...out.matchAll(/^│ (\d+) /gm)].map((match) => Number(match[1]));
  assert.equal(
    numbers,
    [...numbers].sort((a, b) => a - b),
  );
});

test("rtps qos: one profile, JSON, and what contradicts itself", async () => {
  const { out } = await rtps(["qos", fixture("fastdds-2x.xml"), "--profile", "scans"]);
  assert.match(out, /reader scans/);
  assert.not.match(out, /commands|robot/);
  const json = JSON.parse((await rtps(["qos", fixture("fastdds-2x.xml"), "--json"])).out);
  assert.equal([json.vendor, json.profiles.length, json.ignored.length], ["fastdds", 4, 24]);
  assert.is(json.profiles[1].qos.deadline.periodMs, "infinite");
  const odd = writeTemporary(
    "odd.xml",
    `<profiles><data_writer profile_name="a"><topic><historyQos><depth>9</depth></historyQos>
     <resourceLimitsQos><max_samples_per_instance>2</max_samples_per_instance></resourceLimitsQos></topic>
     <qos><durability><kind>PERSISTENT</kind></durability></qos></data_writer>
     <data_reader profile_name="b"><qos><durability><kind>PERSISTENT</kind></durability></qos></data_reader></profiles>`,
  );
  const { code, out: shown } = await rtps(["qos", odd]);
  assert.is(code, 2);
  assert.is((await rtps(["qos", odd, "--profile", "b"])).code, 0);
  assert.match(shown, /\nwriter a\n {2}not usable: history: a depth of 9 is above maxSamplesPerInstance \(2\)/);
  assert.match(
    shown,
    /\nreader b\n {2}durability: PERSISTENT\n {2}\(durability PERSISTENT: matches writers that offer it;/,
  );
});

const ONE_BAD = writeTemporary(
  "one-bad.xml",
  `<profiles><data_reader profile_name="good"><qos><deadline><period><sec>7</sec></period></deadline></qos></data_reader>
<data_reader profile_name="bad"><qos><ownership><kind>EXCLUSIVE</kind></ownership>
<reliability><kind>RELIABL</kind></reliability></qos></data_reader></profiles>`,
);

test("a wrong value in another profile of Fast DDS leaves the others usable, and rtps qos says so", async () => {
  const { endpoint } = await announced(["sub", "--qos-file", ONE_BAD, "--profile", "good"]);
  assert.is(endpoint.qos.deadline.periodMs, 7000);
  const used = await rtps(["sub", "Square", "--type", SHAPES, ...NET, "--qos-file", ONE_BAD, "--profile", "bad"]);
  assert.is(used.code, 2);
  assert.match(used.err, /^rtps: .*one-bad\.xml:3: .*"RELIABL" is not /);
  const { code, out } = await rtps(["qos", ONE_BAD]);
  assert.is(code, 2);
  assert.match(out, /\nreader good\n {2}deadline: 7000 ms/);
  assert.match(out, /\nreader bad\n {2}not usable: .*one-bad\.xml:3: .*RELIABL/);
  assert.match(out, /kind +│ EXCLUSIVE +│ not usable because of line 3/);
  const json = await rtps(["qos", ONE_BAD, "--json"]);
  assert.is(json.code, 2);
  assert.match(JSON.parse(json.out).profiles[1].problem, /one-bad\.xml:3: /);
});

test("a file with as many values as fit into it", async () => {
  const many = Array.from({ length: 100_000 }, (_, i) => `<e${i}>v</e${i}>\n`).join("");
  const { code, out } = await rtps(["qos", writeTemporary("wide.xml", `<profiles>${many}</profiles>`)]);
  assert.is(code, 0);
  const rows = lines(out).filter((line) => line.includes("unknown element"));
  assert.is(rows.length, 100_000);
  assert.is(new Set(rows.map((line) => line.length)).size, 1);
  assert.match(rows.at(-1)!, /^│ 100000 │ profiles\/e99999 │ v +│ unknown element +│$/);
});

test("files in other encodings than UTF-8", async () => {
  const text = `<?xml version="1.0" encoding="ISO-8859-1"?><profiles><data_reader profile_name="Fühler"/></profiles>`;
  const { out } = await rtps(["qos", writeTemporary("latin1.xml", Buffer.from(text, "latin1"))]);
  assert.match(out, /\nreader Fühler\n/);
  const { code, err } = await rtps(["qos", writeTemporary("broken-utf8.xml", Buffer.from(text.slice(44), "latin1"))]);
  assert.is(code, 2);
  assert.match(
    err,
    /^rtps: .*broken-utf8\.xml:1: octets that are not UTF-8: save it as UTF-8, or declare its encoding\n$/,
  );
});

test("the file that the README shows", async () => {
  const { code, out } = await rtps(["qos", join(PROJECT, "docs", "profiles.xml")]);
  assert.is(code, 0);
  assert.match(out, /Fast DDS, 13 understood, 1 ignored\n/);
  assert.match(
    out,
    /writer late joiners \(default\)\n {2}durability: TRANSIENT_LOCAL\n {2}history: KEEP_LAST, depth 5\n/,
  );
});

test("rtps qos without a file lists the presets", async () => {
  const { code, out } = await rtps(["qos"]);
  assert.is(code, 0);
  assert.match(out, /│ ros:sensor-data +│ frequent readings/);
  assert.is(Object.keys(JSON.parse((await rtps(["qos", "--json"])).out)).length, 11);
});

test.run();
