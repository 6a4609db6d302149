// XTypes 1.3 §7.6.3 as users see it: types are announced or not, learnt, and used as if they had come from a file.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { DdsError, DomainParticipant, LearnTypeOptions, StructType, TypeSource } from "../../src/index.js";
import { DEFAULT_LIMITS } from "../../src/rtps/behavior/tuning.js";
import { SimNetwork } from "../../src/simulation/index.js";
import { TypeRegistry } from "../../src/xtypes/index.js";
import { type SimDcpsOptions, simDcps } from "../support/simDcps.js";
import { typeOf } from "./support.js";

const test = suite("learning types");

const COMPLETE = typeOf(`
  module fleet {
    @appendable enum Mode { IDLE, @value(7) DRIVING };
    @appendable struct Position { double x; double y; };
    @appendable union Detail switch (Mode) { case IDLE: string reason; case DRIVING: Position target; };
    @appendable struct Status { @key string<16> name; Mode mode; @optional Position where; Detail detail; sequence<Position> path; };
  };`);
const STATUS = {
  name: "r2",
  mode: "DRIVING",
  where: undefined,
  detail: { $discriminator: "DRIVING", member: "target", value: { x: 1, y: 2 } },
  path: [{ x: 3, y: 4 }],
};

function typed(network: SimNetwork, index: number, options: Partial<SimDcpsOptions> = {}) {
  return simDcps(network, {
    index,
    ...options,
    config: { types: new TypeRegistry(DEFAULT_LIMITS), ...options.config },
  });
}

function pair(first: Partial<SimDcpsOptions> = {}) {
  const network = new SimNetwork({ seed: 1 });
  return { network, a: typed(network, 0, first).participant, b: typed(network, 1).participant };
}

/** Runs the network as long as the promise takes. */
async function inTime<T>(network: SimNetwork, promise: Promise<T>, maxMs = 30_000): Promise<T> {
  let isOver = false;
  const done = () => {
    isOver = true;
  };
  promise.then(done, done);
  for (const end = network.now + maxMs; !isOver && network.now < end; ) {
    network.runUntil(network.now + 10);
    await Promise.resolve();
    await Promise.resolve();
  }
  return promise;
}

async function failure(
  network: SimNetwork,
  participant: DomainParticipant,
  from: TypeSource,
  options?: LearnTypeOptions,
) {
  try {
    await inTime(network, participant.learnType(from, options));
  } catch (error) {
    return error as DdsError;
  }
  throw new Error("it was learnt");
}

test("a learnt type reads the samples of who told it, and is the same type to matching", async () => {
  const { network, a, b } = pair();
  const writer = a.createWriter(a.createTopic("status", COMPLETE), { qos: { dataRepresentation: "xcdr2" } });
  const topic = await inTime(network, b.learnTopic("status"));
  assert.is(topic.typeName, "fleet::Status");
  assert.equal(
    topic.type.members.map(({ name }) => name),
    ["name", "mode", "where", "detail", "path"],
  );
  const received: unknown[] = [];
  const reader = b.createReader(topic, {
    qos: { reliability: "reliable" },
    listener: { onSample: ({ data }) => received.push(data) },
  });
  await inTime(network, writer.ready(1));
  await writer.write(STATUS);
  network.runUntil(network.now + 500);
  assert.equal(received, [STATUS]);
  const [own] = b.discoveryProgress.self.endpoints;
  const [told] = b.endpoints;
  assert.equal(own!.typeInformation, told!.typeInformation);
  assert.is(reader.inconsistentTopicStatus.totalCount, 0);
});

test("learning waits for who comes later, and tells how it stands", async () => {
  const { network, a, b } = pair();
  const lines: string[] = [];
  const learning = b.learnType("status", { onProgress: (line) => lines.push(line) });
  network.runUntil(3000);
  a.createWriter(a.createTopic("status", COMPLETE));
  const type = await inTime(network, learning);
  assert.is(type.name, "fleet::Status");
  assert.equal(lines, ['nobody writes or reads "status"', '1 endpoint of "status", 1 being asked for its type']);
});

test("an endpoint can be named, and a reader can tell as well", async () => {
  const { network, a, b } = pair();
  const reader = a.createReader(a.createTopic("status", COMPLETE));
  network.runUntil(500);
  assert.is((await inTime(network, b.learnType(reader))).name, "fleet::Status");
  assert.is((await inTime(network, b.learnType(reader.guid))).name, "fleet::Status");
});

test("nobody there, nobody who announces, nobody who answers: each is said", async () => {
  const { network, a, b } = pair({ typeInformation: "never" });
  const nobody = await failure(network, b, "status", { timeoutMs: 2000 });
  assert.equal([nobody.code, nobody.message], ["TIMEOUT", 'nobody writes or reads "status" within 2 s']);
  const silent = a.createWriter(a.createTopic("status", COMPLETE));
  network.runUntil(network.now + 500);
  const untold = await failure(network, b, "status");
  assert.is(untold.code, "PRECONDITION_NOT_MET");
  const words = `the type of "status" cannot be learnt: writer ${silent.guid}: it announces no type but its name, "fleet::Status"`;
  assert.is(untold.message, words);
});

test("a type that does not say how it evolves is told to our own kind, unless more or less is asked for", async () => {
  const unsaid = typeOf("struct Unsaid { long a; };");
  const others = { vendorId: 0x0110, protocolMinor: 5 };
  const older = { vendorId: 0x0110, protocolMinor: 1 };
  const cases: readonly (readonly [SimDcpsOptions["typeInformation"], StructType, object, boolean])[] = [
    ["auto", unsaid, {}, true],
    ["auto", unsaid, others, false],
    ["auto", COMPLETE, others, true],
    ["auto", COMPLETE, older, false],
    ["always", unsaid, others, true],
    ["always", COMPLETE, older, true],
    ["never", COMPLETE, {}, false],
  ];
  for (const [typeInformation, type, config, expected] of cases) {
    const network = new SimNetwork({ seed: 1 });
    const announcesTypesToAll = typeInformation === "always";
    const a = typed(network, 0, { typeInformation, config: { announcesTypesToAll } }).participant;
    const b = typed(network, 1, { config }).participant;
    a.createWriter(a.createTopic("status", type));
    network.runUntil(500);
    const about = `${typeInformation} ${type.name} ${JSON.stringify(config)}`;
    assert.is(b.endpoints[0]!.typeInformation.length > 0, expected, about);
  }
});

test("who is not told of a type is taken by its name, whatever it says of its own", async () => {
  const network = new SimNetwork({ seed: 1 });
  const a = typed(network, 0).participant;
  const b = typed(network, 1, { config: { vendorId: 0x0110, protocolMinor: 5 } }).participant;
  const writer = a.createWriter(a.createTopic("points", typeOf("struct Point { double x; };")));
  const reader = b.createReader(b.createTopic("points", typeOf("@final struct Point { double x; };")));
  network.runUntil(1000);
  assert.is(writer.publicationMatchedStatus.currentCount, 1);
  assert.is(reader.subscriptionMatchedStatus.currentCount, 1);
});

test("the status INCONSISTENT_TOPIC and the explanation name the member", async () => {
  const { network, a, b } = pair();
  const changed = typeOf("@appendable struct Point { float x; };");
  const writer = a.createWriter(a.createTopic("points", changed));
  const reader = b.createReader(b.createTopic("points", typeOf("@appendable struct Point { double x; };")));
  network.runUntil(1000);
  assert.is(reader.inconsistentTopicStatus.totalCount, 1);
  assert.match(reader.inconsistentTopicStatus.lastReason, /x: the reader has float64, the writer float32/);
  assert.is(writer.inconsistentTopicStatus.totalCount, 1);
  const { verdict, findings } = b.explainMatch(writer, reader);
  assert.equal([verdict, findings[0]!.code], ["mismatch", "type"]);
});

test("closing ends what still learns", async () => {
  const { network, b } = pair();
  const learning = b.learnType("status").catch((error: DdsError) => error);
  void b.close();
  assert.is(((await inTime(network, learning)) as DdsError).code, "ALREADY_DELETED");
});

test.run();
