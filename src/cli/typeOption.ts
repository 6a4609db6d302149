// `--type shapes.idl#ShapeType`: the type of a topic from an IDL file.

import type { StructType } from "../index.js";
import { CliError } from "./CliError.js";
import { readIdl } from "./idl/readIdl.js";

/** Reads the type. A file with one struct needs no `#Type`. */
export function readType(option: string | undefined): StructType {
  if (option === undefined) throw new CliError("name the type of the topic with --type FILE.idl#TypeName");
  const [file, typeName, ...rest] = option.split("#");
  if (file === undefined || file === "" || rest.length > 0) {
    throw new CliError(`--type takes FILE.idl#TypeName, not "${option}"`);
  }
  const model = readIdl(file);
  const names = model.structs.map((struct) => struct.name);
  if (typeName === undefined) {
    if (names.length === 1) return model.structs[0]!;
    throw new CliError(
      `${file} has ${names.length} structs: choose one with --type ${file}#TypeName (${names.join(", ")})`,
    );
  }
  const exact = model.structs.filter((struct) => struct.name === typeName);
  const found = exact.length > 0 ? exact : model.structs.filter((struct) => struct.name.endsWith(`::${typeName}`));
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    const choices = found.map((struct) => struct.name).join(", ");
    throw new CliError(`${file} has ${found.length} structs called ${typeName}: give the full name (${choices})`);
  }
  const other = [...model.typesByName].find(([name]) => name === typeName || name.endsWith(`::${typeName}`));
  if (other !== undefined) {
    const { kind } = other[1];
    const what = `${kind === "enum" || kind === "alias" ? "an" : "a"} ${kind === "alias" ? "alias (typedef)" : kind}`;
    const has = names.length === 0 ? "" : `, or choose one of ${names.join(", ")}`;
    throw new CliError(`${other[0]} is ${what}, and the type of a topic is a struct: put it into one${has}`);
  }
  throw new CliError(`${file} has no struct ${typeName}; it has ${names.join(", ") || "none"}`);
}
