// Defaults are shared by everybody: nobody may change them. Octets cannot be frozen.

/** Freezes a value and what it holds. */
export function freeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === "object" && part !== null && !ArrayBuffer.isView(part)) freeze(part);
  }
  return Object.freeze(value);
}
