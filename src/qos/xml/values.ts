// Texts of XML files to values. What is no such value is a QosError that says what is accepted; what the vendor knows
// and this implementation does not is a NotSupported with the reason.

import { QosError } from "../QosError.js";

/** A value that is right in the file and means nothing here. */
export class NotSupported {
  constructor(readonly reason: string) {}
}

export type Parse<T> = (text: string, path: string) => T | NotSupported;

export const anyText: Parse<string> = (text) => text;

export function wrong(path: string, text: string, accepted: string): QosError {
  const quoted = JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}...` : text);
  return new QosError("QOS_INVALID", path, `${quoted} is not accepted: give ${accepted}`);
}

/** Text that must be one of `words` (upper case or not); anything else is known and not supported for this reason. */
export function onlyWords(words: readonly string[], reason: string): Parse<string> {
  return (text) => (words.includes(text.toUpperCase()) ? text : new NotSupported(reason));
}

/** Kinds as the vendors write them, `RELIABLE_RELIABILITY_QOS` or `RELIABLE`: what is in front of the policy's name. */
export function kindText(notSupported: Readonly<Record<string, string>> = {}): Parse<string> {
  return (text) => {
    const plain = text.replace(/^DDS_/, "").replace(/(_[A-Z]+)?_QOS$/, "");
    return Object.hasOwn(notSupported, plain) ? new NotSupported(notSupported[plain]!) : plain;
  };
}

export const flagText: Parse<boolean> = (text, path) => {
  const plain = text.toLowerCase().replace(/^(dds_)?boolean_/, "");
  if (plain === "true" || plain === "1") return true;
  if (plain === "false" || plain === "0") return false;
  throw wrong(path, text, "true or false");
};

/** A whole number, decimal or hexadecimal, in a range. */
export function integerText(min: number, max: number): Parse<number> {
  return (text, path) => {
    const value = /^[+-]?(\d+|0x[0-9a-f]+)$/i.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw wrong(path, text, `a whole number from ${min} to ${max}`);
  };
}

export const int32Text = integerText(-2147483648, 2147483647);

/** Connext: a number, or LENGTH_UNLIMITED. */
export const lengthText: Parse<number> = (text, path) =>
  /^(DDS_)?LENGTH_UNLIMITED$/.test(text) ? Infinity : int32Text(text, path);

/** Fast DDS: a number; 0 and less is unlimited. */
export const fastLengthText: Parse<number> = (text, path) => {
  const value = int32Text(text, path);
  return typeof value === "number" && value <= 0 ? Infinity : value;
};

/** Octets in hexadecimal with dots, as Fast DDS writes them: `1.a0.ff`. */
export const dottedOctets: Parse<number[]> = (text, path) => {
  const parts = text === "" ? [] : text.split(".");
  if (parts.every((part) => /^[0-9a-f]{1,2}$/i.test(part))) return parts.map((part) => Number.parseInt(part, 16));
  throw wrong(path, text, "octets in hexadecimal with dots between them, like 1.a0.ff");
};

/** Octets with commas, as Connext writes them: `34, 0x2c`. */
export const commaOctets: Parse<number[]> = (text, path) => {
  const parts = text === "" ? [] : text.split(",").map((part) => part.trim());
  const octet = /^(\d{1,3}|0x[0-9a-f]{1,2})$/i;
  if (parts.every((part) => octet.test(part) && Number(part) <= 255)) return parts.map(Number);
  throw wrong(path, text, "octets with commas between them, decimal or hexadecimal, like 34,0x2c");
};

/** Cyclone DDS: a number with a unit, or "inf". Milliseconds. */
export const durationWithUnit: Parse<number> = (text, path) => {
  if (/^inf$/i.test(text)) return Infinity;
  const parts = /^(\d+(?:\.\d*)?(?:e[+-]?\d+)?)\s*(ns|us|ms|s|min|hr|h|day)$/i.exec(text);
  if (parts === null) throw wrong(path, text, "a number with a unit (ns, us, ms, s, min, hr, day), or inf");
  return Number(parts[1]) * MS_PER_UNIT[parts[2]!.toLowerCase()]!;
};

/** Cyclone DDS: a number of bytes with a unit. */
export const memorySize: Parse<number> = (text, path) => {
  const parts = /^(\d+(?:\.\d*)?)\s*(B|kB|KiB|MB|MiB|GB|GiB)$/i.exec(text);
  if (parts === null) throw wrong(path, text, "a number with a unit (B, kB, MB, GB)");
  return Math.round(Number(parts[1]) * 1024 ** "bkmg".indexOf(parts[2]![0]!.toLowerCase()));
};

/** True for four octets with dots. */
export function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}

/** 224.0.0.0/4. */
export function isMulticastIpv4(text: string): boolean {
  const first = Number.parseInt(text, 10);
  return isIpv4(text) && first >= 224 && first <= 239;
}

/** An IPv4 address; the word localhost is one. Names that have to be looked up, and IPv6, are not supported. */
export const ipv4Text: Parse<string> = (text, path) => {
  if (text === "") throw wrong(path, text, "an IPv4 address");
  if (text.toLowerCase() === "localhost") return "127.0.0.1";
  if (isIpv4(text)) return text;
  return new NotSupported(text.includes(":") ? "IPv6 is not built" : "names are not looked up: give an IPv4 address");
};

/** An IPv4 address with an optional port. */
export const peerText: Parse<string> = (text, path) => {
  const [host = "", port, ...rest] = text.split(":");
  if (rest.length > 0) return new NotSupported("IPv6 is not built");
  const address = ipv4Text(host, path);
  if (address instanceof NotSupported || port === undefined) return address;
  return `${address}:${integerText(1, 65535)(port, path)}`;
};

const MAX_QUOTED = 60;

const MS_PER_UNIT: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  hr: 3_600_000,
  day: 86_400_000,
};
