/** `; did you mean color?` when a name is close to the one asked for, else nothing. */
export function didYouMean(asked: string, names: readonly string[]): string {
  const wanted = asked.toLowerCase();
  let best: string | undefined;
  let least = Math.min(MOST_EDITS, Math.floor(asked.length / 3)) + 1;
  for (const name of names) {
    const distance = edits(wanted, name.toLowerCase(), least);
    if (distance >= least) continue;
    least = distance;
    best = name;
  }
  return best === undefined ? "" : `; did you mean ${best}?`;
}

/** Levenshtein distance, or `limit` when it is not below that. */
function edits(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const swap = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(swap, previous[column]! + 1, current[column - 1]! + 1));
    }
    if (Math.min(...current) >= limit) return limit;
    previous = current;
  }
  return Math.min(previous[b.length]!, limit);
}

const MOST_EDITS = 3;
