// What goes wrong when sockets are opened. Errors after that are counted, never thrown.

export type TransportErrorCode = "UNKNOWN_INTERFACE" | "NO_INTERFACE" | "PORT_TAKEN" | "NO_MULTICAST" | "BIND_FAILED";

/** The message is one line that says what to do. */
export class TransportError extends Error {
  override readonly name = "TransportError";

  constructor(
    readonly code: TransportErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
