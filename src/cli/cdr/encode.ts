// `rtps cdr encode`: the payload of one value.

import { compileCodec, type DialectName, fromJson, type StructType, type StructValue } from "../../index.js";
import { CliError } from "../CliError.js";
import { readType } from "../typeOption.js";
import { readJson } from "./input.js";
import { layoutText } from "./layoutText.js";

interface EncodeOptions {
  readonly type?: string;
  readonly representation?: "xcdr1" | "xcdr2";
  readonly dialect?: DialectName;
  readonly bigEndian?: boolean;
  readonly key?: boolean;
  readonly keyHash?: boolean;
  readonly verbose?: boolean;
}

export function runEncode(argument: string, options: EncodeOptions): void {
  const type = readType(options.type);
  const { representation = "xcdr1", dialect } = options;
  if (options.key === true && options.keyHash === true) {
    throw new CliError("--key and --key-hash exclude each other: use one of them");
  }
  const codec = compileCodec(type, {
    representation,
    byteOrder: options.bigEndian === true ? "big" : "little",
    ...(dialect === undefined ? {} : { dialect }),
  });
  const value = completed(type, readJson(argument));
  if (options.keyHash === true) {
    if (!type.hasKey) throw new CliError(`${type.name} has no @key member, so there is no key hash`);
    process.stdout.write(`${hex(codec.keyHash(value))}\n`);
    return;
  }
  const payload = options.key === true ? codec.serializeKey(value) : codec.serialize(value);
  if (options.verbose === true) process.stdout.write(layoutText(type, payload, dialect, options.key === true));
  process.stdout.write(`${hex(payload)}\n`);
}

/** With the defaults of members that are missing. */
function completed(type: StructType, json: unknown): StructValue {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new CliError(`the value of a struct is a JSON object, not ${Array.isArray(json) ? "a list" : typeof json}`);
  }
  return fromJson(type, json, "bigint", "default") as StructValue;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
