// Sample i of the programs in interop/types (README.md there), in the form of `toJson`: 64-bit integers as strings,
// absent members as null. And where two such values differ.

export const RICH_KINDS = ["final", "appendable", "mutable", "plain_final", "plain_appendable"] as const;
/** The IDL files of this folder, without `rich_` and `.idl`. The plain ones have no optional members. */
export type RichKind = (typeof RICH_KINDS)[number];

export const RICH_TOPIC = "Rich";
export const RICH_TYPE = "lab::Rich";

const ENUM = ["NUMBER", "TEXT", "PLACE", "LIST"] as const;

export function richSample(kind: RichKind, index: number): Readonly<Record<string, unknown>> {
  return {
    id: 7 + index,
    zone: `zone ${index}`,
    mode: ENUM[(index + 1) % 4],
    title: `grüße ${index}`,
    total: `${-9_007_199_254_740_993n - BigInt(index)}`,
    mask: `${9_223_372_036_854_775_809n + BigInt(index)}`,
    matrix: list(2, (row) => list(3, (column) => 3 * row + column + 0.5 * index)),
    current: reading(index % 4, index),
    step:
      index % 2 === 0
        ? { $discriminator: 1, member: "small", value: 200 + index }
        : { $discriminator: -3, member: "large", value: index + 0.25 },
    history: list(index % 5, (i) => reading((index + i) % 4, 10 * index + i)),
    grid: list(index % 4, (row) => list((index + row) % 4, (i) => 100 * row - 7 * i - index)),
    points: list(index % 3, (i) => spot(index + i)),
    words: list((index + 1) % 3, (i) => "ab".charAt(i).repeat((index + i) % 8)),
    ...(kind.startsWith("plain_") ? {} : optionalMembers(index)),
    last: 255 - index,
  };
}

function optionalMembers(index: number): object {
  return {
    ratio: (index & 1) === 0 ? null : index / 8,
    remark: (index & 2) === 0 ? null : `remark ${index}`,
    place: (index & 4) === 0 ? null : spot(index + 20),
    spare: index % 3 === 0 ? reading((index / 3) % 4, index + 30) : null,
  };
}

function list<T>(length: number, element: (index: number) => T): T[] {
  return Array.from({ length }, (_, i) => element(i));
}

function spot(index: number): object {
  return { x: index + 0.5, y: -1 - index / 4, label: `spot ${index}` };
}

function reading(kind: number, index: number): object {
  const [member, value] = (
    [
      ["number", `${5_000_000_000n * BigInt(index - 2)}`],
      ["text", `text ${index}`],
      ["at", spot(index)],
      ["list", list(index % 3, (i) => index - 100_000 * i)],
    ] as const
  )[kind]!;
  return { $discriminator: ENUM[kind], member, value };
}

/**
 * Where a value that somebody printed is not the expected one, in words; undefined when it is. An absent member may be
 * missing, and an integer may be a number or its digits.
 */
export function valueDifference(expected: unknown, actual: unknown, path = ""): string | undefined {
  if (expected === null) return actual == null ? undefined : told(path, expected, actual);
  if (typeof expected !== "object") return isSame(expected, actual) ? undefined : told(path, expected, actual);
  if (typeof actual !== "object" || actual === null || Array.isArray(expected) !== Array.isArray(actual))
    return told(path, expected, actual);
  const [wanted, given] = [expected, actual] as [Record<string, unknown>, Record<string, unknown>];
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(given)])) {
    const where = Array.isArray(expected) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
    const difference = name in wanted ? valueDifference(wanted[name], given[name], where) : extra(where, given[name]);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function isSame(expected: unknown, actual: unknown): boolean {
  if (expected === actual) return true;
  return typeof expected === "string" && typeof actual === "number" && Number.isSafeInteger(actual)
    ? expected === String(actual)
    : false;
}

function extra(path: string, actual: unknown): string | undefined {
  return actual == null ? undefined : `${path} is ${JSON.stringify(actual)} and should not be there`;
}

function told(path: string, expected: unknown, actual: unknown): string {
  return `${path} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`;
}
