import { createSocket } from "node:dgram";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { encodeParticipantData, PLAIN_BUILTIN_ENDPOINTS } from "../../src/discovery/participantData.js";
import { MessageBuilder } from "../../src/rtps/messages/MessageBuilder.js";
import { PAYLOAD_DATA } from "../../src/rtps/structure/cacheChange.js";
import { GuidPrefix } from "../../src/rtps/structure/guid.js";
import { udpv4Locator } from "../../src/rtps/structure/locator.js";
import { SHAPE } from "../dcps/support.js";
import { closeHere, lines, NET, openHere, rtps, start, stopAll } from "./support.js";

const test = suite("rtps ls");
test.after.each(async () => {
  stopAll();
  await closeHere();
});

async function openWriter(name = "somebody") {
  const participant = await openHere({ name });
  const topic = participant.createTopic("Square", SHAPE);
  const qos = { reliability: "reliable", deadline: "100ms", partition: ["P"] } as const;
  const writer = participant.createWriter(topic, { qos });
  participant.createReader(topic, { qos: { reliability: "bestEffort" } });
  return { participant, writer };
}

test("an empty domain", async () => {
  const { code, out, err } = await rtps(["ls", "--wait", "0.1", ...NET]);
  assert.equal([code, err], [0, ""]);
  assert.match(out, /^0 participants and 0 endpoints in domain \d+\n$/);
});

test("a table with vendor, type and QoS", async () => {
  await openWriter();
  const { code, out, err } = await rtps(["ls", "--wait", "1", ...NET]);
  assert.equal([code, err], [0, ""]);
  assert.match(
    out,
    /^1 participant and 2 endpoints in domain \d+\n\nrtps-lab "somebody" {2}017f[0-9a-f]{20} {2}RTPS 2\.5\n/,
  );
  assert.match(out, /│ writer │ Square │ ShapeType \(keyed\) │ RELIABLE, VOLATILE, XCDR1, /);
  assert.match(out, /│ reader │ Square │ ShapeType \(keyed\) │ BEST_EFFORT, VOLATILE, XCDR1\/XCDR2 +│/);
  assert.match(out, /deadline: 100 ms/);
  assert.match(out, /partition: "P"/);
});

test("--stats shows what was received and refused, with the reason in words", async () => {
  await openWriter();
  const socket = createSocket("udp4");
  await new Promise<void>((bound) => socket.bind(0, "127.0.0.1", bound));
  const sending = setInterval(() => {
    for (let index = 0; index < 5; index++) socket.send("noise", 7410 + 250 * Number(NET[1]) + 2 * index, "127.0.0.1");
  }, 50);
  try {
    const text = await rtps(["ls", "--stats", "--wait", "1", ...NET]);
    assert.match(text.out, /^received \d+ datagrams, \d+ bytes\nsent \d+ datagrams, \d+ bytes\n/m);
    assert.match(
      text.out,
      /^refused:\n( +\d+ {2}\w.*\n)* +\d+ {2}tooShort +datagram shorter than the 20-byte RTPS header$/m,
    );
    const json = await rtps(["ls", "--stats", "--json", "--wait", "1", ...NET]);
    const { stats } = JSON.parse(json.out);
    assert.ok(stats.dropped.tooShort > 0 && stats.datagramsIn > stats.dropped.tooShort, JSON.stringify(stats));
    const { code, err } = await rtps(["ls", "--stats", "--ros", ...NET]);
    assert.equal([code, err], [2, "rtps: --stats goes with the plain list: leave --ros out, or --stats\n"]);
  } finally {
    clearInterval(sending);
    socket.close();
  }
});

test("--json holds everything that was announced", async () => {
  const { participant, writer } = await openWriter();
  const { code, out } = await rtps(["ls", "--json", "--wait", "1", ...NET]);
  assert.is(code, 0);
  const { domain, participants } = JSON.parse(out);
  assert.is(domain, participant.domainId);
  assert.is(participants.length, 1);
  const [one] = participants;
  assert.is(one.name, "somebody");
  assert.is(one.vendor, "rtps-lab");
  assert.is(one.vendorId, "017f");
  assert.is(one.protocolVersion, "2.5");
  assert.is(one.guidPrefix, participant.guid.prefix.toString());
  assert.equal(one.metatrafficUnicast, [`udp/127.0.0.1:${participant.transport.metatrafficUnicastPort}`]);
  const written = one.endpoints.find((endpoint: { role: string }) => endpoint.role === "writer");
  assert.is(written.guid, writer.guid.toString());
  assert.equal([written.topic, written.type, written.keyed], ["Square", "ShapeType", true]);
  assert.is(written.qos.reliability.kind, "RELIABLE");
  assert.is(written.qos.deadline.periodMs, 100);
  assert.is(written.qos.liveliness.leaseDurationMs, "infinite");
  assert.equal(written.qos.partition.names, ["P"]);
});

test("--watch --json prints a line for each change, and Ctrl-C ends it with a goodbye", async () => {
  let wake = () => {};
  const lost: string[] = [];
  await openHere({
    name: "watched by nobody",
    listener: {
      onParticipantLost: (info, reason) => {
        lost.push(`${info.entityName} ${reason}`);
        wake();
      },
    },
  });
  const ls = start(["ls", "--watch", "--json", ...NET]);
  await ls.until("out", /"participantDiscovered".*watched by nobody/);
  const { participant, writer } = await openWriter("newcomer");
  await ls.until("out", /"endpointDiscovered".*"writer"/);
  await writer.close();
  await ls.until("out", /"endpointLost".*"writer"/);
  await participant.close();
  await ls.until("out", /"participantLost","reason":"disposed".*newcomer/);
  ls.child.kill("SIGINT");
  const { code, out, err } = await ls.ended;
  assert.equal([code, err], [0, ""]);
  for (const line of lines(out)) assert.ok(typeof JSON.parse(line).change === "string");
  while (!lost.includes("rtps ls disposed")) await new Promise<void>((resolve) => (wake = resolve));
});

test("--watch prints the table again when something changes", async () => {
  const ls = start(["ls", "--watch", ...NET]);
  await ls.until("out", /^0 participants and 0 endpoints/);
  await openWriter();
  await ls.until("out", /1 participant and 2 endpoints/);
  ls.child.kill("SIGTERM");
  const { code, err } = await ls.ended;
  assert.equal([code, err], [0, ""]);
});

test("participants that run DDS Security are named as such, in the list and in explain", async () => {
  const socket = createSocket("udp4");
  await new Promise<void>((bound) => socket.bind(0, "127.0.0.1", bound));
  const domain = Number(NET[1]);
  const guidPrefix = new GuidPrefix(Uint8Array.of(1, 0x10, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5));
  const plain = encodeParticipantData({
    guidPrefix,
    protocolMinor: 3,
    vendorId: 0x0110,
    domainId: domain,
    domainTag: NET[3]!,
    metatrafficUnicast: [udpv4Locator("127.0.0.1", socket.address().port)],
    leaseDurationMs: 10_000,
    builtinEndpoints: PLAIN_BUILTIN_ENDPOINTS,
    entityName: "safe",
  });
  // An IDENTITY_TOKEN in front of the sentinel.
  const payload = Uint8Array.of(...plain.subarray(0, -4), ...[0x01, 0x10, 4, 0, 1, 2, 3, 4], ...plain.subarray(-4));
  const message = new MessageBuilder(2048);
  message.begin(3, 0x0110, guidPrefix);
  message.data(0x000100c7, 0x000100c2, 1, PAYLOAD_DATA, payload.length, new Uint8Array(0));
  message.appendPayload(payload, 0, payload.length);
  const datagram = message.cut().slice();
  const announcing = setInterval(() => {
    for (let index = 0; index < 5; index++) socket.send(datagram, 7410 + 250 * domain + 2 * index, "127.0.0.1");
  }, 50);
  try {
    const { out } = await rtps(["ls", "--wait", "1", ...NET]);
    assert.match(out, /Cyclone DDS "safe" {2}0110(?:05){10} {2}RTPS 2\.3, secured: authentication required\n/);
    const explained = await rtps(["explain", "--wait", "1", ...NET]);
    assert.match(explained.out.replaceAll(/\s+/g, " "), /is secured: authentication required/);
  } finally {
    clearInterval(announcing);
    socket.close();
  }
});

test("Ctrl-C shows what was found so far", async () => {
  await openWriter();
  const ls = start(["ls", "--wait", "1000", ...NET]);
  // It shows itself to us when it runs.
  const watcher = start(["ls", "--watch", "--json", ...NET]);
  await watcher.until("out", /"name":"rtps ls"/);
  ls.child.kill("SIGINT");
  const { code, out } = await ls.ended;
  assert.is(code, 0);
  assert.match(out, /^\d participants? and /);
});

test.run();
