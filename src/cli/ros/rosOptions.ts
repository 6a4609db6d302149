// Options of `--ros`, which several commands have: where the definitions of packages are.

import type { Command } from "commander";
import { expandRosName, IdlError, openRosPackages, type RosPackages, type StructType } from "../../index.js";
import { CliError } from "../CliError.js";
import { collect } from "../options.js";

export interface RosOptions {
  readonly ros?: boolean;
  readonly rosPath?: readonly string[];
  readonly rosDistro?: string;
}

/** Adds the options for endpoints of ROS 2. */
export function addRosOptions(command: Command): Command {
  return command
    .optionsGroup("ROS 2:")
    .option("--ros", "names, types and QoS of ROS 2: rtps … --ros /chatter std_msgs/msg/String")
    .option("--ros-path <folder>", "packages with .msg, .srv, .action or .idl files; repeatable", collect)
    .option(
      "--ros-distro <name>",
      "whose common packages to use without an installation (default: $ROS_DISTRO or jazzy)",
    );
}

/** Folders of the options, then AMENT_PREFIX_PATH, then the common packages. */
export function rosPackages(options: RosOptions): RosPackages {
  return openRosPackages({
    ...(options.rosPath === undefined ? {} : { folders: options.rosPath }),
    ...(options.rosDistro === undefined ? {} : { distro: options.rosDistro }),
  });
}

/** The type of a message. @throws CliError that says where to look for a package that is not there; IdlError for mistakes */
export function rosType(packages: RosPackages, name: string): StructType {
  try {
    return packages.message(name).type;
  } catch (error) {
    if (!(error instanceof IdlError) || error.code !== "unknown-name") throw error;
    if (!error.message.includes("there is no package")) throw new CliError(error.message);
    throw new CliError(`${error.message}: name the folder of its package with --ros-path`);
  }
}

/** "chatter" and "/chatter" are one topic; so are "std_msgs/String" and "std_msgs/msg/String". */
export function rosName(topicName: string): string {
  return expandRosName(topicName);
}

/** For commands without `--ros`. */
export function refuseRosType(rosType: string | undefined): void {
  if (rosType === undefined) return;
  throw new CliError(`too many arguments: ${rosType} behind the topic is for --ros, other types come with --type`);
}
