// Drives one engine: socket and timer in, datagrams and events out. Owns when things happen, never what.
// From the socket's handler to the listener and to send() there is no promise, tick or immediate.

import { type Engine, Transmit } from "../participant/Engine.js";
import type { ParticipantEvent, Source } from "../participant/types.js";
import { DriverTimer } from "./DriverTimer.js";
import { HeldWrites } from "./HeldWrites.js";
import type { Clock } from "./MonotonicClock.js";

/** What a driver needs of a transport. */
export interface DatagramTransport {
  /** Hands over received datagrams; `now` is read first of all in the socket's handler. */
  receive(now: () => number, handler: (now: number, datagram: Uint8Array, from: Source) => void): void;
  /** False: the bytes are still in use and must not change. */
  send(out: Transmit): boolean;
  /** True while datagrams wait for room in a socket. */
  isCongested(): boolean;
  close(): Promise<void>;
}

/** Trace point t2: called immediately before the socket call for a datagram that completes traced samples. */
export interface TransmitTrace {
  transmitted(out: Transmit, nowUs: number): void;
}

export interface DriverOptions {
  readonly engine: Engine;
  readonly transport: DatagramTransport;
  readonly clock: Clock;
  /** Called with each event after the engine has finished; may call into the engine and then flush() or schedule(). */
  readonly onEvent: (event: ParticipantEvent) => void;
  readonly trace?: TransmitTrace;
  /** Datagrams sent before the event loop gets a turn; default 64. */
  readonly maxTransmitsPerTurn?: number;
  /** Events delivered before the event loop gets a turn; default 1024. */
  readonly maxEventsPerTurn?: number;
  /** Whether an armed timer keeps the process running; default true. */
  readonly keepAlive?: boolean;
  /** Samples that are written in a row share datagrams; default true. */
  readonly coalescing?: boolean;
  /** Never sleeps while it waits for datagrams; default false. */
  readonly busyPoll?: boolean;
}

/** The loop around one engine. */
export class Driver {
  /** When the datagram that is or was last handled entered the socket's handler (trace point t3), monotonic ms. */
  lastReceiveMs = 0;
  private readonly engine: Engine;
  private readonly transport: DatagramTransport;
  private readonly clock: Clock;
  private readonly onEvent: (event: ParticipantEvent) => void;
  private readonly timer: DriverTimer;
  private readonly out = new Transmit();
  private readonly copies: SlabCopier | undefined;
  private readonly maxTransmits: number;
  private readonly maxEvents: number;
  private trace: TransmitTrace | undefined;
  private pending: ParticipantEvent | undefined;
  private scheduled: NodeJS.Immediate | undefined;
  private isDelivering = false;
  private isTransmitting = false;
  private isOpen = true;
  private congestedRounds = 0;
  private readonly held: HeldWrites;
  private lastTurnMs = 0;
  private readonly busyPoll: boolean;
  private closing: Promise<void> | undefined;

  constructor(options: DriverOptions) {
    this.engine = options.engine;
    this.transport = options.transport;
    this.clock = options.clock;
    this.onEvent = options.onEvent;
    this.trace = options.trace;
    this.copies = options.engine.retireSlab === undefined ? new SlabCopier() : undefined;
    this.maxTransmits = options.maxTransmitsPerTurn ?? DEFAULT_TRANSMITS_PER_TURN;
    this.maxEvents = options.maxEventsPerTurn ?? DEFAULT_EVENTS_PER_TURN;
    this.busyPoll = options.busyPoll ?? false;
    this.held = new HeldWrites(options.coalescing ?? true, (now) => this.flush(now));
    this.timer = new DriverTimer(this.clock, () => this.turn(), options.keepAlive ?? true);
  }

  /** Starts to receive, and sends what the engine owes from the start. */
  start(): void {
    this.transport.receive(() => this.clock.now(), this.onDatagram);
    if (this.busyPoll) this.spin();
    this.turn();
  }

  /** Replaces the trace hook; undefined switches it off. */
  setTrace(trace: TransmitTrace | undefined): void {
    this.trace = trace;
  }

  /**
   * After a command from the application: sends at once what is owed. Events that the command caused come later, so
   * that no listener runs inside the caller's statement. May be called from inside a listener.
   */
  flush(now = this.clock.now()): void {
    if (!this.isOpen || this.isTransmitting) return;
    this.transmitAndRearm(now);
  }

  /** True if a sample of `bytes` written now leaves together with others. Ask before it is added. */
  holdsWrite(now: number, bytes: number): boolean {
    return this.held.holds(now, bytes);
  }

  /** After a write: like flush(), unless `holdsWrite` was true. */
  flushWrite(now: number, bytes: number, isHeld: boolean): void {
    this.held.written(now, bytes, isHeld);
  }

  /**
   * Code that awaits only what is there already keeps the event loop from its turn, and so from acknowledgements. Undefined
   * unless it has lasted that long; then wait for it before the next write.
   */
  turnIfDue(now: number): Promise<void> | undefined {
    if (now - this.lastTurnMs < MAX_TURN_MS) return undefined;
    return nextRound().then(() => {
      this.lastTurnMs = this.clock.now();
    });
  }

  /** Every datagram that was sent is out of the process: nothing reads its bytes any more. */
  hasLeft(): boolean {
    return !this.isTransmitting && !this.transport.isCongested();
  }

  /** Like flush(), at the end of this round of the event loop: several commands then share datagrams. */
  schedule(): void {
    if (this.scheduled !== undefined || !this.isOpen) return;
    this.scheduled = setImmediate(this.onScheduled);
  }

  /** Runs everything that is due: deadlines, events, datagrams. */
  turn(): void {
    if (!this.isOpen) return;
    const now = this.clock.now();
    if (now >= this.engine.nextDeadline()) this.engine.handleTimeout(now);
    this.drain(now);
  }

  /**
   * Sends what is owed, goodbyes included, as far as the sockets take it, then closes them. No event is delivered after
   * it.
   */
  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async finish(): Promise<void> {
    const now = this.clock.now();
    let rounds = MAX_CLOSING_ROUNDS;
    while (!this.isTransmitting && rounds-- > 0 && !this.transmit(now))
      if (this.transport.isCongested()) await nextRound();
    this.isOpen = false;
    this.timer.cancel();
    clearImmediate(this.scheduled);
    this.scheduled = undefined;
    this.pending = undefined;
    await this.transport.close();
  }

  private readonly onDatagram = (now: number, datagram: Uint8Array, from: Source): void => {
    if (!this.isOpen) return;
    const isBurst = now - this.lastReceiveMs < BURST_GAP_MS;
    this.lastReceiveMs = now;
    this.engine.handleDatagram(now, datagram, from);
    if (isBurst) {
      // More is coming in right now: answers to all of it can share datagrams. Samples are not held back.
      this.schedule();
      this.deliver();
    } else this.drain(now);
  };

  private readonly onScheduled = (): void => {
    this.scheduled = undefined;
    this.turn();
  };

  /** With an immediate pending the event loop asks its sockets without waiting. */
  private readonly spin = (): void => {
    if (this.isOpen) setImmediate(this.spin);
  };

  /** Events before datagrams: a sample reaches its listener before the acknowledgement costs a system call. */
  private drain(now: number): void {
    if (!this.deliver()) this.schedule();
    if (!this.isOpen || this.isTransmitting) return;
    this.transmitAndRearm(now);
  }

  private transmitAndRearm(now: number): void {
    this.held.left();
    const isDone = this.transmit(now);
    if (isDone) this.congestedRounds = 0;
    else if (!this.transport.isCongested()) this.schedule();
    // Sockets mostly have room again after a round or two. If not, waiting must not take a whole processor.
    else if (this.congestedRounds++ < MAX_CONGESTED_ROUNDS) this.schedule();
    else this.timer.rearm(now + CONGESTION_WAIT_MS);
    this.timer.rearm(this.engine.nextDeadline());
    this.postponeEvents();
  }

  /** Events that sending or a command has caused come in a turn of their own. A delivery under way takes them along. */
  private postponeEvents(): void {
    if (this.isDelivering || this.pending !== undefined) return;
    this.pending = this.engine.pollEvent();
    if (this.pending !== undefined) this.schedule();
  }

  /** False if events are left for a later turn. Inside a listener it does nothing: the outer loop goes on. */
  private deliver(): boolean {
    if (this.isDelivering) return true;
    this.isDelivering = true;
    let hasThrown = true;
    try {
      for (let budget = this.maxEvents; budget > 0; budget--) {
        const event = this.pending ?? this.engine.pollEvent();
        this.pending = undefined;
        if (event === undefined || !this.isOpen) {
          hasThrown = false;
          return true;
        }
        this.onEvent(event);
      }
      hasThrown = false;
      return false;
    } finally {
      this.isDelivering = false;
      // The listener's error goes to its owner; the engine's work goes on in the next round.
      if (hasThrown) this.schedule();
    }
  }

  /** True when nothing is owed any more; false when the budget is used up or the sockets are full. */
  private transmit(now: number): boolean {
    const { engine, out } = this;
    this.isTransmitting = true;
    try {
      for (let budget = this.maxTransmits; budget > 0; budget--) {
        // A full socket keeps its order; what is owed stays in the engine, where it can still be merged.
        if (this.transport.isCongested()) return false;
        if (!engine.pollTransmit(now, out)) return true;
        this.send(out);
      }
      return false;
    } finally {
      this.isTransmitting = false;
    }
  }

  private send(out: Transmit): void {
    this.copies?.replaceParts(out);
    if (out.completedCount > 0) this.trace?.transmitted(out, this.clock.now() * 1000);
    if (this.transport.send(out)) return;
    if (this.copies === undefined) this.engine.retireSlab!();
    else this.copies.retire();
  }
}

/** For engines that cannot change their slab: sends from one of its own. */
class SlabCopier {
  private slab = new Uint8Array(SLAB_BYTES);

  replaceParts(out: Transmit): void {
    if (out.length > SLAB_BYTES) return;
    let offset = 0;
    for (let i = 0; i < out.parts.length; i++) {
      this.slab.set(out.parts[i]!, offset);
      offset += out.parts[i]!.length;
    }
    out.parts.length = 1;
    out.parts[0] = this.slab.subarray(0, offset);
  }

  retire(): void {
    this.slab = new Uint8Array(SLAB_BYTES);
  }
}

function nextRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

// About 1 ms of system calls with full datagrams: others wait no longer than that.
const DEFAULT_TRANSMITS_PER_TURN = 64;
const DEFAULT_EVENTS_PER_TURN = 1024;
// Datagrams that wait in the socket are read some 5 µs apart; the fastest echo over loopback needs 25 µs.
const BURST_GAP_MS = 0.02;
// Short against the periods of the protocol, long against the 20 µs that a round of the event loop costs.
const MAX_TURN_MS = 2;
const MAX_CONGESTED_ROUNDS = 100;
const CONGESTION_WAIT_MS = 1;
const MAX_CLOSING_ROUNDS = 1000;
// The largest UDP payload fits.
const SLAB_BYTES = 65536;
