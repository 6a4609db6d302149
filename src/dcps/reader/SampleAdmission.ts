// What may stand between the engine and a reader's cache besides the policies of AdmissionPolicies: coherent sets and content
// filters. SampleIntake asks them in turn.

import type { ReaderQos } from "../../qos/index.js";
import type { ReceivedChange } from "../../rtps/structure/cacheChange.js";
import type { Guid } from "../../rtps/structure/guid.js";

/** Holds changes back until they may be shown: coherent sets (§2.2.3.6). What it lets go of goes to `SampleIntake.release`. */
export interface SampleStaging {
  readonly heldCount: number;
  add(change: ReceivedChange): void;
  writerMatched?(writer: Guid): void;
  /** The match is over. */
  writerGone(writer: Guid): void;
  close?(): void;
}

/** One policy at one reader. A reader without such policies has none of these. */
export interface SampleAdmission<T extends object> {
  /**
   * Asked before the instance is looked up: what is turned away here leaves no trace. Called with values only
   * (`change` is ALIVE and has data).
   */
  passes?(change: ReceivedChange, data: T): boolean;
  /** Changeable policies have other values now. */
  qosChanged?(qos: ReaderQos): void;
}
