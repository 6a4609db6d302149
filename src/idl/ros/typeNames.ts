/**
 * Names of ROS 2 interfaces: `pkg/msg/Name` as users write them, `pkg::msg::dds_::Name_` as DDS announces them
 * (design.ros2.org, "Topic and Service name mapping to DDS").
 */
import { IdlError, type SourceLocation } from "../IdlError.js";

/** What the file of an interface describes. Services and actions consist of messages. */
export type RosInterfaceKind = "msg" | "srv" | "action";

/** A ROS name, taken apart. */
export interface RosTypeName {
  readonly packageName: string;
  readonly kind: RosInterfaceKind;
  /** `String`; of a part of a service or action `SetBool_Request`. */
  readonly name: string;
}

/**
 * Reads `pkg/msg/Name`, `pkg/srv/Name` or `pkg/action/Name`; `pkg/Name` is one of `kind`. `::` separates as well.
 *
 * @throws IdlError if the text is no such name
 */
export function parseRosTypeName(text: string, kind: RosInterfaceKind = "msg", at?: SourceLocation): RosTypeName {
  const parts = text.split(/\/|::/);
  const [packageName = "", middle = "", name = ""] = parts.length === 2 ? [parts[0], kind, parts[1]] : parts;
  if (parts.length < 2 || parts.length > 3 || !isKind(middle)) {
    throw new IdlError("bad-value", `"${text}" is no name of a ROS interface: write it like std_msgs/msg/String`, at);
  }
  if (!isPackageName(packageName)) throw new IdlError("bad-value", `"${packageName}" ${PACKAGE_RULE}`, at);
  if (!isInterfaceName(name)) throw new IdlError("bad-value", `"${name}" ${INTERFACE_RULE}`, at);
  return { packageName, kind: middle, name };
}

/** `pkg/msg/Name`. */
export function rosTypeNameToString({ packageName, kind, name }: RosTypeName): string {
  return `${packageName}/${kind}/${name}`;
}

/** `pkg/msg/Name` → `pkg::msg::dds_::Name_`, the type name that ROS 2 announces. */
export function ddsTypeName(rosName: string): string {
  const { packageName, kind, name } = parseRosTypeName(rosName);
  return `${packageName}::${kind}::dds_::${name}_`;
}

/** `pkg::msg::dds_::Name_` → `pkg/msg/Name`; undefined for a name that is none of ROS. */
export function rosTypeNameOf(ddsName: string): string | undefined {
  const match = DDS_NAME.exec(ddsName);
  return match === null ? undefined : `${match[1]}/${match[2]}/${match[3]}`;
}

export function isPackageName(text: string): boolean {
  return /^(?!.*__)(?!.*_$)[a-z][a-z0-9_]*$/.test(text);
}

/** Of an interface, or of the messages that a service or action is made of. */
export function isInterfaceName(text: string): boolean {
  return /^[A-Z][A-Za-z0-9]*(_[A-Z][A-Za-z]*){0,2}$/.test(text);
}

function isKind(text: string): text is RosInterfaceKind {
  return text === "msg" || text === "srv" || text === "action";
}

const DDS_NAME = /^([a-z][a-z0-9_]*)::(msg|srv|action)::dds_::([A-Z][A-Za-z0-9_]*)_$/;
const PACKAGE_RULE = "cannot be the name of a ROS package: lower-case letters, digits and single underscores";
const INTERFACE_RULE = "cannot be the name of a ROS interface: letters and digits, the first a capital";
