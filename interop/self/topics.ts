// The types of the contract and the topics of a peer.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DomainParticipant, parseIdl, type Topic } from "../../src/index.js";
import type { PeerOptions } from "../contract/options.js";
import type { ShapeValue } from "../contract/pattern.js";

/** One topic for each endpoint of the group: the given name, then the same with 1, 2 and so on behind it. */
export function createTopics(participant: DomainParticipant, options: PeerOptions): Topic<ShapeValue>[] {
  const file = join(idlFolder(), options.representation === "xcdr2" ? "shape_appendable.idl" : "shape_final.idl");
  const model = parseIdl(readFileSync(file, "utf8"), { file });
  const type = model.struct(options.type === "shape" ? "ShapeType" : "PlainType");
  return Array.from({ length: options.topics }, (_, i) =>
    participant.createTopic<ShapeValue>(options.topic + (i === 0 ? "" : i), type),
  );
}

export function packageVersion(): string {
  return JSON.parse(readFileSync(join(idlFolder(), "../../package.json"), "utf8")).version;
}

/** The IDL that the vendors' peers are built from; it is not compiled, so dist/ has none. */
function idlFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return import.meta.url.endsWith(".ts") ? join(here, "..", "contract") : join(here, "../../../interop/contract");
}
