/** What members of structs and unions share: ids (XTypes 1.3 §7.2.2.4.4.4.4), defaults, limits. */
import { constantOf, fitConstant } from "../constants.js";
import { IdlError } from "../IdlError.js";
import { md5 } from "../md5.js";
import {
  type ActualType,
  type ConstantValue,
  type CustomAnnotation,
  type MemberBase,
  type TryConstruct,
  type TypeDescription,
  typeToString,
  unaliased,
} from "../types.js";
import { frozenAnnotations } from "./simpleTypes.js";

/** What `@id`, `@hashid`, `@external`, `@try_construct`, `@unit`, `@min` and `@max` say. */
export interface CommonMemberOptions {
  readonly type: TypeDescription;
  readonly id?: number;
  /** `true` hashes the member's own name, a string hashes that (`@hashid`). */
  readonly hashId?: boolean | string;
  readonly external?: boolean;
  readonly tryConstruct?: TryConstruct;
  readonly unit?: string;
  readonly min?: ConstantValue;
  readonly max?: ConstantValue;
  readonly annotations?: readonly CustomAnnotation[];
}

/** `@autoid`: ids count up from the previous member's, or are hashes of the names. */
export type AutoId = "sequential" | "hash";

/** Gives each member of one type its id. */
export class MemberIds {
  private readonly owner: string;
  private readonly hashAll: boolean;
  private readonly taken = new Map<number, string>();
  private next: number;

  /** `owner` is for messages: `struct A`. `first` is the id of a first member that has none of its own. */
  constructor(owner: string, autoId: AutoId | undefined, first: number) {
    this.owner = owner;
    this.hashAll = autoId === "hash";
    this.next = first;
  }

  /** For inherited members, which have theirs. The next member's id is one more than the last one's. */
  keep(name: string, id: number): void {
    this.take(name, id);
  }

  assign(name: string, given: CommonMemberOptions): number {
    const id = given.id ?? this.hashed(name, given) ?? this.next;
    if (!Number.isInteger(id) || id < 0 || id > MAX_MEMBER_ID) {
      throw new IdlError("bad-value", `${this.owner}, ${name}: the id must be 0 to ${MAX_MEMBER_ID}, not ${id}`);
    }
    this.take(name, id);
    return id;
  }

  private hashed(name: string, given: CommonMemberOptions): number | undefined {
    const text = hashText(given);
    if (text !== undefined) return memberIdHash(text === "" ? name : text);
    return this.hashAll ? memberIdHash(name) : undefined;
  }

  private take(name: string, id: number): void {
    const other = this.taken.get(id);
    if (other !== undefined) {
      throw new IdlError("bad-value", `${this.owner}: members ${other} and ${name} both have the id ${id}`);
    }
    this.taken.set(id, name);
    this.next = id + 1;
  }
}

/** XTypes 1.3 §7.3.1.2.1.1: the first four MD5 octets of the name, little endian, without the top four bits. */
export function memberIdHash(name: string): number {
  return new DataView(md5(new TextEncoder().encode(name)).buffer).getUint32(0, true) & MAX_MEMBER_ID;
}

/** The checked common part of a member. `owner` is for messages: `struct A`. */
export function commonPart(owner: string, name: string, given: CommonMemberOptions, id: number): MemberBase {
  const { min, max } = given;
  const limited = min === undefined && max === undefined ? given.type : scalarOf(given.type);
  checkValue(owner, name, "minimum", min, limited);
  checkValue(owner, name, "maximum", max, limited);
  if (isNumber(min) && isNumber(max) && min > max) {
    throw new IdlError("bad-value", `${owner}, ${name}: the minimum ${min} is above the maximum ${max}`);
  }
  return {
    name,
    type: given.type,
    id,
    hashId: given.id === undefined ? hashText(given) : undefined,
    external: given.external ?? false,
    tryConstruct: given.tryConstruct ?? "discard",
    unit: given.unit,
    min,
    max,
    annotations: frozenAnnotations(given.annotations),
  };
}

/** What a minimum or maximum is for: in collections, each element. */
export function scalarOf(type: TypeDescription): ActualType {
  let actual = unaliased(type);
  while (actual.kind === "array" || actual.kind === "sequence") actual = unaliased(actual.element);
  return actual;
}

/** Throws unless a value given for a member is one that its type has. */
export function checkValue(
  owner: string,
  name: string,
  what: string,
  value: ConstantValue | undefined,
  type: TypeDescription,
): void {
  if (value === undefined) return;
  const constant = constantOf(value, type);
  if (constant !== undefined && fitConstant(constant, type) !== undefined) return;
  throw new IdlError("bad-value", `${owner}, ${name}: the ${what} ${String(value)} does not fit ${typeToString(type)}`);
}

function isNumber(value: ConstantValue | undefined): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/** "" when `@hashid` hashes the member's own name. */
function hashText(given: CommonMemberOptions): string | undefined {
  return given.hashId === true ? "" : given.hashId === false ? undefined : given.hashId;
}

const MAX_MEMBER_ID = 0x0fffffff;
