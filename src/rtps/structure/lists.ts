// Short lists that are emptied for every datagram: V8 pops inline, and calls into its runtime to set a length or to
// splice.

/** Makes the list empty and keeps its memory. */
export function emptyList(list: unknown[]): void {
  if (list.length > SHORT) list.length = 0;
  else while (list.length > 0) list.pop();
}

/** Removes the first `count` of the list. */
export function dropFirst(list: unknown[], count: number): void {
  if (count === list.length) emptyList(list);
  else if (count === 1) list.shift();
  else if (count > 0) list.splice(0, count);
}

const SHORT = 32;
