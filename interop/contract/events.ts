// The event lines that a peer prints on stdout, one JSON object a line (interop/README.md).

export interface ReadyEvent {
  readonly event: "ready";
  readonly vendor: string;
  readonly version: string;
  /** 24 hexadecimal digits, or "" when the vendor's API does not tell. */
  readonly guidPrefix: string;
}

export interface SampleEvent {
  readonly event: "sample";
  readonly color: string;
  readonly x: number;
  readonly y: number;
  readonly shapesize: number;
  readonly payloadLength: number;
  readonly payloadCrc: string;
  readonly instanceState: "ALIVE";
}

export interface InstanceEvent {
  readonly event: "disposed" | "no_writers";
  readonly color: string;
  readonly instanceState: "NOT_ALIVE_DISPOSED" | "NOT_ALIVE_NO_WRITERS";
}

export type PeerEvent =
  | ReadyEvent
  | SampleEvent
  | InstanceEvent
  | { readonly event: "matched"; readonly count: number }
  | { readonly event: "incompatible_qos"; readonly policyId: number }
  | { readonly event: "written" | "done"; readonly count: number }
  | { readonly event: "error"; readonly message: string };

export const EXIT_OK = 0;
export const EXIT_ERROR = 1;
export const EXIT_USAGE = 2;
export const EXIT_TIMEOUT = 3;

export function emit(event: PeerEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}
