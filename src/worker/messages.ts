// What the two threads tell each other besides samples.

import type { CodecOptions } from "../cdr/index.js";
import type { DdsErrorCode } from "../dcps/DdsError.js";
import { DdsError } from "../dcps/DdsError.js";
import type { DomainParticipantOptions } from "../dcps/options.js";
import type { StructType } from "../idl/index.js";
import type { ReaderQosInput, WriterQosInput } from "../qos/index.js";

/** What a participant in a worker is made of: what can be copied to another thread. */
export type WorkerParticipantOptions = Omit<DomainParticipantOptions, "listener" | "signal">;

/** An endpoint to be made in the worker. */
export interface EndpointRequest {
  readonly id: number;
  readonly topicName: string;
  readonly typeName: string;
  readonly type: StructType;
  readonly qos: WriterQosInput & ReaderQosInput;
  readonly codec: Partial<CodecOptions>;
  readonly ring: SharedArrayBuffer;
}

/** What the main thread asks for; each is answered once. */
export type Request =
  | { readonly kind: "createWriter" | "createReader"; readonly endpoint: EndpointRequest }
  | { readonly kind: "ready" | "matched"; readonly id: number; readonly count: number; readonly timeoutMs: number }
  | { readonly kind: "acknowledged"; readonly id: number; readonly timeoutMs: number }
  | { readonly kind: "closeEndpoint"; readonly id: number }
  | { readonly kind: "close"; readonly lingerMs: number | undefined };

export type ToWorker =
  | { readonly kind: "request"; readonly number: number; readonly request: Request }
  /** The ring of this endpoint has records, or room. */
  | { readonly kind: "wake"; readonly id: number };

export type FromWorker =
  | { readonly kind: "opened"; readonly guid: Uint8Array }
  | { readonly kind: "answer"; readonly number: number; readonly value?: unknown; readonly error?: PlainError }
  | { readonly kind: "wake"; readonly id: number }
  | { readonly kind: "currentCount"; readonly id: number; readonly count: number }
  | { readonly kind: "error"; readonly error: PlainError };

/** Errors lose their fields on the way to another thread. */
export interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
}

export function plainError(error: unknown): PlainError {
  const { name = "Error", message = String(error), code } = (error ?? {}) as Partial<PlainError>;
  return { name, message, code: typeof code === "string" ? code : undefined };
}

export function errorOf({ name, message, code }: PlainError): Error {
  if (name === "DdsError") return new DdsError(code as DdsErrorCode, message);
  return Object.assign(new Error(message), code === undefined ? { name } : { name, code });
}
