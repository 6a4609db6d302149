// Short lists that are emptied for every datagram: V8 pops inline, and calls into its runtime to set a length or to
// splice.

/** An empty list for what mostly are one or two: V8 gives an empty literal room for 17 with its first push. */
export function shortList<T>(): T[] {
  const list: unknown[] = [PLACEHOLDER, PLACEHOLDER];
  list.pop();
  list.pop();
  return list as T[];
}

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
/** No constant, of which V8 would make a list that is copied when it is written to. */
const PLACEHOLDER = {};
