// rtps-lab as a peer of interop/README.md, written as a user would write it: on the public API alone.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  type DataWriter,
  DomainParticipant,
  type EndpointQosInput,
  parseIdl,
  type Sample,
  type Topic,
} from "../../src/index.js";
import type { PeerCommands } from "../contract/commands.js";
import { emit } from "../contract/events.js";
import type { PeerOptions } from "../contract/options.js";
import { type ShapeValue, sampleValuesOf, shapeOf } from "../contract/pattern.js";
import { runPeer } from "../contract/runPeer.js";

/** The IDL that the vendors' peers are built from; it is not compiled, so dist/ has none. */
function idlFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return import.meta.url.endsWith(".ts") ? join(here, "..", "contract") : join(here, "../../../interop/contract");
}

function createTopic(participant: DomainParticipant, options: PeerOptions): Topic<ShapeValue> {
  const file = join(idlFolder(), options.representation === "xcdr2" ? "shape_appendable.idl" : "shape_final.idl");
  const model = parseIdl(readFileSync(file, "utf8"), { file });
  const type = model.struct(options.type === "shape" ? "ShapeType" : "PlainType");
  return participant.createTopic<ShapeValue>(options.topic, type);
}

function qosOf(options: PeerOptions): EndpointQosInput {
  return {
    reliability: { kind: options.reliability === "reliable" ? "RELIABLE" : "BEST_EFFORT", maxBlockingTimeMs: 1000 },
    durability: options.durability === "transient_local" ? "TRANSIENT_LOCAL" : "VOLATILE",
    history: options.historyDepth === 0 ? { keepAll: true } : { keepLast: options.historyDepth },
    dataRepresentation: options.representation === "xcdr2" ? "XCDR2" : "XCDR1",
    ...(options.partitions.length === 0 ? {} : { partition: options.partitions }),
    ...(options.deadlineMs === 0 ? {} : { deadline: options.deadlineMs }),
  };
}

const reportMatched = (status: { currentCount: number }) => emit({ event: "matched", count: status.currentCount });
const reportIncompatible = (status: { lastPolicyId: number }) =>
  emit({ event: "incompatible_qos", policyId: status.lastPolicyId });

function reportSample({ data, info }: Sample<ShapeValue>): void {
  if (info.validData && data !== undefined) emit({ ...sampleValuesOf(data), take: 0, sourceMs: 0 });
  const color = data?.color ?? "";
  const { receivedInstanceState: instanceState } = info;
  if (instanceState === "NOT_ALIVE_DISPOSED") emit({ event: "disposed", color, instanceState });
  if (instanceState === "NOT_ALIVE_NO_WRITERS") emit({ event: "no_writers", color, instanceState });
}

function emitReady(participant: DomainParticipant): void {
  emit({ event: "ready", vendor: "self", version: packageVersion(), guidPrefix: participant.guid.prefix.toString() });
}

function packageVersion(): string {
  return JSON.parse(readFileSync(join(idlFolder(), "../../package.json"), "utf8")).version;
}

async function runWriter(participant: DomainParticipant, options: PeerOptions, commands: PeerCommands) {
  const writer = participant.createWriter(createTopic(participant, options), {
    qos: { ...qosOf(options), writerDataLifecycle: { autodisposeUnregisteredInstances: false } },
    listener: { onPublicationMatched: reportMatched, onOfferedIncompatibleQos: reportIncompatible },
  });
  emitReady(participant);
  const signal = commands.stop;
  let written = 0;
  try {
    // With a gate, whoever opens it knows that both sides have matched; without, `ready` does.
    if (options.gate) await Promise.race([commands.go(1), rejectOnAbort(signal)]);
    else await writer.ready(options.waitReaders, { signal });
    for (const start = performance.now(); written < options.count; ) {
      await sleep(Math.max(0, start + written * options.periodMs - performance.now()), undefined, { signal });
      await writer.writeAsync(shapeOf(options, written++), { signal });
    }
    endInstances(writer, options);
    emit({ event: "written", count: written });
    await sleep(options.lingerMs, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return written;
}

function endInstances(writer: DataWriter<ShapeValue>, options: PeerOptions): void {
  if (options.dispose !== undefined) writer.dispose({ color: options.dispose });
  if (options.unregister !== undefined) writer.unregister({ color: options.unregister });
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

async function runReader(participant: DomainParticipant, options: PeerOptions, commands: PeerCommands) {
  const reader = participant.createReader(createTopic(participant, options), {
    qos: qosOf(options),
    listener: { onSubscriptionMatched: reportMatched, onRequestedIncompatibleQos: reportIncompatible },
  });
  emitReady(participant);
  const ended = new AbortController();
  commands.stop.addEventListener("abort", () => ended.abort());
  let received = 0;
  for await (const sample of reader.samples({ signal: ended.signal })) {
    reportSample(sample);
    if (sample.info.validData && ++received === options.count) setTimeout(() => ended.abort(), options.lingerMs);
  }
  return received;
}

runPeer(async (options, commands) => {
  const participant = await DomainParticipant.create({ domainId: options.domain, interfaces: ["127.0.0.1"] });
  const count = await (options.role === "pub" ? runWriter : runReader)(participant, options, commands);
  await participant.close();
  return count;
});
