// What a datagram or a deadline has brought to the builtin endpoints, noted in the middle of a mutation and acted on
// after it: Settling.

import type { BuiltinOwner } from "../discovery/BuiltinEndpoints.js";
import type { Guid, GuidPrefix } from "../rtps/structure/guid.js";

export class BuiltinNews implements BuiltinOwner {
  /** A builtin reader has something to take. */
  dataAvailable = false;
  /** A builtin reader of somebody has answered. */
  confirmDue = false;
  /** Participants of which a builtin reader has answered for the first time. */
  readonly answered: GuidPrefix[] = [];
  /** Participants with a writer that began anew under its old name, by prefix. */
  readonly restarted = new Map<string, GuidPrefix>();

  builtinDataAvailable(): void {
    this.dataAvailable = true;
  }

  builtinProgress(): void {
    this.confirmDue = true;
  }

  builtinReaderReady({ prefix }: Guid): void {
    this.confirmDue = true;
    this.answered.push(prefix);
  }

  readonly writerRestarted = ({ prefix }: Guid): void => {
    this.restarted.set(prefix.toString(), prefix);
  };
}
