// What is wrong with a capture file: the one error that reading and writing captures throws.

/** `TRUNCATED`: the file ends inside a record. `MALFORMED`: a length or magic number makes no sense. */
export type CaptureErrorCode = "NOT_A_CAPTURE" | "TRUNCATED" | "MALFORMED" | "UNSUPPORTED";

export class CaptureError extends Error {
  override readonly name = "CaptureError";

  constructor(
    readonly code: CaptureErrorCode,
    /** Where in the file, in bytes. */
    readonly offset: number,
    what: string,
  ) {
    super(`${what} (at byte ${offset} of the capture)`);
  }
}
