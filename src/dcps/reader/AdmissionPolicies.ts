// DDS 1.4 §2.2.3: the policies that decide at one reader which samples become visible, and when: OWNERSHIP,
// DESTINATION_ORDER, TIME_BASED_FILTER, LIFESPAN, DEADLINE. Each is a class of its own; this one asks them in turn.

import type { ReaderQos } from "../../qos/index.js";
import {
  ALIVE,
  type ChangeKind,
  NOT_ALIVE_UNREGISTERED,
  type ReceivedChange,
} from "../../rtps/structure/cacheChange.js";
import type { Guid } from "../../rtps/structure/guid.js";
import { isValidTimestamp, type Ms, timestampToEpochMs } from "../../rtps/structure/time.js";
import { DROP } from "../../trace/dropReasons.js";
import type { CachedSample } from "./CachedSample.js";
import { DeadlineWatch } from "./DeadlineWatch.js";
import { InstanceOwnership, type OwnershipTerms } from "./InstanceOwnership.js";
import { InstancePolicies } from "./InstancePolicies.js";
import { MatchedWriters } from "./MatchedWriters.js";
import type { HeldSample, PoliciesContext } from "./PoliciesContext.js";
import type { ReaderInstance } from "./ReaderInstance.js";
import { RequestedDeadline } from "./RequestedDeadline.js";
import { SampleLifespans } from "./SampleLifespans.js";
import { Separation } from "./Separation.js";
import { compareStamps, SourceOrder, type SourceStamp } from "./SourceOrder.js";
import { lifespanEnd } from "./sampleLifespan.js";
import { STATE_ALIVE } from "./stateMasks.js";
import { TimeBasedFilter } from "./TimeBasedFilter.js";
import { COUNTS, LATE, NOT_OWNER, TOO_LATE, type Verdict, WITHHELD } from "./verdicts.js";

export class AdmissionPolicies<T extends object> implements OwnershipTerms {
  /** Off, a sample costs one look at this. */
  isOn = false;
  deadlineMs: Ms;
  private readonly writers: MatchedWriters;
  private readonly isExclusive: boolean;
  private readonly isBySource: boolean;
  private readonly filter: TimeBasedFilter<HeldSample<T>>;
  private readonly deadline: RequestedDeadline<ReaderInstance<T>>;
  private readonly lifespans: SampleLifespans<T>;

  constructor(
    qos: ReaderQos,
    private readonly context: PoliciesContext<T>,
  ) {
    const { timers } = context;
    this.isExclusive = qos.ownership.kind === "EXCLUSIVE";
    this.isBySource = qos.destinationOrder.kind === "BY_SOURCE_TIMESTAMP";
    this.deadlineMs = qos.deadline.periodMs;
    this.writers = new MatchedWriters((writer) => context.offered(writer));
    const isReliable = qos.reliability.kind === "RELIABLE";
    const { minimumSeparationMs } = qos.timeBasedFilter;
    this.filter = new TimeBasedFilter(minimumSeparationMs, isReliable, timers, (held) => context.release(held));
    this.deadline = new RequestedDeadline(this.deadlineMs, timers, (...missed) => this.missedDeadline(...missed));
    this.lifespans = new SampleLifespans(timers, (sample) => this.endLife(sample));
    this.update();
  }

  /** Grows when owners have to be chosen anew. */
  get changes(): number {
    return this.writers.changes;
  }

  // ---- what happens to writers and to the reader ----

  /** Matched, or announced with other QoS. */
  writerAnnounced(writer: Guid): void {
    this.writers.announced(writer);
    this.update();
  }

  writerAlive(writer: Guid): void {
    this.writers.alive(writer);
  }

  /** Not alive or not matched any more, and all its samples are in. @param name the GUID as text */
  writerGone(name: string, isUnmatched: boolean): void {
    this.writers.gone(name, isUnmatched);
    this.update();
  }

  /** Changeable policies have other values: TIME_BASED_FILTER and DEADLINE. */
  setQos(qos: ReaderQos, now: Ms, instances: Iterable<ReaderInstance<T>>): void {
    const wasOn = this.deadline.isOn;
    this.deadlineMs = qos.deadline.periodMs;
    this.deadline.setPeriod(this.deadlineMs, now);
    this.filter.setSeparation(qos.timeBasedFilter.minimumSeparationMs, now);
    this.update();
    if (wasOn || !this.deadline.isOn) return;
    for (const instance of instances) {
      if (instance.state === STATE_ALIVE) this.deadline.updated(this.watchOf(instance), now);
    }
  }

  /** The instance is forgotten. */
  forget(instance: ReaderInstance<T>): void {
    const { policies } = instance;
    if (policies === undefined) return;
    this.dropHeld(instance);
    if (policies.deadline !== undefined) this.deadline.stop(policies.deadline);
    instance.policies = undefined;
  }

  // ---- what happens to samples ----

  /** LIFESPAN: a value that is over before anybody could see it. */
  isOver(change: ReceivedChange): boolean {
    if (change.kind !== ALIVE) return false;
    const { lifespanMs } = this.writers.of(change.writerGuid);
    return lifespanMs !== Infinity && lifespanEnd(change, lifespanMs, this.context) <= this.context.now();
  }

  /** What becomes of a change. Asked again if there was no room for it. */
  judge(change: ReceivedChange, instance: ReaderInstance<T>): Verdict {
    // That a writer no longer writes the instance is true whoever it is, and whenever it said so.
    if (change.kind === NOT_ALIVE_UNREGISTERED) return COUNTS;
    if (this.isExclusive && !this.owns(change, instance)) return NOT_OWNER;
    const isLate = this.isBySource && this.isLate(change, instance);
    if (isLate && (change.kind !== ALIVE || this.isTooLate(change, instance))) return TOO_LATE;
    if (isLate && instance.policies?.separation?.held !== undefined) return TOO_LATE;
    if (change.kind !== ALIVE || !this.filter.isOn) return isLate ? LATE : COUNTS;
    if (this.filter.passes(this.separationOf(instance), this.context.now())) return isLate ? LATE : COUNTS;
    return isLate ? TOO_LATE : WITHHELD;
  }

  /** A change is in force, as a change of this kind. `sample` is undefined if there is nothing that anybody may see. */
  noteAccepted(
    change: ReceivedChange,
    kind: ChangeKind,
    instance: ReaderInstance<T>,
    sample: CachedSample<T> | undefined,
    verdict: Verdict,
  ): void {
    const writer = this.writers.of(change.writerGuid);
    // Not when it was received: it may have waited for those before it, or for room.
    const now = this.context.now();
    if ((kind & NOT_ALIVE_UNREGISTERED) !== 0) instance.policies?.ownership?.unregistered(writer, now, this);
    if (kind === NOT_ALIVE_UNREGISTERED) return;
    if (this.isBySource && verdict !== LATE) this.orderOf(instance).noteChange(sample ?? this.stampOf(change));
    if (kind !== ALIVE) {
      this.dropHeld(instance);
      return;
    }
    if (this.deadline.isOn && verdict !== LATE) this.deadline.updated(this.watchOf(instance), now);
    if (writer.lifespanMs !== Infinity) {
      this.lifespans.watch(sample!, lifespanEnd(change, writer.lifespanMs, this.context));
    }
    if (verdict === WITHHELD) return;
    this.dropHeld(instance);
    if (this.filter.isOn) this.filter.notePassed(this.separationOf(instance), now);
  }

  /** TIME_BASED_FILTER: the sample waits until its time, or is dropped. */
  withhold(held: HeldSample<T>): void {
    const { instance } = held.sample;
    this.dropHeld(instance);
    if (!this.filter.hold(this.separationOf(instance), held)) this.drop(held.sample);
  }

  /** Nobody will see what the time-based filter holds back of the instance: something newer says all, or it is purged. */
  dropHeld(instance: ReaderInstance<T>): void {
    const separation = instance.policies?.separation;
    if (separation?.held === undefined) return;
    const { sample } = separation.held;
    this.filter.drop(separation);
    this.drop(sample);
  }

  /** The sample has left the cache, or was given to the user at once. */
  noteRemoved(sample: CachedSample<T>): void {
    this.lifespans.forget(sample);
    const { policies } = sample.instance;
    // No value is too late for an instance without writers.
    if (!sample.isNotice) policies?.order?.noteLeft(sample);
  }

  /** Some samples will be over. */
  get haveExpiries(): boolean {
    return this.lifespans.isWatching;
  }

  /** Something was held back until its time, and then found no room. */
  get isOverdue(): boolean {
    return this.filter.isOverdue;
  }

  /** Takes away what is over, though its timer may be late. */
  expire(now: Ms): void {
    this.lifespans.expire(now);
  }

  /** Something was taken: there may be room for what waits. */
  noteRoom(now: Ms): void {
    this.filter.retry(now);
  }

  // ---- details ----

  private update(): void {
    const { isExclusive, isBySource, filter, deadline, writers, context } = this;
    this.isOn = isExclusive || isBySource || filter.isOn || filter.isOverdue || deadline.isOn || writers.haveLifespans;
    if (this.isOn) context.cache.onRemoved = (sample) => this.noteRemoved(sample);
  }

  private owns(change: ReceivedChange, instance: ReaderInstance<T>): boolean {
    const policies = policiesOf(instance);
    policies.ownership ??= new InstanceOwnership();
    return policies.ownership.admits(this.writers.of(change.writerGuid), this.context.now(), this);
  }

  private isLate(change: ReceivedChange, instance: ReaderInstance<T>): boolean {
    return !this.orderOf(instance).isNewest(this.stampOf(change));
  }

  /** What is newer has left the cache, or would leave it for this one. */
  private isTooLate(change: ReceivedChange, instance: ReaderInstance<T>): boolean {
    const stamp = this.stampOf(change);
    if (this.orderOf(instance).isTooLate(stamp)) return true;
    const replaced = this.context.cache.replacedBy(instance);
    return replaced !== undefined && compareStamps(stamp, replaced) < 0;
  }

  private stampOf(change: ReceivedChange): SourceStamp {
    const { sourceTimestamp, receivedAt, writerGuid } = change;
    const sourceOrderMs = isValidTimestamp(sourceTimestamp)
      ? timestampToEpochMs(sourceTimestamp)
      : receivedAt + this.context.epochOffsetMs;
    return { sourceOrderMs, writerGuid };
  }

  private orderOf(instance: ReaderInstance<T>): SourceOrder {
    const policies = policiesOf(instance);
    policies.order ??= new SourceOrder();
    return policies.order;
  }

  private separationOf(instance: ReaderInstance<T>): Separation<HeldSample<T>> {
    const policies = policiesOf(instance);
    policies.separation ??= new Separation(this.filter);
    return policies.separation;
  }

  private watchOf(instance: ReaderInstance<T>): DeadlineWatch<ReaderInstance<T>> {
    const policies = policiesOf(instance);
    policies.deadline ??= new DeadlineWatch(instance, this.deadline);
    return policies.deadline;
  }

  private drop(sample: CachedSample<T>): void {
    this.lifespans.forget(sample);
    this.context.dropped(DROP.tooSoon);
  }

  private endLife(sample: CachedSample<T>): void {
    const { instance } = sample;
    if (sample.isCached) this.context.cache.remove(sample);
    else if (instance.policies?.separation?.held?.sample === sample) this.filter.drop(instance.policies.separation);
    this.context.dropped(DROP.staleSample);
    this.context.expired(sample);
  }

  private missedDeadline(instance: ReaderInstance<T>, count: number, now: Ms): void {
    const { policies } = instance;
    if (instance.state !== STATE_ALIVE) {
      this.deadline.stop(policies!.deadline!);
      return;
    }
    policies!.ownership?.missedDeadline(now, this);
    this.context.deadlineMissed(instance, count);
  }
}

function policiesOf<T extends object>(instance: ReaderInstance<T>): InstancePolicies<T> {
  instance.policies ??= new InstancePolicies<T>();
  return instance.policies;
}
