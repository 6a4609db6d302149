// Sample i of the programs in interop/types (README.md there), in the form in which peers print samples; and the two
// directions between that form and Connector's.

const KINDS = ["NUMBER", "TEXT", "PLACE", "LIST"];
const BRANCHES = { NUMBER: "number", TEXT: "text", PLACE: "at", LIST: "list" };

export function richSample(index, withOptional) {
  const sample = {
    id: 7 + index,
    zone: `zone ${index}`,
    mode: KINDS[(index + 1) % 4],
    title: `grüße ${index}`,
    total: String(-9007199254740993n - BigInt(index)),
    mask: String(9223372036854775809n + BigInt(index)),
    matrix: list(2, (row) => list(3, (column) => 3 * row + column + index / 2)),
    current: reading(index % 4, index),
    step: index % 2 === 0 ? step(1, "small", 200 + index) : step(-3, "large", index + 0.25),
    history: list(index % 5, (i) => reading((index + i) % 4, 10 * index + i)),
    grid: list(index % 4, (row) => list((index + row) % 4, (i) => 100 * row - 7 * i - index)),
    points: list(index % 3, (i) => spot(index + i)),
    words: list((index + 1) % 3, (i) => "ab"[i].repeat((index + i) % 8)),
  };
  if (withOptional) {
    sample.ratio = index & 1 ? index / 8 : null;
    sample.remark = index & 2 ? `remark ${index}` : null;
    sample.place = index & 4 ? spot(index + 20) : null;
    sample.spare = index % 3 === 0 ? reading(Math.floor(index / 3) % 4, index + 30) : null;
  }
  return { ...sample, last: 255 - index };
}

const list = (length, element) => Array.from({ length }, (_, i) => element(i));
const spot = (index) => ({ x: index + 0.5, y: -1 - index / 4, label: `spot ${index}` });
const step = ($discriminator, member, value) => ({ $discriminator, member, value });

function reading(kind, index) {
  const value = [
    () => String(5_000_000_000n * BigInt(index - 2)),
    () => `text ${index}`,
    () => spot(index),
    () => list(index % 3, (i) => index - 100_000 * i),
  ][kind]();
  return { $discriminator: KINDS[kind], member: BRANCHES[KINDS[kind]], value };
}

/** As Connector takes it: unions by their member alone, the matrix as one list, nothing for what is absent. */
export function toConnector(sample) {
  return { ...plain(sample), matrix: sample.matrix.flat() };
}

function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  if ("$discriminator" in value) return { [value.member]: plain(value.value) };
  const present = Object.entries(value).filter(([, part]) => part !== null);
  return Object.fromEntries(present.map(([name, part]) => [name, plain(part)]));
}

/**
 * @param json of Connector, which rounds 64-bit integers and has numbers for enums
 * @param total and mask: the two that a number cannot hold, as digits
 */
export function fromConnector(json, { total, mask }, withOptional) {
  const { matrix, current, step, history } = json;
  const sample = { ...json, mode: KINDS[json.mode], total, mask, matrix: [matrix.slice(0, 3), matrix.slice(3)] };
  const [member] = Object.keys(step).filter((name) => !name.startsWith("$"));
  sample.step = { $discriminator: member === "small" ? 1 : -3, member, value: step[member] };
  sample.current = readingOf(current);
  sample.history = history.map(readingOf);
  if (!withOptional) return sample;
  const { ratio = null, remark = null, place = null, spare } = json;
  return { ...sample, ratio, remark, place, spare: spare === undefined ? null : readingOf(spare) };
}

function readingOf(json) {
  const kind = KINDS.find((name) => BRANCHES[name] in json);
  const value = json[BRANCHES[kind]];
  return { $discriminator: kind, member: BRANCHES[kind], value: kind === "NUMBER" ? String(value) : value };
}
