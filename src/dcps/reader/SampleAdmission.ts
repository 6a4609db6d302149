// The policies that may keep a sample from a reader: OWNERSHIP, TIME_BASED_FILTER, DESTINATION_ORDER, LIFESPAN, content
// filters. Each is a class of its own; SampleIntake asks them in turn.

import type { ReaderQos } from "../../qos/index.js";
import type { ReceivedChange } from "../../rtps/structure/cacheChange.js";
import type { Guid } from "../../rtps/structure/guid.js";
import type { CachedSample } from "./CachedSample.js";
import type { ReaderInstance } from "./ReaderInstance.js";

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
  /**
   * Asked when the instance is known. False: the change does not touch the instance. Must change nothing: a sample that
   * finds no room is asked about again.
   */
  admits?(change: ReceivedChange, data: T | undefined, instance: ReaderInstance<T>): boolean;
  /** The change is in force. `sample` is undefined if it brought nothing that anybody needs to hear of. */
  admitted?(change: ReceivedChange, instance: ReaderInstance<T>, sample: CachedSample<T> | undefined): void;
  /** The writer is gone, or not alive any more. Its instances have heard of it already. */
  writerGone?(writer: string): void;
  /** The instance is forgotten: what was kept for it can go. */
  forgotten?(instance: ReaderInstance<T>): void;
  /** Changeable policies have other values now. */
  qosChanged?(qos: ReaderQos): void;
}
