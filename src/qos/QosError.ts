// What is wrong with a QoS that a user gave. One line that names the policy and says what is accepted.

/**
 * `QOS_INVALID`: a value is not accepted. `QOS_INCONSISTENT`: two policies contradict each other. `QOS_IMMUTABLE`: the
 * policy may not change any more (all DDS 1.4 §2.2.3). `QOS_FILE`: a vendor's XML file cannot be read; `policy` is `file:line`.
 */
export type QosErrorCode = "QOS_INVALID" | "QOS_INCONSISTENT" | "QOS_IMMUTABLE" | "QOS_FILE";

/** Thrown for bad QoS given by a user, never for what a peer sends. */
export class QosError extends Error {
  override readonly name = "QosError";

  constructor(
    readonly code: QosErrorCode,
    /** The policy as spelled in the input, such as `reliability` or `history.depth`. */
    readonly policy: string,
    problem: string,
  ) {
    super(`${policy}: ${problem}`);
  }
}
