// `rtps cdr decode`: the value of one payload.

import { compileCodec, type DialectName, jsonText, keyPayloadType, payloadRemarks, toJson } from "../../index.js";
import { complain, printJson } from "../output.js";
import { readType } from "../typeOption.js";
import { readBytes } from "./input.js";
import { layoutText } from "./layoutText.js";

interface DecodeOptions {
  readonly type?: string;
  readonly dialect?: DialectName;
  readonly key?: boolean;
  readonly verbose?: boolean;
}

export function runDecode(given: readonly string[], options: DecodeOptions): void {
  // Digits in groups, without quotes around them, are many arguments.
  const argument = given.join(" ");
  const type = readType(options.type);
  const payload = readBytes(argument);
  const { dialect, key: isKey = false } = options;
  if (options.verbose === true) process.stdout.write(layoutText(type, payload, dialect, isKey));
  const codec = compileCodec(type, { representation: "xcdr1", ...(dialect === undefined ? {} : { dialect }) });
  const value = isKey ? codec.deserializeKey(payload) : codec.deserialize(payload);
  const remarks = payloadRemarks(type, payload, { isKey, ...(dialect === undefined ? {} : { dialect }) });
  for (const remark of remarks) complain(`note: ${remark}`);
  printJson(jsonText(toJson(isKey ? keyPayloadType(type) : type, value)));
}
