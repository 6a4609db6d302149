// XML text to a tree with line numbers. Strict: what is not well-formed is an error. Nothing outside the text is ever
// read, and entities of a DOCTYPE are not defined, so they cannot grow; using one is an error.

import { SaxesParser } from "saxes";
import { QosError } from "../QosError.js";

export interface XmlAttribute {
  readonly name: string;
  readonly value: string;
  /** From 1. */
  readonly line: number;
}

export interface XmlElement {
  readonly name: string;
  /** Line of the tag's name, from 1. */
  readonly line: number;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** All text that is directly inside, entities resolved, white space as it was. */
  readonly text: string;
}

/**
 * Parses a document.
 *
 * @param file what error messages call the text
 * @param isFragment true for one or more elements without a common root
 * @returns the root elements: one, unless it is a fragment
 * @throws QosError (`QOS_FILE`) `file:line: …` for what is not well-formed, too long or too deep
 */
export function parseXml(text: string, file: string, isFragment = false): XmlElement[] {
  if (text.length > MAX_LENGTH)
    throw xmlError(file, 1, `${text.length} characters are too many: at most ${MAX_LENGTH}`);
  const builder = new TreeBuilder(file, new SaxesParser({ fragment: isFragment }));
  return builder.build(text);
}

/** An error in an XML text: one line that begins with `file:line`. */
export function xmlError(file: string, line: number, problem: string): QosError {
  // What is quoted from the file may have lines of its own.
  return new QosError("QOS_FILE", `${file}:${line}`, problem.replace(/\s*\n\s*/g, " "));
}

/** An element while it is being read. */
interface OpenElement extends XmlElement {
  readonly attributes: XmlAttribute[];
  readonly children: XmlElement[];
  text: string;
}

class TreeBuilder {
  private readonly roots: XmlElement[] = [];
  private readonly open: OpenElement[] = [];

  constructor(
    private readonly file: string,
    private readonly parser: SaxesParser<{ fragment: boolean }>,
  ) {}

  build(text: string): XmlElement[] {
    const { parser } = this;
    parser.on("error", (error) => this.fail(error));
    parser.on("opentagstart", (tag) => this.openTag(tag.name));
    parser.on("attribute", ({ name, value }) => {
      this.open.at(-1)!.attributes.push({ name, value, line: parser.line });
    });
    const addText = (part: string) => {
      const element = this.open.at(-1);
      if (element !== undefined) element.text += part;
      else if (part.trim() !== "")
        throw xmlError(this.file, parser.line, `text outside of any element: ${quote(part)}`);
    };
    parser.on("text", addText);
    parser.on("cdata", addText);
    parser.on("closetag", () => this.open.pop());
    parser.write(text).close();
    if (this.roots.length === 0) throw xmlError(this.file, 1, "there is no element in it");
    return this.roots;
  }

  private openTag(name: string): void {
    const { parser } = this;
    // The parser has read one character behind the name; if that was the end of the line, the tag is on the one before.
    const line = parser.column === 0 ? parser.line - 1 : parser.line;
    if (this.open.length >= MAX_DEPTH)
      throw xmlError(this.file, line, `more than ${MAX_DEPTH} elements inside each other`);
    const element: OpenElement = { name, line, attributes: [], children: [], text: "" };
    const siblings = this.open.at(-1)?.children ?? this.roots;
    siblings.push(element);
    this.open.push(element);
  }

  private fail(error: Error): never {
    const [, line = "1", problem = error.message] = /^(\d+):\d+: (.*?)\.?$/s.exec(error.message) ?? [];
    const unclosed = problem.startsWith("unclosed tag") ? this.open.at(-1) : undefined;
    if (unclosed !== undefined) throw xmlError(this.file, unclosed.line, `<${unclosed.name}> is never closed`);
    throw xmlError(this.file, Number(line), `not well-formed XML: ${problem}`);
  }
}

function quote(text: string): string {
  return JSON.stringify(text.trim().slice(0, 40));
}

/** Profiles of hundreds of topics stay far below. */
const MAX_LENGTH = 4 * 1024 * 1024;
const MAX_DEPTH = 64;
