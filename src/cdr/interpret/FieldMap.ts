import { ENCAPSULATION_BYTES } from "../encapsulation.js";
import type { ValuePath } from "./ValuePath.js";

/** `end` is the first byte behind it. */
export interface Field {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** What is told about the bytes of a payload while it is decoded. */
export interface FieldSink {
  /** The place says whose bytes these are; `what` of it they are, if not the value. */
  add(start: number, end: number, path: ValuePath, what?: string): void;
  /** A map has an entry whose key was there before. */
  repeatedKey?(path: ValuePath): void;
  /** The value ends here. */
  finish?(offset: number): void;
}

/** Which field of a value each byte of a payload belongs to. Filled on demand, while a payload is decoded. */
export class FieldMap implements FieldSink {
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

  /** All fields, and the padding between them, in the order of the bytes. `rest` names what is behind the last one. */
  inOrder(length: number, rest: string): Field[] {
    const fields = this.fields.filter((each) => each.end > each.start).sort((a, b) => a.start - b.start);
    const all: Field[] = [];
    let at = ENCAPSULATION_BYTES;
    for (const field of fields) {
      if (field.start > at) all.push({ start: at, end: field.start, name: `(padding before ${field.name})` });
      all.push(field);
      at = Math.max(at, field.end);
    }
    if (length > at) all.push({ start: at, end: length, name: rest });
    return all;
  }

  private find(offset: number): Field | undefined {
    return this.fields.find((each) => offset >= each.start && offset < each.end);
  }
}
