import { DomainParticipant, parseIdl } from "../../src/index.js";

const idl = parseIdl("@final struct ShapeType { @key string<128> color; long x, y, shapesize; };");
const participant = await DomainParticipant.create({ interfaces: ["127.0.0.1"] });
const topic = participant.createTopic("Square", idl.struct("ShapeType"));
const reader = participant.createReader(topic, { qos: { reliability: "reliable" } });
const writer = participant.createWriter(topic, { qos: { reliability: "reliable" } });

await writer.ready(1, { timeoutMs: 5000 }); // one reader is matched and can receive: no sample is lost
writer.write({ color: "BLUE", x: 10, y: 20, shapesize: 30 });
for await (const { data, info } of reader) {
  console.log(data, `${info.writerGuid} #${info.sequenceNumber}`);
  break;
}
await participant.close(); // says goodbye on the wire
