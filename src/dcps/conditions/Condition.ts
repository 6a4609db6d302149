// DDS 1.4 §2.2.2.1.7: something that is true or not, and that WaitSets can wait for.

/** A WaitSet, as its conditions see it. */
export interface ConditionWatcher {
  /** The trigger of one of its conditions may have become true. */
  conditionChanged(): void;
  /** The condition will not become true any more: its entity is closed. */
  conditionClosed(condition: Condition): void;
}

/** Made by an entity, or, as GuardCondition, by the user. */
export abstract class Condition {
  private readonly watchers = new Set<ConditionWatcher>();
  private closed = false;

  /** True while what it stands for is so. */
  abstract get triggerValue(): boolean;

  /** @internal */
  watch(watcher: ConditionWatcher): void {
    this.watchers.add(watcher);
  }

  /** @internal */
  unwatch(watcher: ConditionWatcher): void {
    this.watchers.delete(watcher);
  }

  /** @internal Tells the WaitSets to look again. */
  notify(): void {
    for (const watcher of this.watchers) watcher.conditionChanged();
  }

  /** @internal It will not become true any more. */
  get isClosed(): boolean {
    return this.closed;
  }

  /** @internal WaitSets let it go. */
  close(): void {
    this.closed = true;
    for (const watcher of this.watchers) watcher.conditionClosed(this);
    this.watchers.clear();
  }
}
