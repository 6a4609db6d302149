// The parts of the benchmarks that are not two processes of a peer: delivery in a ring, memory, command lines.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parsePss } from "../../../src/cli/bench/pss.js";
import { delivery, type NodeCounts } from "../../../src/cli/bench/ring/measureRing.js";
import { parseRingArguments, ringArguments } from "../../../src/cli/bench/ring/ringPlan.js";

const test = suite("bench studies");

test("delivery is counted among the nodes that are up, against what their neighbours sent", () => {
  const node = (index: number, sent: number, received: number, isUp: boolean): NodeCounts => ({
    ...{ index, sent, received, isUp },
  });
  // 1 never received from 0, so what 0 sent says nothing; in any order.
  const nodes = [node(2, 12, 10, true), node(0, 100, 11, true), node(1, 11, 0, false)];
  assert.equal(delivery(nodes), { up: 2, sent: 12 + 11, received: 21 });
  assert.equal(delivery([node(0, 5, 4, true)]), { up: 1, sent: 5, received: 4 });
});

test("PSS is read in KiB", () => {
  const text = "7f - 7f r\nRss:      9000 kB\nPss:      1234 kB\nPss_Anon:   99 kB\n";
  assert.is(parsePss(text), 1234 * 1024);
  assert.is(parsePss("Rss: 1 kB\n"), undefined);
});

test("a process of a ring gets what was asked for", () => {
  const settings = {
    ...{ domain: 3, topic: "bench/1/2", nodes: 5, processes: 2, process: 1, payloadBytes: 256, rateHz: 2.5 },
    ...{ durationMs: 2000, upTimeoutMs: 100, historyDepth: 10, samplesFile: "/tmp/a b" },
  };
  assert.equal(parseRingArguments(ringArguments(settings)), settings);
});

test.run();
