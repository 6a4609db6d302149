// DDS 1.4 §2.2.2.1.6: waits until one of several conditions is true.

import { type Scheduler, systemScheduler, Waiters, type WaitOptions } from "../../runtime/index.js";
import { alreadyDeleted, DdsError } from "../DdsError.js";
import type { Condition } from "./Condition.js";

/**
 * `attach` conditions, then `await wait()`. Conditions may be attached and detached while somebody waits; those of an
 * entity that is closed leave by themselves; when the last one has, nothing is left to wait for.
 */
export class WaitSet {
  private readonly attached = new Set<Condition>();
  private readonly waiters: Waiters;
  private isWaiting = false;
  /** The last condition left because it was closed. A set that never had one may be given some while somebody waits. */
  private isDeserted = false;
  private readonly watcher = {
    conditionChanged: () => this.waiters.notify(),
    conditionClosed: (condition: Condition) => this.noteClosed(condition),
  };

  /** @param options.scheduler where time-outs come from; real time by default */
  constructor(options: { readonly scheduler?: Scheduler } = {}) {
    this.waiters = new Waiters(options.scheduler ?? systemScheduler);
  }

  /** The conditions attached, in the order in which they were. */
  get conditions(): Condition[] {
    return [...this.attached];
  }

  /**
   * Harmless for a condition that is attached. One that is true wakes whoever waits.
   *
   * @throws DdsError ALREADY_DELETED for a condition that was deleted, or whose entity is closed
   */
  attach(condition: Condition): void {
    if (condition.isClosed) throw alreadyDeleted("condition");
    this.attached.add(condition);
    this.isDeserted = false;
    condition.watch(this.watcher);
    this.waiters.notify();
  }

  /** @throws DdsError PRECONDITION_NOT_MET for a condition that is not attached */
  detach(condition: Condition): void {
    if (!this.attached.delete(condition)) {
      throw new DdsError("PRECONDITION_NOT_MET", "the condition is not attached to this WaitSet");
    }
    condition.unwatch(this.watcher);
  }

  /**
   * Resolves with the conditions that are true: at once if there are some, else as soon as one becomes true. Rejects with
   * DdsError TIMEOUT, with the reason of the signal, with DdsError PRECONDITION_NOT_MET when somebody waits already, or
   * with DdsError ALREADY_DELETED when the last condition was closed.
   */
  async wait(options: WaitOptions = {}): Promise<Condition[]> {
    if (this.isWaiting) throw new DdsError("PRECONDITION_NOT_MET", "somebody waits on this WaitSet already");
    if (this.isDeserted) throw deserted();
    this.isWaiting = true;
    let active: Condition[] = [];
    try {
      await this.waiters.until(
        () => {
          active = this.conditions.filter((condition) => condition.triggerValue);
          return active.length > 0;
        },
        options,
        () => new DdsError("TIMEOUT", `none of ${this.attached.size} conditions became true in time`),
      );
    } finally {
      this.isWaiting = false;
    }
    return active;
  }

  private noteClosed(condition: Condition): void {
    this.attached.delete(condition);
    this.isDeserted = this.attached.size === 0;
    if (this.isDeserted) this.waiters.fail(deserted());
  }
}

function deserted(): DdsError {
  return new DdsError("ALREADY_DELETED", "every condition of this WaitSet is closed: attach another");
}
