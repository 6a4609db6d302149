// A reader reads each writer in the dialect of its vendor (XTypes 1.3 §7.4 leaves room that vendors use differently).

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type DataWriterOptions, struct, wstring } from "../../src/index.js";
import { SimNetwork } from "../../src/simulation/SimNetwork.js";
import { runFor, simDcps, untilMatched } from "../support/simDcps.js";

const test = suite("dialects of writers");

const TEXT = struct("Text", { text: wstring() }, { extensibility: "final" });
const CONNEXT = 0x0101;
const FASTDDS = 0x010f;

type Dialect = NonNullable<NonNullable<DataWriterOptions<object>["codec"]>["dialect"]>;

async function exchange(writers: readonly [vendorId: number, dialect: Dialect][], forced?: Dialect) {
  const network = new SimNetwork({ seed: 1 });
  const b = simDcps(network, { index: 0 });
  const topic = b.participant.createTopic("Text", TEXT);
  const codec = forced === undefined ? {} : { codec: { dialect: forced } };
  const reader = b.participant.createReader(topic, { qos: { reliability: "reliable", history: "keepAll" }, ...codec });
  for (const [index, [vendorId, dialect]] of writers.entries()) {
    const a = simDcps(network, { index: index + 1, config: { vendorId } });
    const writer = a.participant.createWriter(a.participant.createTopic("Text", TEXT), { codec: { dialect } });
    await untilMatched(network, [writer], []);
    await runFor(network, 100);
    writer.write({ text: `hé ${dialect}` });
    await runFor(network, 50);
  }
  return { texts: reader.take().map(({ data }) => data?.text) };
}

test("each writer is read as its vendor writes", async () => {
  // Connext counts units of 4 bytes with a NUL, Fast DDS units of 2 bytes without, the specification bytes.
  const { texts } = await exchange([
    [CONNEXT, "connext"],
    [FASTDDS, "fastdds"],
    [0x0110, "cyclone"],
    [0x017f, "spec"],
  ]);
  assert.equal(texts, ["hé connext", "hé fastdds", "hé cyclone", "hé spec"]);
});

test("a dialect that the user gives holds for every writer", async () => {
  assert.equal((await exchange([[CONNEXT, "fastdds"]], "fastdds")).texts, ["hé fastdds"]);
  const { texts } = await exchange([[CONNEXT, "connext"]], "fastdds");
  assert.is.not(texts[0], "hé connext");
});

test.run();
