// The event lines that a peer prints on stdout, one JSON object a line (interop/README.md).

export interface ReadyEvent {
  readonly event: "ready";
  readonly vendor: string;
  readonly version: string;
  /** 24 hexadecimal digits, or "" when the vendor's API does not tell. */
  readonly guidPrefix: string;
}

/** What a sample holds. */
export interface SampleValues {
  readonly event: "sample";
  readonly color: string;
  readonly x: number;
  readonly y: number;
  readonly shapesize: number;
  readonly payloadLength: number;
  readonly payloadCrc: string;
  readonly instanceState: "ALIVE";
}

export interface SampleEvent extends SampleValues {
  /** The number of the take it came in, from 1: samples that became available together share it. */
  readonly take: number;
  /** The source timestamp, milliseconds since 1970; 0 when the vendor does not tell. */
  readonly sourceMs: number;
  /** When the runner read the line, on its own clock; not in the line. */
  readonly arrivedMs?: number;
}

export interface InstanceEvent {
  readonly event: "disposed" | "no_writers";
  readonly color: string;
  readonly instanceState: "NOT_ALIVE_DISPOSED" | "NOT_ALIVE_NO_WRITERS";
}

/** Counts of a DDS status since the start. */
export interface TotalEvent {
  readonly event: "deadline_missed" | "liveliness_lost" | "sample_lost";
  readonly total: number;
}

export interface LivelinessChangedEvent {
  readonly event: "liveliness_changed";
  /** How many matched writers are alive now, and how many are not. */
  readonly alive: number;
  readonly notAlive: number;
}

export type PeerEvent =
  | ReadyEvent
  | SampleEvent
  | InstanceEvent
  | TotalEvent
  | LivelinessChangedEvent
  | { readonly event: "matched"; readonly count: number }
  | { readonly event: "incompatible_qos"; readonly policyId: number }
  | { readonly event: "written" | "done"; readonly count: number }
  | { readonly event: "unsupported" | "error"; readonly message: string }
  | RosSampleEvent
  | ValueEvent
  /** The key hash, as the vendor computes it, of the sample that is written next; where the vendor tells. */
  | { readonly event: "key"; readonly hash: string };

/** A sample of the programs with rich types (interop/types/README.md). */
export interface ValueEvent {
  readonly event: "value";
  readonly value: unknown;
  /** The serialized payload as hexadecimal digits; readers of rtps-lab only. */
  readonly payload?: string;
}

/** What the programs with types of ROS print (interop/ros/README.md). */
export type RosSampleEvent =
  | { readonly event: "text"; readonly data: string }
  | {
      readonly event: "cloud";
      readonly sec: number;
      readonly nanosec: number;
      readonly frameId: string;
      readonly height: number;
      readonly width: number;
      readonly fields: number;
      readonly lastField: string;
      readonly pointStep: number;
      readonly rowStep: number;
      readonly isDense: boolean;
      readonly length: number;
      readonly crc: string;
    };

export const EXIT_OK = 0;
export const EXIT_ERROR = 1;
export const EXIT_USAGE = 2;
export const EXIT_TIMEOUT = 3;
/** The vendor refused what the options ask for; an `unsupported` event says so in its words. */
export const EXIT_UNSUPPORTED = 4;

export function emit(event: PeerEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}
