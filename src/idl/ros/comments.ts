/** Comments of `.msg` files: which of them belong to which field or constant, and units in them. */

/** Code and the comment behind it, without its `#`. A `#` inside quotes begins a comment too: rosidl knows no other. */
export function splitComment(line: string): { readonly code: string; readonly comment: string | undefined } {
  const index = line.indexOf("#");
  if (index < 0) return { code: line, comment: undefined };
  return { code: line.slice(0, index), comment: line.slice(index).replace(/^#+/, "").trimEnd() };
}

/** Goes through the lines of one file. */
export class CommentCollector<Element> {
  /** Comment lines at the top of the file, before anything else. */
  readonly head: string[] = [];
  readonly elements: { readonly element: Element; readonly lines: string[] }[] = [];
  private isHead = true;
  private pending: string[] = [];

  line(code: string, comment: string | undefined, element: Element | undefined): void {
    if (this.isHead && code === "" && comment !== undefined) {
      this.head.push(comment);
      return;
    }
    this.isHead = false;
    if (element !== undefined) {
      this.elements.push({ element, lines: [...this.pending, ...(comment === undefined ? [] : [comment])] });
      this.pending = [];
    } else if (comment !== undefined) {
      // Indented comments go on with what is before them.
      if (code === "") this.pending.push(comment);
      else this.elements.at(-1)?.lines.push(comment);
    }
  }
}

/** A comment with one `[unit]` says the unit of its field. */
export function unitAndComment(lines: readonly string[]): {
  readonly unit: string | undefined;
  readonly comment: string;
} {
  const units = [...lines.join("\n").matchAll(/\s*\[([^,\]]+)\]/g)];
  const unit = units.length === 1 ? units[0]! : undefined;
  const words = unit === undefined ? lines : lines.map((line) => line.replaceAll(unit[0], ""));
  return { unit: unit?.[1], comment: tidy(words) };
}

/** Without empty lines at both ends, doubled empty lines, and the indentation that all lines share. */
function tidy(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^\s*/.exec(line)![0].length);
  const indent = Math.min(...indents);
  return lines
    .map((line) => line.slice(indent).trimEnd())
    .join("\n")
    .replace(/^\n+|\n+$/g, "")
    .replace(/\n{3,}/g, "\n\n");
}
