/**
 * Type hashes of ROS 2, `RIHS01_…` (REP 2016): SHA-256 of a JSON text that says the names and types of all members.
 * The text is that of Python's `json.dumps`, with a space behind each comma and colon.
 */
import { IdlError } from "../IdlError.js";
import { sha256 } from "../sha256.js";
import { type ActualType, type StructType, type TypeDescription, typeToString, unaliased } from "../types.js";
import { rosTypeNameOf } from "./typeNames.js";

/** The hash of a message type. @throws IdlError if the type is none that ROS 2 has */
export function rosTypeHash(type: StructType): string {
  return hashOf(rosName(type), structFields(type), reachable([type], new Map()));
}

/** Name and types of one of the parts of a service or action, in the order of REP 2016. */
export type RosTypeParts = readonly (readonly [field: string, type: RosHashed])[];

/** A message, or a service inside an action. */
export type RosHashed = StructType | { readonly name: string; readonly parts: RosTypeParts };

/**
 * The hash of a service (`request_message`, `response_message`, `event_message`) or action, whose description is a
 * struct of its parts.
 */
export function rosCompositeHash(name: string, parts: RosTypeParts): string {
  const types = new Map<string, string>();
  addParts(parts, types);
  return hashOf(
    name,
    parts.map(([field, part]) => partField(field, part)),
    types,
  );
}

function addParts(parts: RosTypeParts, types: Map<string, string>): void {
  for (const [, part] of parts) {
    if (!("parts" in part)) {
      types.set(rosName(part), describe(rosName(part), structFields(part)));
      reachable([part], types);
      continue;
    }
    types.set(
      part.name,
      describe(
        part.name,
        part.parts.map(([field, one]) => partField(field, one)),
      ),
    );
    addParts(part.parts, types);
  }
}

function partField(field: string, part: RosHashed): string {
  return fieldJson(field, NESTED_TYPE, 0, 0, "parts" in part ? part.name : rosName(part));
}

function hashOf(name: string, fields: readonly string[], referenced: ReadonlyMap<string, string>): string {
  const others = [...referenced].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  const text = `{"type_description": ${describe(name, fields)}, "referenced_type_descriptions": [${others.join(", ")}]}`;
  const digest = sha256(new TextEncoder().encode(text));
  return `RIHS01_${Array.from(digest, (octet) => octet.toString(16).padStart(2, "0")).join("")}`;
}

/** Adds the descriptions of all structs that the given ones hold. */
function reachable(structs: readonly StructType[], found: Map<string, string>): Map<string, string> {
  for (const { members } of structs) {
    for (const { type } of members) {
      const element = elementOf(type);
      if (element.kind !== "struct" || found.has(rosName(element))) continue;
      found.set(rosName(element), describe(rosName(element), structFields(element)));
      reachable([element], found);
    }
  }
  return found;
}

function elementOf(type: TypeDescription): ActualType {
  const actual = unaliased(type);
  return actual.kind === "sequence" || actual.kind === "array" ? elementOf(actual.element) : actual;
}

function describe(name: string, fields: readonly string[]): string {
  return `{"type_name": ${JSON.stringify(name)}, "fields": [${fields.join(", ")}]}`;
}

function structFields(type: StructType): string[] {
  return type.members.map(({ name, type: given }) => {
    const actual = unaliased(given);
    const [offset, capacity] = collectionOf(actual);
    const element = elementOf(actual);
    const [id, stringCapacity] = scalarId(element);
    return fieldJson(name, id + offset, capacity, stringCapacity, element.kind === "struct" ? rosName(element) : "");
  });
}

function fieldJson(name: string, id: number, capacity: number, stringCapacity: number, nested: string): string {
  const numbers = `"type_id": ${id}, "capacity": ${capacity}, "string_capacity": ${stringCapacity}`;
  return `{"name": ${JSON.stringify(name)}, "type": {${numbers}, "nested_type_name": ${JSON.stringify(nested)}}}`;
}

/** What the kind of collection adds to the number of the element's type, and its size or bound. */
function collectionOf(type: ActualType): readonly [offset: number, capacity: number] {
  if (type.kind === "array") return [48, type.dimensions.reduce((product, size) => product * size)];
  if (type.kind !== "sequence") return [0, 0];
  return type.bound === undefined ? [144, 0] : [96, type.bound];
}

/** The number of a type in `type_description_interfaces/msg/FieldType`, and the bound of a string. */
function scalarId(type: ActualType): readonly [id: number, stringCapacity: number] {
  if (type.kind === "string") return type.bound === undefined ? [17, 0] : [21, type.bound];
  if (type.kind === "wstring") return type.bound === undefined ? [18, 0] : [22, type.bound];
  const id = TYPE_IDS[type.kind];
  if (id === undefined) throw new IdlError("unsupported", `ROS 2 has no type hash for ${typeToString(type)}`);
  return [id, 0];
}

function rosName(type: StructType): string {
  const name = rosTypeNameOf(type.name);
  if (name === undefined) throw new IdlError("bad-value", `${type.name} is no type of ROS 2: it has no type hash`);
  return name;
}

const NESTED_TYPE = 1;
const TYPE_IDS: Readonly<Partial<Record<ActualType["kind"], number>>> = {
  struct: NESTED_TYPE,
  ...{ int8: 2, uint8: 3, int16: 4, uint16: 5, int32: 6, uint32: 7, int64: 8, uint64: 9 },
  ...{ float32: 10, float64: 11, float128: 12, char: 13, wchar: 14, boolean: 15, octet: 16 },
};
