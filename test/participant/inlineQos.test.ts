// RTPS 2.5 §8.7.2: readers that expect inline QoS (case QB-07). The engine is real, its peer is made by hand.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { encodeReaderData } from "../../src/discovery/endpointData.js";
import { dissect } from "../../src/inspect/dissect.js";
import { DEFAULT_READER_QOS, type WriterQos } from "../../src/qos/index.js";
import { DEFAULT_LIMITS } from "../../src/rtps/behavior/tuning.js";
import { PAYLOAD_DATA } from "../../src/rtps/structure/cacheChange.js";
import { ENTITYID_UNKNOWN } from "../../src/rtps/structure/entityId.js";
import { Guid } from "../../src/rtps/structure/guid.js";
import { PUPPET_PREFIX, Puppet, putData, READER_ID, readerWithPuppet, WRITER_ID } from "../support/Puppet.js";

const test = suite("inline QoS");

/** The engine's writer, and the puppet's reader, which expects inline QoS: its announcement has 0x43. */
function expectingPuppet(qos: Partial<WriterQos>, sn = 1): Puppet {
  const puppet = new Puppet();
  puppet.createWriter({ history: { kind: "KEEP_ALL", depth: 1 }, ...qos });
  puppet.announce();
  const guid = new Guid(PUPPET_PREFIX, READER_ID);
  const reliability = { kind: "RELIABLE", maxBlockingTimeMs: 0 } as const;
  const names = { topicName: "Square", typeName: "ShapeType", protocolMinor: 3, vendorId: 0x017f };
  const data = encodeReaderData({ guid, ...names, qos: { ...DEFAULT_READER_QOS, reliability, ...ASKED } });
  const payload = Buffer.concat([data.subarray(0, -4), Buffer.from("430004000100000001000000", "hex")]);
  puppet.send((message) => putData(message, ENTITYID_UNKNOWN, 0x4c2, sn, payload));
  puppet.datagrams();
  puppet.ackNack(1, [], 1);
  puppet.datagrams();
  return puppet;
}
const ASKED = { presentation: { accessScope: "TOPIC", coherentAccess: false, orderedAccess: true } } as const;

/** Of each DATA and DATA_FRAG to the puppet's reader: "TOPIC_NAME 12". */
const inlineQosSent = (puppet: Puppet) =>
  puppet.datagrams().flatMap(({ bytes }) =>
    dissect(bytes)
      .submessages.filter(({ name }) => name.startsWith("DATA"))
      .map(({ parameters, gaveUpAt }) => {
        assert.is(gaveUpAt, undefined);
        return parameters.map(({ name }) => name);
      }),
  );

test("QB-07: a reader that expects inline QoS gets the topic's name and the writer's policies with each sample", () => {
  const puppet = expectingPuppet({ ownershipStrength: { value: 3 }, partition: { names: [] }, ...ASKED });
  assert.is(puppet.eventsOf("publicationMatched").length, 1);
  puppet.write();
  puppet.write(8, { keyHash: new Uint8Array(16) });
  const policies = ["TOPIC_NAME", "DURABILITY", "RELIABILITY", "PRESENTATION", "OWNERSHIP_STRENGTH"];
  assert.equal(inlineQosSent(puppet), [policies, [...policies, "KEY_HASH"]]);
  // Large ones too, and what is sent again; the rest of the datagram is where it was.
  puppet.write(3000);
  const first = puppet.datagrams().map(({ bytes }) => bytes);
  assert.ok(first.every(({ length }) => length <= DEFAULT_LIMITS.maxDatagramBytes));
  puppet.ackNack(1, [1, 3], 2);
  puppet.run(puppet.now + 200).ackNack(1, [1, 3], 3);
  const again = inlineQosSent(puppet);
  assert.ok(again.length > 3);
  for (const parameters of again) assert.equal(parameters, policies);
});

test("QB-07: the policies are those of the moment; what does not fit a datagram stays out, and every sample goes", () => {
  const puppet = expectingPuppet(ASKED);
  const qos = { ...puppet.engine.writer(WRITER_ID).qos, ownershipStrength: { value: 9 } };
  puppet.engine.setWriterQos(puppet.now, WRITER_ID, qos);
  puppet.datagrams();
  puppet.write();
  assert.ok(inlineQosSent(puppet)[0]!.includes("OWNERSHIP_STRENGTH"));
  const names = Array.from({ length: 40 }, (_, i) => `partition number ${i}`);
  const crowded = expectingPuppet({ ...ASKED, partition: { names: [...names, ""] } });
  for (const size of [8, 700, 900, 1000, 1100, 1200, 1300, 1400, 5000]) {
    crowded.write(size);
    const sent = inlineQosSent(crowded);
    assert.ok(sent.length > 0, `${size}`);
    for (const parameters of sent) assert.equal(parameters, ["TOPIC_NAME"]);
  }
});

test("QB-07: our readers need none of it, and believe what was announced", () => {
  const puppet = readerWithPuppet();
  const policies = "05000c00 07000000 4f74686572 000000 1a000c00 01000000 00000000 00000000 01000000".replaceAll(
    " ",
    "",
  );
  puppet.send((message) => {
    message.data(READER_ID, WRITER_ID, 1, PAYLOAD_DATA, 8, Uint8Array.from(Buffer.from(policies, "hex")));
    message.appendPayload(new Uint8Array(8), 0, 8);
  });
  puppet.data(2);
  assert.equal(puppet.takenSns(), [1, 2]);
  assert.is(puppet.eventsOf("subscriptionMatched").length, 1, "and no end of it");
});

test.run();
