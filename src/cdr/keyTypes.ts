/**
 * The types behind keys. A key-only payload and a key hash are ordinary payloads of a smaller struct, so the same
 * codecs serve them (XTypes 1.3 §7.6.8, RTPS 2.5 §9.6.4.8).
 */
import type { StructMember, StructType, TypeDescription } from "../idl/index.js";

/**
 * What a key-only payload (K flag) holds: the key members in definition order, with the framing of the type itself.
 * A struct used as key without @key inside is key as a whole.
 */
export function keyPayloadType(type: StructType): StructType {
  return project(type, { forceFinal: false, byId: false }, new Map(), true);
}

/**
 * The KeyHolder of the key hash: final everywhere, members by ascending id. Connext keeps the definition order in
 * XCDR1; the two differ only where ids were given by hand or hashed.
 */
export function keyHolderType(type: StructType, order: "id" | "definition" = "id"): StructType {
  return project(type, { forceFinal: true, byId: order === "id" }, new Map(), true);
}

interface Projection {
  readonly forceFinal: boolean;
  readonly byId: boolean;
}

type OpenStruct = { -readonly [Key in keyof StructType]: StructType[Key] };

function project(type: StructType, how: Projection, done: Map<StructType, StructType>, isTopic: boolean): StructType {
  const known = done.get(type);
  if (known !== undefined) return known;
  const open: OpenStruct = { ...type, extensibility: how.forceFinal ? "final" : type.extensibility };
  // Registered before its members: a recursive key struct refers back to it.
  done.set(type, open);
  const keys = isTopic || type.hasKey ? type.members.filter((member) => member.key) : type.members;
  const ordered = how.byId ? [...keys].sort((a, b) => a.id - b.id) : keys;
  const members = ordered.map((member): StructMember => ({ ...member, type: projectPart(member.type, how, done) }));
  open.members = Object.freeze(members);
  return Object.freeze(open);
}

function projectPart(type: TypeDescription, how: Projection, done: Map<StructType, StructType>): TypeDescription {
  switch (type.kind) {
    case "struct":
      return project(type, how, done, false);
    case "sequence":
    case "array":
      return { ...type, element: projectPart(type.element, how, done) };
    default:
      return type;
  }
}
