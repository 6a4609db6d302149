// DDS 1.4 §2.2.4.1: communication statuses, with their totals and the change since the status was last read.

import type { PolicyMismatch } from "../qos/index.js";
import type { Guid } from "../rtps/structure/guid.js";
import { HANDLE_NIL, type InstanceHandle } from "./samples.js";

/** PUBLICATION_MATCHED and SUBSCRIPTION_MATCHED. */
export interface MatchedStatus {
  readonly totalCount: number;
  readonly totalCountChange: number;
  readonly currentCount: number;
  readonly currentCountChange: number;
  /** The remote endpoint that came or went last. */
  readonly lastHandle: Guid | undefined;
}

/** OFFERED_INCOMPATIBLE_QOS and REQUESTED_INCOMPATIBLE_QOS. */
export interface IncompatibleQosStatus {
  readonly totalCount: number;
  readonly totalCountChange: number;
  /** Id of the first policy that did not fit the last endpoint compared. */
  readonly lastPolicyId: number;
  /** Every policy that did not fit the last endpoint compared, with both values in words. */
  readonly lastMismatches: readonly PolicyMismatch[];
  readonly lastHandle: Guid | undefined;
  /** How often each policy did not fit, by policy name. */
  readonly policies: Readonly<Record<string, number>>;
}

export interface InconsistentTopicStatus {
  readonly totalCount: number;
  readonly totalCountChange: number;
  /** Why, in words. */
  readonly lastReason: string;
}

export interface OfferedDeadlineMissedStatus {
  /** Periods in which some instance was not written. */
  readonly totalCount: number;
  readonly totalCountChange: number;
  /** Instance of the last one; HANDLE_NIL if there was none. */
  readonly lastInstanceHandle: InstanceHandle;
}

export interface LivelinessLostStatus {
  /** How often the writer went from alive to not alive; staying so does not count. */
  readonly totalCount: number;
  readonly totalCountChange: number;
}

export interface LivelinessChangedStatus {
  readonly aliveCount: number;
  readonly notAliveCount: number;
  readonly aliveCountChange: number;
  readonly notAliveCountChange: number;
  readonly lastHandle: Guid | undefined;
}

export interface RequestedDeadlineMissedStatus {
  readonly totalCount: number;
  readonly totalCountChange: number;
  /** The instance of which no sample came in time. */
  readonly lastInstanceHandle: InstanceHandle;
}

export interface SampleLostStatus {
  readonly totalCount: number;
  readonly totalCountChange: number;
}

/** Which limit of RESOURCE_LIMITS left no room for a sample. */
export type SampleRejectedReason =
  | "REJECTED_BY_INSTANCES_LIMIT"
  | "REJECTED_BY_SAMPLES_LIMIT"
  | "REJECTED_BY_SAMPLES_PER_INSTANCE_LIMIT";

export interface SampleRejectedStatus {
  readonly totalCount: number;
  readonly totalCountChange: number;
  readonly lastReason: "NOT_REJECTED" | SampleRejectedReason;
  /** Instance of the last sample rejected; HANDLE_NIL if it would have made a new one, or came before it was decoded. */
  readonly lastInstanceHandle: InstanceHandle;
}

/** Counts matches; `read` gives the status and starts the changes anew. */
export class MatchedCounter {
  private total = 0;
  private current = 0;
  private totalChange = 0;
  private currentChange = 0;
  private last: Guid | undefined;

  note(remote: Guid, change: 1 | -1): void {
    if (change === 1) {
      this.total = saturated(this.total + 1);
      this.totalChange = saturated(this.totalChange + 1);
    }
    this.current += change;
    this.currentChange += change;
    this.last = remote;
  }

  get currentCount(): number {
    return this.current;
  }

  read(): MatchedStatus {
    const status = {
      totalCount: this.total,
      totalCountChange: this.totalChange,
      currentCount: this.current,
      currentCountChange: this.currentChange,
      lastHandle: this.last,
    };
    this.totalChange = 0;
    this.currentChange = 0;
    return status;
  }
}

export class IncompatibleQosCounter {
  private total = 0;
  private change = 0;
  private lastMismatches: readonly PolicyMismatch[] = [];
  private last: Guid | undefined;
  private readonly policies: Record<string, number> = {};

  note(remote: Guid, mismatches: readonly PolicyMismatch[]): void {
    this.total = saturated(this.total + 1);
    this.change = saturated(this.change + 1);
    this.last = remote;
    this.lastMismatches = mismatches;
    for (const { policy } of mismatches) this.policies[policy] = saturated((this.policies[policy] ?? 0) + 1);
  }

  read(): IncompatibleQosStatus {
    const status = {
      totalCount: this.total,
      totalCountChange: this.change,
      lastPolicyId: this.lastMismatches[0]?.policyId ?? 0,
      lastMismatches: this.lastMismatches,
      lastHandle: this.last,
      policies: { ...this.policies },
    };
    this.change = 0;
    return status;
  }
}

export class InconsistentTopicCounter {
  private total = 0;
  private change = 0;
  private reason = "";

  note(reason: string): void {
    this.total = saturated(this.total + 1);
    this.change = saturated(this.change + 1);
    this.reason = reason;
  }

  read(): InconsistentTopicStatus {
    const status = { totalCount: this.total, totalCountChange: this.change, lastReason: this.reason };
    this.change = 0;
    return status;
  }
}

/** Which of the matched writers are alive. */
export class LivelinessCounter {
  private readonly alive = new Map<string, boolean>();
  private aliveChange = 0;
  private notAliveChange = 0;
  private last: Guid | undefined;

  /** False if that was known. */
  note(writer: Guid, alive: boolean): boolean {
    const before = this.alive.get(writer.toString());
    if (before === alive) return false;
    this.alive.set(writer.toString(), alive);
    this.last = writer;
    if (alive) this.aliveChange++;
    else this.notAliveChange++;
    if (before === true) this.aliveChange--;
    else if (before === false) this.notAliveChange--;
    return true;
  }

  /** False if nothing was known of it. */
  remove(writer: Guid): boolean {
    const before = this.alive.get(writer.toString());
    if (before === undefined) return false;
    this.alive.delete(writer.toString());
    this.last = writer;
    if (before) this.aliveChange--;
    else this.notAliveChange--;
    return true;
  }

  read(): LivelinessChangedStatus {
    let aliveCount = 0;
    for (const alive of this.alive.values()) if (alive) aliveCount++;
    const status = {
      aliveCount,
      notAliveCount: this.alive.size - aliveCount,
      aliveCountChange: this.aliveChange,
      notAliveCountChange: this.notAliveChange,
      lastHandle: this.last,
    };
    this.aliveChange = 0;
    this.notAliveChange = 0;
    return status;
  }
}

/** Something that happens to instances, or to nobody in particular. */
export class EventCounter<Reason extends string> {
  private total = 0;
  private change = 0;
  private instance: InstanceHandle = HANDLE_NIL;

  constructor(private reason: Reason) {}

  note(count: number, instance: InstanceHandle = HANDLE_NIL, reason: Reason = this.reason): void {
    this.total = saturated(this.total + count);
    this.change = saturated(this.change + count);
    this.instance = instance;
    this.reason = reason;
  }

  read() {
    const status = {
      totalCount: this.total,
      totalCountChange: this.change,
      lastInstanceHandle: this.instance,
      lastReason: this.reason,
    };
    this.change = 0;
    return status;
  }
}

/** DDS 1.4 §2.2.4.1: counts are of type long. A peer can raise some by as much as it likes: they stay at the largest. */
function saturated(count: number): number {
  return Math.min(count, MAX_COUNT);
}

const MAX_COUNT = 0x7fffffff;
