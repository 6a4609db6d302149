// The floor for messages of any size: whole messages there and back through node:dgram, cut into datagrams and counted
// together again, with no protocol, no copy and no repair.

import { grantedReceiveBuffer, MAX_UDP_PAYLOAD, openUdpSocket } from "../transport/index.js";
import { closeSocket, type UdpSocket } from "./rawSocket.js";

export interface RawMessengerOptions {
  /** Octets of a message besides RAW_HEADER_BYTES. */
  readonly payloadBytes: number;
  /** Longer messages go in several datagrams of at most this size. */
  readonly datagramBytes: number;
  /** Port of the other side on 127.0.0.1; 0: whoever sends first. */
  readonly remotePort?: number;
  /** SO_RCVBUF to ask for; default 8 MiB. */
  readonly receiveBufferBytes?: number;
}

/** Sequence number, stamp, place and number of the datagram: as long as what precedes the octets of a sample in a benchmark. */
export const RAW_HEADER_BYTES = 20;

export class RawMessenger {
  readonly port: number;
  readonly receiveBufferGranted: number;
  /** Called when all datagrams of a message are in. */
  onMessage: (sequence: number, stampUs: number) => void = () => undefined;
  private readonly datagrams: Buffer[];
  private remotePort: number;
  private incoming = 0;
  private arrived = 0;

  private constructor(
    private readonly socket: UdpSocket,
    options: RawMessengerOptions,
  ) {
    this.port = socket.address().port;
    this.receiveBufferGranted = grantedReceiveBuffer(socket);
    this.remotePort = options.remotePort ?? 0;
    this.datagrams = makeDatagrams(options);
    socket.on("error", () => {});
    socket.on("message", (datagram, from) => this.handle(datagram, from.port));
  }

  /** @throws TransportError, RangeError for a datagram size that leaves no room or does not exist */
  static async open(options: RawMessengerOptions): Promise<RawMessenger> {
    const { datagramBytes, receiveBufferBytes = RAW_RECEIVE_BUFFER_BYTES } = options;
    if (!(datagramBytes > RAW_HEADER_BYTES && datagramBytes <= MAX_UDP_PAYLOAD)) {
      throw new RangeError(`datagramBytes must be ${RAW_HEADER_BYTES + 1} to ${MAX_UDP_PAYLOAD}, not ${datagramBytes}`);
    }
    return new RawMessenger(await openUdpSocket({ address: LOOPBACK, port: 0, receiveBufferBytes }), options);
  }

  /** The system calls are made before this returns, as long as the socket is not full. */
  send(sequence: number, stampUs: number): void {
    for (let i = 0; i < this.datagrams.length; i++) {
      const datagram = this.datagrams[i]!;
      datagram.writeDoubleLE(sequence, 0);
      datagram.writeDoubleLE(stampUs, STAMP);
      this.socket.send(datagram, this.remotePort, LOOPBACK);
    }
  }

  close(): Promise<void> {
    return closeSocket(this.socket);
  }

  private handle(datagram: Buffer, port: number): void {
    if (datagram.length < RAW_HEADER_BYTES) return;
    if (this.remotePort === 0) this.remotePort = port;
    if (port !== this.remotePort) return;
    const sequence = datagram.readDoubleLE(0);
    if (sequence !== this.incoming) {
      this.incoming = sequence;
      this.arrived = 0;
    }
    this.arrived++;
    if (this.arrived === datagram.readUInt16LE(COUNT)) this.onMessage(sequence, datagram.readDoubleLE(STAMP));
  }
}

export const RAW_RECEIVE_BUFFER_BYTES = 8 * 1024 * 1024;

function makeDatagrams({ payloadBytes, datagramBytes }: RawMessengerOptions): Buffer[] {
  const room = datagramBytes - RAW_HEADER_BYTES;
  const count = Math.max(1, Math.ceil(payloadBytes / room));
  return Array.from({ length: count }, (_, index) => {
    const datagram = Buffer.alloc(RAW_HEADER_BYTES + Math.min(room, payloadBytes - index * room));
    datagram.writeUInt16LE(index, INDEX);
    datagram.writeUInt16LE(count, COUNT);
    return datagram;
  });
}

const LOOPBACK = "127.0.0.1";
const STAMP = 8;
const INDEX = 16;
const COUNT = 18;
