// Entry point of a wire cell of `rtps bench qos`: what a setting costs in the simulated network.

import { programOptions, runProgram } from "../program.js";
import { measureQos, type QosSetting, SAMPLES } from "./measureQos.js";

const options = programOptions(["policies"]);

runProgram("simulated network", async () => {
  const setting = JSON.parse(options["policies"] || "{}") as QosSetting;
  const { announced, samples, delivered, idle, joining, ending } = await measureQos(setting);
  return {
    written: SAMPLES,
    received: delivered,
    figures: {
      announcedBytes: announced.participant + announced.writer + announced.reader,
      datagramsPerSample: samples.datagrams / SAMPLES,
      bytesPerSample: samples.octets / SAMPLES,
      idleDatagramsPerMin: idle.datagrams,
      idleBytesPerMin: idle.octets,
      joinerBytes: joining.octets,
      endBytes: ending.octets,
    },
  };
});
