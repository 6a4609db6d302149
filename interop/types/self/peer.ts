// rtps-lab as a peer of interop/types/README.md, on the public API alone: types from the IDL files that the vendors'
// programs are built from, and the dialect of whoever writes found by the reader itself.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import {
  compileCodec,
  type DialectName,
  DomainParticipant,
  type EndpointQosInput,
  fromJson,
  parseIdl,
  type Topic,
  type TypeCodec,
  toJson,
} from "../../../src/index.js";
import { type PeerCommands, readPeerCommands } from "../../contract/commands.js";
import { EXIT_ERROR, EXIT_OK, EXIT_TIMEOUT, emit } from "../../contract/events.js";
import { packageVersion } from "../../self/topics.js";
import { RICH_TOPIC, RICH_TYPE, type RichKind, richSample } from "../contract/richSamples.js";

const LIFE_MS = 60_000;
const PERIOD_MS = 5;

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    domain: { type: "string", default: "0" },
    type: { type: "string", default: "final" },
    representation: { type: "string", default: "xcdr1" },
    count: { type: "string", default: "8" },
    announce: { type: "string", default: "no" },
    dialect: { type: "string" },
  },
});

main().then(
  () => process.exit(EXIT_OK),
  (error: Error) => {
    emit({ event: "error", message: error.message });
    process.exit(EXIT_ERROR);
  },
);

async function main(): Promise<void> {
  setTimeout(() => process.exit(EXIT_TIMEOUT), LIFE_MS);
  const commands = readPeerCommands();
  const participant = await DomainParticipant.create({ domainId: Number(options.domain), interfaces: ["127.0.0.1"] });
  const topic = participant.createTopic(RICH_TOPIC, richType(options.type));
  const run = positionals[0] === "pub" ? startWriter(participant, topic) : startReader(participant, topic);
  emit({ event: "ready", vendor: "self", version: packageVersion(), guidPrefix: participant.guid.prefix.toString() });
  const count = await run(commands);
  await participant.close();
  emit({ event: "done", count });
}

function richType(kind: string) {
  const here = dirname(fileURLToPath(import.meta.url));
  const isCompiled = !import.meta.url.endsWith(".ts");
  const folder = isCompiled ? join(here, "../../../../interop/types/contract") : join(here, "../contract");
  const file = join(folder, `rich_${kind}.idl`);
  return parseIdl(readFileSync(file, "utf8"), { file }).struct(RICH_TYPE);
}

function qos(): EndpointQosInput {
  return {
    reliability: { kind: "RELIABLE", maxBlockingTimeMs: 1000 },
    history: { keepAll: true },
    dataRepresentation: options.representation === "xcdr2" ? "XCDR2" : "XCDR1",
  };
}

function startWriter(participant: DomainParticipant, topic: Topic) {
  const writer = participant.createWriter(topic, {
    qos: qos(),
    codec: options.dialect === undefined ? {} : { dialect: options.dialect as DialectName },
    listener: { onPublicationMatched: (status) => emit({ event: "matched", count: status.currentCount }) },
  });
  return async (commands: PeerCommands): Promise<number> => {
    const count = Number(options.count);
    await Promise.race([commands.go(1), stopped(commands)]);
    if (commands.stop.aborted) return 0;
    await writer.ready(1, { signal: commands.stop });
    for (let i = 0; i < count; i++) {
      const value = fromJson(topic.type, richSample(options.type as RichKind, i));
      await writer.writeAsync(value as Record<string, unknown>, { signal: commands.stop });
      await sleep(PERIOD_MS);
    }
    emit({ event: "written", count });
    await stopped(commands);
    return count;
  };
}

function startReader(participant: DomainParticipant, topic: Topic) {
  const payloads = new WeakMap<object, Uint8Array>();
  let received = 0;
  participant.createReader(topic, {
    qos: qos(),
    typeCodec: notingCodec(compileCodec(topic.type, { representation: "xcdr1" }), payloads),
    listener: {
      onSubscriptionMatched: (status) => emit({ event: "matched", count: status.currentCount }),
      onSample: ({ data, info }) => {
        if (!info.validData || data === undefined) return;
        received++;
        const payload = Buffer.from(payloads.get(data)!).toString("hex");
        emit({ event: "value", value: toJson(topic.type, data), payload });
      },
    },
  });
  return async (commands: PeerCommands): Promise<number> => {
    await stopped(commands);
    return received;
  };
}

/** Remembers the bytes behind each value, for the golden payloads. */
function notingCodec(codec: TypeCodec, payloads: WeakMap<object, Uint8Array>): TypeCodec {
  const noting: Pick<TypeCodec, "tryDeserialize"> = {
    tryDeserialize(payload, dialect) {
      const value = codec.tryDeserialize(payload, dialect);
      payloads.set(value, payload.slice());
      return value;
    },
  };
  return Object.assign(Object.create(codec) as TypeCodec, noting);
}

function stopped({ stop }: PeerCommands): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener("abort", () => resolve());
  });
}
