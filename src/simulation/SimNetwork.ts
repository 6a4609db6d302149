// A network and a clock that do not exist: drives many engines from one seed, in virtual time.
// Same seed and same commands, same run. Every input to an engine and every datagram goes through here.

import { Transmit } from "../participant/Engine.js";
import type { Source } from "../participant/types.js";
import { type Ms, NEVER } from "../rtps/structure/time.js";
import { Courier } from "./Courier.js";
import { EventQueue } from "./EventQueue.js";
import type { DatagramFilter } from "./filters.js";
import { type LinkEnd, type LinkSettings, LinkTable } from "./links.js";
import type { Invariant, RunLimits, SimNetworkOptions, TappedDatagram } from "./options.js";
import { Random } from "./Random.js";
import type { SimHost, SimInterface } from "./SimHost.js";
import { SimNode, type SimNodeOptions } from "./SimNode.js";
import { SimStatistics } from "./SimStatistics.js";
import { SimulationError } from "./SimulationError.js";
import { Topology } from "./Topology.js";

type SimEvent =
  | { readonly kind: "deliver"; readonly to: SimNode; readonly bytes: Uint8Array; readonly source: Source }
  | { readonly kind: "wake"; readonly to: SimNode }
  | { readonly kind: "call"; readonly action: () => void };

/** The simulated network. */
export class SimNetwork {
  readonly seed: number;
  readonly random: Random;
  readonly statistics = new SimStatistics();
  /** Steps made so far. */
  steps = 0;
  private clock: Ms;
  private readonly tap: ((datagram: TappedDatagram) => void) | undefined;
  private readonly links: LinkTable;
  private readonly courier: Courier;
  private readonly topology = new Topology();
  private readonly queue = new EventQueue<SimEvent>();
  private readonly invariants: Invariant[] = [];
  private readonly maxTransmits: number;
  private readonly out = new Transmit();

  constructor(options: SimNetworkOptions) {
    this.seed = options.seed;
    this.random = new Random(options.seed);
    this.clock = options.startMs ?? 0;
    this.links = new LinkTable(options.link ?? {});
    this.courier = new Courier(this.links, this.random, this.statistics, (at, hop, bytes) =>
      this.queue.push(at, { kind: "deliver", to: hop.to, bytes, source: hop.source }),
    );
    this.courier.filter = options.filter;
    this.tap = options.tap;
    this.maxTransmits = options.maxTransmitsPerTurn ?? DEFAULT_TRANSMITS_PER_TURN;
  }

  /** Virtual monotonic milliseconds. */
  get now(): Ms {
    return this.clock;
  }

  /** Without interfaces the host gets one on the network "lan". Every host has a loopback interface. */
  addHost(name: string, interfaces?: readonly SimInterface[]): SimHost {
    return this.topology.addHost(name, interfaces);
  }

  /** Puts an engine on a host and sends what it owes. Throws RangeError if a port is taken there. */
  addNode(name: string, options: SimNodeOptions): SimNode {
    const target = new SimNode(name, options);
    this.topology.join(target);
    this.flush(target);
    return target;
  }

  /** Takes a node off the network without a goodbye, as if its process had been killed. */
  removeNode(target: SimNode): void {
    target.isRunning = false;
    this.topology.leave(target);
  }

  /** Changes one direction of a path. Settings of nodes win over settings of their hosts. */
  setLink(from: LinkEnd, to: LinkEnd, change: Partial<LinkSettings>): void {
    this.links.set(from, to, change);
  }

  /** Changes every link that has no settings of its own. */
  setDefaultLink(change: Partial<LinkSettings>): void {
    this.links.fallback = { ...this.links.fallback, ...change };
  }

  /** From now on nothing gets from one to the other; the way back stays open. What is under way still arrives. */
  partition(from: LinkEnd, to: LinkEnd): void {
    this.links.block(from, to);
  }

  heal(from: LinkEnd, to: LinkEnd): void {
    this.links.unblock(from, to);
  }

  /** Replaces the filter; undefined lets everything through. */
  setFilter(filter: DatagramFilter | undefined): void {
    this.courier.filter = filter;
  }

  addInvariant(check: Invariant): void {
    this.invariants.push(check);
  }

  /** Runs an action at a virtual time. An action that commands an engine ends with flush(). */
  at(timeMs: Ms, action: () => void): void {
    this.queue.push(Math.max(timeMs, this.clock), { kind: "call", action });
  }

  /** After a command to a node's engine: sends what is owed, reports events, notes the next deadline. */
  flush(target: SimNode): void {
    // A listener that commands its own engine is inside drain() already, which goes on until nothing is left.
    if (!target.isRunning || target.isDraining) return;
    this.drain(target);
  }

  /** Makes the next thing happen and checks the invariants. False if nothing is left to happen. */
  step(): boolean {
    if (this.isIdle()) return false;
    const next = this.queue.pop()!;
    this.clock = next.at;
    this.steps++;
    try {
      this.run(next.value);
    } catch (error) {
      throw this.failure(error instanceof Error ? error.message : String(error), error);
    }
    for (const check of this.invariants) {
      const complaint = check();
      if (complaint !== undefined) throw this.failure(complaint);
    }
    return true;
  }

  /**
   * Runs to a time, or until a predicate holds. Throws SimulationError if the limits are reached first or, with a
   * predicate, if nothing is left to happen.
   */
  runUntil(goal: Ms | (() => boolean), limits: RunLimits = {}): void {
    if (typeof goal === "function") this.runUntilTrue(goal, limits);
    else this.runUntilTime(goal, limits);
  }

  private runUntilTime(timeMs: Ms, limits: RunLimits): void {
    let left = limits.maxSteps ?? DEFAULT_MAX_STEPS;
    while (!this.isIdle() && this.nextTime() <= timeMs) {
      if (left-- <= 0) throw this.failure(`still busy after ${limits.maxSteps ?? DEFAULT_MAX_STEPS} steps`);
      this.step();
    }
    // Infinity means "until nothing is left" and is no time to be at.
    if (timeMs !== NEVER && timeMs > this.clock) this.clock = timeMs;
  }

  private runUntilTrue(holds: () => boolean, limits: RunLimits): void {
    let left = limits.maxSteps ?? DEFAULT_MAX_STEPS;
    const maxTimeMs = limits.maxTimeMs ?? NEVER;
    while (!holds()) {
      if (left-- <= 0) throw this.failure(`goal not reached after ${limits.maxSteps ?? DEFAULT_MAX_STEPS} steps`);
      if (this.isIdle()) throw this.failure("goal not reached and nothing is left to happen");
      if (this.nextTime() > maxTimeMs) throw this.failure(`goal not reached by ${maxTimeMs} ms`);
      this.step();
    }
  }

  /** True if nothing is left to happen. Forgets wake-ups that an earlier deadline or a removal has made void. */
  private isIdle(): boolean {
    for (;;) {
      const next = this.queue.peek();
      if (next === undefined) return true;
      if (next.value.kind === "call") return false;
      const target = next.value.to;
      if (target.isRunning && (next.value.kind === "deliver" || target.wakeAt === next.at)) return false;
      if (next.value.kind === "deliver") this.statistics.unreachable++;
      this.queue.pop();
    }
  }

  private nextTime(): Ms {
    return this.queue.peek()?.at ?? NEVER;
  }

  private run(event: SimEvent): void {
    if (event.kind === "call") {
      event.action();
      return;
    }
    const target = event.to;
    if (event.kind === "deliver") {
      this.statistics.datagramsDelivered++;
      this.statistics.bytesDelivered += event.bytes.length;
      target.engine.handleDatagram(this.clock, event.bytes, event.source);
    } else {
      target.wakeAt = NEVER;
      if (this.clock >= target.engine.nextDeadline()) target.engine.handleTimeout(this.clock);
    }
    this.drain(target);
  }

  /** Events first, then datagrams, as the real driver does. */
  private drain(target: SimNode): void {
    const { engine } = target;
    target.isDraining = true;
    let budget = this.maxTransmits;
    let isQuiet = false;
    try {
      this.reportEvents(target);
      while (!isQuiet && budget > 0 && target.isRunning) {
        const isOwed = engine.pollTransmit(this.clock, this.out);
        if (isOwed) {
          budget--;
          this.transmit(target);
        }
        // Sending can cause events, and a listener can cause something to send.
        const reported = this.reportEvents(target);
        isQuiet = !isOwed && reported === 0;
      }
    } finally {
      target.isDraining = false;
    }
    // With the budget used up, the rest follows at the same instant but behind what is due already.
    this.wakeAt(target, budget > 0 ? engine.nextDeadline() : this.clock);
  }

  /** Returns how many there were. */
  private reportEvents(target: SimNode): number {
    let count = 0;
    while (target.isRunning) {
      const event = target.engine.pollEvent();
      if (event === undefined) break;
      if (++count > MAX_EVENTS_PER_TURN) throw this.failure(`${target.name} reports events without end`);
      target.onEvent?.(event);
    }
    return count;
  }

  private wakeAt(target: SimNode, deadline: Ms): void {
    if (Number.isNaN(deadline)) throw this.failure(`${target.name} has a deadline that is not a number`);
    const at = Math.max(deadline, this.clock);
    if (!target.isRunning || at >= target.wakeAt) return;
    target.wakeAt = at;
    this.queue.push(at, { kind: "wake", to: target });
  }

  private transmit(from: SimNode): void {
    const { out, statistics } = this;
    // The engine reuses its memory, so the datagram is made here. Receivers share these bytes and only read them.
    const bytes = this.assemble(from);
    statistics.datagramsSent++;
    statistics.bytesSent += bytes.length;
    const hops = this.topology.receiversOf(from, out.address, out.port);
    if (hops.length === 0) statistics.unreachable++;
    if (this.tap !== undefined) {
      const source = hops[0]?.source ?? { address: from.host.address, port: from.sourcePort };
      this.tap({ atMs: this.clock, bytes, source, destination: { address: out.address, port: out.port } });
    }
    for (const hop of hops) this.courier.carry(this.clock, from, hop, bytes);
  }

  private assemble(from: SimNode): Uint8Array {
    const { parts, length } = this.out;
    const bytes = new Uint8Array(length);
    let offset = 0;
    for (const part of parts) {
      if (offset + part.length <= length) bytes.set(part, offset);
      offset += part.length;
    }
    if (offset !== length) throw this.failure(`${from.name} sent parts of ${offset} bytes and called them ${length}`);
    return bytes;
  }

  private failure(problem: string, cause?: unknown): SimulationError {
    if (cause instanceof SimulationError) return cause;
    return new SimulationError(problem, this.seed, this.clock, this.steps, cause === undefined ? undefined : { cause });
  }
}

// The default of the real driver.
const DEFAULT_TRANSMITS_PER_TURN = 64;
const DEFAULT_MAX_STEPS = 10_000_000;
const MAX_EVENTS_PER_TURN = 1_000_000;
