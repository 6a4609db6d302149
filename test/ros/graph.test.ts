// The graph of ROS 2 from what discovery tells, and the samples of ros_discovery_info.
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  announcedTypeHash,
  DEFAULT_READER_QOS,
  DEFAULT_WRITER_QOS,
  formatRosUserData,
  Guid,
  GuidPrefix,
  parseRosUserData,
  type RemoteEndpointInfo,
  type RemoteParticipantInfo,
  type RosEnd,
  rosDiscoveryCodec,
  rosDiscoverySample,
  rosDiscoveryType,
  rosGraph,
  rosParticipantEntities,
} from "../../src/index.js";

const test = suite("ros: graph");

const prefix = (n: number) => new GuidPrefix(new Uint8Array(12).fill(n));
const guid = (n: number, entity: number) => new Guid(prefix(n), entity);

function participant(n: number, userData = "enclave=/;"): RemoteParticipantInfo {
  return { guidPrefix: prefix(n), userData: new TextEncoder().encode(userData) } as RemoteParticipantInfo;
}

/** Entities of writers are odd, those of readers even. */
function endpoint(id: Guid, topicName: string, typeName: string, typeHash?: string): RemoteEndpointInfo {
  const userData = { value: formatRosUserData(typeHash === undefined ? {} : { typehash: typeHash }) };
  const isWriter = id.entityId % 2 === 1;
  const qos = { ...(isWriter ? DEFAULT_WRITER_QOS : DEFAULT_READER_QOS), userData };
  return { guid: id, role: isWriter ? "writer" : "reader", topicName, typeName, qos } as RemoteEndpointInfo;
}

const nodesOf = (ends: readonly RosEnd[]) => ends.map((end) => end.node);

test("topics have publishers and subscriptions, by node where nodes are told", () => {
  const hash = `RIHS01_${"ab".repeat(32)}`;
  const graph = rosGraph({
    participants: [participant(1), participant(2)],
    endpoints: [
      endpoint(guid(1, 1), "rt/chatter", "std_msgs::msg::dds_::String_", hash),
      endpoint(guid(2, 2), "rt/chatter", "std_msgs::msg::dds_::String_"),
      endpoint(guid(2, 4), "rt/chatter", "Strange"),
      endpoint(guid(2, 5), "Square", "ShapeType"),
      endpoint(guid(2, 7), "ros_discovery_info", "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_"),
    ],
    entities: [
      { guid: guid(1, 0x1c1), nodes: [{ namespace: "/", name: "talker", readers: [], writers: [guid(1, 1)] }] },
      {
        guid: guid(2, 0x1c1),
        nodes: [
          { namespace: "/ns", name: "listener", readers: [guid(2, 2)], writers: [] },
          { namespace: "/ns", name: "idle", readers: [], writers: [] },
        ],
      },
      { guid: guid(3, 0x1c1), nodes: [{ namespace: "/", name: "gone", readers: [], writers: [] }] },
    ],
  });
  assert.equal(
    graph.topics.map(({ name, types }) => [name, types]),
    [["/chatter", ["Strange", "std_msgs/msg/String"]]],
  );
  const [chatter] = graph.topics;
  assert.equal(nodesOf(chatter!.publishers), ["/talker"]);
  assert.is(chatter!.publishers[0]!.typeHash, hash);
  assert.equal(nodesOf(chatter!.subscriptions), ["/ns/listener", undefined]);
  assert.is(chatter!.subscriptions[0]!.typeHash, undefined);
  assert.equal(
    graph.nodes.map(({ name, enclave, publishers, subscriptions }) => [name, enclave, publishers, subscriptions]),
    [
      ["/ns/idle", "/", [], []],
      ["/ns/listener", "/", [], ["/chatter"]],
      ["/talker", "/", ["/chatter"], []],
    ],
  );
});

test("two topics are one service, five are one action", () => {
  const service = (n: number, entity: number, name: string, type: string) => [
    endpoint(guid(n, entity), `rq/${name}Request`, `${type}_Request_`),
    endpoint(guid(n, entity + 1), `rr/${name}Reply`, `${type}_Response_`),
  ];
  const action = (n: number, base: number, feedback: number) => [
    ...service(n, base, "go/_action/send_goal", "a_msgs::action::dds_::Go_SendGoal"),
    ...service(n, base + 10, "go/_action/get_result", "a_msgs::action::dds_::Go_GetResult"),
    ...service(n, base + 20, "go/_action/cancel_goal", "action_msgs::srv::dds_::CancelGoal"),
    endpoint(guid(n, feedback), "rt/go/_action/feedback", "a_msgs::action::dds_::Go_FeedbackMessage_"),
    endpoint(guid(n, feedback + 2), "rt/go/_action/status", "action_msgs::msg::dds_::GoalStatusArray_"),
  ];
  const graph = rosGraph({
    participants: [participant(1), participant(2)],
    endpoints: [
      // A server reads requests and writes replies.
      ...service(1, 2, "add", "a_msgs::srv::dds_::Add"),
      ...service(2, 3, "add", "a_msgs::srv::dds_::Add"),
      ...action(1, 20, 101),
      ...action(2, 21, 200),
    ],
    entities: [
      {
        guid: guid(1, 0x1c1),
        nodes: [{ namespace: "/", name: "server", readers: [guid(1, 2)], writers: [guid(1, 3), guid(1, 101)] }],
      },
      {
        guid: guid(2, 0x1c1),
        nodes: [{ namespace: "/", name: "client", readers: [guid(2, 4), guid(2, 200)], writers: [guid(2, 3)] }],
      },
    ],
  });
  const ends = (one: {
    name: string;
    types: readonly string[];
    servers: readonly RosEnd[];
    clients: readonly RosEnd[];
  }) => [...[one.name, one.types, nodesOf(one.servers), nodesOf(one.clients)]];
  assert.equal(graph.topics, []);
  assert.equal(graph.services.map(ends), [["/add", ["a_msgs/srv/Add"], ["/server"], ["/client"]]]);
  assert.equal(graph.actions.map(ends), [["/go", ["a_msgs/action/Go"], ["/server"], ["/client"]]]);
  const [client, server] = graph.nodes;
  assert.equal([client!.serviceClients, client!.actionClients], [["/add"], ["/go"]]);
  assert.equal([server!.serviceServers, server!.actionServers], [["/add"], ["/go"]]);
});

test("what participants tell of their nodes is read and written", () => {
  const info = {
    guid: guid(7, 0x1c1),
    nodes: [{ namespace: "/ns", name: "n", readers: [guid(7, 4), guid(7, 7)], writers: [guid(7, 3)] }],
  };
  const codec = rosDiscoveryCodec();
  const payload = codec.serialize(rosDiscoverySample(info));
  const read = rosParticipantEntities(codec.deserialize(payload));
  assert.is(JSON.stringify(read), JSON.stringify(info));
  assert.is(rosDiscoveryType().name, "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_");
});

test("GIDs of 24 octets are those of Humble and older", () => {
  const gid = (id: Guid) => [...id.toBytes(), 0, 0, 0, 0, 0, 0, 0, 0];
  const u32 = (n: number) => [n, 0, 0, 0];
  const text = (words: string) => {
    const bytes = [...new TextEncoder().encode(words), 0];
    return [...u32(bytes.length), ...bytes, ...new Array<number>((4 - (bytes.length % 4)) % 4).fill(0)];
  };
  const header = [0, 1, 0, 0];
  const node = [...text("/"), ...text("talker"), ...u32(0), ...u32(1), ...gid(guid(5, 3))];
  const codec = rosDiscoveryCodec();
  const read = (bytes: readonly number[]) => rosParticipantEntities(codec.deserialize(Uint8Array.from(bytes)));

  const told = read([...header, ...gid(guid(5, 0x1c1)), ...u32(1), ...node]);
  assert.is(told.guid.toString(), guid(5, 0x1c1).toString());
  assert.is(
    JSON.stringify(told.nodes),
    JSON.stringify([{ namespace: "/", name: "talker", readers: [], writers: [guid(5, 3)] }]),
  );
  assert.equal(read([...header, ...gid(guid(5, 0x1c1)), ...u32(0)]).nodes, []);
  // Not even that: an error, no more.
  assert.instance(codec.tryDeserialize(Uint8Array.from([...header, 1, 2, 3])), Error);
});

test("settings in USER_DATA", () => {
  const bytes = (words: string) => new TextEncoder().encode(words);
  assert.equal(
    [...parseRosUserData(bytes("enclave=/a;b=c=d;junk;=x;enclave=/z;"))],
    [
      ["enclave", "/a"],
      ["b", "c=d"],
    ],
  );
  assert.equal([...parseRosUserData(Uint8Array.of(0xff, 0xfe, 0))], []);
  const hash = `RIHS01_${"0".repeat(64)}`;
  assert.is(announcedTypeHash(bytes(`typehash=${hash};`)), hash);
  assert.is(announcedTypeHash(bytes("typehash=RIHS01_12;")), undefined);
  assert.equal(
    [...parseRosUserData(formatRosUserData({ a: "1", b: "2" }))],
    [
      ["a", "1"],
      ["b", "2"],
    ],
  );
});

test.run();
