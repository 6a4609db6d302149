/** Values and names as IDL text (OMG IDL 4.2 §7.2). */
import { isKeyword } from "../text/keywords.js";
import { type ConstantValue, type DefaultValue, type TypeDescription, unaliased } from "../types.js";

/** An identifier, with an underscore in front when it would be a keyword in whatever case. */
export function identifier(name: string): string {
  return isKeyword(name) || isKeyword(name.toLowerCase()) ? `_${name}` : name;
}

/** Names as seen from one module. */
export class NamesInModule {
  private readonly module: string;
  private readonly declared: ReadonlySet<string>;

  /** `declared`: all names of the text, fully scoped and in lower case. */
  constructor(module: string, declared: ReadonlySet<string>) {
    this.module = module;
    this.declared = declared;
  }

  /** `Name` in its own module, `Mod::Name` elsewhere, `::Mod::Name` where `Mod` would be something else. */
  reference(name: string): string {
    const parts = name.split("::").map(identifier);
    if (moduleOf(name) === this.module) return parts.at(-1)!;
    const first = name.split("::")[0]!.toLowerCase();
    for (let scope = this.module.toLowerCase(); scope !== ""; scope = moduleOf(scope)) {
      if (this.declared.has(`${scope}::${first}`)) return `::${parts.join("::")}`;
    }
    return parts.join("::");
  }
}

/** `Mod` of `Mod::Name`, "" without a module. */
export function moduleOf(name: string): string {
  const end = name.lastIndexOf("::");
  return end < 0 ? "" : name.slice(0, end);
}

/** A value of a type: `RED`, `L'x'`, `3.0`. */
export function valueText(value: DefaultValue, type: TypeDescription, names: NamesInModule): string {
  // What rosidl writes for the default of an array.
  if (typeof value === "object") return stringText(`(${value.map(String).join(", ")})`);
  const actual = unaliased(type);
  switch (actual.kind) {
    case "enum": {
      // Literals belong to the scope of their enum.
      const scope = moduleOf(actual.name);
      return names.reference(scope === "" ? String(value) : `${scope}::${value}`);
    }
    case "char":
      return `'${escaped(String(value), "'", hexEscape)}'`;
    case "wchar":
      return `L'${escaped(String(value), "'", wideEscape)}'`;
    case "wstring":
      return `L${wideStringText(String(value))}`;
    case "float32":
    case "float64":
    case "float128":
      return floatText(Number(value));
    default:
      return untypedText(value);
  }
}

/** A value whose type nothing says: an argument of an annotation. */
export function untypedText(value: ConstantValue): string {
  switch (typeof value) {
    case "string":
      return stringText(value);
    case "boolean":
      return value ? "TRUE" : "FALSE";
    case "bigint":
      return `${value}`;
    default:
      return Number.isSafeInteger(value) && !Object.is(value, -0) ? `${value}` : floatText(value);
  }
}

export function stringText(value: string): string {
  return `"${escaped(value, '"', hexEscape)}"`;
}

function wideStringText(value: string): string {
  return `"${escaped(value, '"', wideEscape)}"`;
}

function floatText(value: number): string {
  const text = Object.is(value, -0) ? "-0" : `${value}`;
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** Each UTF-16 unit that cannot stand for itself is escaped. */
function escaped(value: string, mark: string, unprintable: (code: number) => string): string {
  let text = "";
  for (let i = 0; i < value.length; i++) {
    const unit = value[i]!;
    const code = value.charCodeAt(i);
    if (unit === mark || unit === "\\") text += `\\${unit}`;
    else if (NAMED.has(unit)) text += NAMED.get(unit);
    else text += code < 0x20 || code >= 0x7f ? unprintable(code) : unit;
  }
  return text;
}

/** What has no two hexadecimal digits stands for itself: the text is UTF-8. */
function hexEscape(code: number): string {
  return code <= 0xff ? `\\x${code.toString(16).padStart(2, "0")}` : String.fromCharCode(code);
}

function wideEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\t", "\\t"],
  ["\r", "\\r"],
]);
