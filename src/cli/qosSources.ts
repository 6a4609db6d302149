// Where QoS comes from besides the options: vendors' XML files, and their environment variables when that is asked for.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  decodeXml,
  findProfile,
  parseDiscoveryPeers,
  parseQosFiles,
  profileNames,
  type QosFile,
  type QosSource,
  splitCycloneUri,
} from "../index.js";
import { CliError } from "./CliError.js";
import { complain } from "./output.js";

export interface QosSourceOptions {
  readonly qosFile?: readonly string[];
  readonly qosEnv?: boolean;
  readonly profile?: string;
}

/** A file that applies. */
export interface AppliedFile {
  readonly file: QosFile;
  /** The profile to take from it; undefined: its default. */
  readonly profile: string | undefined;
  /** From --qos-file; the environment has been reported. */
  readonly isOption: boolean;
}

/** Reads the files of the options, and the environment if that is asked for, which standard error tells. */
export function readQosSources(options: QosSourceOptions): AppliedFile[] {
  const { profile, qosFile, qosEnv } = options;
  const fromEnvironment = qosEnv === true ? readEnvironment() : [];
  const fromOptions = qosFile === undefined ? [] : [readQosFiles(qosFile)];
  const all = [...fromEnvironment, ...fromOptions];
  if (profile !== undefined) checkProfile(all, profile);
  for (const file of fromOptions) checkDefault(file, profile);
  return all.flatMap((file): AppliedFile[] => {
    const isOption = fromOptions.includes(file);
    if (profile !== undefined && hasProfile(file, profile)) return [{ file, profile, isOption }];
    // What has no profiles to choose from holds in any case.
    return profile === undefined || !isChoice(file) ? [{ file, profile: undefined, isOption }] : [];
  });
}

/** Reads files of one vendor. */
export function readQosFiles(names: readonly string[]): QosFile {
  return parseQosFiles(
    names.map((file) => ({ file, text: readText(file) })),
    process.env,
    { keepsUnusable: true },
  );
}

function hasProfile(file: QosFile, profile: string): boolean {
  return profileNames(file).some((name) => name === profile || name.endsWith(`::${profile}`));
}

/** True for files with profiles of which one is chosen; those of Cyclone DDS, and peers, apply as they are. */
function isChoice({ vendor, profiles }: QosFile): boolean {
  return vendor !== "cyclone" && !(profiles.length === 1 && profiles[0]!.isDefault);
}

function checkProfile(files: readonly QosFile[], profile: string): void {
  const [first] = files;
  if (first === undefined) throw new CliError("--profile names a part of a file: give the file with --qos-file");
  // Says which profiles there are.
  if (!files.some((file) => hasProfile(file, profile))) findProfile(first, profile, "participant");
}

function checkDefault(file: QosFile, profile: string | undefined): void {
  if (profile !== undefined || file.profiles.some((one) => one.isDefault)) return;
  const names = profileNames(file).join(", ") || "there is none";
  throw new CliError(`no profile is marked as default: choose one with --profile (${names})`);
}

/** Nothing in the files of --qos-file is left out without a word; `rtps qos` has the list. */
export function reportIgnored(files: readonly AppliedFile[], { qosFile = [] }: QosSourceOptions): void {
  const file = files.find(({ isOption }) => isOption)?.file;
  if (file === undefined || file.ignored.length === 0) return;
  const what = `rtps qos ${qosFile.join(" ")} lists what is ignored`;
  complain(`${what}: ${file.ignored.length} of ${file.ignored.length + file.understood.length} values`);
}

function readText(file: string): string {
  let octets: Uint8Array;
  try {
    octets = readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError(code === "ENOENT" ? `no such QoS file: ${file}` : `cannot read ${file}: ${code}`);
  }
  return decodeXml(octets, file);
}

/** Reads what the vendors' own libraries would read, and says so on standard error. */
function readEnvironment(): QosFile[] {
  const found: QosFile[] = [];
  for (const [names, read] of ENVIRONMENT) {
    const name = names.find((one) => (process.env[one] ?? "") !== "");
    if (name === undefined) continue;
    const file = read(process.env[name]!, name);
    const { understood, ignored } = file;
    complain(`${name}: ${understood.length} taken, ${ignored.length} ignored`);
    found.push(file);
  }
  if (found.length === 0) {
    const known = ENVIRONMENT.flatMap(([names]) => names).join(", ");
    complain(`--qos-env: nothing taken, none of these is set: ${known}`);
  }
  return found;
}

const ENVIRONMENT: readonly (readonly [readonly string[], (value: string, name: string) => QosFile])[] = [
  [["CYCLONEDDS_URI"], readCycloneUri],
  [["FASTDDS_DEFAULT_PROFILES_FILE", "FASTRTPS_DEFAULT_PROFILES_FILE"], (file) => readQosFiles([file])],
  [["NDDS_QOS_PROFILES"], readNddsProfiles],
  [["NDDS_DISCOVERY_PEERS"], parseDiscoveryPeers],
];

function readCycloneUri(uri: string, name: string): QosFile {
  const sources = splitCycloneUri(uri).map(
    (source): QosSource =>
      "file" in source ? { file: source.file, text: readText(source.file) } : { file: name, text: source.text },
  );
  return parseQosFiles(sources, process.env);
}

/** Groups of URLs, separated by semicolons; of a group `[a | b]` the first that is there counts. */
function readNddsProfiles(value: string, name: string): QosFile {
  const groups = value.split(";").filter((group) => group.trim() !== "");
  return parseQosFiles(
    groups.map((group) => firstOfGroup(group, name)),
    process.env,
  );
}

function firstOfGroup(group: string, name: string): QosSource {
  const urls = group
    .trim()
    .replace(/^\[(.*)\]$/s, "$1")
    .split("|");
  for (const [i, url] of urls.entries()) {
    try {
      return readUrl(url.trim(), name);
    } catch (error) {
      if (i === urls.length - 1) throw error;
    }
  }
  throw new CliError(`${name}: a group of URLs is empty`);
}

function readUrl(url: string, name: string): QosSource {
  const inline = /^str:\/\/"?(.*?)"?$/s.exec(url);
  if (inline !== null) return { file: name, text: inline[1]! };
  const file = /^file:\/\/\//.test(url) ? fileURLToPath(url) : url.replace(/^file:\/\//, "");
  return { file, text: readText(file) };
}
