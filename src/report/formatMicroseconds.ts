// How durations and counts are rounded, in one place for the terminal and the page.

/** Text for a value that was not measured. */
export const NO_VALUE = "–";

/** Microseconds for a table, without unit: two decimals below 10, one below 100, else none. */
export function formatMicroseconds(us: number | null | undefined): string {
  if (us === null || us === undefined || !Number.isFinite(us)) return NO_VALUE;
  const size = Math.abs(us);
  // The bounds are where rounding would carry into the next class: 9.996 is "10.0", not "10.00".
  if (size < 9.995) return us.toFixed(2);
  if (size < 99.95) return us.toFixed(1);
  return us.toFixed(0);
}

/** A duration with its unit and three significant digits: "38.1 µs", "1.23 ms", "2.00 s". */
export function formatDuration(us: number | null | undefined): string {
  if (us === null || us === undefined || !Number.isFinite(us)) return NO_VALUE;
  const size = Math.abs(us);
  if (size < 999.5) return `${significant(us)}${NBSP}µs`;
  if (size < 999_500) return `${significant(us / 1000)}${NBSP}ms`;
  return `${significant(us / 1_000_000)}${NBSP}s`;
}

/** A round duration for an axis tick, without trailing zeros: "0.5 µs", "20 µs", "1 ms". */
export function formatTick(us: number): string {
  const size = Math.abs(us);
  const [value, unit] = size < 1000 ? [us, "µs"] : size < 1_000_000 ? [us / 1000, "ms"] : [us / 1_000_000, "s"];
  return `${Number(value.toPrecision(6))}${NBSP}${unit}`;
}

/** A ratio to two decimals: "1.42 ×". */
export function formatRatio(ratio: number | null | undefined): string {
  return ratio === null || ratio === undefined ? NO_VALUE : `${ratio.toFixed(2)}${NBSP}×`;
}

/** A share 0..1 as whole percent; a small share that is not zero is "<1 %". */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.005) return `<1${NBSP}%`;
  return `${(share * 100).toFixed(0)}${NBSP}%`;
}

/** A payload size: "64 B", "16 KiB", "1 MiB"; sizes that are no whole KiB stay in bytes. */
export function formatBytes(bytes: number): string {
  if (bytes >= MIB && bytes % MIB === 0) return `${bytes / MIB}${NBSP}MiB`;
  if (bytes >= KIB && bytes % KIB === 0) return `${bytes / KIB}${NBSP}KiB`;
  return `${bytes}${NBSP}B`;
}

/** A count or a rate for a table: whole numbers as they are, others with two decimals. */
export function formatCount(value: number | null | undefined): string {
  if (value === null || value === undefined) return NO_VALUE;
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** A figure whose unit is in its name: three digits, large ones whole. */
export function formatFigure(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NO_VALUE;
  return Number.isInteger(value) || Math.abs(value) >= 999.5 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

/** A rate with three digits and a prefix: "1.23 M", "45.6 k", "789". */
export function formatRate(perSecond: number | null | undefined): string {
  if (perSecond === null || perSecond === undefined || !Number.isFinite(perSecond)) return NO_VALUE;
  if (perSecond >= 999.5e6) return `${significant(perSecond / 1e9)}${NBSP}G`;
  if (perSecond >= 999.5e3) return `${significant(perSecond / 1e6)}${NBSP}M`;
  if (perSecond >= 999.5) return `${significant(perSecond / 1e3)}${NBSP}k`;
  return significant(perSecond);
}

/** An amount of memory or traffic with three digits: "1.23 MiB", "45.6 KiB", "789 B". */
export function formatAmount(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return NO_VALUE;
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let [value, unit] = [bytes, 0];
  for (; Math.abs(value) >= 999.5 && unit < units.length - 1; unit++) value /= KIB;
  return `${unit === 0 ? formatCount(value) : significant(value)}${NBSP}${units[unit]}`;
}

function significant(value: number): string {
  const size = Math.abs(value);
  if (size < 9.995) return value.toFixed(2);
  if (size < 99.95) return value.toFixed(1);
  return value.toFixed(0);
}

const NBSP = "\u00a0";
const KIB = 1024;
const MIB = 1024 * 1024;
