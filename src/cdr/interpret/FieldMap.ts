import type { ValuePath } from "./ValuePath.js";

interface Field {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** Which field of a value each byte of a payload belongs to. Filled on demand, while a payload is decoded. */
export class FieldMap {
  private readonly fields: Field[] = [];

  add(start: number, end: number, path: ValuePath, what?: string): void {
    const name = path.toString();
    this.fields.push({ start, end, name: what === undefined ? name : `${name} (${what})`.trimStart() });
  }

  /** Whether the byte at this offset from the start of the payload says anything. */
  isPadding(offset: number): boolean {
    return offset >= 4 && this.find(offset) === undefined;
  }

  /** The field of a byte: `a.b[3].c`, `v (DHEADER)`, `(padding before x)`. */
  at(offset: number): string {
    if (offset < 2) return "(representation id)";
    if (offset < 4) return "(options)";
    const field = this.find(offset);
    if (field !== undefined) return field.name;
    const next = this.fields.filter((each) => each.start > offset).sort((a, b) => a.start - b.start)[0];
    return next === undefined ? "(behind the value)" : `(padding before ${next.name})`;
  }

  private find(offset: number): Field | undefined {
    return this.fields.find((each) => offset >= each.start && offset < each.end);
  }
}
