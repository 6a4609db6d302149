// TypeObjects as XTypes 1.0 and 1.1 had them (formal/14-11-03 §7.3.4): PL_CDR of version 1, without encapsulation header.
// Connext before TypeInformation announces them, and 7.7 if it is told to: plain as PID_TYPE_OBJECTV1, or compressed.
// They are read far enough to name the type.

import { CdrError } from "../../cdr/index.js";
import { MemberListReader, type Span } from "./MemberListReader.js";

/** A TypeObject that is compressed, in a parameter of Connext. */
export interface CompressedTypeObject {
  /** Of what is inside once it is inflated. */
  readonly length: number;
  /** As zlib makes them. */
  readonly octets: Uint8Array;
}

/** The type's name with its modules, as in IDL: `lab::ShapeType`. */
export function typeNameInV1(octets: Uint8Array, littleEndian: boolean): string | CdrError {
  const reader = new MemberListReader(octets, littleEndian);
  try {
    const { library, theType } = partsOf(reader);
    const isWhole = library !== undefined && theType !== undefined;
    const name = isWhole ? nameInLibrary({ reader, theType }, library, library.start, 0) : undefined;
    return name ?? new CdrError("bad-value", "the TypeObject does not hold the type that it is about");
  } catch (error) {
    if (error instanceof CdrError) return error;
    throw error;
  }
}

/** What Connext's PID_TYPE_OBJECT_LB holds: class of compression, both lengths, the octets. */
export function compressedTypeObject(octets: Uint8Array, littleEndian: boolean): CompressedTypeObject | CdrError {
  if (octets.length < COMPRESSED_HEADER_BYTES) return new CdrError("truncated", "a compressed TypeObject is too short");
  const view = new DataView(octets.buffer, octets.byteOffset, octets.length);
  const [classId, length, packed] = [0, 4, 8].map((at) => view.getUint32(at, littleEndian)) as [number, number, number];
  if (classId !== ZLIB) return new CdrError("bad-value", `compression ${classId} of a TypeObject is not known`);
  if (packed > octets.length - COMPRESSED_HEADER_BYTES) {
    return new CdrError("truncated", "a compressed TypeObject is shorter than it says");
  }
  return { length, octets: octets.subarray(COMPRESSED_HEADER_BYTES, COMPRESSED_HEADER_BYTES + packed) };
}

interface Search {
  readonly reader: MemberListReader;
  /** Whose name is looked for. */
  readonly theType: string;
}

function partsOf(reader: MemberListReader): { library: Span | undefined; theType: string | undefined } {
  let library: Span | undefined;
  let theType: string | undefined;
  for (const member of reader.members(reader.whole)) {
    if (member.id === LIBRARY) library = member;
    else if (member.id === THE_TYPE) theType = typeIdIn(reader, member);
  }
  return { library, theType };
}

/** A sequence of elements. What is inside one is read within it, so no octet is read more often than modules nest. */
function nameInLibrary(search: Search, span: Span, from: number, depth: number): string | undefined {
  if (depth > MAX_MODULES) throw new CdrError("limit-exceeded", "a TypeObject has too many modules in each other");
  const { reader } = search;
  const count = reader.u32(span, from);
  for (let i = 0; i < count; i++) {
    const name = nameInElement(search, span, reader.position, depth);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** A mutable union: of the types, and of modules that hold libraries. The reader is behind it then. */
function nameInElement(search: Search, span: Span, from: number, depth: number): string | undefined {
  const { reader } = search;
  let kind = 0;
  for (const member of reader.members(span, from)) {
    if (member.id === DISCRIMINATOR) {
      kind = reader.u16(member);
      continue;
    }
    const name = kind === MODULE ? nameInModule(search, member, depth) : nameOfType(search, member);
    if (name !== undefined) return name;
  }
  return undefined;
}

function nameInModule(search: Search, span: Span, depth: number): string | undefined {
  const module = search.reader.string(span);
  const name = nameInLibrary(search, span, search.reader.position, depth + 1);
  return name === undefined ? undefined : `${module}::${name}`;
}

/** Every type begins with its property: flags, id, name. */
function nameOfType({ reader, theType }: Search, span: Span): string | undefined {
  for (const property of reader.members(span)) {
    if (property.id !== PROPERTY) return undefined;
    reader.u16(property);
    return typeIdIn(reader, property, reader.position) === theType
      ? reader.string(property, reader.position)
      : undefined;
  }
  return undefined;
}

/** `_TypeId` of a type that is not built in: its kind, and a hash. */
function typeIdIn(reader: MemberListReader, span: Span, from = span.start): string {
  const kind = reader.u16(span, from);
  return `${kind}:${reader.u64(span, reader.position)}`;
}

const LIBRARY = 0;
const THE_TYPE = 1;
const DISCRIMINATOR = 0;
const PROPERTY = 0;
/** TypeKind of a module. */
const MODULE = 0x18;
const MAX_MODULES = 32;

const ZLIB = 1;
const COMPRESSED_HEADER_BYTES = 12;
