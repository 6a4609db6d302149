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
  /** The interfaces of a package, for messages about one that it has not. */
  names?(packageName: string, kind: RosInterfaceKind): readonly string[];
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
    names: (packageName, kind) =>
      Object.keys(texts).flatMap((path) => (path.startsWith(`${packageName}/${kind}/`) ? stemsIn([path], kind) : [])),
    hasPackage: (packageName) => Object.keys(texts).some((path) => path.startsWith(`${packageName}/`)),
    include,
  };
}

/** The names of the interfaces among files, without what installations make of them. */
export function stemsIn(files: readonly string[], kind: RosInterfaceKind): string[] {
  const stems = files.flatMap((file) => /(?:^|\/)([A-Za-z]\w*)\.(\w+)$/.exec(file)?.slice(1, 3).join(".") ?? []);
  const wanted = stems.filter((stem) => stem.endsWith(`.${kind}`) || stem.endsWith(".idl"));
  return [...new Set(wanted.map((stem) => stem.slice(0, stem.lastIndexOf("."))))];
}
