/**
 * Reserved words (OMG IDL 4.2 §7.2.4). Words of the component and interface profiles that data types never meet
 * (`port`, `home`, `context`, ...) are left free: many existing data models use them as member names.
 */
const KEYWORDS = [
  "abstract any bitfield bitmask bitset boolean case char const default double enum exception FALSE fixed float",
  "in inout int16 int32 int64 int8 interface local long map module native Object octet oneway out private public",
  "readonly sequence short string struct switch TRUE truncatable typedef uint16 uint32 uint64 uint8 union unsigned",
  "ValueBase valuetype void wchar wstring",
]
  .join(" ")
  .split(" ");

const RESERVED: ReadonlySet<string> = new Set(KEYWORDS);

/**
 * Whether a word is a keyword as written. §7.2.4 also reserves other spellings (`String`), but ROS 2 and others define
 * such types and no tool minds.
 */
export function isKeyword(word: string): boolean {
  return RESERVED.has(word);
}
