// The Connext peer of interop/types/README.md, through RTI Connector: one writer or reader of lab::Rich over UDP on
// loopback.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import connector from "rticonnextdds-connector";
import { readCommands } from "./commands.mjs";
import { participantQos } from "./configuration.mjs";
import { emit } from "./events.mjs";
import { matchedReader } from "./native.mjs";
import { fromConnector, richSample, toConnector } from "./richSample.mjs";
import { richTypesXml } from "./richTypes.mjs";

const TICK_MS = 5;
const LIFE_MS = 60_000;
const EXIT_ERROR = 1;
const EXIT_TIMEOUT = 3;

const isWriter = process.argv.includes("pub");
const { values: options } = parseArgs({
  allowPositionals: true,
  options: {
    domain: { type: "string", default: "0" },
    type: { type: "string", default: "final" },
    representation: { type: "string", default: "xcdr1" },
    count: { type: "string", default: "8" },
    announce: { type: "string", default: "no" },
  },
});
const withOptional = !options.type.startsWith("plain_");
const deadline = performance.now() + LIFE_MS;
const commands = readCommands();
let readMatched;
let matched = 0;

try {
  const connection = new connector.Connector("Participants::Peer", `str://"${configuration()}"`);
  const endpoint = isWriter ? connection.getOutput("Group::Endpoint") : connection.getInput("Group::Endpoint");
  readMatched = matchedReader(endpoint, isWriter);
  const version = connector.Connector.getVersion().match(/\d+\.\d+\.\d+/)?.[0] ?? "unknown";
  emit({ event: "ready", vendor: "connext", version, guidPrefix: "" });
  const count = isWriter ? await runWriter(endpoint) : await runReader(endpoint);
  await connection.close();
  emit({ event: "done", count });
  process.exit(0);
} catch (error) {
  emit({ event: "error", message: error.message });
  process.exit(EXIT_ERROR);
}

function configuration() {
  const representation = options.representation === "xcdr2" ? "XCDR2_DATA_REPRESENTATION" : "XCDR_DATA_REPRESENTATION";
  const qos = `<reliability><kind>RELIABLE_RELIABILITY_QOS</kind></reliability>
    <history><kind>KEEP_ALL_HISTORY_QOS</kind></history>
    <representation><value><element>${representation}</element></value></representation>`;
  const endpoint = isWriter
    ? `<publisher name="Group"><data_writer name="Endpoint" topic_ref="Rich"><datawriter_qos>${qos}
        <protocol><rtps_reliable_writer>
          <heartbeat_period><sec>0</sec><nanosec>200000000</nanosec></heartbeat_period>
        </rtps_reliable_writer></protocol></datawriter_qos></data_writer></publisher>`
    : `<subscriber name="Group"><data_reader name="Endpoint" topic_ref="Rich">
        <datareader_qos>${qos}</datareader_qos></data_reader></subscriber>`;
  return `<dds>${richTypesXml(options.type)}
    <domain_library name="Domains"><domain name="Domain" domain_id="${options.domain}">
      <register_type name="lab::Rich" type_ref="lab::Rich"/>
      <topic name="Rich" register_type_ref="lab::Rich"/>
    </domain></domain_library>
    <domain_participant_library name="Participants">
      <domain_participant name="Peer" domain_ref="Domains::Domain">${endpoint}${participantQos()}</domain_participant>
    </domain_participant_library></dds>`;
}

/** Commands, the time limit, matches. False = leave. */
async function turn() {
  await sleep(TICK_MS);
  const count = readMatched();
  if (count !== matched) emit({ event: "matched", count });
  matched = count;
  if (commands.stop) return false;
  if (performance.now() < deadline) return true;
  emit({ event: "error", message: "timed out" });
  return process.exit(EXIT_TIMEOUT);
}

async function runWriter(writer) {
  const count = Number(options.count);
  while (commands.go < 1) if (!(await turn())) return 0;
  for (let i = 0; i < count; i++) {
    writer.clearMembers();
    writer.instance.setFromJson(toConnector(richSample(i, withOptional)));
    writer.write();
    if (!(await turn())) return i + 1;
  }
  emit({ event: "written", count });
  while (await turn()) {}
  return count;
}

async function runReader(reader) {
  let received = 0;
  while (await turn()) {
    reader.take();
    for (const sample of reader.samples.validDataIter) {
      // As digits: the JSON of Connector goes through numbers.
      const wide = { total: String(sample.get("total")), mask: String(sample.get("mask")) };
      emit({ event: "value", value: fromConnector(sample.getJson(), wide, withOptional) });
      received++;
    }
  }
  return received;
}
