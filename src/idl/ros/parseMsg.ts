/**
 * `.msg`, `.srv` and `.action` files (docs.ros.org, "Interfaces"). What is accepted is what rosidl accepts, and a little
 * white space more.
 */
import { IdlError, type SourceLocation } from "../IdlError.js";
import { CommentCollector, splitComment, unitAndComment } from "./comments.js";
import type {
  RosActionDefinition,
  RosConstant,
  RosField,
  RosMessageDefinition,
  RosServiceDefinition,
} from "./definitions.js";
import { isRosPrimitive, parseFieldType } from "./fieldTypes.js";
import { parseDefault, parseLiteral } from "./literals.js";
import { parseRosTypeName, rosTypeNameToString } from "./typeNames.js";

/**
 * Reads a `.msg` file.
 *
 * @param name `pkg/msg/Name`, which the file itself does not say
 * @param file for messages; default the name
 * @throws IdlError with file, line and column
 */
export function parseMsg(text: string, name: string, file = name): RosMessageDefinition {
  parseRosTypeName(name);
  return parseLines(splitLines(text, file), name);
}

/**
 * Reads a message and what it refers to in one text, as bag files and MCAP keep them: behind a line of `=` comes
 * `MSG: pkg/Name`, then that message. A plain `.msg` file is one message. See `parseMsg`.
 *
 * @returns the message itself first
 */
export function parseMsgBundle(text: string, name: string, file = name): readonly RosMessageDefinition[] {
  parseRosTypeName(name);
  const parts: { readonly name: string; readonly lines: Line[] }[] = [{ name, lines: [] }];
  const lines = splitLines(text, file);
  for (let i = 0; i < lines.length; i++) {
    const header = BUNDLE_LINE.test(lines[i]!.text) ? /^MSG:\s*(\S+)\s*$/.exec(lines[i + 1]?.text ?? "") : null;
    if (header === null) parts.at(-1)!.lines.push(lines[i]!);
    else {
      i++;
      const full = rosTypeNameToString(parseRosTypeName(header[1]!, "msg", place(lines[i]!, 0)));
      parts.push({ name: full, lines: [] });
    }
  }
  return parts.map((part) => parseLines(part.lines, part.name));
}

/** Reads a `.srv` file: request and response with a line `---` between them. See `parseMsg`. */
export function parseSrv(text: string, name: string, file = name): RosServiceDefinition {
  const [request, response] = parseParts(text, name, file, ["Request", "Response"]);
  return { name, request: request!, response: response! };
}

/** Reads an `.action` file: goal, result and feedback with lines `---` between them. See `parseMsg`. */
export function parseAction(text: string, name: string, file = name): RosActionDefinition {
  const [goal, result, feedback] = parseParts(text, name, file, ["Goal", "Result", "Feedback"]);
  return { name, goal: goal!, result: result!, feedback: feedback! };
}

function parseParts(
  text: string,
  name: string,
  file: string,
  suffixes: readonly string[],
): readonly RosMessageDefinition[] {
  parseRosTypeName(name);
  const parts: Line[][] = [[]];
  for (const line of splitLines(text, file)) {
    if (!/^---\s*$/.test(line.text)) {
      parts.at(-1)!.push(line);
      continue;
    }
    if (parts.length === suffixes.length) {
      throw new IdlError("syntax", `more than ${suffixes.length - 1} lines "---" in ${name}`, place(line, 0));
    }
    parts.push([]);
  }
  if (parts.length < suffixes.length) {
    const wanted = suffixes.length === 2 ? 'a line "---" between request and response' : 'two lines "---"';
    const last = parts.at(-1)!.at(-1) ?? { file, number: 1, text: "" };
    throw new IdlError("syntax", `${name} needs ${wanted}`, place(last, 0));
  }
  return parts.map((lines, index) => parseLines(lines, `${name}_${suffixes[index]}`));
}

interface Line {
  readonly file: string;
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

function splitLines(text: string, file: string): Line[] {
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ file, number: index + 1, text: line }));
}

/** @param column from 0 */
function place(line: Line, column: number): SourceLocation {
  return { file: line.file, line: line.number, column: column + 1, lineText: line.text };
}

function parseLines(lines: readonly Line[], name: string): RosMessageDefinition {
  const { packageName } = parseRosTypeName(name);
  const comments = new CommentCollector<Draft>();
  const taken = new Set<string>();
  for (const line of lines) {
    const { code, comment } = splitComment(line.text);
    const element = code.trim() === "" ? undefined : parseElement(line, code, packageName, taken);
    comments.line(code, comment, element);
  }
  const drafts = comments.elements.map(({ element, lines: words }) => ({ ...element, ...unitAndComment(words) }));
  return {
    name,
    fields: drafts.filter((draft): draft is RosField & { unit: undefined } => "at" in draft),
    constants: drafts.filter((draft) => "value" in draft).map(({ unit: _unit, ...constant }) => constant),
    comment: unitAndComment(comments.head).comment,
  };
}

type Draft = Omit<RosField, "comment" | "unit"> | Omit<RosConstant, "comment">;

function parseElement(line: Line, code: string, packageName: string, taken: Set<string>): Draft {
  const [start, indent = "", typeText = "", gap = ""] = /^(\s*)(\S+)(\s*)/.exec(code)!;
  const rest = code.slice(start.length).trimEnd();
  const typeAt = place(line, indent.length);
  const restColumn = indent.length + typeText.length + gap.length;
  if (rest === "") throw new IdlError("syntax", `"${typeText}" stands alone: a field is a type and a name`, typeAt);
  const equals = rest.indexOf("=");
  const element =
    equals < 0
      ? parseField(line, typeText, typeAt, rest, restColumn, packageName)
      : parseConstant(line, typeText, typeAt, rest, restColumn, equals);
  const nameAt = place(line, restColumn);
  // Fields and constants have names of their own, and rules that keep them apart.
  if (taken.has(element.name)) throw new IdlError("redefinition", `there are two of the name ${element.name}`, nameAt);
  taken.add(element.name);
  return element;
}

function parseField(
  line: Line,
  typeText: string,
  typeAt: SourceLocation,
  rest: string,
  restColumn: number,
  packageName: string,
): Draft {
  const type = parseFieldType(typeText, packageName, typeAt);
  const [, name = "", gap = "", value = ""] = /^(\S+)(\s*)(.*)$/s.exec(rest)!;
  const nameAt = place(line, restColumn);
  if (!FIELD_NAME.test(name)) {
    const problem = "cannot be the name of a field: lower-case letters, digits and single underscores";
    throw new IdlError("bad-value", `"${name}" ${problem}`, nameAt);
  }
  const valueAt = place(line, restColumn + name.length + gap.length);
  return { name, type, defaultValue: value === "" ? undefined : parseDefault(value, type, valueAt), at: typeAt };
}

function parseConstant(
  line: Line,
  type: string,
  typeAt: SourceLocation,
  rest: string,
  restColumn: number,
  equals: number,
): Draft {
  if (!isRosPrimitive(type)) throw new IdlError("bad-value", `a constant cannot be of type ${type}`, typeAt);
  const name = rest.slice(0, equals).trimEnd();
  if (!CONSTANT_NAME.test(name)) {
    const problem = "cannot be the name of a constant: capitals, digits and single underscores";
    throw new IdlError("bad-value", `"${name}" ${problem}`, place(line, restColumn));
  }
  const behind = rest.slice(equals + 1);
  const text = behind.trimStart();
  const valueAt = place(line, restColumn + rest.length - text.length);
  return { name, type, value: parseLiteral(text, type, undefined, valueAt) };
}

const BUNDLE_LINE = /^={40,}\s*$/;
const FIELD_NAME = /^(?!.*__)(?!.*_$)[a-z][a-z0-9_]*$/;
const CONSTANT_NAME = /^[A-Z](?:_?[A-Z0-9]+)*$/;
