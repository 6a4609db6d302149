import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Driver, MonotonicClock } from "../../src/runtime/index.js";
import { UdpTransport } from "../../src/transport/index.js";
import { FakeEngine, SlabEngine, sampleEvent } from "../simulation/FakeEngine.js";
import { testPorts } from "../transport/udp.js";

const test = suite("driver over UDP");

async function openDriver(engine: FakeEngine, onEvent: (n: number) => void = () => {}) {
  const transport = await UdpTransport.open({
    ports: testPorts(1),
    participantIndex: "any",
    interfaces: ["127.0.0.1"],
    multicastGroup: "239.255.77.78",
  });
  const driver = new Driver({
    engine,
    transport,
    clock: new MonotonicClock(),
    onEvent: (event) => onEvent(event.type === "dataAvailable" ? event.reader : -1),
  });
  driver.start();
  return { transport, driver };
}

test("a thousand datagrams go back and forth between two drivers", async () => {
  const rounds = 1000;
  const server = new SlabEngine();
  const echo = await openDriver(server);
  server.onDatagram = (_now, bytes, from) => server.outbox.push({ bytes, address: from.address, port: from.port });

  const client = new FakeEngine();
  const port = echo.transport.userUnicastPort;
  const send = (n: number) =>
    client.outbox.push({ bytes: Uint8Array.of(n & 0xff, n >> 8), address: "127.0.0.1", port });
  client.onDatagram = (_now, bytes) => client.events.push(sampleEvent(bytes[0]! + 256 * bytes[1]!));
  const seen: number[] = [];
  await new Promise<void>((resolve, reject) => {
    openDriver(client, (n) => {
      seen.push(n);
      if (n + 1 < rounds) {
        send(n + 1);
        opened?.driver.flush();
      } else opened?.driver.close().then(resolve, reject);
    }).then((o) => {
      opened = o;
      send(0);
      o.driver.flush();
    }, reject);
    let opened: Awaited<ReturnType<typeof openDriver>> | undefined;
  });
  assert.equal(
    seen,
    Array.from({ length: rounds }, (_, n) => n),
  );
  await echo.driver.close();
});

test("a deadline wakes the engine not before it is due", async () => {
  const engine = new FakeEngine();
  const clock = new MonotonicClock();
  const due = clock.now() + 2.5;
  engine.deadline = due;
  const woken = new Promise<number>((resolve) => {
    engine.onTimeout = resolve;
  });
  const { driver } = await openDriver(engine);
  assert.ok((await woken) >= due);
  assert.is(engine.timeouts.length, 1);
  await driver.close();
});

test.run();
