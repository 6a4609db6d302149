// An engine without a protocol: sends what a test puts into its outbox, records what comes in, wakes when told.

import type { Engine, Ms, Transmit } from "../../src/participant/Engine.js";
import { NEVER } from "../../src/participant/Engine.js";
import type { ParticipantEvent, Source } from "../../src/participant/types.js";

export interface Outgoing {
  readonly bytes: Uint8Array;
  readonly address: string;
  readonly port: number;
  readonly trafficClass?: 0 | 1;
  /** Where to cut the datagram into parts. */
  readonly cutAt?: number;
  /** Sequence numbers of traced samples that leave with it. */
  readonly completes?: readonly number[];
}

export class FakeEngine implements Engine {
  readonly outbox: Outgoing[] = [];
  readonly events: ParticipantEvent[] = [];
  readonly received: { at: Ms; bytes: Uint8Array; from: Source }[] = [];
  readonly timeouts: Ms[] = [];
  deadline: Ms = NEVER;
  polls = 0;
  onDatagram: ((now: Ms, bytes: Uint8Array, from: Source) => void) | undefined;
  onTimeout: ((now: Ms) => void) | undefined;
  protected slab = new Uint8Array(65536);

  handleDatagram(now: Ms, bytes: Uint8Array, from: Source): void {
    this.received.push({ at: now, bytes, from });
    this.onDatagram?.(now, bytes, from);
  }

  handleTimeout(now: Ms): void {
    this.timeouts.push(now);
    if (now >= this.deadline) this.deadline = NEVER;
    this.onTimeout?.(now);
  }

  pollTransmit(_now: Ms, out: Transmit): boolean {
    this.polls++;
    const next = this.outbox.shift();
    if (next === undefined) return false;
    // One slab for all datagrams, as in a real packer: whoever keeps the parts sees them change.
    this.slab.set(next.bytes);
    const cut = next.cutAt ?? next.bytes.length;
    out.reset();
    out.parts.push(this.slab.subarray(0, cut));
    if (cut < next.bytes.length) out.parts.push(next.bytes.subarray(cut));
    out.length = next.bytes.length;
    out.address = next.address;
    out.port = next.port;
    out.trafficClass = next.trafficClass ?? 0;
    for (const sn of next.completes ?? []) out.noteCompleted(0x102, sn);
    return true;
  }

  pollEvent(): ParticipantEvent | undefined {
    return this.events.shift();
  }

  nextDeadline(): Ms {
    return this.deadline;
  }
}

/** One that changes its slab when asked to. */
export class SlabEngine extends FakeEngine {
  retired = 0;

  retireSlab(): void {
    this.retired++;
    this.slab = new Uint8Array(65536);
  }
}

/** An event for tests that only need some event; `n` tells them apart. */
export function sampleEvent(n: number): ParticipantEvent {
  return { type: "dataAvailable", reader: n };
}
