// Environment variables in the values of vendors' files. Each vendor has a notation of its own; what a variable holds
// is never expanded again, and the length of what comes out is limited.

/** Names and values, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Replaces variables in a value; throws an Error that says what is wrong. */
export type Expand = (text: string) => string;

/** Fast DDS: `${NAME}` of capitals, digits and "_"; nothing if it is not set. */
export function fastddsExpand(env: Environment): Expand {
  return (text) => replaceEach(text, /\$\{([A-Z_][A-Z0-9_]*)\}/g, (name) => lookUp(env, name) ?? "");
}

/** Connext: `$(NAME)`, which has to be set. */
export function connextExpand(env: Environment): Expand {
  return (text) =>
    replaceEach(text, /\$\(([^()]+)\)/g, (name) => {
      const value = lookUp(env, name);
      if (value === undefined) throw new Error(`the environment variable ${name} is not set`);
      return value;
    });
}

/** Cyclone DDS: `${X}`, and `${X:-Y}`, `${X:+Y}`, `${X:?Y}` as a shell has them; nothing if X is not set. */
export function cycloneExpand(env: Environment): Expand {
  return (text) => expandBraces(text, env, 0);
}

/** Replaces what `pattern` finds by what its group names, and gives up when that becomes too long. */
function replaceEach(text: string, pattern: RegExp, replace: (name: string) => string): string {
  let added = 0;
  const result = text.replace(pattern, (_, name: string) => {
    const value = replace(name);
    added += value.length;
    checkLength(added);
    return value;
  });
  checkLength(result.length);
  return result;
}

function expandBraces(text: string, env: Environment, depth: number): string {
  if (depth > MAX_DEPTH) throw new Error(`more than ${MAX_DEPTH} variables inside each other`);
  let result = "";
  let at = 0;
  for (let start = text.indexOf("${"); start >= 0; start = text.indexOf("${", at)) {
    const end = closingBrace(text, start + 2);
    if (end < 0) throw new Error(`"${text.slice(start, start + 40)}" has no closing brace`);
    result += text.slice(at, start) + expandOne(text.slice(start + 2, end), env, depth);
    checkLength(result.length);
    at = end + 1;
  }
  result += text.slice(at);
  checkLength(result.length);
  return result;
}

function expandOne(inside: string, env: Environment, depth: number): string {
  const [, name = "", operator, alternative = ""] = /^([^:]*)(?::(.)(.*))?$/s.exec(inside) ?? [];
  const value = lookUp(env, name) ?? "";
  if (operator === undefined) return value;
  if (operator === "-") return value !== "" ? value : expandBraces(alternative, env, depth + 1);
  if (operator === "+") return value === "" ? "" : expandBraces(alternative, env, depth + 1);
  if (operator !== "?") throw new Error(`"\${${inside}}" is no variable: use \${X}, \${X:-Y}, \${X:+Y} or \${X:?Y}`);
  if (value !== "") return value;
  throw new Error(`${name}: ${expandBraces(alternative, env, depth + 1)}`);
}

/** Where the brace is closed that was opened before `from`; -1 if nowhere. */
function closingBrace(text: string, from: number): number {
  let nested = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "{") nested++;
    else if (text[at] === "}" && nested-- === 0) return at;
  }
  return -1;
}

function lookUp(env: Environment, name: string): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}

function checkLength(length: number): void {
  if (length <= MAX_LENGTH) return;
  throw new Error(`more than ${MAX_LENGTH} characters after the environment variables are filled in`);
}

const MAX_DEPTH = 20;
const MAX_LENGTH = 65_536;
