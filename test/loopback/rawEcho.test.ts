import { suite } from "uvu";
import * as assert from "uvu/assert";
import { RawEchoClient, RawEchoServer } from "../../src/runtime/index.js";
import { openUdpSocket, TransportError } from "../../src/transport/index.js";

const test = suite("rawEcho");

test("every sample comes back, for the smallest and the largest payload", async () => {
  const server = await RawEchoServer.open();
  const client = await RawEchoClient.open(server.port);
  for (const payloadBytes of [4, 64, 16384, 65507]) {
    const times = await client.measure(payloadBytes, 100);
    assert.instance(times, Float64Array);
    assert.is(times.length, 100);
    assert.is(client.lost, 0);
    assert.ok(
      times.every((us) => us > 0 && us < 1e6),
      `${times}`,
    );
  }
  await client.close();
  await server.close();
});

test("the server sends back what it got, to where it came from", async () => {
  const server = await RawEchoServer.open();
  const socket = await openUdpSocket({ address: "127.0.0.1", port: 0 });
  const echo = new Promise<number[]>((resolve) => socket.once("message", (message) => resolve([...message])));
  socket.send(Uint8Array.of(1, 2, 3), server.port, "127.0.0.1");
  assert.equal(await echo, [1, 2, 3]);
  socket.close();
  await server.close();
});

test("payloads that cannot be sent and a second measurement at a time are refused", async () => {
  const server = await RawEchoServer.open();
  const client = await RawEchoClient.open(server.port);
  assert.throws(() => client.measure(3, 1), /payloadBytes must be 4 to 65507, not 3/);
  assert.throws(() => client.measure(65508, 1), RangeError);
  const running = client.measure(64, 10);
  assert.throws(() => client.measure(64, 10), /running already/);
  assert.is((await running).length, 10);
  assert.is((await client.measure(64, 0)).length, 0);
  await client.close();
  await server.close();
});

test("a port that is taken is a typed error", async () => {
  const server = await RawEchoServer.open();
  const error = await RawEchoServer.open("127.0.0.1", server.port).catch((reason: unknown) => reason);
  assert.instance(error, TransportError);
  assert.is((error as TransportError).code, "PORT_TAKEN");
  await server.close();
});

test.run();
