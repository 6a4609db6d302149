// RTPS 2.5 §9.6.2: the UDP sockets of one participant. Owns opening, sending, receiving and closing them.
// After opening nothing here throws: what the network or the system refuses is counted.

import type { Socket } from "node:dgram";
import { isMulticastHost } from "../rtps/structure/locator.js";
import { GroupReceiver } from "./GroupReceiver.js";
import {
  announcedAddresses,
  chooseInterfaces,
  isLoopbackAddress,
  listInterfaces,
  multicastInterfaces,
  type NetworkInterface,
} from "./interfaces.js";
import { readKernelDrops } from "./kernelDrops.js";
import { noMulticast, sendMulticastThrough } from "./multicast.js";
import { ANY_ADDRESS, type Neighbour, type ProcessExchange, processExchange } from "./ProcessExchange.js";
import { receivedMemory } from "./ReceivedMemory.js";
import { SendLane } from "./SendLane.js";
import {
  type DatagramHandler,
  type DatagramSource,
  type OutgoingDatagram,
  type ParticipantIndexChoice,
  type PortPlan,
  TransportCounters,
} from "./types.js";
import { closeQuietly, grantedReceiveBuffer, grantedSendBuffer, MAX_UDP_PAYLOAD, openUdpSocket } from "./udpSocket.js";
import { MAX_PARTICIPANT_INDEX, openUnicastSockets, type UnicastSockets } from "./unicastPorts.js";

export interface UdpTransportOptions {
  readonly ports: PortPlan;
  /** Default "auto": the first free index from 0, or none with ports that the system chose if all are taken. */
  readonly participantIndex?: ParticipantIndexChoice;
  /** Last index tried by "auto"; default 119. */
  readonly maxParticipantIndex?: number;
  /** Names or addresses; default all. If all of them are loopback, nothing is sent to or taken from another host. */
  readonly interfaces?: readonly string[];
  /** Default 239.255.0.1; "" turns multicast off. */
  readonly multicastGroup?: string;
  /** Also listen to the group on the user multicast port. Default false. */
  readonly userMulticast?: boolean;
  /** How many routers multicast may cross; default 1: this network only. */
  readonly multicastTtl?: number;
  /** Asked for, bytes; 0 keeps the system's default. Default 8 MiB. */
  readonly receiveBufferBytes?: number;
  readonly sendBufferBytes?: number;
  /**
   * How datagrams reach participants of this process, this one included. "direct", the default: handed over in memory.
   * "network": through the sockets, where a packet capture sees them.
   */
  readonly sameProcess?: "direct" | "network";
  /** Memory of datagrams is collected in small portions. Default true. */
  readonly earlyCollection?: boolean;
}

/** Bytes of the user unicast socket's buffers. The system grants at most its own limit (net.core.rmem_max on Linux). */
export interface BufferSizes {
  readonly receiveAsked: number;
  readonly receiveGranted: number;
  readonly sendAsked: number;
  readonly sendGranted: number;
}

/** The sockets of one participant. */
export class UdpTransport {
  readonly counters: TransportCounters;
  readonly interfaces: readonly NetworkInterface[];
  /** For unicast locators. */
  readonly announcedAddresses: readonly string[];
  /** Every IPv4 address of this host, whether used or not. */
  readonly localAddresses: readonly string[];
  /** -1 when the operating system chose the ports. */
  readonly participantIndex: number;
  readonly metatrafficUnicastPort: number;
  readonly userUnicastPort: number;
  /** "" when multicast is off. */
  readonly multicastGroup: string;
  readonly buffers: BufferSizes;
  private readonly loopbackOnly: boolean;
  private readonly groups: readonly GroupReceiver[];
  private readonly unicastLane: SendLane;
  private readonly reachedAddresses = new Set<string>();
  /** An address that passed every check. */
  private lastUnicastAddress = "";
  /** Undefined: everything goes through sockets. */
  private readonly exchange: ProcessExchange | undefined;
  private readonly boundAddress: string;
  private readonly earlyCollection: boolean;
  /** Who of this process has the last address and this port. */
  private neighbour: Neighbour | undefined = undefined;
  private neighbourPort = 0;
  private neighbourVersion = -1;
  private handler: DatagramHandler | undefined = undefined;
  private now: () => number = () => 0;
  private isOpen = true;
  private closing: Promise<void> | undefined;

  private constructor(
    opened: OpenedSockets,
    private readonly multicastLanes: readonly SendLane[],
    private readonly sockets: readonly Socket[],
    options: Required<UdpTransportOptions>,
  ) {
    this.counters = opened.counters;
    this.groups = opened.groups;
    this.exchange = options.sameProcess === "direct" ? processExchange : undefined;
    this.earlyCollection = options.earlyCollection;
    this.boundAddress = opened.unicast.user.address().address;
    this.interfaces = opened.interfaces;
    this.announcedAddresses = announcedAddresses(opened.interfaces);
    this.localAddresses = listInterfaces().map((i) => i.address);
    this.participantIndex = opened.unicast.participantIndex;
    this.metatrafficUnicastPort = opened.unicast.metatraffic.address().port;
    this.userUnicastPort = opened.unicast.user.address().port;
    this.multicastGroup = options.multicastGroup;
    this.loopbackOnly = opened.interfaces.every((i) => i.loopback);
    this.unicastLane = new SendLane(opened.unicast.user, this.counters);
    this.buffers = {
      receiveAsked: options.receiveBufferBytes,
      receiveGranted: grantedReceiveBuffer(opened.unicast.user),
      sendAsked: options.sendBufferBytes,
      sendGranted: grantedSendBuffer(opened.unicast.user),
    };
  }

  /** Opens every socket or none. Rejects with a TransportError whose message is one line. */
  static async open(options: UdpTransportOptions): Promise<UdpTransport> {
    const complete = { ...DEFAULT_OPTIONS, ...definedOnly(options) };
    const interfaces = chooseInterfaces(complete.interfaces);
    const sockets: Socket[] = [];
    const counters = new TransportCounters();
    const groups: GroupReceiver[] = [];
    const keep = (socket: Socket): Socket => {
      // ICMP and buffer errors arrive as events; without a listener they would end the process.
      socket.on("error", (error) => counters.countError(error));
      sockets.push(socket);
      return socket;
    };
    try {
      const unicast = await openUnicastSockets({
        ...complete,
        choice: complete.participantIndex,
        maxIndex: complete.maxParticipantIndex,
        address: bindAddress(interfaces),
        isTaken: (address, port) => processExchange.isTaken(address, port),
      });
      keep(unicast.metatraffic);
      keep(unicast.user);
      const opened = { interfaces, unicast, counters, groups };
      const lanes = complete.multicastGroup === "" ? [] : await openMulticast(opened, complete, keep);
      return new UdpTransport(opened, lanes, sockets, complete);
    } catch (error) {
      for (const socket of sockets) closeQuietly(socket);
      for (const group of groups) void group.leave(undefined, counters.onError);
      throw error;
    }
  }

  /**
   * Starts to hand every received datagram to `handler`, inside the socket's own handler and before anything else can
   * run. `now` is read first of all. Call once.
   */
  receive(now: () => number, handler: DatagramHandler): void {
    this.now = now;
    this.handler = handler;
    for (const socket of this.sockets)
      socket.on("message", this.earlyCollection ? this.onCollectedMessage : this.onMessage);
    for (const group of this.groups) group.onMessage(this.onMessage);
    if (this.exchange === undefined) return;
    this.exchange.add(this.boundAddress, this.metatrafficUnicastPort, this);
    this.exchange.add(this.boundAddress, this.userUnicastPort, this);
  }

  /** From a participant of this process. */
  takeDatagram(datagram: Uint8Array, address: string, port: number): void {
    if (this.isOpen) this.handle(this.now(), datagram, { address, port });
  }

  /**
   * Sends one datagram; the system call happens before this returns. False: the socket is full and still reads the
   * bytes, so they must not change any more. True also when the datagram was refused and counted.
   */
  send(out: OutgoingDatagram): boolean {
    if (!this.canSend(out)) return true;
    // Looking at the text of an address costs as much as a submessage: most datagrams go where the last one went.
    if (out.address !== this.lastUnicastAddress) {
      if (isMulticastHost(out.address)) return this.sendMulticast(out);
      if (this.loopbackOnly && !isLoopbackAddress(out.address)) {
        this.counters.refused++;
        return true;
      }
      this.lastUnicastAddress = out.address;
      this.neighbourPort = 0;
    }
    if (this.exchange !== undefined) {
      const neighbour = this.neighbourAt(out, this.exchange);
      if (neighbour !== undefined) return this.handOver(out, neighbour, this.exchange);
    }
    // One socket for all unicast: datagrams to one peer stay one flow and keep their order.
    const reusable = this.unicastLane.send(out, this.isWorthReporting(out));
    if (!reusable) this.counters.queued++;
    return reusable;
  }

  /** True while sent datagrams wait inside the process for room in a socket: hold back bulk. */
  isCongested(): boolean {
    if (this.unicastLane.isCongested()) return true;
    if (this.exchange?.isFull === true) return true;
    for (let i = 0; i < this.multicastLanes.length; i++) if (this.multicastLanes[i]!.isCongested()) return true;
    return false;
  }

  /**
   * Datagrams that the kernel dropped because a receive buffer was full, since the sockets were opened; undefined where
   * the system does not tell (anywhere but Linux). Reads files: not for the hot path.
   */
  receiveBufferOverruns(): number | undefined {
    const sockets = [...this.sockets, ...this.groups.map(({ socket }) => socket)];
    const drops = readKernelDrops(sockets.map((socket) => socket.address().port));
    return drops?.reduce((sum, { drops: count }) => sum + count, 0);
  }

  /** Lets the process end while the sockets are open. */
  unref(): void {
    for (const socket of this.sockets) socket.unref();
    for (const { socket } of this.groups) socket.unref();
  }

  /** Closes every socket. Datagrams still inside the process are lost. Harmless if called again. */
  close(): Promise<void> {
    this.closing ??= this.closeSockets();
    return this.closing;
  }

  private async closeSockets(): Promise<void> {
    this.isOpen = false;
    this.exchange?.remove(this);
    const left = this.groups.map((group) => group.leave(this.onMessage, this.counters.onError));
    const closed = this.sockets.map((socket) => new Promise<void>((resolve) => socket.once("close", () => resolve())));
    for (const socket of this.sockets) closeQuietly(socket);
    await Promise.all([...closed, ...left]);
  }

  private readonly onMessage = (message: Buffer, from: DatagramSource): void => {
    const receivedAt = this.now();
    // A plain Uint8Array: Buffer's slice() shares memory, which would surprise code that expects a copy.
    this.handle(receivedAt, new Uint8Array(message.buffer, message.byteOffset, message.length), from);
  };

  /** The answer has left by then: the other side works meanwhile. */
  private readonly onCollectedMessage = (message: Buffer, from: DatagramSource): void => {
    this.onMessage(message, from);
    receivedMemory.received(message.length);
  };

  private handle(receivedAt: number, datagram: Uint8Array, from: DatagramSource): void {
    const { counters } = this;
    if (this.loopbackOnly && !isLoopbackAddress(from.address)) {
      counters.foreignDropped++;
      return;
    }
    counters.datagramsReceived++;
    counters.bytesReceived += datagram.length;
    this.handler!(receivedAt, datagram, from);
  }

  private neighbourAt(out: OutgoingDatagram, exchange: ProcessExchange): Neighbour | undefined {
    if (out.port !== this.neighbourPort || exchange.version !== this.neighbourVersion) {
      this.neighbour = exchange.find(out.address, out.port, this.localAddresses);
      this.neighbourPort = out.port;
      this.neighbourVersion = exchange.version;
    }
    return this.neighbour;
  }

  private handOver(out: OutgoingDatagram, to: Neighbour, exchange: ProcessExchange): true {
    // Bound to all addresses, the system answers from the address that it was asked at.
    exchange.handOver(
      to,
      out,
      this.boundAddress === ANY_ADDRESS ? out.address : this.boundAddress,
      this.userUnicastPort,
    );
    this.counters.datagramsSent++;
    this.counters.bytesSent += out.length;
    this.counters.handedOver++;
    return true;
  }

  private canSend(out: OutgoingDatagram): boolean {
    if (out.length > MAX_UDP_PAYLOAD) {
      this.counters.oversized++;
      return false;
    }
    if (!this.isOpen || out.port < 1 || out.port > 65535) {
      this.counters.refused++;
      return false;
    }
    return true;
  }

  private sendMulticast(out: OutgoingDatagram): boolean {
    if (this.multicastLanes.length === 0) this.counters.refused++;
    let reusable = true;
    for (let i = 0; i < this.multicastLanes.length; i++) {
      if (!this.multicastLanes[i]!.send(out, out.trafficClass === CONTROL_CLASS)) reusable = false;
    }
    if (!reusable) this.counters.queued++;
    return reusable;
  }

  /**
   * Most errors depend on the address, so the first protocol datagram to each address is enough to see them. Those that
   * depend on the moment (ENOBUFS) or the size (EMSGSIZE) are seen in one of a hundred.
   */
  private isWorthReporting(out: OutgoingDatagram): boolean {
    if (this.counters.datagramsSent % REPORTED_ONE_IN === REPORTED_ONE_IN - 1) return true;
    if (out.trafficClass !== CONTROL_CLASS || this.reachedAddresses.has(out.address)) return false;
    if (this.reachedAddresses.size >= MAX_REMEMBERED_ADDRESSES) this.reachedAddresses.clear();
    this.reachedAddresses.add(out.address);
    return true;
  }
}

interface OpenedSockets {
  readonly interfaces: readonly NetworkInterface[];
  readonly unicast: UnicastSockets;
  readonly counters: TransportCounters;
  readonly groups: GroupReceiver[];
}

/** Opens what multicast needs and returns the sending lanes, one per interface. */
async function openMulticast(
  opened: OpenedSockets,
  options: Required<UdpTransportOptions>,
  keep: (socket: Socket) => Socket,
): Promise<SendLane[]> {
  const interfaces = multicastInterfaces(opened.interfaces);
  const request = { group: options.multicastGroup, interfaces, receiveBufferBytes: options.receiveBufferBytes };
  const { metatrafficMulticast, userMulticast } = options.ports;
  for (const port of options.userMulticast ? [metatrafficMulticast, userMulticast] : [metatrafficMulticast]) {
    const group = await GroupReceiver.join({ ...request, port });
    group.onError(opened.counters.onError);
    opened.groups.push(group);
  }
  const lanes: SendLane[] = [];
  let firstError: unknown;
  for (const one of interfaces) {
    try {
      // The first interface needs no socket of its own; the choice of interface does not touch unicast.
      const socket = lanes.length === 0 ? opened.unicast.metatraffic : keep(await openSender(one, options));
      sendMulticastThrough(socket, one, options.multicastTtl);
      lanes.push(new SendLane(socket, opened.counters));
    } catch (error) {
      firstError ??= error;
      opened.counters.countError(error as NodeJS.ErrnoException);
    }
  }
  if (lanes.length === 0) throw noMulticast(options.multicastGroup, interfaces, firstError);
  return lanes;
}

function openSender(one: NetworkInterface, options: Required<UdpTransportOptions>): Promise<Socket> {
  return openUdpSocket({ address: one.address, port: 0, sendBufferBytes: options.sendBufferBytes });
}

/** One address alone is bound to, so that nothing comes in or leaves elsewhere; several need the wildcard. */
function bindAddress(interfaces: readonly NetworkInterface[]): string {
  if (interfaces.every((i) => i.loopback))
    return (interfaces.find((i) => isLoopbackAddress(i.address)) ?? interfaces[0]!).address;
  return interfaces.length === 1 ? interfaces[0]!.address : "0.0.0.0";
}

function definedOnly(options: UdpTransportOptions): UdpTransportOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as unknown as UdpTransportOptions;
}

const DEFAULT_OPTIONS = {
  participantIndex: "auto" as ParticipantIndexChoice,
  maxParticipantIndex: MAX_PARTICIPANT_INDEX,
  interfaces: [] as readonly string[],
  // §9.6.2.4.1
  multicastGroup: "239.255.0.1",
  userMulticast: false,
  multicastTtl: 1,
  // A burst of 1 MiB samples must fit while JavaScript is busy elsewhere.
  receiveBufferBytes: 8 * 1024 * 1024,
  sendBufferBytes: 2 * 1024 * 1024,
  sameProcess: "direct" as const,
  earlyCollection: true,
};
const CONTROL_CLASS = 0;
const MAX_REMEMBERED_ADDRESSES = 4096;
const REPORTED_ONE_IN = 100;
