// `rtps bench`: this project, other stacks and the raw socket, side by side in one run.

import type { Command } from "commander";
import { defineDiscovery } from "./bench/discoveryBenchmark.js";
import { defineLatency, defineRtt } from "./bench/latencyBenchmarks.js";
import { defineLoss } from "./bench/lossBenchmark.js";
import { defineQosCost } from "./bench/qosBenchmark.js";
import { defineRate, defineThroughput } from "./bench/rateBenchmarks.js";
import { defineRing } from "./bench/ringBenchmark.js";
import { defineSoak } from "./bench/soakBenchmark.js";
import { defineStagesCost } from "./bench/stagesBenchmark.js";
import { defineTypes } from "./bench/typesBenchmark.js";

export function defineBench(command: Command): void {
  const add = (name: string, description: string) =>
    command.command(name).description(description).copyInheritedSettings(command);
  defineRtt(add("rtt", "round trips over payloads and rhythms (study A)"));
  defineLatency(add("latency", "one way on a schedule, 16 B (study B)"));
  defineRate(add("rate", "16 B samples in a second (study B)"));
  defineThroughput(add("throughput", "bits in a second, 1 MiB samples (study B)"));
  defineRing(add("ring", "1 to 200 participants on one host (study D)"));
  defineDiscovery(add("discovery", "from created to matched: time, datagrams, octets"));
  defineStagesCost(add("stages", "t0 to t5 over size, reliability, history, durability and load (study C)"));
  defineQosCost(add("qos", "what each policy costs against the default"));
  defineTypes(add("types", "our codecs beside other libraries"));
  defineLoss(add("loss", "repairs in a simulated network that loses datagrams"));
  defineSoak(add("soak", "minutes: does memory or latency drift?"));
  command.addHelpText(
    "after",
    `
Each cell (peer, payload, rhythm, …) is measured in fresh processes on 127.0.0.1, over UDP alone; the peers alternate, the
raw node:dgram floor is one of them. Vendors are measured when their packages are installed (.ci/install-peers.sh) and the
command runs in the repository. docs/bench.md says how to read the figures.`,
  );
}
