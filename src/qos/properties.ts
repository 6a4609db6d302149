// DDS Security 1.1 §7.2.1: what of a PROPERTY list others get to see.

import type { PropertyQos } from "./policies.js";

/** Names and values of the properties that are announced. */
export function propagatedProperties(property: PropertyQos): (readonly [string, string])[] {
  return property.value.filter((one) => one.propagate).map((one) => [one.name, one.value] as const);
}

/** What another announced, as a policy: all of it was propagated. */
export function propertyQosOf(pairs: readonly (readonly [string, string])[]): PropertyQos {
  return { value: pairs.map(([name, value]) => ({ name, value, propagate: true })) };
}
