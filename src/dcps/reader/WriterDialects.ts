// Which dialect of CDR a writer speaks, by the vendor that its participant announced.

import type { Dialect } from "../../cdr/index.js";
import type { GuidPrefix } from "../../rtps/structure/guid.js";

export class WriterDialects {
  /** Samples of one writer come in a row, with the same object for its prefix. */
  private lastPrefix: GuidPrefix | undefined;
  private last: Dialect | undefined;

  /** @param fixed what the user asked for, whoever writes */
  constructor(
    private readonly vendorIdOf: (prefix: GuidPrefix) => number | undefined,
    private readonly fixed: Dialect | undefined,
  ) {}

  /** Undefined for the codec's own. */
  of(prefix: GuidPrefix): Dialect | undefined {
    if (this.fixed !== undefined) return this.fixed;
    if (prefix !== this.lastPrefix) {
      const vendorId = this.vendorIdOf(prefix);
      // Not remembered before the participant is known.
      this.lastPrefix = vendorId === undefined ? undefined : prefix;
      this.last = vendorId === undefined ? undefined : VENDOR_DIALECTS.get(vendorId);
    }
    return this.last;
  }
}

const VENDOR_DIALECTS: ReadonlyMap<number, Dialect> = new Map<number, Dialect>([
  [0x0101, "connext"],
  [0x010a, "connext"],
  [0x010f, "fastdds"],
  [0x0110, "cyclone"],
]);
