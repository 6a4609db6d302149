// Runs a bundle once and saves the code that V8 compiled meanwhile: `node warmUp.cjs NAME [ARGUMENT...]`. A command
// runs with the arguments; with the library two participants meet.
"use strict";

const { renameSync, writeFileSync } = require("node:fs");
const { compile, run } = require("./launch.cjs");

const [, , name, ...args] = process.argv;
const compiled = compile(name);
process.argv = [process.execPath, compiled.file, ...args];
process.on("exit", () => {
  const unfinished = `${compiled.cacheFile}.${process.pid}`;
  writeFileSync(unfinished, compiled.script.createCachedData());
  renameSync(unfinished, compiled.cacheFile);
});
const loaded = run(compiled);
// Where there is no network, less is compiled before.
if (name === "library") void meet(loaded).catch(() => process.exit(0));

async function meet({ DomainParticipant, struct, uint32, string, octet, sequence }) {
  const alone = { interfaces: ["127.0.0.1"], multicast: false, participantIndex: "any", domainTag: "build" };
  const apart = { ...alone, sameProcess: "network" };
  const first = await DomainParticipant.create(apart);
  const second = await DomainParticipant.create({
    ...apart,
    peers: [`127.0.0.1:${first.transport.metatrafficUnicastPort}`],
  });
  const members = { key: { type: string(), key: true }, count: { type: uint32 }, payload: { type: sequence(octet) } };
  const type = struct("build::Sample", members);
  const qos = { reliability: "RELIABLE" };
  const received = new Promise((resolve) => {
    first.createReader(first.createTopic("build", type), { qos, listener: { onSample: resolve } });
  });
  const writer = second.createWriter(second.createTopic("build", type), { qos });
  const wait = { timeoutMs: MEETING_MS };
  await writer.ready(1, wait);
  for (let count = 0; count < SAMPLES; count++) writer.write({ key: "one", count, payload: new Uint8Array(count) });
  await received;
  await writer.waitForAcknowledgments(wait);
  await Promise.all([first.close(), second.close()]);
}

const MEETING_MS = 5000;
const SAMPLES = 10;
