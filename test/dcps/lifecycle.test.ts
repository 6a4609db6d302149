import { spawnSync } from "node:child_process";
import { getEventListeners } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { array, DomainParticipant, octet, struct, TransportError } from "../../src/index.js";
import {
  addressOf,
  closeAll,
  Heard,
  IN_TIME,
  openOne,
  openPair,
  rejection,
  SHAPE,
  type Shape,
  shape,
  thrown,
} from "./support.js";

const test = suite("life of a participant");
test.after.each(closeAll);

test("says goodbye when it closes, and closing again is harmless", async () => {
  const gone = new Heard<string>("the participant is lost");
  const found = new Heard("the participant is discovered");
  const a = await openOne({
    listener: {
      onParticipantDiscovered: () => found.resolve(),
      onParticipantLost: (info, reason) => gone.resolve(`${info.entityName} ${reason}`),
    },
  });
  const b = await openOne({ peers: [addressOf(a)], name: "short lived" });
  await found.promise;
  assert.equal(
    a.participants.map((one) => one.entityName),
    ["short lived"],
  );
  const closing = b.close();
  assert.is(b.close(), closing);
  await closing;
  assert.is(await gone.promise, "short lived disposed");
  assert.equal(a.participants, []);
});

test("a writer and a reader that close are gone for the others", async () => {
  const found: string[] = [];
  const lost: string[] = [];
  const bothFound = new Heard("both endpoints are discovered");
  const bothLost = new Heard("both endpoints are lost");
  const [, b] = await openPair({
    listener: {
      onEndpointDiscovered: ({ role }) => found.push(role) === 2 && bothFound.resolve(),
      onEndpointLost: ({ role }) => lost.push(role) === 2 && bothLost.resolve(),
    },
  });
  const topic = b.createTopic("Square", SHAPE);
  const writer = b.createWriter(topic);
  const reader = b.createReader(topic);
  await bothFound.promise;
  await writer.close();
  await writer.close();
  await reader.close();
  await reader.close();
  await bothLost.promise;
  assert.equal(lost.sort(), ["reader", "writer"]);
});

test("everything refuses to be used after it was closed", async () => {
  const participant = await openOne();
  const topic = participant.createTopic<object>("Square", SHAPE);
  const writer = participant.createWriter(topic);
  const reader = participant.createReader(topic);
  await writer.close();
  await reader.close();
  const calls = [
    () => writer.write(shape(1)),
    () => writer.dispose({ color: "RED" }),
    () => writer.unregister({ color: "RED" }),
    () => writer.assertLiveliness(),
    () => reader.take(),
  ];
  for (const call of calls) assert.is(thrown(call).code, "ALREADY_DELETED", String(call));
  const promises = [
    writer.writeAsync(shape(1)),
    writer.disposeAsync({}),
    writer.ready(),
    writer.waitForAcknowledgments(),
    reader.waitForData(),
    reader.waitForPublications(),
  ];
  for (const promise of promises) assert.is((await rejection(promise)).code, "ALREADY_DELETED");
  for await (const _ of reader) assert.unreachable("a closed reader has no samples");
  assert.ok(writer.isClosed && reader.isClosed);
  await participant.close();
  const later = [
    () => participant.createTopic("Circle", SHAPE),
    () => participant.createWriter(topic),
    () => participant.createReader(topic),
    () => participant.ignoreParticipant(participant.guid),
  ];
  for (const call of later) assert.is(thrown(call).code, "ALREADY_DELETED", String(call));
});

test("closing ends whoever waits", async () => {
  const participant = await openOne();
  const topic = participant.createTopic("Square", SHAPE);
  const writer = participant.createWriter(topic);
  const reader = participant.createReader(participant.createTopic("Circle", SHAPE));
  const waiting = [writer.ready(), reader.waitForData(), reader.waitForPublications()].map(rejection);
  const loop = (async () => {
    for await (const _ of reader) assert.unreachable("there is no sample");
    return "ended";
  })();
  await participant.close();
  for (const error of await Promise.all(waiting)) assert.is(error.code, "ALREADY_DELETED");
  assert.is(await loop, "ended");
});

test("an echo never meets a closed writer while its participant closes", async () => {
  const errors: Error[] = [];
  const note = (error: Error) => errors.push(error);
  process.on("uncaughtException", note);
  const [a, b] = await openPair();
  const echo = b.createWriter(b.createTopic<Shape>("Echo", SHAPE));
  let echoed = 0;
  b.createReader(b.createTopic<Shape>("Square", SHAPE), {
    qos: { reliability: "reliable" },
    listener: {
      onSample: ({ data, info }) => {
        if (info.validData) echoed = echo.write(data!);
      },
    },
  });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: { reliability: "reliable" } });
  await writer.ready(1, IN_TIME);
  // Another writer, with a best-effort reader, takes longer to close than the first.
  const slow = b.createWriter(b.createTopic<Shape>("Slow", SHAPE));
  a.createReader(a.createTopic<Shape>("Slow", SHAPE), { qos: { reliability: "bestEffort" } });
  await slow.ready(1, IN_TIME);
  writer.write(shape(0));
  await writer.waitForAcknowledgments(IN_TIME);
  slow.write(shape(0));
  const closing = b.close();
  for (let x = 0; x < 50; x++) writer.write(shape(x));
  await closing;
  process.removeListener("uncaughtException", note);
  assert.equal(errors, []);
  assert.ok(echoed >= 1);
});

test("a signal that has aborted keeps a participant from being created", async () => {
  const reason = new Error("not wanted");
  assert.is(await rejection(openOne({ signal: AbortSignal.abort(reason) })), reason);
});

test("a signal that aborts while the sockets open rejects the creation", async () => {
  const abort = new AbortController();
  const creating = rejection(openOne({ signal: abort.signal }));
  abort.abort(new Error("changed my mind"));
  assert.is((await creating).message, "changed my mind");
  assert.is(getEventListeners(abort.signal, "abort").length, 0);
});

test("a signal that aborts later closes the participant", async () => {
  const gone = new Heard<string>("the participant is lost");
  const a = await openOne({ listener: { onParticipantLost: (_, reason) => gone.resolve(reason) } });
  const abort = new AbortController();
  const b = await openOne({ peers: [addressOf(a)], signal: abort.signal });
  const topic = b.createTopic("Square", SHAPE);
  const other = a.createReader(a.createTopic("Square", SHAPE));
  await b.createWriter(topic).ready(1, IN_TIME);
  abort.abort();
  assert.is(await gone.promise, "disposed");
  assert.is(thrown(() => b.createWriter(topic)).code, "ALREADY_DELETED");
  assert.equal(other.matchedPublications, []);
});

test("a closed participant leaves no listener on a signal that lives on", async () => {
  const abort = new AbortController();
  const participant = await openOne({ signal: abort.signal });
  assert.is(getEventListeners(abort.signal, "abort").length, 1);
  await participant.close();
  assert.is(getEventListeners(abort.signal, "abort").length, 0);
});

test("what cannot be opened is said in one line", async () => {
  const unknown = await rejection(openOne({ interfaces: ["nosuch0"] }));
  assert.instance(unknown, TransportError);
  assert.is(unknown.code, "UNKNOWN_INTERFACE");
  assert.match(unknown.message, /^no IPv4 interface is called "nosuch0"; use one of: /);
  assert.is((await rejection(openOne({ domainId: 233 }))).code, "DOMAIN_ID_OUT_OF_RANGE");
  assert.is((await rejection(openOne({ participantIndex: 500 }))).code, "PARTICIPANT_INDEX_OUT_OF_RANGE");
  assert.match((await rejection(openOne({ peers: ["no such host"] }))).message, /^peer "no such host" is not an IPv4 /);
});

test("a port that another program has is said in one line, and the next index is free", async () => {
  const first = await openOne({ domainId: 97, participantIndex: "auto" });
  const taken = first.transport.participantIndex;
  const error = await rejection(openOne({ domainId: 97, participantIndex: taken }));
  assert.instance(error, TransportError);
  assert.is(error.code, "PORT_TAKEN");
  assert.match(error.message, /^UDP port 127\.0\.0\.1:\d+ is taken; close the program that has it or choose another/);
  const second = await openOne({ domainId: 97, participantIndex: "auto" });
  assert.ok(second.transport.participantIndex > taken);
});

test("names that do not fit on the wire are refused", async () => {
  const participant = await openOne();
  assert.is(thrown(() => participant.createTopic("", SHAPE)).code, "BAD_PARAMETER");
  const long = thrown(() => participant.createTopic("ä".repeat(128), SHAPE));
  assert.is(long.message, "the name of the topic has 256 bytes: give 1 to 255 bytes");
  assert.is(thrown(() => participant.createTopic("T", SHAPE, { typeName: "" })).code, "BAD_PARAMETER");
  assert.is(participant.createTopic("x".repeat(255), SHAPE).name.length, 255);
});

test("an endpoint whose type or QoS is refused is never announced", async () => {
  const announced: string[] = [];
  const seen = new Heard("the good topic is announced");
  const [, b] = await openPair({
    listener: {
      onEndpointDiscovered: ({ topicName }) => {
        announced.push(topicName);
        if (topicName === "Good") seen.resolve();
      },
    },
  });
  const huge = struct("Huge", { octets: array(octet, 65_535, 65_535) });
  assert.is(thrown(() => b.createWriter(b.createTopic("Bad", huge))).code, "unsupported-type");
  assert.is(thrown(() => b.createReader(b.createTopic("Bad", huge))).code, "unsupported-type");
  const bad = { qos: { reliability: "perhaps" } } as never;
  assert.is(thrown(() => b.createWriter(b.createTopic("Worse", SHAPE), bad)).name, "QosError");
  b.createWriter(b.createTopic("Good", SHAPE));
  await seen.promise;
  assert.equal(announced, ["Good"]);
});

test("a process ends by itself once its participants are closed", () => {
  const api = new URL("../../src/index.js", import.meta.url).href;
  const program = `
    import { DomainParticipant, parseIdl } from ${JSON.stringify(api)};
    const options = { interfaces: ["127.0.0.1"], multicast: false, participantIndex: "any" };
    const a = await DomainParticipant.create(options);
    const b = await DomainParticipant.create({ ...options, peers: ["127.0.0.1:" + a.transport.metatrafficUnicastPort] });
    const type = parseIdl("struct T { long x; };", { file: "t.idl" }).structs[0];
    const writer = a.createWriter(a.createTopic("T", type));
    const reader = b.createReader(b.createTopic("T", type), { qos: { reliability: "reliable" } });
    await writer.ready();
    writer.write({ x: 7 });
    for await (const { data } of reader) { console.log(data.x); break; }
    await Promise.all([a.close(), b.close()]);
  `;
  const args = ["--input-type=module", "--eval", program];
  const options = { encoding: "utf8", timeout: 20_000, execArgv: [] } as const;
  const child = spawnSync(process.execPath, [...loaderArgs(), ...args], options);
  assert.is(child.stderr, "");
  assert.is(child.stdout, "7\n");
  assert.is(child.status, 0);
});

/** When the tests themselves are run from TypeScript, the child needs the same loader. */
function loaderArgs(): string[] {
  return import.meta.url.endsWith(".ts") ? ["--import", "tsx"] : [];
}

test("a participant is a DomainParticipant with what its sockets were granted", async () => {
  const participant = await openOne({ name: "me" });
  assert.instance(participant, DomainParticipant);
  const { transport } = participant;
  assert.is(transport.participantIndex, -1);
  assert.equal(transport.announcedAddresses, ["127.0.0.1"]);
  assert.is(transport.multicastGroup, "");
  assert.ok(transport.receiveBufferBytes > 0 && transport.sendBufferBytes > 0);
  assert.equal(transport.errors, {});
});

test.run();
