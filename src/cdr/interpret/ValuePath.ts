/** The place in a value that is being read or written, for error messages: `points[3].x`. */
export class ValuePath {
  private readonly parts: (string | number)[] = [];

  push(part: string | number): void {
    this.parts.push(part);
  }

  /** Replaces the innermost part: the next element or member. */
  set(part: string | number): void {
    this.parts[this.parts.length - 1] = part;
  }

  pop(): void {
    this.parts.pop();
  }

  toString(): string {
    let text = "";
    for (const part of this.parts) {
      if (typeof part === "number") text += `[${part}]`;
      else if (part !== "") text += text === "" ? part : `.${part}`;
    }
    return text;
  }
}
