// RTPS 2.5 §8.2.4.4 and §9.3.2: locators. Only UDPv4 is spoken; other kinds are kept for reports and never sent to.

export const LOCATOR_KIND_INVALID = -1;
export const LOCATOR_KIND_RESERVED = 0;
export const LOCATOR_KIND_UDPv4 = 1;
export const LOCATOR_KIND_UDPv6 = 2;

/** Where a participant can be reached. `host` is dotted text for UDPv4 and "" for every other kind. */
export interface Locator {
  readonly kind: number;
  readonly port: number;
  /** 16 octets; an IPv4 address stands in the last four. */
  readonly address: Uint8Array;
  readonly host: string;
}

/** Makes a UDPv4 locator from dotted text; throws on anything that is not four numbers of 0-255. */
export function udpv4Locator(host: string, port: number): Locator {
  const parts = host.split(".");
  const address = new Uint8Array(16);
  if (parts.length !== 4) throw new TypeError(`not an IPv4 address: ${host}`);
  for (let i = 0; i < 4; i++) {
    const octet = Number(parts[i]);
    if (!/^\d{1,3}$/.test(parts[i]!) || octet > 255) throw new TypeError(`not an IPv4 address: ${host}`);
    address[12 + i] = octet;
  }
  return { kind: LOCATOR_KIND_UDPv4, port, address, host: parts.map(Number).join(".") };
}

/** Makes a locator from the fields of the wire. Copies the address. */
export function locatorFromWire(kind: number, port: number, bytes: Uint8Array, offset: number): Locator {
  const address = bytes.slice(offset, offset + 16);
  let host = "";
  if (kind === LOCATOR_KIND_UDPv4) host = `${address[12]}.${address[13]}.${address[14]}.${address[15]}`;
  return { kind, port, address, host };
}

/**
 * True if a datagram can be sent there: UDPv4, a port of 1-65535, an address that is not 0.0.0.0 and whose
 * first twelve octets are zero (§9.3.2). A locator that fails is skipped, never its participant.
 */
export function isUsableLocator(locator: Locator): boolean {
  if (locator.kind !== LOCATOR_KIND_UDPv4 || locator.port < 1 || locator.port > 65535) return false;
  for (let i = 0; i < 12; i++) if (locator.address[i] !== 0) return false;
  return locator.host !== "0.0.0.0";
}

/** 224.0.0.0/4. */
export function isMulticastHost(host: string): boolean {
  const first = Number.parseInt(host, 10);
  return first >= 224 && first <= 239;
}

export function sameLocator(a: Locator, b: Locator): boolean {
  if (a.kind !== b.kind || a.port !== b.port) return false;
  for (let i = 0; i < 16; i++) if (a.address[i] !== b.address[i]) return false;
  return true;
}

/** "udp/127.0.0.1:7410" for reports. */
export function locatorToString(locator: Locator): string {
  if (locator.kind === LOCATOR_KIND_UDPv4) return `udp/${locator.host}:${locator.port}`;
  return `kind ${locator.kind}:${locator.port}`;
}
