// What the policies of a reader say about a change of an instance that is known.

/** It is in force. */
export const COUNTS = 0;
/** BY_SOURCE_TIMESTAMP: a value that is older than the state of its instance: into the cache, and nothing else. */
export const LATE = 1;
/** TIME_BASED_FILTER: in force, but its value is not to be seen yet, or not at all. */
export const WITHHELD = 2;
// With these nobody sees anything. Only that the writer writes the instance, or has unregistered it, is true.
/** OWNERSHIP: another writer owns the instance. */
export const NOT_OWNER = 3;
/** BY_SOURCE_TIMESTAMP: what is newer has been seen. */
export const TOO_LATE = 4;

export type Verdict = 0 | 1 | 2 | 3 | 4;

export function isUnseen(verdict: Verdict): boolean {
  return verdict >= NOT_OWNER;
}
