// The floor under every latency figure: a datagram there and back through node:dgram, with no protocol at all.
// As fast as node:dgram can be: synchronous lookup, one view, the next sample sent from inside the handler.

import { MAX_UDP_PAYLOAD, openUdpSocket } from "../transport/index.js";
import { MonotonicClock } from "./MonotonicClock.js";
import { closeSocket, type UdpSocket } from "./rawSocket.js";

/** Sends every datagram back to where it came from. */
export class RawEchoServer {
  readonly port: number;

  private constructor(private readonly socket: UdpSocket) {
    this.port = socket.address().port;
    socket.on("error", () => {});
    socket.on("message", (message, from) => socket.send(message, from.port, from.address));
  }

  /** Port 0 lets the operating system choose. Rejects with a TransportError. */
  static async open(address = "127.0.0.1", port = 0): Promise<RawEchoServer> {
    return new RawEchoServer(await openUdpSocket({ address, port }));
  }

  close(): Promise<void> {
    return closeSocket(this.socket);
  }
}

/** Measures round trips to a RawEchoServer, one datagram in flight. */
export class RawEchoClient {
  /** Echoes of the last measurement that did not come back within a second. */
  lost = 0;
  private readonly clock = new MonotonicClock();
  private isMeasuring = false;

  private constructor(
    private readonly socket: UdpSocket,
    private readonly serverAddress: string,
    private readonly serverPort: number,
  ) {
    socket.on("error", () => {});
  }

  static async open(
    serverPort: number,
    serverAddress = "127.0.0.1",
    localAddress = "127.0.0.1",
  ): Promise<RawEchoClient> {
    return new RawEchoClient(await openUdpSocket({ address: localAddress, port: 0 }), serverAddress, serverPort);
  }

  /**
   * Round-trip times in microseconds, in the order measured. Lost echoes are counted in `lost` and not in the result.
   * Throws RangeError if `payloadBytes` is not 4 to 65507, and Error while another measurement runs.
   */
  measure(payloadBytes: number, samples: number): Promise<Float64Array> {
    if (!(payloadBytes >= SEQUENCE_BYTES && payloadBytes <= MAX_UDP_PAYLOAD)) {
      throw new RangeError(`payloadBytes must be ${SEQUENCE_BYTES} to ${MAX_UDP_PAYLOAD}, not ${payloadBytes}`);
    }
    if (this.isMeasuring) throw new Error("a measurement is running already; await it first");
    this.isMeasuring = true;
    this.lost = 0;
    return new Promise((resolve) => this.run(new Uint8Array(payloadBytes), samples, resolve));
  }

  close(): Promise<void> {
    return closeSocket(this.socket);
  }

  private run(payload: Uint8Array, samples: number, resolve: (roundTripsUs: Float64Array) => void): void {
    const { socket, clock, serverAddress, serverPort } = this;
    const sequence = new DataView(payload.buffer);
    const times = new Float64Array(samples);
    let count = 0;
    let sent = 0;
    let sentAtUs = 0;

    const next = (): void => {
      if (count + this.lost >= samples) {
        finish();
        return;
      }
      sequence.setUint32(0, ++sent);
      sentAtUs = clock.nowUs();
      socket.send(payload, serverPort, serverAddress);
    };
    const onMessage = (message: Buffer): void => {
      const nowUs = clock.nowUs();
      // An echo that was given up on may still come.
      if (message.length !== payload.length || message.readUInt32BE(0) !== sent) return;
      times[count++] = nowUs - sentAtUs;
      next();
    };
    const watchdog = setInterval(() => {
      if (clock.nowUs() - sentAtUs < LOST_AFTER_US) return;
      this.lost++;
      next();
    }, WATCH_PERIOD_MS);
    const finish = (): void => {
      clearInterval(watchdog);
      socket.removeListener("message", onMessage);
      this.isMeasuring = false;
      resolve(times.subarray(0, count));
    };
    socket.on("message", onMessage);
    next();
  }
}

const SEQUENCE_BYTES = 4;
const LOST_AFTER_US = 1e6;
const WATCH_PERIOD_MS = 250;
