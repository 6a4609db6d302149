// The end of a writer waits for its samples to arrive: a goodbye would overtake them.

import type { WriterHandle } from "../../participant/types.js";
import type { OpenParticipant, Waiters, WaitOptions } from "../../runtime/index.js";
import { DdsError } from "../DdsError.js";

export class Lingering {
  constructor(
    private readonly runtime: OpenParticipant,
    private readonly handle: WriterHandle,
    private readonly waiters: Waiters,
  ) {}

  /** Until every reliable reader has everything written so far. Rejects as `Waiters.until` does. */
  async untilAcknowledged(options: WaitOptions, onTimeout: () => Error): Promise<void> {
    const { engine, driver } = this.runtime;
    engine.requestAcknowledgements(this.handle);
    driver.flush();
    await this.waiters.until(() => engine.isAckedByAll(this.handle), options, onTimeout);
  }

  /** Until `endsAt` at most, and less if there is nothing to wait for, or when the waiters are told to give up. */
  async untilArrived(lastWriteMs: number, endsAt: number): Promise<void> {
    const { engine, clock } = this.runtime;
    const lingerMs = endsAt - clock.now();
    let isOver = false;
    await this.untilAcknowledged({ timeoutMs: lingerMs }, notInTime).catch((error) => {
      isOver = error.code !== "TIMEOUT";
    });
    if (isOver) return;
    // Samples and goodbyes go to different sockets of a peer, which reads a burst of samples in portions: without
    // acknowledgements the goodbye could be read before the last of them.
    if (engine.writer(this.handle).writer.readerProxies.every((proxy) => proxy.reliable)) return;
    const waitMs = Math.min(lastWriteMs + ARRIVAL_MS, endsAt) - clock.now();
    if (waitMs > 0) await this.waiters.until(NEVER, { timeoutMs: waitMs }, notInTime).catch(() => undefined);
  }
}

const NEVER = () => false;
const notInTime = () => new DdsError("TIMEOUT", "not every reader acknowledged in time");
/** A process that has just started takes tens of milliseconds for a hundred samples. */
const ARRIVAL_MS = 100;
