// Pairs of a writer and a reader, as many as may be: peers decide how many there are.

import type { DiscoveryProgress } from "../../discovery/progress.js";
import type { GuidPrefix } from "../../rtps/structure/guid.js";
import { explainPair } from "./explainMatch.js";
import { ProgressIndex } from "./ProgressIndex.js";
import type { ExplainedEndpoint, Finding, PairExplanation } from "./types.js";

interface Sides {
  readonly writers: readonly ExplainedEndpoint[];
  readonly readers: readonly ExplainedEndpoint[];
}

/** Compares pairs as long as there may be more of them. Equal findings are held once. */
export class PairComparer {
  private readonly index: ProgressIndex;
  private readonly ownPrefix: GuidPrefix;
  private readonly known = new Map<string, readonly Finding[]>();

  constructor(
    progress: DiscoveryProgress,
    private left: number,
  ) {
    this.index = new ProgressIndex(progress);
    this.ownPrefix = progress.self.guidPrefix;
  }

  *compare({ writers, readers }: Sides, pairs: PairExplanation[]): Generator<void, void> {
    const isOwn = ({ guid }: ExplainedEndpoint) => guid.prefix.equals(this.ownPrefix);
    const ownReaders = readers.filter(isOwn);
    const others = writers.filter((writer) => !isOwn(writer));
    // Nobody can keep us from seeing why our own do not match.
    const rounds = [
      [writers.filter(isOwn), readers],
      [others, ownReaders],
      [others, ownReaders.length === 0 ? readers : readers.filter((reader) => !isOwn(reader))],
    ] as const;
    for (const [from, to] of rounds) {
      for (const writer of from) {
        for (const reader of to) {
          if (this.left <= 0) return;
          this.left--;
          pairs.push(this.pair(writer, reader));
          if (pairs.length % PAIRS_BETWEEN_RESTS === 0) yield;
        }
      }
    }
  }

  private pair(writer: ExplainedEndpoint, reader: ExplainedEndpoint): PairExplanation {
    const { verdict, findings } = explainPair(writer.guid, reader.guid, this.index);
    const key = findingsKey(findings);
    const shared = this.known.get(key) ?? findings;
    if (shared === findings) this.known.set(key, findings);
    return { writer, reader, verdict, findings: shared };
  }
}

function findingsKey(findings: readonly Finding[]): string {
  return findings.map(({ code, severity, text }) => `${code}\0${severity}\0${text}`).join("\0");
}

/** A few milliseconds of work. */
const PAIRS_BETWEEN_RESTS = 50;
