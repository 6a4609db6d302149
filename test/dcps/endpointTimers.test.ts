import { suite } from "uvu";
import * as assert from "uvu/assert";
import { EndpointTimers, type Timed } from "../../src/dcps/EndpointTimers.js";
import type { OpenParticipant } from "../../src/runtime/index.js";
import { SimNetwork } from "../../src/simulation/SimNetwork.js";
import { simDcps } from "../support/simDcps.js";
import { SHAPE } from "./support.js";

const test = suite("timers of an endpoint");

class Note implements Timed {
  dueAt = Infinity;
  heapIndex = -1;

  constructor(
    private readonly name: string,
    private readonly heard: string[],
    private readonly then: (now: number) => void = () => undefined,
  ) {}

  handleTimeout(now: number): void {
    this.heard.push(`${this.name} ${now}`);
    this.then(now);
  }
}

/** Timers behind the alarm of a real engine, and how often that alarm was set. */
function open() {
  const network = new SimNetwork({ seed: 1 });
  const { participant, sim } = simDcps(network, { index: 0 });
  const { guid } = participant.createReader(participant.createTopic("Square", SHAPE));
  const alarms: number[] = [];
  const engine = {
    setAlarm: (endpoint: number, at: number) => {
      alarms.push(at);
      sim.engine.setAlarm(endpoint, at);
    },
  };
  const driver = { schedule: () => network.at(network.now, () => network.flush(sim.node)) };
  const timers = new EndpointTimers({ engine, driver } as unknown as OpenParticipant, guid.entityId);
  let handled = 0;
  const runTo = (ms: number) => {
    // Step by step, so that each alarm is handled when it comes.
    while (network.now < ms) {
      network.runUntil(network.now + 1);
      const heard = sim.eventsOf("alarm");
      for (; handled < heard.length; handled++) timers.handleAlarm(heard[handled]!.now);
    }
  };
  return { timers, alarms, runTo, heard: [] as string[] };
}

test("each is called once, when it is due, and the last setting counts", () => {
  const { timers, runTo, heard } = open();
  const [a, b, c] = [new Note("a", heard), new Note("b", heard), new Note("c", heard)];
  timers.arm(b, 200);
  timers.arm(a, 100);
  timers.arm(c, 150);
  timers.arm(c, Infinity);
  timers.arm(a, 120);
  runTo(1000);
  assert.equal(heard, ["a 120", "b 200"]);
});

test("what is due may arm itself and others anew", () => {
  const { timers, runTo, heard } = open();
  const other = new Note("other", heard);
  const again: Note = new Note("again", heard, (now) => {
    if (now < 250) timers.arm(again, now + 100);
    timers.arm(other, now + 10);
  });
  timers.arm(again, 100);
  runTo(1000);
  assert.equal(heard, ["again 100", "other 110", "again 200", "other 210", "again 300", "other 310"]);
});

test("a deadline that moves away with every sample does not ask the engine each time", () => {
  const { timers, alarms, runTo, heard } = open();
  const deadline = new Note("deadline", heard);
  for (let at = 500; at < 600; at++) timers.arm(deadline, at);
  assert.equal(alarms, [500]);
  runTo(1000);
  assert.equal(alarms, [500, 599]);
  assert.equal(heard, ["deadline 599"]);
});

test("a callback that throws leaves the others armed", () => {
  const { timers, runTo, heard } = open();
  const bad = new Note("bad", heard, () => {
    throw new Error("mine");
  });
  timers.arm(bad, 10);
  timers.arm(new Note("good", heard), 20);
  assert.throws(() => runTo(15), "mine");
  runTo(50);
  assert.equal(heard, ["bad 10", "good 20"]);
});

test("nothing is called after close", () => {
  const { timers, runTo, heard } = open();
  timers.arm(new Note("a", heard, () => timers.close()), 10);
  timers.arm(new Note("b", heard), 10);
  timers.arm(new Note("c", heard), 20);
  runTo(15);
  timers.arm(new Note("d", heard), 30);
  runTo(100);
  assert.equal(heard, ["a 10"]);
});

test.run();
