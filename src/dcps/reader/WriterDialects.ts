// Which dialect of CDR a writer speaks, by the vendor that its participant announced.

import type { Dialect } from "../../cdr/index.js";
import type { GuidPrefix } from "../../rtps/structure/guid.js";
import {
  VENDORID_CYCLONEDDS,
  VENDORID_FASTDDS,
  VENDORID_RTI_CONNEXT,
  VENDORID_RTI_CONNEXT_MICRO,
} from "../../rtps/structure/vendorId.js";

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
  [VENDORID_RTI_CONNEXT, "connext"],
  [VENDORID_RTI_CONNEXT_MICRO, "connext"],
  [VENDORID_FASTDDS, "fastdds"],
  [VENDORID_CYCLONEDDS, "cyclone"],
]);
