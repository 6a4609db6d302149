// Entry point of a cell of `rtps bench loss`.

import { writeFileSync } from "node:fs";
import { programOptions, runProgram } from "../program.js";
import { LossyRun } from "./LossyRun.js";

const options = programOptions(["loss", "depth", "payload", "samples", "period", "seed", "out"]);
const payloadBytes = Number(options["payload"]);

runProgram("simulated network", async () => {
  const found = await new LossyRun({
    loss: Number(options["loss"]),
    historyDepth: Number(options["depth"]),
    payloadBytes,
    samples: Number(options["samples"]),
    periodMs: Number(options["period"]),
    seed: Number(options["seed"]),
  }).run();
  const { written, delivered, lostAtFirst, retransmitted, datagrams, bytes, elapsedMs, repairMs } = found;
  writeFileSync(
    options["out"]!,
    Float64Array.from(repairMs, (ms) => ms * 1000),
  );
  return {
    ...{ written, received: delivered, lost: written - delivered },
    figures: {
      delivered: delivered / written,
      lostAtFirst,
      retransmissionsPerLost: lostAtFirst === 0 ? 0 : retransmitted / lostAtFirst,
      goodputMbitPerS: (delivered * payloadBytes * 8) / elapsedMs / 1000,
      datagramsPerDelivered: datagrams / delivered,
      bytesPerDelivered: bytes / delivered,
      elapsedMs,
    },
  };
});
