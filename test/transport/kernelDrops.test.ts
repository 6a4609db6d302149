import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openUdpSocket, readKernelDrops } from "../../src/transport/index.js";
import { parseUdpTable } from "../../src/transport/kernelDrops.js";

const test = suite("kernelDrops");

// The format of Linux: local address as little-endian hex, port as hex, the drops last.
const TABLE = `   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
  101: 0100007F:1CF2 00000000:0000 07 00000000:00000300 00:00000000 00000000     0        0 4001 2 0000000000000000 17
  102: 0100FFEF:1CE8 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 4002 2 0000000000000000 5
  103: 0100FFEF:1CE8 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 9999 2 0000000000000000 8
  104: 0100007F:1CF4 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 4003 2 0000000000000000 1
`;

test("keeps the wanted ports of the own sockets only", () => {
  const own = new Set(["4001", "4002", "4003"]);
  assert.equal(parseUdpTable(TABLE, [7410, 7400], own), [
    { port: 7410, drops: 17, receiveQueueBytes: 768 },
    { port: 7400, drops: 5, receiveQueueBytes: 0 },
  ]);
  assert.equal(parseUdpTable("", [7410], own), []);
  assert.equal(parseUdpTable("header\n  1: short line\n", [7410], own), []);
});

test("counts what the kernel drops when nobody reads", async () => {
  const receiver = await openUdpSocket({ address: "127.0.0.1", port: 0, receiveBufferBytes: 4096 });
  const sender = await openUdpSocket({ address: "127.0.0.1", port: 0 });
  const { port } = receiver.address();
  const before = readKernelDrops([port]);
  if (before === undefined) {
    // Not Linux: the reader says that it does not know.
    assert.not.equal(process.platform, "linux");
  } else {
    assert.equal(before, [{ port, drops: 0, receiveQueueBytes: 0 }]);
    // All in one go: the receiver's handler cannot run before the loop ends.
    for (let i = 0; i < 200; i++) sender.send(new Uint8Array(1000), port, "127.0.0.1");
    const after = readKernelDrops([port])!;
    assert.is(after.length, 1);
    assert.ok(after[0]!.drops > 150 && after[0]!.drops < 200, `${after[0]!.drops}`);
    assert.ok(after[0]!.receiveQueueBytes > 0);
  }
  receiver.close();
  sender.close();
});

test.run();
