/**
 * Member headers of mutable types, and of optional members in XCDR1: parameter headers (XTypes 1.3 §7.4.1.2) and
 * EMHEADERs (§7.4.3.4.2), in the form of the dialect. A header is written at its widest and cut when the value is known.
 */
import { isExtendedParameter, type LengthCode } from "../layout.js";
import type { ByteWriter } from "./ByteWriter.js";

export interface MemberToWrite {
  readonly id: number;
  readonly mustUnderstand: boolean;
  /** XCDR2. */
  readonly lengthCode: LengthCode;
  /** XCDR1: whether the value is filled up to a multiple of 4. */
  readonly isRounded: boolean;
}

/** A member of a list, or in XCDR1 an optional member. */
export function writeMember(writer: ByteWriter, member: MemberToWrite, writeValue: () => void): void {
  if (writer.encoding.version === 1) writeParameter(writer, member, writeValue);
  else writeEmMember(writer, member, writeValue);
}

/** XCDR1: an optional member that is not there. */
export function writeAbsentParameter(writer: ByteWriter, member: MemberToWrite): void {
  writer.alignTo4();
  const { rules } = writer.encoding;
  if (isExtendedParameter(member.id, 0, rules)) extendedHeader(writer, member, 0);
  else shortHeader(writer, member, 0);
  if (rules.parameterOrigin === "kept") writer.origin = writer.position;
}

export function writeListEnd(writer: ByteWriter): void {
  writer.alignTo4();
  writer.uint16(PID_LIST_END | (writer.encoding.rules.listEndMustUnderstand ? MUST_UNDERSTAND : 0));
  writer.uint16(0);
}

function writeParameter(writer: ByteWriter, member: MemberToWrite, writeValue: () => void): void {
  const { rules } = writer.encoding;
  writer.alignTo4();
  const at = writer.position;
  extendedHeader(writer, member, 0);
  const { origin } = writer;
  const { cutSoFar } = writer;
  writer.origin = writer.position;
  const start = writer.position;
  writeValue();
  if (member.isRounded) writer.alignTo4();
  const length = writer.sizeSince(start, cutSoFar);
  if (rules.parameterOrigin === "restored") writer.origin = origin;
  if (isExtendedParameter(member.id, length, rules)) {
    writer.patch32(at + 8, length);
    return;
  }
  writer.cut(at, 8);
  writer.patch16(at + 8, shortId(member));
  writer.patch16(at + 10, length);
}

function extendedHeader(writer: ByteWriter, member: MemberToWrite, length: number): void {
  const isMarked = writer.encoding.rules.extendedMustUnderstand || member.mustUnderstand;
  writer.uint16(PID_EXTENDED | (isMarked ? MUST_UNDERSTAND : 0));
  writer.uint16(8);
  writer.uint32((member.id | (member.mustUnderstand ? EXTENDED_MUST_UNDERSTAND : 0)) >>> 0);
  writer.uint32(length);
}

function shortHeader(writer: ByteWriter, member: MemberToWrite, length: number): void {
  writer.uint16(shortId(member));
  writer.uint16(length);
}

function shortId(member: MemberToWrite): number {
  return member.id | (member.mustUnderstand ? MUST_UNDERSTAND : 0);
}

function writeEmMember(writer: ByteWriter, member: MemberToWrite, writeValue: () => void): void {
  writer.uint32(0);
  const at = writer.position - 4;
  writer.uint32(0);
  const start = writer.position;
  const { cutSoFar } = writer;
  writeValue();
  const size = writer.sizeSince(start, cutSoFar);
  const code = codeOf(member.lengthCode, size);
  const flags = (member.mustUnderstand ? 0x80000000 : 0) + code * 0x10000000;
  writer.patch32(at, flags + member.id);
  // Other codes than 4 have no NEXTINT of their own.
  if (code === 4) writer.patch32(at + 4, size);
  else writer.cut(at + 4, 4);
}

function codeOf(code: LengthCode, size: number): number {
  if (code === "entries") return size === 4 ? 2 : 5;
  if (code !== "bySize") return code;
  return size === 1 ? 0 : size === 2 ? 1 : size === 4 ? 2 : size === 8 ? 3 : 4;
}

const PID_EXTENDED = 0x3f01;
const PID_LIST_END = 0x3f02;
const MUST_UNDERSTAND = 0x4000;
const EXTENDED_MUST_UNDERSTAND = 0x40000000;
