// The sample files, and what they were read into.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Environment,
  type ProfileKind,
  parseQosFiles,
  type QosFile,
  type QosProfile,
} from "../../../src/qos/index.js";
import { PROJECT } from "../../support/sourceFacts.js";

export const ENV: Environment = {
  LAN_INTERFACE: "eth7",
  SOURCE: "camera",
  CELL: "4",
  SHAPES_PARTITION: "A",
};

export function textOf(name: string): string {
  return readFileSync(join(PROJECT, "test", "fixtures", "qos", name), "utf8");
}

export function readFixtures(names: readonly string[], env: Environment = ENV): QosFile {
  return parseQosFiles(
    names.map((file) => ({ text: textOf(file), file })),
    env,
  );
}

/** The profile of that kind and name; fails if there is none. */
export function profileOf<Kind extends ProfileKind>(file: QosFile, kind: Kind, name: string, topicFilter?: string) {
  const found = file.profiles.find(
    (one): one is Extract<QosProfile, { kind: Kind }> =>
      one.kind === kind && one.name === name && one.topicFilter === topicFilter,
  );
  if (found === undefined) throw new Error(`no ${kind} profile ${name}`);
  return found;
}

/** "line path = value" of what was ignored, with the reason. */
export function ignoredLines(file: QosFile): string[] {
  return file.ignored.map(
    (one) => `${one.line} ${one.path.split("/").slice(-2).join("/")} = ${one.value}: ${one.reason}`,
  );
}
