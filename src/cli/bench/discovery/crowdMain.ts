// Entry point of `rtps bench discovery` with many participants: all in this process, each with a writer and a reader of
// one topic, until every writer knows every reader and the other way round.

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type DataReader, type DataWriter, DomainParticipant, struct, uint32 } from "rtps-lab";
import { PACKAGE_VERSION } from "../../version.js";
import { monotonicUs } from "../peer/clock.js";

const TYPE = struct("rtps_lab::CrowdSample", { number: { type: uint32 } }, { extensibility: "final" });

interface Member {
  readonly participant: DomainParticipant;
  readonly writer: Pick<DataWriter, "matchedSubscriptions">;
  readonly reader: Pick<DataReader, "matchedPublications">;
}

async function run(): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { domain: text, topic: text, participants: text, out: text } });
  const count = Number(values.participants);
  const createdAtUs = monotonicUs();
  const cpuBefore = process.cpuUsage();
  const members: Member[] = [];
  for (let i = 0; i < count; i++) members.push(await join(Number(values.domain), `${values.topic}`));
  const existAtUs = monotonicUs();
  const times = { createdAtUs, existAtUs };
  emit({ event: "ready", version: PACKAGE_VERSION, transport: "UDP 127.0.0.1", ...times });
  await untilMatched(members, count);
  const matchedUs = monotonicUs() - createdAtUs;
  const { user, system } = process.cpuUsage(cpuBefore);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  writeFileSync(`${values.out}`, Float64Array.of(matchedUs));
  const figures = { createMs: (existAtUs - createdAtUs) / 1000, ...sent(members) };
  emit({ event: "report", cpuSeconds: (user + system) / 1e6, figures });
  process.stdout.write("", () => process.exit(0));
}

async function join(domainId: number, topicName: string): Promise<Member> {
  const participant = await DomainParticipant.create({
    ...{ domainId, interfaces: ["127.0.0.1"], participantIndex: "any" },
  });
  const topic = participant.createTopic(topicName, TYPE);
  const qos = { reliability: "reliable" } as const;
  return {
    participant,
    writer: participant.createWriter(topic, { qos }),
    reader: participant.createReader(topic, { qos }),
  };
}

async function untilMatched(members: readonly Member[], count: number): Promise<void> {
  const isComplete = ({ writer, reader }: Member) =>
    writer.matchedSubscriptions.length >= count && reader.matchedPublications.length >= count;
  const endUs = monotonicUs() + TIMEOUT_MS * 1000;
  let complete = 0;
  while (complete < members.length) {
    if (isComplete(members[complete]!)) complete++;
    else if (monotonicUs() > endUs) throw new Error(`only ${complete} of ${count} participants found all others`);
    else await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

function sent(members: readonly Member[]) {
  let datagrams = 0;
  let bytes = 0;
  for (const { participant } of members) {
    const { datagramsOut = 0, bytesOut = 0 } = participant.counters;
    datagrams += datagramsOut;
    bytes += bytesOut;
  }
  return { datagrams, bytes };
}

function emit(event: object): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

/** What belongs to the discovery still goes after the match. */
const SETTLE_MS = 200;
const TIMEOUT_MS = 60_000;

// Ctrl-C goes to the whole process group: the command ends first, and tells us.
process.on("SIGINT", () => undefined);
run().catch((error: unknown) => {
  emit({ event: "error", message: error instanceof Error ? error.message : String(error) });
  process.stdout.write("", () => process.exit(2));
});
