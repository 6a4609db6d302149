// Peers as the options of the commands take them.

/** True for an IPv4 address with an optional port. */
export function isPeer(text: string): boolean {
  const [address = "", port, ...rest] = text.split(":");
  const octets = address.split(".");
  const isAddress = octets.length === 4 && octets.every((octet) => /^\d{1,3}$/.test(octet) && Number(octet) <= 255);
  const isPort = port === undefined || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65535);
  return isAddress && isPort && rest.length === 0;
}
