/** Why bytes or a value were refused. */
export type CdrErrorCode =
  /** The bytes end before the value does, or a length points past the end. */
  | "truncated"
  /** Unknown representation id, or one that does not fit the type's extensibility. */
  | "bad-encapsulation"
  /** A string without its closing NUL, or with another NUL before it; units that are no UTF-16. */
  | "bad-string"
  /** A string that is not UTF-8. */
  | "bad-utf8"
  /** A boolean other than 0 or 1. */
  | "bad-boolean"
  /** A number that is no literal of the enum. */
  | "bad-enum"
  /** A bitmask with bits beyond its bit bound. */
  | "bad-bitmask"
  /** A member header that makes no sense: a PID_EXTENDED that is too short, a list end where there is no list. */
  | "bad-member-header"
  /** A member that the type does not have and that its writer says must be understood. */
  | "not-understood"
  /** A mutable union without its discriminator. */
  | "missing-member"
  /** More elements or bytes than the type's bound. */
  | "bound-exceeded"
  /** Legal, but more than one payload may make us hold (see limits.ts). */
  | "limit-exceeded"
  /** The application's value does not fit the type. */
  | "bad-value"
  /** The target is too small. */
  | "no-space"
  /** A key operation on a type without @key. */
  | "no-key"
  /** The type uses something that the codecs do not support yet. */
  | "unsupported-type";

/** Bytes that cannot be decoded, or a value that cannot be encoded. `message` is one line. */
export class CdrError extends Error {
  override readonly name = "CdrError";
  readonly code: CdrErrorCode;
  /** Where in the value: `points[3].x`; empty for the whole. */
  readonly path: string;
  /** Bytes from the start of the payload (encapsulation header included). 0 when encoding. */
  readonly offset: number;

  constructor(code: CdrErrorCode, problem: string, path = "", offset = 0) {
    super((path === "" ? "" : `${path}: `) + problem + (offset > 0 ? ` (at byte ${offset})` : ""));
    this.code = code;
    this.path = path;
    this.offset = offset;
  }
}
