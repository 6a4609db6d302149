// The runner with peers that are made up: who comes when, what is counted, and what a peer that fails does to the run.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type BenchTask, orderTasks, type RunHooks, runBench } from "../../../src/cli/bench/runBench.js";
import { schemaErrors } from "../../support/jsonSchema.js";
import { PROJECT } from "../../support/sourceFacts.js";
import { fakePeer, PAIR, STREAM } from "./support.js";

const test = suite("runBench");

const SCHEMA = JSON.parse(readFileSync(join(PROJECT, "docs", "bench.schema.json"), "utf8"));
const QUIET: RunHooks = { onProgress: () => undefined };

function run(peers: ReturnType<typeof fakePeer>[], plans = [PAIR], repeats = 1, signal = new AbortController().signal) {
  return runBench({ benchmark: "rtt", command: "rtps bench rtt", peers, plans, repeats }, QUIET, signal);
}

const names = (tasks: readonly BenchTask[]) => tasks.map(({ peer, repeat }) => `${peer.name}${repeat}`);

test("peers alternate, and who is first moves on", () => {
  const peers = ["a", "b", "c"].map((name) => fakePeer(name));
  assert.equal(names(orderTasks(peers, [PAIR], 3)), ["a1", "b1", "c1", "b2", "c2", "a2", "c3", "a3", "b3"]);
  assert.equal(names(orderTasks(peers.slice(0, 2), [PAIR, STREAM], 1)), ["a1", "b1", "b1", "a1"]);
});

test("the raw socket is measured once for plans that differ in QoS alone", () => {
  const plans = [STREAM, { ...STREAM, reliability: "BEST_EFFORT" as const }];
  assert.equal(names(orderTasks([fakePeer("raw"), fakePeer("b")], plans, 1)), ["raw1", "b1", "b1"]);
});

test("a peer is left out of the cells that it cannot do", () => {
  const reader = fakePeer("b", "works", {
    unsupported: ({ shape }) => (shape === "pair" ? "it only reads" : undefined),
  });
  assert.equal(names(orderTasks([fakePeer("a"), reader], [PAIR, STREAM], 1)), ["a1", "b1", "a1"]);
});

test("a pair: latencies from the file, losses from the writer, costs of both", async () => {
  const document = await run([fakePeer("a"), fakePeer("raw")], [PAIR], 2);
  assert.equal(schemaErrors(SCHEMA, JSON.parse(JSON.stringify(document))), []);
  assert.equal(
    document.cells.map(({ peer, repeat, order }) => [peer, repeat, order]),
    [
      ["a", 1, 1],
      ["raw", 1, 2],
      ["raw", 2, 3],
      ["a", 2, 4],
    ],
  );
  const [cell] = document.cells;
  assert.equal([cell!.samples, cell!.p50Us, cell!.minUs, cell!.maxUs], [5, 3, 1, 5]);
  assert.equal([cell!.written, cell!.received, cell!.lost, cell!.timedOut], [5, 4, 1, 1]);
  assert.equal([cell!.reliability, cell!.history, cell!.transport], ["RELIABLE", "KEEP_LAST 10", "made up"]);
  assert.is(cell!.cost!.writer!.cpuSeconds, 0.25);
  assert.is(cell!.ratioToRaw, 1);
  const [peer] = document.peers;
  assert.equal(peer, { peer: "a", title: "The a", version: "1.2", transport: "made up" });
});

test("a stream: what arrived, in the reader's time", async () => {
  const document = await run([fakePeer("a")], [STREAM]);
  const [cell] = document.cells;
  const { received, lost, durationS, samplesPerSecond, bitsPerSecond } = cell!;
  assert.equal([received, lost, durationS, samplesPerSecond, bitsPerSecond], [100, 3, 2, 50, 400_000]);
  assert.is(cell!.samplesUs, undefined);
  assert.is(cell!.history, "KEEP_ALL");
});

test("an open-loop stream has its latencies and losses from the reader", async () => {
  const document = await run([fakePeer("a")], [{ ...STREAM, mode: "open", samples: 6 }]);
  const [cell] = document.cells;
  assert.equal([cell!.samples, cell!.p50Us, cell!.received, cell!.lost], [6, 3.5, 5, 1]);
});

test("who is not installed or cannot do it is named, and counts nowhere", async () => {
  const absent = fakePeer("b", "works", { prepare: () => "idlc not found" });
  const reader = fakePeer("c", "works", { unsupported: () => "it only reads" });
  const { peers, cells, failures } = await run([fakePeer("a"), absent, reader]);
  assert.equal(
    peers.map(({ peer, skipped }) => [peer, skipped]),
    [
      ["a", undefined],
      ["b", "not installed: idlc not found"],
      ["c", "not supported: it only reads"],
    ],
  );
  assert.equal([cells.length, failures.length], [1, 0]);
});

test("a peer that fails is noted in one line, and the others go on", async () => {
  const peers = [fakePeer("b", "dies"), fakePeer("c", "complains"), fakePeer("d", "vanishes"), fakePeer("a")];
  const document = await run([...peers, fakePeer("e", "works", { command: () => ["/nowhere/peer"] })]);
  assert.equal(
    document.failures.map(({ reason }) => reason),
    [
      "b echo: ended early (code 7)",
      "c echo: no licence",
      "d ping: ended early (code 0)",
      "e echo: did not start: spawn /nowhere/peer ENOENT",
    ],
  );
  assert.equal(
    document.cells.map(({ peer }) => peer),
    ["a"],
  );
  assert.equal(schemaErrors(SCHEMA, JSON.parse(JSON.stringify(document))), []);
});

test("an abort ends the run and its processes", async () => {
  const controller = new AbortController();
  const started: BenchTask[] = [];
  const hooks: RunHooks = {
    onProgress: (_done, _total, task) => {
      if (task !== undefined) started.push(task);
      if (started.length === 2) controller.abort(new Error("enough"));
    },
  };
  const plan = { benchmark: "rtt", command: "", peers: [fakePeer("a")], plans: [PAIR], repeats: 9 };
  await runBench(plan, hooks, controller.signal).then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, "enough"),
  );
  assert.is(started.length, 2);
});

test.run();
