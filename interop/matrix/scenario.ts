// What a scenario of the interop matrix is: who is told what, what happens in which order, and what has to be seen.
import type { PeerEvent } from "../contract/events.js";
import type { PeerOptions } from "../contract/options.js";
import type { RichKind } from "../types/contract/richSamples.js";

/** What a scenario may set; the rest is the runner's. A writer's gate is set by the kind. */
export type EndpointOptions = Partial<Omit<PeerOptions, "role" | "domain" | "topic" | "lingerMs" | "timeoutMs">>;

/** The processes of a cell. `second` is another writer. */
export type Actor = "writer" | "second" | "reader";

export interface Scenario {
  readonly name: string;
  readonly title: string;
  /**
   * exchange: both start, match, samples flow. late joiner: the reader starts after everything is written.
   * mismatch: both must report the incompatible policy, and nothing may flow. script: what `script` says.
   * ros: `rtps pub --ros` and `rtps sub --ros` against the vendor's program with types of ROS 2.
   * types: programs with the rich types of interop/types. learn: the vendor's, and `rtps sub` without a type.
   */
  readonly kind: "exchange" | "late joiner" | "mismatch" | "script" | "ros" | "types" | "learn";
  /** Both, unless said otherwise. */
  readonly direction?: "vendor writes";
  /** Settings of all sides. */
  readonly both: EndpointOptions;
  readonly writer?: EndpointOptions;
  readonly second?: EndpointOptions;
  readonly reader?: EndpointOptions;
  /** The policy id that both sides must report; mismatch only. */
  readonly policyId?: number;
  readonly script?: Script;
  /** ros only. */
  readonly ros?: RosExchange;
  /** types and learn only. */
  readonly types?: TypesExchange;
}

export interface TypesExchange {
  readonly type: RichKind;
  readonly count: number;
}

export interface RosExchange {
  /** std_msgs/msg/String on /chatter, or sensor_msgs/msg/PointCloud2 on /points. */
  readonly type: "string" | "cloud";
  readonly count: number;
  /** Of each cloud, 12 octets each. */
  readonly points: number;
}

export interface Script {
  /** In this order; one that does not come true is a complaint, and ends the script. */
  readonly steps: readonly Step[];
  /** All the samples that the reader has to report, in this order within each instance. */
  readonly samples: readonly Block[];
  /** Instances that end, in any order. */
  readonly endings?: readonly Ending[];
  readonly checks?: readonly SampleCheck[];
}

export type Step = { readonly step: "start"; readonly who: Actor } | ActionStep | WaitStep;

/** Steps that take effect at once, or take the time they name. */
export type ActionStep =
  | { readonly step: "stop" | "kill"; readonly who: Actor }
  /** Sends a command. */
  | { readonly step: "tell"; readonly who: Actor; readonly command: string }
  /** Sends `go` again and again until the reader reports a sample of that writer. */
  | { readonly step: "urge"; readonly who: Actor }
  /** From here on `never` and `at least` look; before, from the start. */
  | { readonly step: "mark" }
  /** No event with these fields since the mark. */
  | { readonly step: "never"; readonly who: Actor; readonly is: Partial<PeerEvent> }
  /** Lets time pass, where the time is what is tested, or where something must not come. */
  | { readonly step: "pause"; readonly ms: number };

export type WaitStep =
  /** Until the latest event of this name has these fields. */
  | { readonly step: "until"; readonly who: Actor; readonly is: Partial<PeerEvent> }
  /** Until a status has counted so many since the mark. */
  | { readonly step: "at least"; readonly who: Actor; readonly event: PeerEvent["event"]; readonly total: number }
  /** Until the reader has reported so many samples in all. */
  | { readonly step: "samples"; readonly count: number }
  /** Until the reader has reported as many ends of instances as the script has; the end of a script waits so too. */
  | { readonly step: "endings" };

/** Samples of one writer, by index. `some` is one or more from `from` on, each later than the one before. */
export type Block =
  | { readonly of: Actor; readonly indices: readonly number[] }
  | { readonly of: Actor; readonly someFrom: number };

export interface Ending {
  readonly event: "disposed" | "no_writers";
  readonly color: string;
}

export type SampleCheck =
  /** Over all instances, samples come in the order of writing. */
  | { readonly check: "written order" }
  /** What becomes available together is whole sets of so many samples. */
  | { readonly check: "whole sets"; readonly size: number }
  /** Within an instance, source times are at least so far apart. Replaces `samples`. */
  | { readonly check: "separation"; readonly ms: number };
