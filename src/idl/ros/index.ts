/** Interfaces of ROS 2: `.msg`, `.srv`, `.action` and `.idl` files in, messages as they are on the wire out. */
export { buildMessage, EMPTY_MESSAGE_MEMBER, type RosMessage, type RosTypeLookup } from "./buildMessage.js";
export type {
  RosActionDefinition,
  RosCollection,
  RosConstant,
  RosField,
  RosFieldType,
  RosMessageDefinition,
  RosPrimitive,
  RosServiceDefinition,
} from "./definitions.js";
export { eventOf, feedbackMessageOf, getResultOf, sendGoalOf } from "./derived.js";
export { messageFromIdl, parseRosIdl, type RosIdlFile } from "./fromIdl.js";
export { parseAction, parseMsg, parseMsgBundle, parseSrv } from "./parseMsg.js";
export { type RosHashed, type RosTypeParts, rosCompositeHash, rosTypeHash } from "./typeHash.js";
export {
  ddsTypeName,
  parseRosTypeName,
  type RosInterfaceKind,
  type RosTypeName,
  rosTypeNameOf,
  rosTypeNameToString,
} from "./typeNames.js";
