// Datagrams between participants of one process: handed over in memory, after the code that sent them has ended, in the
// order in which they were sent. What a socket would do, without two system calls.

import type { OutgoingDatagram } from "./types.js";
import { wholeDatagram } from "./wholeDatagram.js";

/** Takes datagrams for one bound address and port. */
export interface Neighbour {
  /** The datagram is its own from now on. Never called from inside a send. */
  takeDatagram(datagram: Uint8Array, address: string, port: number): void;
}

interface Waiting {
  readonly to: Neighbour;
  readonly datagram: Uint8Array;
  /** Where it came from, as its receiver would see it. */
  readonly address: string;
  readonly port: number;
}

/** One for all participants of a process. */
export class ProcessExchange {
  /** Changes when somebody comes or goes: what was looked up before may be out of date. */
  version = 0;
  private readonly byPort = new Map<number, Map<string, Neighbour>>();
  private waiting: Waiting[] = [];
  private waitingBytes = 0;
  private isScheduled = false;

  /** `address` is the one that the socket is bound to, "0.0.0.0" for all of this host's. */
  add(address: string, port: number, neighbour: Neighbour): void {
    this.version++;
    const onPort = this.byPort.get(port);
    if (onPort === undefined) this.byPort.set(port, new Map([[address, neighbour]]));
    else onPort.set(address, neighbour);
  }

  remove(neighbour: Neighbour): void {
    this.version++;
    for (const [port, onPort] of this.byPort) {
      for (const [address, other] of onPort) if (other === neighbour) onPort.delete(address);
      if (onPort.size === 0) this.byPort.delete(port);
    }
  }

  /** Who gets what is sent there, if it is somebody of this process. */
  find(address: string, port: number, localAddresses: readonly string[]): Neighbour | undefined {
    const onPort = this.byPort.get(port);
    if (onPort === undefined) return undefined;
    const bound = onPort.get(address);
    if (bound !== undefined) return bound;
    const isLocal = address.startsWith("127.") || localAddresses.includes(address);
    return isLocal ? onPort.get(ANY_ADDRESS) : undefined;
  }

  /** A socket of this process has the port, on that address or one that overlaps with it. */
  isTaken(address: string, port: number): boolean {
    const onPort = this.byPort.get(port);
    if (onPort === undefined) return false;
    return address === ANY_ADDRESS || onPort.has(address) || onPort.has(ANY_ADDRESS);
  }

  /** So much waits that no more should be sent in this round of the event loop. */
  get isFull(): boolean {
    return this.waitingBytes > MAX_WAITING_BYTES || this.waiting.length > MAX_WAITING;
  }

  /** Copies the datagram; it arrives in the next round of the event loop. */
  handOver(to: Neighbour, out: OutgoingDatagram, address: string, port: number): void {
    this.waiting.push({ to, datagram: wholeDatagram(out), address, port });
    this.waitingBytes += out.length;
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(this.deliver);
  }

  /** What is sent meanwhile waits for the round after: sockets and timers get their turn in between. */
  private readonly deliver = (): void => {
    const round = this.waiting;
    let done = 0;
    this.waiting = [];
    this.waitingBytes = 0;
    this.isScheduled = false;
    try {
      while (done < round.length) {
        const { to, datagram, address, port } = round[done++]!;
        to.takeDatagram(datagram, address, port);
      }
    } finally {
      // A listener has thrown: that is its owner's business, the other datagrams are not.
      if (done < round.length) this.putBack(round.slice(done));
    }
  };

  private putBack(rest: Waiting[]): void {
    this.waiting = rest.concat(this.waiting);
    for (const { datagram } of rest) this.waitingBytes += datagram.length;
    this.schedule();
  }
}

/** Bound to every address of this host. */
export const ANY_ADDRESS = "0.0.0.0";

/** The participants of this thread. Those of a worker thread reach each other and these through sockets. */
export const processExchange = new ProcessExchange();

/** As much as a receive buffer that was granted in full. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
const MAX_WAITING = 8192;
