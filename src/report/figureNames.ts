// What a benchmark's own figures are called on a page, and how they are written: by the unit that their name ends with.

import { formatAmount, formatCount, formatDuration, formatRate, formatShare } from "./formatMicroseconds.js";

/** "discoveryMs" -> "Discovery"; names that are abbreviations have titles of their own. */
export function figureTitle(name: string): string {
  const known = TITLES[name];
  if (known !== undefined) return known;
  const words = name
    .replace(unitOf(name), "")
    .replace(/([a-z0-9])([A-Z])/g, (_, before, next) => `${before} ${next.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The value with its unit. */
export function figureText(name: string, value: number | undefined): string {
  if (value === undefined) return formatCount(value);
  return isShare(name) ? formatShare(value) : (FORMATS[unitOf(name)] ?? formatPlain)(value);
}

/** Shares are drawn from 0 to 1. */
export function isShare(name: string): boolean {
  return unitOf(name) === "Share" || SHARES.has(name);
}

function unitOf(name: string): string {
  return Object.keys(FORMATS).find((unit) => name.endsWith(unit)) ?? "";
}

function formatPlain(value: number): string {
  return Math.abs(value) >= 1000 ? formatRate(value) : formatCount(value);
}

const FORMATS: Readonly<Record<string, (value: number) => string>> = {
  PerSecond: (value) => `${formatRate(value)}/s`,
  Percent: (value) => `${value.toFixed(0)}\u00a0%`,
  Share: formatShare,
  Bytes: formatAmount,
  Mb: (value) => `${formatRate(value)}\u00a0MB`,
  Us: formatDuration,
  Ms: (value) => formatDuration(value * 1000),
  Seconds: (value) => formatDuration(value * 1e6),
};

const SHARES: ReadonlySet<string> = new Set(["up", "delivery"]);

const TITLES: Readonly<Record<string, string>> = {
  p50Us: "P50",
  p90Us: "P90",
  p99Us: "P99",
  up: "Nodes up",
  delivery: "Delivery among those up",
  pssMb: "Memory (PSS)",
  pssAddedPerNodeMb: "Memory that a node adds",
  offeredHz: "Rate of each node, reached",
  discoveryMs: "Discovery time",
  cpuPercent: "CPU",
  samplesPerSecond: "Samples",
};
