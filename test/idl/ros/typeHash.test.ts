// Type hashes that installations of ROS 2 Jazzy show.
import { createHash } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sha256 } from "../../../src/idl/sha256.js";
import { openRosPackages, RosPackages, rosDefinitions } from "../../../src/index.js";

const test = suite("idl/ros: type hashes");

const HASHES: Readonly<Record<string, string>> = {
  "std_msgs/msg/String": "df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18",
  "std_msgs/msg/Empty": "20b625256f32d5dbc0d04fee44f43c41e51c70d3502f84b4a08e7a9c26a96312",
  "std_msgs/msg/Header": "f49fb3ae2cf070f793645ff749683ac6b06203e41c891e17701b1cb597ce6a01",
  "builtin_interfaces/msg/Time": "b106235e25a4c5ed35098aa0a61a3ee9c9b18d197f398b0e4206cea9acf9c197",
  "rosgraph_msgs/msg/Clock": "692f7a66e93a3c83e71765d033b60349ba68023a8c689a79e48078bcb5c58564",
  "geometry_msgs/msg/Point": "6963084842a9b04494d6b2941d11444708d892da2f4b09843b9c43f42a7f6881",
  "sensor_msgs/msg/Range": "b42b62562e93cbfe9d42b82fe5994dfa3d63d7d5c90a317981703f7388adff3a",
  "rmw_dds_common/msg/ParticipantEntitiesInfo": "91a0593bacdcc50ea9bdcf849a938b128412cc1ea821245c663bcd26f83c295e",
  "std_srvs/srv/SetBool": "abe9e4bb6b41b40e6789712c00ec8871923e089af3f667a79992a428cff2da0a",
  "std_srvs/srv/SetBool_Event": "3c4c20015afb4303eafd347b1d6a786f171a89c814726961a9593ef10df878cf",
};

test("messages, services and their events", () => {
  const packages = openRosPackages({ prefixPath: "", distro: "jazzy" });
  for (const [name, hash] of Object.entries(HASHES)) assert.is(packages.typeHash(name), `RIHS01_${hash}`, name);
});

test("an action and its parts", () => {
  const text = "int32 order\n---\nint32[] sequence\n---\nint32[] partial_sequence\n";
  const name = "action_tutorials_interfaces/action/Fibonacci";
  const packages = new RosPackages([rosDefinitions({ [`${name}.action`]: text })]);
  const hashes = [name, `${name}_Goal`, `${name}_Result`].map((one) => packages.typeHash(one));
  assert.equal(hashes, [
    "RIHS01_525d2c3c8a3979003645ffa01186e360347194550426993cad2fb950058ab5a0",
    "RIHS01_1777164fa0531c60597c89fa7f70d22944bb360df049a77689100b1360c43960",
    "RIHS01_6158c1af5630cccfabec7f0c4b75a11fa39e313a4231d8eae6e5ce921c739ab0",
  ]);
});

test("the digest is that of the standard, whatever the length", () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 0xff);
    assert.equal([...sha256(bytes)], [...createHash("sha256").update(bytes).digest()], `${length}`);
  }
});

test.run();
