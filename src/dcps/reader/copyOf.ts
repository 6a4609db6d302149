// Values are handed out to users, who may change them: what a reader keeps of them is a copy.

/** A copy of a value of a type, with everything in it. */
export function copyOf<V>(value: V): V {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf) as V;
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, copyOf(item)])) as V;
  if (ArrayBuffer.isView(value)) return (value as unknown as Uint8Array).slice() as V;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member)])) as V;
}
