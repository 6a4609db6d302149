// DDS 1.4 §2.2.1.1, the return codes that are errors, as one error class with a stable code.

/** The DDS return codes, without the prefix RETCODE_. */
export type DdsErrorCode =
  | "TIMEOUT"
  | "OUT_OF_RESOURCES"
  | "ALREADY_DELETED"
  | "BAD_PARAMETER"
  | "PRECONDITION_NOT_MET"
  | "NOT_ENABLED"
  | "IMMUTABLE_POLICY";

/** Thrown by the application layer. The message is one line. */
export class DdsError extends Error {
  override readonly name = "DdsError";

  constructor(
    readonly code: DdsErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function alreadyDeleted(what: string): DdsError {
  return new DdsError("ALREADY_DELETED", `this ${what} is closed`);
}
