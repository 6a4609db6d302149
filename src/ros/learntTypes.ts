// Types of ROS 2 that were learnt from the wire. Where rosidl's DDS IDL was compiled, members end with an underscore.

import {
  array,
  type MemberOptions,
  type StructType,
  sequence,
  struct,
  type TypeDescription,
  unaliased,
} from "../idl/index.js";

/** The type with the names that ROS has for its members. Types without those underscores are returned as they are. */
export function withRosMemberNames(type: StructType): StructType {
  return new Renaming().struct(type);
}

class Renaming {
  private readonly done = new Map<StructType, StructType>();

  struct(type: StructType): StructType {
    const before = this.done.get(type);
    if (before !== undefined) return before;
    const isRosidl = type.members.every(({ name }) => /[a-z0-9]_$/i.test(name));
    const made = isRosidl ? this.renamed(type) : type;
    this.done.set(type, made);
    return made;
  }

  private renamed(type: StructType): StructType {
    const members: Record<string, MemberOptions> = {};
    for (const member of type.members)
      members[member.name.slice(0, -1)] = { type: this.type(member.type), key: member.key };
    return struct(type.name, members, { extensibility: type.extensibility });
  }

  private type(given: TypeDescription): TypeDescription {
    const type = unaliased(given);
    if (type.kind === "struct") return this.struct(type);
    if (type.kind === "sequence") return sequence(this.type(type.element), type.bound);
    return type.kind === "array" ? array(this.type(type.element), ...type.dimensions) : type;
  }
}
