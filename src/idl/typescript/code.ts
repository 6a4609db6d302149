/** TypeScript code that is laid out as formatters do: on one line where it fits, else with its parts on lines. */

/** A piece of code. Text has no line breaks. */
export type Code = string | CallCode | ObjectCode | ListCode;

interface CallCode {
  readonly kind: "call";
  /** `struct` of `struct("A", …)`, `(self) => ` of an arrow function. */
  readonly head: string;
  readonly args: readonly Code[];
}

interface ObjectCode {
  readonly kind: "object";
  readonly entries: readonly (readonly [key: string, value: Code])[];
  /** Each entry on a line of its own even where all would fit on one. */
  readonly expanded: boolean;
  /** What stands behind entries: a comma in values, a semicolon in types. */
  readonly separator: "," | ";";
}

interface ListCode {
  readonly kind: "list";
  readonly items: readonly Code[];
  /** Numbers share lines. */
  readonly filled: boolean;
}

export function call(head: string, args: readonly Code[]): Code {
  return { kind: "call", head, args };
}

export function object(entries: ObjectCode["entries"], expanded = false): Code {
  return { kind: "object", entries, expanded: expanded && entries.length > 0, separator: "," };
}

export function objectType(entries: ObjectCode["entries"]): Code {
  return { kind: "object", entries, expanded: false, separator: ";" };
}

export function list(items: readonly Code[], filled = false): Code {
  return { kind: "list", items, filled };
}

/**
 * Lays out a piece of code.
 *
 * @param before what stands in front of it on its first line
 * @param after what follows on its last line
 * @param indent spaces in front of further lines
 */
export function layOut(code: Code, before = "", after = "", indent = 0): string {
  const flat = onOneLine(code);
  if (flat !== undefined && indent + before.length + flat.length + after.length <= LINE_WIDTH) {
    return before + flat + after;
  }
  if (typeof code === "string") return before + code + after;
  if (code.kind === "call") return brokenCall(code, before, after, indent);
  return before + broken(code, indent) + after;
}

function broken(code: ObjectCode | ListCode, indent: number): string {
  const inner = indent + 2;
  if (code.kind === "list") {
    const lines = code.filled ? filledLines(code.items, inner) : code.items.map((item) => layOut(item, "", ",", inner));
    return `[\n${lines.map((line) => pad(inner) + line).join("\n")}\n${pad(indent)}]`;
  }
  const lines = code.entries.map(([key, value]) => pad(inner) + layOut(value, `${key}: `, code.separator, inner));
  return `{\n${lines.join("\n")}\n${pad(indent)}}`;
}

function filledLines(items: readonly Code[], indent: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const item of items.map((each) => onOneLine(each)!)) {
    if (line !== "" && indent + line.length + item.length + 2 > LINE_WIDTH) {
      lines.push(line);
      line = "";
    }
    line += line === "" ? `${item},` : ` ${item},`;
  }
  return [...lines, line];
}

/** With the last argument opened on the line of the call, or with each argument on a line. */
function brokenCall({ head, args }: CallCode, before: string, after: string, indent: number): string {
  const front = args.slice(0, -1);
  const last = args.at(-1)!;
  const heads = front.map(onOneLine);
  if (heads.every((text) => text !== undefined) && canHug(last) && kindOf(front.at(-1)) !== kindOf(last)) {
    const start = `${before}${head}(${heads.map((text) => `${text}, `).join("")}`;
    const text = layOut(last, start, `)${after}`, indent);
    if (indent + text.indexOf("\n") <= LINE_WIDTH) return text;
  }
  const inner = indent + 2;
  const lines = args.map((arg) => pad(inner) + layOut(arg, "", ",", inner));
  return `${before}${head}(\n${lines.join("\n")}\n${pad(indent)})${after}`;
}

/** Whether a last argument may open on the line of the call. */
function canHug(code: Code): boolean {
  return kindOf(code) !== "text" && kindOf(code) !== "call";
}

function kindOf(code: Code | undefined): string {
  if (code === undefined || typeof code === "string") return "text";
  return code.kind === "call" && code.head.endsWith("=> ") ? "arrow" : code.kind;
}

/** Undefined when a part must not be on one line. */
export function onOneLine(code: Code): string | undefined {
  if (typeof code === "string") return code;
  if (code.kind === "list") {
    const items = joined(code.items.map(onOneLine), ", ");
    return items === undefined ? undefined : `[${items}]`;
  }
  if (code.kind === "call") {
    const args = joined(code.args.map(onOneLine), ", ");
    return args === undefined ? undefined : `${code.head}(${args})`;
  }
  if (code.expanded) return undefined;
  if (code.entries.length === 0) return "{}";
  const values = code.entries.map(([key, value]) => {
    const text = onOneLine(value);
    return text === undefined ? undefined : `${key}: ${text}`;
  });
  const inside = joined(values, `${code.separator} `);
  return inside === undefined ? undefined : `{ ${inside} }`;
}

function joined(parts: readonly (string | undefined)[], separator: string): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join(separator);
}

function pad(count: number): string {
  return " ".repeat(count);
}

export const LINE_WIDTH = 120;
