// Entry point of a cell of `rtps bench types`: one contender, one case, one direction. The clock is CPU time, so that
// garbage collection counts and other processes do not; the median of the turns is reported.

import { compileCodec } from "../../src/cdr/index.js";
import { parseIdl } from "../../src/idl/index.js";
import { programOptions, runProgram } from "../program.js";
import { CASES } from "./cases.js";
import { type Contender, readers, writers } from "./contenders.js";

/** Keeps results from being optimised away. */
const sink: { last?: unknown } = {};
const TURNS = 7;
const BATCH_MS = 0.5;

const options = programOptions(["case", "what", "contender", "ms"]);

runProgram("none", async () => {
  const chosen = CASES.find(({ title }) => title === options["case"]);
  if (chosen === undefined) throw new Error(`there is no case ${options["case"]}`);
  const contenders = options["what"] === "write" ? writers(chosen) : readers(chosen);
  const contender = contenders.find(({ name }) => name === options["contender"]);
  if (contender === undefined) throw new Error(`there is no contender ${options["contender"]}`);
  const nsPerOperation = medianNs(contender, Number(options["ms"]));
  const codec = compileCodec(parseIdl(chosen.idl).struct(chosen.typeName), { representation: "xcdr1" });
  const encodedBytes = codec.serialize(chosen.value).length;
  return { samplesPerSecond: 1e9 / nsPerOperation, figures: { nsPerOperation, encodedBytes } };
});

function medianNs(contender: Contender, ms: number): number {
  const turnMs = ms / (TURNS + 1);
  // The first warms up, and says how many operations are long against the clock.
  const batch = Math.max(1, Math.ceil((BATCH_MS * 1e6) / runFor(contender, 1, turnMs)));
  const turns = Array.from({ length: TURNS }, () => runFor(contender, batch, turnMs));
  return turns.sort((a, b) => a - b)[TURNS >> 1]!;
}

/** Nanoseconds of CPU time for an operation. */
function runFor({ run }: Contender, batch: number, ms: number): number {
  const startMs = cpuMs();
  let count = 0;
  let spentMs = 0;
  do {
    for (let i = 0; i < batch; i++) sink.last = run();
    count += batch;
    spentMs = cpuMs() - startMs;
  } while (spentMs < ms);
  return (spentMs * 1e6) / count;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
