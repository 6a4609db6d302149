/**
 * Thrown by generated code for any bad byte or value: a constant costs nothing to throw. The caller then lets the
 * interpreter find the words; it never gets further.
 */
export const FAILED: unique symbol = Symbol("cdr failed");
