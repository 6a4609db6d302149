// `rtps cdr`: payloads, taken apart and put together. Each of its commands is loaded when it is called.

import { type Command, InvalidArgumentError, Option } from "commander";

const DIALECTS = ["spec", "cyclone", "cyclone-0.10", "fastdds", "fastdds-2", "connext"];

export function defineCdr(command: Command): void {
  const check = command
    .command("check <file>")
    .description("compare a file of vendors' payloads with what our codecs make of them; ends with 1 if any differs")
    .option("--representation <name>", "check these payloads alone: xcdr1 or xcdr2", representation)
    .option("--all", "show every difference, not the first 20")
    .option("--json", "print JSON")
    .addHelpText("after", CHECK_HELP);
  addDialect(check, "read all payloads as those of this vendor").action(async (...args) => {
    await (await import("./cdr/check.js")).runCheck(args[0], args[1]);
  });

  const decode = command
    .command("decode <payload...>")
    .description("print the value of a payload as JSON: hexadecimal digits, a file with them or with bytes, or -")
    .option("-t, --type <file.idl#Type>", "its type (required)")
    .option("-k, --key", "the payload holds the key members alone")
    .option("-v, --verbose", "also say what the header means, and which bytes belong to which field")
    .addHelpText(
      "after",
      "\nExample: rtps cdr decode -t docs/shapes.idl#ShapeType -v 00010000 04000000 52454400 01000000 00000000 00000000",
    );
  addDialect(decode, "the vendor that wrote it").action(async (...args) => {
    await (await import("./cdr/decode.js")).runDecode(args[0], args[1]);
  });

  const encode = command
    .command("encode <value>")
    .description("print the payload of a value as hexadecimal digits: JSON, a file with it, or -")
    .option("-t, --type <file.idl#Type>", "its type (required)")
    .option("--representation <name>", "xcdr1 or xcdr2 (default: xcdr1)", representation)
    .option("--big-endian", "most significant bytes first")
    .option("-k, --key", "the key members alone")
    .option("--key-hash", "the 16 bytes of the key hash instead of a payload")
    .option("-v, --verbose", "also say which bytes belong to which field")
    .addHelpText("after", ENCODE_HELP);
  addDialect(encode, "the vendor to write as").action(async (...args) => {
    await (await import("./cdr/encode.js")).runEncode(args[0], args[1]);
  });
}

function addDialect(command: Command, description: string): Command {
  return command.addOption(new Option("--dialect <vendor>", description).choices(DIALECTS));
}

function representation(text: string): "xcdr1" | "xcdr2" {
  const name = text.toLowerCase();
  if (name === "xcdr1" || name === "xcdr2") return name;
  throw new InvalidArgumentError("Give xcdr1 or xcdr2.");
}

const CHECK_HELP = `
The file is a JSON list of objects with name, idl, type, value, vendor ("cyclone-11.0.1"), representation ("XCDR1",
"XCDR2"), payloadHex and where there is a key keyHashHex, keyPayloadHex. What padding holds is not compared.`;

const ENCODE_HELP = `
64-bit integers are strings or numbers, a map is a list of pairs, a union {"member": …, "value": …}. Members that are
missing take their defaults.

Example: rtps cdr encode -t docs/shapes.idl#ShapeType '{"color": "RED", "x": 1}'`;
