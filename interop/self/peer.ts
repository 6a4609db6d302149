// rtps-lab as a peer of interop/README.md, written as a user would write it: on the public API alone.
import { DomainParticipant } from "../../src/index.js";
import { emit } from "../contract/events.js";
import { runPeer } from "../contract/runPeer.js";
import { PeerReader } from "./PeerReader.js";
import { PeerWriter } from "./PeerWriter.js";
import { packageVersion } from "./topics.js";

runPeer(async (options, commands) => {
  const participant = await DomainParticipant.create({ domainId: options.domain, interfaces: ["127.0.0.1"] });
  const side = options.role === "pub" ? new PeerWriter(participant, options) : new PeerReader(participant, options);
  emit({ event: "ready", vendor: "self", version: packageVersion(), guidPrefix: participant.guid.prefix.toString() });
  const count = await side.run(commands);
  await participant.close();
  return count;
});
