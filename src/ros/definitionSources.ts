// Where interface files of ROS 2 come from. Sources that read folders are in src/runtime/rosFiles.ts.

import type { RosInterfaceKind, RosTypeName } from "../idl/ros/index.js";

/** One interface file. */
export interface RosDefinitionFile {
  /** For messages: a path, or a name that says where the text comes from. */
  readonly file: string;
  readonly format: RosInterfaceKind | "idl";
  readonly text: string;
}

/** Finds interface files by name. */
export interface RosDefinitionSource {
  /** For messages: "/opt/ros/jazzy". */
  readonly name: string;
  find(wanted: RosTypeName): RosDefinitionFile | undefined;
  hasPackage(packageName: string): boolean;
  /** The text of a file by its path inside the packages, for `#include "pkg/msg/Name.idl"`. */
  include(path: string): RosDefinitionFile | undefined;
}

/** Definitions in memory. @param texts by path: "my_msgs/msg/Pose.msg" */
export function rosDefinitions(
  texts: Readonly<Record<string, string>>,
  name = "given definitions",
): RosDefinitionSource {
  const include = (path: string): RosDefinitionFile | undefined => {
    const text = Object.hasOwn(texts, path) ? texts[path]! : undefined;
    const format = path.slice(path.lastIndexOf(".") + 1) as RosDefinitionFile["format"];
    return text === undefined ? undefined : { file: path, format, text };
  };
  return {
    name,
    find({ packageName, kind, name: wanted }) {
      const stem = `${packageName}/${kind}/${wanted}`;
      return include(`${stem}.${kind}`) ?? include(`${stem}.idl`);
    },
    hasPackage: (packageName) => Object.keys(texts).some((path) => path.startsWith(`${packageName}/`)),
    include,
  };
}
