// XTypes 1.3 §7.4.1.2: parameter lists of PL_CDR version 1, short and long headers, as TypeObjects of version 1 nest
// them: alignment counts from the beginning of the innermost member. Everything throws CdrError where octets are missing.

import { CdrError } from "../../cdr/index.js";

/** Octets from `start` to before `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface ListedMember extends Span {
  readonly id: number;
}

export class MemberListReader {
  /** Behind what was read last. */
  position = 0;
  private readonly view: DataView;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly littleEndian: boolean,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get whole(): Span {
    return { start: 0, end: this.bytes.length };
  }

  /** Those of a list up to its sentinel; `position` is behind that then. */
  *members(span: Span, from = span.start): Generator<ListedMember, void> {
    let at = from;
    for (;;) {
      const header = this.aligned(at, 4, 4, span);
      const pid = this.view.getUint16(header, this.littleEndian) & ID_MASK;
      const short = this.view.getUint16(header + 2, this.littleEndian);
      let value = header + 4;
      if (pid === PID_LIST_END) {
        this.position = value;
        return;
      }
      let [id, length] = [pid, short];
      if (pid === PID_EXTENDED) {
        this.aligned(value, 4, 8, span);
        id = this.view.getUint32(value, this.littleEndian) & LONG_ID_MASK;
        length = this.view.getUint32(value + 4, this.littleEndian);
        value += 8;
      }
      this.aligned(value, 1, length, span);
      at = value + length;
      yield { id, start: value, end: at };
    }
  }

  u16(span: Span, at = span.start): number {
    const start = this.aligned(at, 2, 2, span);
    this.position = start + 2;
    return this.view.getUint16(start, this.littleEndian);
  }

  u32(span: Span, at = span.start): number {
    const start = this.aligned(at, 4, 4, span);
    this.position = start + 4;
    return this.view.getUint32(start, this.littleEndian);
  }

  /** Eight octets as text, to compare them by. */
  u64(span: Span, at = span.start): string {
    const start = this.aligned(at, 8, 8, span);
    this.position = start + 8;
    return this.view.getBigUint64(start, this.littleEndian).toString(16);
  }

  string(span: Span, at = span.start): string {
    const length = this.u32(span, at);
    const start = this.aligned(this.position, 1, length, span);
    this.position = start + length;
    // Without the NUL.
    return UTF8.decode(this.bytes.subarray(start, start + Math.max(0, length - 1)));
  }

  private aligned(at: number, alignment: number, size: number, { start: origin, end }: Span): number {
    const start = origin + Math.ceil((at - origin) / alignment) * alignment;
    if (start + size > end) {
      throw new CdrError("truncated", "the TypeObject is too short", "", start);
    }
    return start;
  }
}

/** Without the flags in front. */
const ID_MASK = 0x3fff;
const LONG_ID_MASK = 0x0fffffff;
const PID_EXTENDED = 0x3f01;
const PID_LIST_END = 0x3f02;
const UTF8 = new TextDecoder();
