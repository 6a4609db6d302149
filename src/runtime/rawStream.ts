// The floor under every rate: records in datagrams through node:dgram, written and parsed by hand. Records are as long as
// a DATA submessage with the same sample; as many share a datagram as fit, and a long one is cut over several datagrams.
// The receiver says from time to time how much has come, and the sender never has more than a window on its way: a sender
// that does not care takes the receiver's processor and most of what it sends is dropped, so it is no floor.

import { grantedReceiveBuffer, MAX_UDP_PAYLOAD, openUdpSocket } from "../transport/index.js";
import { RAW_RECEIVE_BUFFER_BYTES } from "./RawMessenger.js";
import { closeSocket, type UdpSocket } from "./rawSocket.js";

/** In front of the octets of each record: DATA's header (24), the encapsulation (4), number, stamp and length (20). */
export const RAW_RECORD_HEADER_BYTES = 48;

/** Writes records as fast as the socket takes them. */
export class RawStreamSender {
  /** Whole samples. */
  sent = 0;
  private readonly view: DataView;
  private readonly slab: Uint8Array;
  private readonly payload: Uint8Array;
  /** Octets sent of the sample that is cut over datagrams. */
  private offset = 0;
  private sentBytes = 0;
  private arrivedBytes = 0;
  private waiting: (() => void) | undefined;

  private constructor(
    private readonly socket: UdpSocket,
    private readonly remotePort: number,
    payloadBytes: number,
    datagramBytes: number,
  ) {
    socket.on("error", () => {});
    socket.on("message", (credit) => this.handleCredit(credit));
    this.slab = new Uint8Array(datagramBytes);
    this.view = new DataView(this.slab.buffer);
    this.payload = new Uint8Array(payloadBytes);
  }

  /** To a RawStreamReceiver on 127.0.0.1. @throws TransportError; RangeError for an impossible size */
  static async open(remotePort: number, payloadBytes: number, datagramBytes: number): Promise<RawStreamSender> {
    if (!(datagramBytes > RAW_RECORD_HEADER_BYTES && datagramBytes <= MAX_UDP_PAYLOAD)) {
      throw new RangeError(`datagramBytes must be above ${RAW_RECORD_HEADER_BYTES}, up to ${MAX_UDP_PAYLOAD}`);
    }
    const socket = await openUdpSocket({ address: LOOPBACK, port: 0 });
    return new RawStreamSender(socket, remotePort, payloadBytes, datagramBytes);
  }

  /** Fills and sends datagrams while the window has room. */
  sendTurn(datagrams: number, stampUs: number): void {
    for (let i = 0; i < datagrams && this.hasRoom; i++) {
      const length = this.fill(stampUs);
      this.socket.send(this.slab, 0, length, this.remotePort, LOOPBACK);
      this.sentBytes += length;
    }
  }

  /** Resolves when there is room in the window. What has not come for a while is lost, and waited for no longer. */
  room(): Promise<void> {
    if (this.hasRoom) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.arrivedBytes = this.sentBytes;
        this.wake();
      }, LOST_AFTER_MS);
      this.waiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private get hasRoom(): boolean {
    return this.sentBytes - this.arrivedBytes < WINDOW_BYTES;
  }

  private handleCredit(credit: Buffer): void {
    if (credit.length !== CREDIT_BYTES) return;
    // In octets of this connection, lost ones included: the number of the last datagram's end.
    this.arrivedBytes = Math.max(this.arrivedBytes, credit.readDoubleLE(0));
    if (this.hasRoom) this.wake();
  }

  private wake(): void {
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.();
  }

  close(): Promise<void> {
    return closeSocket(this.socket);
  }

  private fill(stampUs: number): number {
    const { payload, slab } = this;
    let at = 0;
    while (at + RAW_RECORD_HEADER_BYTES < slab.length) {
      const left = payload.length - this.offset;
      const room = slab.length - at - RAW_RECORD_HEADER_BYTES;
      // A sample that fits into a datagram of its own is not cut.
      if (left > room && at > 0) break;
      const length = Math.min(left, room);
      this.writeHeader(at, length, stampUs);
      copyOctets(payload, this.offset, slab, at + RAW_RECORD_HEADER_BYTES, length);
      at += recordBytes(length);
      this.offset += length;
      if (this.offset === payload.length) {
        this.offset = 0;
        this.sent++;
      }
    }
    return Math.min(at, slab.length);
  }

  private writeHeader(at: number, length: number, stampUs: number): void {
    const { view } = this;
    view.setUint32(at, RECORD_ID, true);
    view.setUint32(at + LENGTH, length, true);
    view.setFloat64(at + SEQUENCE, this.sent + 1, true);
    view.setFloat64(at + STAMP, stampUs, true);
    view.setUint32(at + OFFSET, this.offset, true);
    // Only that of the first record is read.
    view.setFloat64(at + SENT_BEFORE, this.sentBytes, true);
  }
}

/** Counts what comes in. */
export class RawStreamReceiver {
  readonly port: number;
  readonly receiveBufferGranted: number;
  /** Called once for each datagram, when its records are counted. */
  onDatagram: () => void = () => undefined;
  /** Octets of samples. */
  bytes = 0;
  /** Largest sequence number so far; 0 before the first. */
  lastSequence = 0;

  private readonly credit = Buffer.alloc(CREDIT_BYTES);
  private creditedBytes = 0;

  private constructor(private readonly socket: UdpSocket) {
    this.port = socket.address().port;
    this.receiveBufferGranted = grantedReceiveBuffer(socket);
    socket.on("error", () => {});
    socket.on("message", (datagram, from) => {
      if (datagram.length < RAW_RECORD_HEADER_BYTES) return;
      this.parse(datagram);
      this.giveCredit(datagram.readDoubleLE(SENT_BEFORE) + datagram.length, from.port);
    });
  }

  /** On 127.0.0.1. @throws TransportError */
  static async open(receiveBufferBytes = RAW_RECEIVE_BUFFER_BYTES): Promise<RawStreamReceiver> {
    return new RawStreamReceiver(await openUdpSocket({ address: LOOPBACK, port: 0, receiveBufferBytes }));
  }

  close(): Promise<void> {
    return closeSocket(this.socket);
  }

  private giveCredit(bytes: number, port: number): void {
    if (bytes - this.creditedBytes < CREDIT_EVERY_BYTES) return;
    this.creditedBytes = bytes;
    this.credit.writeDoubleLE(bytes, 0);
    this.socket.send(this.credit, port, LOOPBACK);
  }

  private parse(datagram: Buffer): void {
    const view = new DataView(datagram.buffer, datagram.byteOffset, datagram.length);
    let at = 0;
    while (at + RAW_RECORD_HEADER_BYTES <= datagram.length) {
      const length = view.getUint32(at + LENGTH, true);
      const end = at + RAW_RECORD_HEADER_BYTES + length;
      if (view.getUint32(at, true) !== RECORD_ID || end > datagram.length) return;
      const sequence = view.getFloat64(at + SEQUENCE, true);
      if (sequence > this.lastSequence) this.lastSequence = sequence;
      this.bytes += length;
      at += recordBytes(length);
    }
    this.onDatagram();
  }
}

/** Records begin at multiples of four, as submessages do. */
function recordBytes(length: number): number {
  return RAW_RECORD_HEADER_BYTES + ((length + 3) & ~3);
}

/** A call of set() costs more than a few octets do. */
function copyOctets(from: Uint8Array, start: number, to: Uint8Array, at: number, length: number): void {
  if (length > SHORT_COPY) to.set(from.subarray(start, start + length), at);
  else for (let i = 0; i < length; i++) to[at + i] = from[start + i]!;
}

const LOOPBACK = "127.0.0.1";
/** DATA's id and flags for a little-endian sample. */
const RECORD_ID = 0x0515;
const LENGTH = 4;
const SEQUENCE = 8;
const STAMP = 16;
const OFFSET = 24;
const SENT_BEFORE = 32;
/** Fits into the receive buffers that systems give by default only in part: ask for more, as RawStreamReceiver does. */
const WINDOW_BYTES = 1024 * 1024;
const CREDIT_EVERY_BYTES = 128 * 1024;
const CREDIT_BYTES = 8;
const LOST_AFTER_MS = 20;
const SHORT_COPY = 64;
