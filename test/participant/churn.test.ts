// Endpoints and participants that come and go on a bad network, at random: whatever happened, once it is over every
// pair that fits is matched, everything is acknowledged, and what is written then arrives in order.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SimNetwork } from "../../src/simulation/index.js";
import {
  KEEP_ALL,
  prefixOf,
  RELIABLE_READER,
  RELIABLE_WRITER,
  type SimParticipant,
  simParticipant,
  TRANSIENT_LOCAL,
} from "../support/simParticipant.js";

const test = suite("churn");

const SEEDS = 40;
const STEPS = 120;
// Ten announcements per lease: losing all of them by chance does not happen.
const DISCOVERY = { leaseDurationMs: 3000, announcePeriodMs: 300 };
const LOSSY = { loss: 0.15, duplication: 0.1, reordering: 0.2, reorderDelayMs: 3, latencyMs: 0.3, jitterMs: 0.5 };

interface Endpoint {
  readonly owner: SimParticipant;
  readonly handle: number;
}

class Churn {
  readonly network: SimNetwork;
  participants: SimParticipant[] = [];
  writers: Endpoint[] = [];
  readers: Endpoint[] = [];
  private made = 0;
  private written = 0;

  constructor(seed: number) {
    this.network = new SimNetwork({ seed, link: LOSSY });
    for (let i = 0; i < 3; i++) this.join();
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.network.random.below(list.length)]!;
  }

  private join(): void {
    const index = this.made++;
    // Ports of their own, so that a killed participant's successor does not collide with it.
    this.participants.push(
      simParticipant(this.network, { index, discovery: DISCOVERY, config: { guidPrefix: prefixOf(1000 + index) } }),
    );
  }

  private leave(politely: boolean): void {
    const gone = this.pick(this.participants);
    if (politely) gone.close();
    this.network.removeNode(gone.node);
    this.participants = this.participants.filter((one) => one !== gone);
    this.writers = this.writers.filter(({ owner }) => owner !== gone);
    this.readers = this.readers.filter(({ owner }) => owner !== gone);
  }

  private addWriter(): void {
    const owner = this.pick(this.participants);
    const durability = this.network.random.chance(0.5) ? TRANSIENT_LOCAL : {};
    this.writers.push({ owner, handle: owner.writer({ ...RELIABLE_WRITER, ...KEEP_ALL, ...durability }) });
  }

  private addReader(): void {
    const owner = this.pick(this.participants);
    this.readers.push({ owner, handle: owner.reader({ ...RELIABLE_READER, ...KEEP_ALL }) });
  }

  private removeEndpoint(list: Endpoint[], remove: (one: Endpoint) => void): Endpoint[] {
    if (list.length === 0) return list;
    const gone = this.pick(list);
    remove(gone);
    this.network.flush(gone.owner.node);
    return list.filter((one) => one !== gone);
  }

  private cut(): void {
    const [a, b] = [this.pick(this.participants), this.pick(this.participants)];
    if (a === b) return;
    this.network.partition(a.node, b.node);
    this.network.at(this.network.now + this.network.random.below(6000), () => this.network.heal(a.node, b.node));
  }

  private writeSome(): void {
    if (this.writers.length === 0) return;
    const { owner, handle } = this.pick(this.writers);
    const size = this.network.random.chance(0.1) ? 20_000 : 12;
    for (let i = 0; i < 20; i++) owner.put(handle, this.written++, size);
    this.network.flush(owner.node);
  }

  step(): void {
    const { network } = this;
    const action = network.random.below(20);
    if (action === 0 && this.participants.length < 5) this.join();
    else if (action === 1 && this.participants.length > 2) this.leave(network.random.chance(0.5));
    else if (action < 4 && this.writers.length < 4) this.addWriter();
    else if (action < 7 && this.readers.length < 4) this.addReader();
    else if (action === 7) {
      this.writers = this.removeEndpoint(this.writers, (one) => one.owner.engine.deleteWriter(network.now, one.handle));
    } else if (action === 8) {
      this.readers = this.removeEndpoint(this.readers, (one) => one.owner.engine.deleteReader(network.now, one.handle));
    } else if (action === 9) this.cut();
    else this.writeSome();
    network.runUntil(network.now + network.random.below(60));
  }

  /** What is wrong with the matches, "" if nothing. */
  mismatch(): string {
    for (const { owner, handle } of this.writers) {
      const count = owner.engine.writer(handle).writer.readerProxies.filter((proxy) => proxy.ready).length;
      if (count !== this.readers.length) return `writer with ${count} of ${this.readers.length} readers`;
    }
    for (const { owner, handle } of this.readers) {
      const count = owner.engine.reader(handle).reader.writerProxies.length;
      if (count !== this.writers.length) return `reader with ${count} of ${this.writers.length} writers`;
    }
    return "";
  }

  isAcked(): boolean {
    return this.writers.every(({ owner, handle }) => owner.engine.isAckedByAll(handle));
  }
}

test(`${SEEDS} seeds of ${STEPS} steps`, () => {
  let datagrams = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const churn = new Churn(seed);
    const { network } = churn;
    for (let i = 0; i < STEPS; i++) churn.step();
    // Longer than every cut and every lease.
    network.runUntil(network.now + 15_000);
    assert.is(churn.mismatch(), "", `seed ${seed}`);
    const deadline = { maxTimeMs: network.now + 20_000 };
    network.runUntil(() => churn.isAcked(), deadline);
    network.runUntil(network.now + 200);
    const before = churn.readers.map(({ owner, handle }) => owner.samples.get(handle)!.length);
    for (const [i, { owner, handle }] of churn.writers.entries()) {
      for (let k = 0; k < 50; k++) owner.put(handle, 1e6 + 1000 * i + k);
      network.flush(owner.node);
    }
    network.runUntil(() => churn.isAcked(), { maxTimeMs: network.now + 20_000 });
    network.runUntil(network.now + 200);
    for (const [r, { owner, handle }] of churn.readers.entries()) {
      const values = owner.values(handle).slice(before[r]);
      for (let i = 0; i < churn.writers.length; i++) {
        const own = values.filter((value) => Math.floor((value - 1e6) / 1000) === i);
        assert.equal(
          own.map((value) => value - 1e6 - 1000 * i),
          Array.from({ length: 50 }, (_, k) => k),
          `seed ${seed}`,
        );
      }
      assert.is(owner.engine.reader(handle).reader.pendingBytes, 0);
    }
    datagrams += network.statistics.datagramsSent;
  }
  console.log(`churn: ${SEEDS} seeds, ${datagrams} datagrams`);
});

test.run();
