/**
 * Member headers of mutable types, and of optional members in XCDR1: parameter headers (XTypes 1.3 §7.4.1.2) and
 * EMHEADERs (§7.4.3.4.2). Every form that a writer may choose is taken.
 */
import type { ByteReader } from "./ByteReader.js";

export interface MemberHeader {
  readonly id: number;
  readonly mustUnderstand: boolean;
  /** The member's value lies from the reader's offset to here. */
  readonly end: number;
  /** PID_IGNORE and reserved ids: no member has them. */
  readonly isReserved: boolean;
}

/** The next parameter of an XCDR1 list; undefined behind PID_LIST_END. Alignment counts from its value from now on. */
export function nextParameter(reader: ByteReader): MemberHeader | undefined {
  reader.alignTo4();
  const pid = reader.uint16("parameter id");
  const length = reader.uint16("parameter length");
  // Bit 15 marks ids of an implementation's own. Some writers set it on every member, so it says nothing here.
  const id = pid & 0x3fff;
  if (id === PID_LIST_END) return undefined;
  const mustUnderstand = (pid & MUST_UNDERSTAND) !== 0;
  if (id === PID_IGNORE) return opened(reader, id, false, length, true);
  if (id !== PID_EXTENDED) return opened(reader, id, mustUnderstand, length, id > PID_LIST_END);
  if (length < 8 || length % 4 !== 0) {
    throw reader.error("bad-member-header", `PID_EXTENDED has ${length} bytes instead of 8`);
  }
  const flagsAndId = reader.count("member id");
  const size = reader.count("member length");
  reader.offset += Math.min(length - 8, reader.left);
  // The bit on PID_EXTENDED itself is set by rule (table 34): that of the member is in its id.
  return opened(reader, flagsAndId & 0x0fffffff, (flagsAndId & 0x40000000) !== 0, size, false);
}

function opened(
  reader: ByteReader,
  id: number,
  mustUnderstand: boolean,
  length: number,
  isReserved: boolean,
): MemberHeader {
  if (length > reader.left) {
    throw reader.error("truncated", `member ${id} has ${length} bytes, ${reader.left} are left`);
  }
  reader.origin = reader.offset;
  return { id, mustUnderstand, end: reader.offset + length, isReserved };
}

/** The next member of an XCDR2 list; undefined where its DHEADER ends. */
export function nextMember(reader: ByteReader): MemberHeader | undefined {
  reader.alignTo4();
  if (reader.left === 0) return undefined;
  const header = reader.count("EMHEADER");
  const id = header & 0x0fffffff;
  const code = (header >>> 28) & 7;
  let length: number;
  if (code < 4) {
    length = 1 << code;
  } else {
    const next = reader.count("NEXTINT");
    length = code === 4 ? next : 4 + next * UNIT_BYTES[code]!;
    // From 5 on NEXTINT is the beginning of the value itself.
    if (code > 4) reader.offset -= 4;
  }
  if (length > reader.left) {
    throw reader.error("truncated", `member ${id} has ${length} bytes, ${reader.left} are left`);
  }
  return { id, mustUnderstand: header >>> 31 === 1, end: reader.offset + length, isReserved: false };
}

const PID_EXTENDED = 0x3f01;
const PID_LIST_END = 0x3f02;
const PID_IGNORE = 0x3f03;
const MUST_UNDERSTAND = 0x4000;
/** What NEXTINT counts in, by length code. */
const UNIT_BYTES: Readonly<Record<number, number>> = { 5: 1, 6: 4, 7: 8 };
