// With -v d: what the options came to, one line each.

import type { ShapeOptions } from "./ShapeOptions.js";

export function describeOptions(options: ShapeOptions): string[] {
  return ["options:", ...Object.entries(options).map(([name, value]) => `    ${name} = ${inWords(value)}`)];
}

/** QoS as it was asked for. */
export function describeQos(title: string, qos: object): string[] {
  return [`${title}:`, ...Object.entries(qos).map(([name, value]) => `    ${name} = ${inWords(value)}`)];
}

function inWords(value: unknown): string {
  if (value === undefined) return "default";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
