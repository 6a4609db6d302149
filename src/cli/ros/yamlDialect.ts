// YAML as users of ROS 2 know it: version 1.1 the way PyYAML has it, where yes and on are true, but y is a text. Good,
// for y is a member of every point.

import type { DocumentOptions, ParseOptions, ScalarTag, SchemaOptions, Tags } from "yaml";

export const ROS_YAML: ParseOptions & DocumentOptions & SchemaOptions = {
  version: "1.1",
  intAsBigInt: true,
  customTags: (tags) => [...tags.filter((tag) => !isBoolTag(tag)), boolTag(TRUE, true), boolTag(FALSE, false)],
};

function isBoolTag(tag: Tags[number]): boolean {
  return typeof tag === "object" && tag.tag === BOOL_TAG;
}

function boolTag(test: RegExp, value: boolean): ScalarTag {
  return {
    tag: BOOL_TAG,
    default: true,
    test,
    identify: (given) => given === value,
    resolve: () => value,
    stringify: () => String(value),
  };
}

const BOOL_TAG = "tag:yaml.org,2002:bool";
const TRUE = /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const FALSE = /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/;
