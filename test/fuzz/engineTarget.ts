// The whole engine, with the participant's endpoints on top: damaged traffic of a session and of the vendors' captures.

import type { Random } from "../../src/simulation/index.js";
import { EngineSession } from "./EngineSession.js";
import type { FuzzTarget } from "./FuzzTarget.js";
import { pick } from "./mutate.js";
import { mutateDatagram } from "./mutateDatagram.js";

export function engineTarget(): FuzzTarget {
  let session = new EngineSession();
  // Large datagrams are many fragments alike, and would be most of what is fed.
  const pool = session.captured.filter((bytes, index) => bytes.length < 2000 || index % 8 === 0);
  return {
    name: "engine",
    // A session holds a few megabytes; one datagram may complete a sample of the largest size, and cause answers.
    limits: { ms: 2000, baseBytes: 48_000_000, bytesPerOctet: 1024 },
    sessionLength: 20_000,
    begin: () => {
      session = new EngineSession();
    },
    next: (random: Random) => mutateDatagram(random, pick(random, pool), pool),
    run: (input) => {
      const before = session.victim.sim.engine.counters.droppedTotal;
      session.feed(input);
      return session.victim.sim.engine.counters.droppedTotal > before ? "refused" : "taken";
    },
    check: () => session.check(),
    takeReasons: () => session.reasons(),
  };
}
