/**
 * ROS messages in IDL files, as rosidl reads them: structs in `module pkg { module msg { … }; };`, and their constants
 * in a module `Name_Constants` beside them.
 */
import { array, type MemberOptions, sequence, struct, uint8 } from "../build/index.js";
import { IdlError } from "../IdlError.js";
import type { IdlModel } from "../IdlModel.js";
import { type StructType, type TypeDescription, typeToString } from "../types.js";
import { EMPTY_MESSAGE_MEMBER, type RosMessage } from "./buildMessage.js";
import type { RosConstant } from "./definitions.js";
import { ddsTypeName } from "./typeNames.js";

/** `pkg/msg/Name` of every struct of a model whose modules are those of ROS. */
export function rosNamesIn(model: IdlModel): readonly string[] {
  return model.structs.map(({ name }) => rosNameOfIdl(name)).filter((name) => name !== undefined);
}

/**
 * The message of an IDL model, under its name on the wire.
 *
 * @param name `pkg/msg/Name`, or a part of a service or action
 * @param known types that have been made already, by ROS name; what is made is added
 * @throws IdlError if the model has no such struct, or it has what ROS messages cannot have
 */
export function messageFromIdl(model: IdlModel, name: string, known: Map<string, StructType>): RosMessage {
  const scoped = name.replaceAll("/", "::");
  const found = model.structs.find((one) => one.name === scoped);
  if (found === undefined) {
    const names = rosNamesIn(model).join(", ") || "none of ROS";
    throw new IdlError("unknown-name", `there is no struct ${scoped}; the messages here are ${names}`);
  }
  const prefix = `${scoped}_Constants::`;
  const constants: RosConstant[] = [];
  for (const [constant, value] of model.constants) {
    if (!constant.startsWith(prefix) || typeof value === "object") continue;
    constants.push({ name: constant.slice(prefix.length), type: undefined, value, comment: "" });
  }
  const memberComments = new Map<string, string>();
  return { name, type: renamed(found, name, known), constants, comment: "", memberComments };
}

function rosNameOfIdl(scoped: string): string | undefined {
  const match = /^(\w+)::(msg|srv|action)::(\w+)$/.exec(scoped);
  return match === null ? undefined : `${match[1]}/${match[2]}/${match[3]}`;
}

function renamed(type: StructType, name: string, known: Map<string, StructType>): StructType {
  const before = known.get(name);
  if (before !== undefined) return before;
  const members: Record<string, MemberOptions> = {};
  for (const member of type.members) {
    const { defaultValue, unit } = member;
    members[member.name] = {
      type: onWire(member.type, known),
      key: member.key,
      ...(defaultValue === undefined ? {} : { defaultValue }),
      ...(unit === undefined ? {} : { unit }),
    };
  }
  // As in a .msg without fields.
  if (type.members.length === 0) members[EMPTY_MESSAGE_MEMBER] = { type: uint8 };
  const made = struct(ddsTypeName(name), members, { extensibility: "final" });
  known.set(name, made);
  return made;
}

/** Without typedefs, which IDL needs for arrays, and with the names that structs have on the wire. */
function onWire(type: TypeDescription, known: Map<string, StructType>): TypeDescription {
  switch (type.kind) {
    case "alias":
      return onWire(type.target, known);
    case "sequence":
      return sequence(onWire(type.element, known), type.bound);
    case "array":
      return array(onWire(type.element, known), ...type.dimensions);
    case "struct": {
      const name = rosNameOfIdl(type.name);
      if (name === undefined) throw new IdlError("unsupported", `${type.name} is in no module of a ROS package`);
      return renamed(type, name, known);
    }
    case "union":
    case "map":
    case "bitset":
    case "bitmask":
    case "enum":
      throw new IdlError("unsupported", `messages of ROS 2 have no ${type.kind}, such as ${typeToString(type)}`);
    default:
      return type;
  }
}
