/**
 * Values of a type as JSON and back: 64-bit integers as strings, typed arrays as arrays, maps as lists of pairs, absent
 * optional members as null, unions as `{ $discriminator, member, value }`, floats that JSON has no number for as strings.
 */
import type { TypeDescription } from "../../idl/index.js";
import { JsonReader } from "./JsonReader.js";
import { JsonWriter } from "./JsonWriter.js";
import type { Json } from "./jsonText.js";

/** The JSON form of a decoded value. Throws CdrError "bad-value" when it is no value of the type. */
export function toJson(type: TypeDescription, value: unknown): Json {
  return new JsonWriter(type).write(type, value);
}

/**
 * The value of a JSON form, ready to be serialized. Throws CdrError "bad-value" with the path of what does not fit;
 * ranges and bounds are checked when it is serialized. 64-bit integers may be numbers as far as these are exact, enums
 * their numbers, maps with strings as keys objects.
 *
 * @param int64 what 64-bit integers become
 * @param missing whether a member of a struct or bitset that is not there takes its default
 */
export function fromJson(
  type: TypeDescription,
  json: unknown,
  int64: "bigint" | "number" = "bigint",
  missing: "refuse" | "default" = "refuse",
): unknown {
  return new JsonReader(type, int64, missing).read(type, json);
}
