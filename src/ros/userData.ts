// USER_DATA as rmw writes it: `key=value;` for each setting. Participants tell their enclave, endpoints the hash of
// their type.

/** The settings; what is none is left out. */
export function parseRosUserData(userData: Uint8Array): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  for (const part of new TextDecoder().decode(userData).split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0 && !settings.has(part.slice(0, equals))) settings.set(part.slice(0, equals), part.slice(equals + 1));
  }
  return settings;
}

/** USER_DATA with these settings. */
export function formatRosUserData(settings: Readonly<Record<string, string>>): Uint8Array {
  const text = Object.entries(settings).map(([key, value]) => `${key}=${value};`);
  return new TextEncoder().encode(text.join(""));
}

/** The type hash that an endpoint announces: `RIHS01_…`. */
export function announcedTypeHash(userData: Uint8Array): string | undefined {
  const hash = parseRosUserData(userData).get("typehash");
  return hash !== undefined && /^RIHS\d\d_[0-9a-f]{64}$/.test(hash) ? hash : undefined;
}
