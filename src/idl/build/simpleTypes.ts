/** Primitive types, strings, collections and aliases (XTypes 1.3 §7.2.2.4). */
import { IdlError } from "../IdlError.js";
import {
  type AliasType,
  type ArrayType,
  type CustomAnnotation,
  type ElementFlags,
  type MapType,
  type PrimitiveKind,
  type SequenceType,
  type StringType,
  type TryConstruct,
  type TypeDescription,
  typeToString,
  unaliased,
  type WStringType,
} from "../types.js";
import { checkScopedName } from "./names.js";
import { noteNesting } from "./nesting.js";
import type { AliasOf, ArrayOf, MapOf, SequenceOf } from "./valueTypes.js";

const primitive = <Kind extends PrimitiveKind>(kind: Kind): { readonly kind: Kind } => Object.freeze({ kind });

export const boolean = primitive("boolean");
export const octet = primitive("octet");
export const char = primitive("char");
export const wchar = primitive("wchar");
export const int8 = primitive("int8");
export const uint8 = primitive("uint8");
export const int16 = primitive("int16");
export const uint16 = primitive("uint16");
export const int32 = primitive("int32");
export const uint32 = primitive("uint32");
export const int64 = primitive("int64");
export const uint64 = primitive("uint64");
export const float32 = primitive("float32");
export const float64 = primitive("float64");
/** `long double`. */
export const float128 = primitive("float128");

/** `string` or `string<bound>`; the bound counts UTF-8 bytes without the NUL. */
export function string(bound?: number): StringType {
  return Object.freeze({ kind: "string", bound: checkBound(bound, "string") });
}

/** `wstring` or `wstring<bound>`; the bound counts UTF-16 units. */
export function wstring(bound?: number): WStringType {
  return Object.freeze({ kind: "wstring", bound: checkBound(bound, "wstring") });
}

/** What an element carries besides its type: `sequence<@external @try_construct(TRIM) string<5>>`. */
export interface ElementOptions {
  readonly external?: boolean;
  readonly tryConstruct?: TryConstruct;
}

/** `sequence<element>` or `sequence<element, bound>`. */
export function sequence<Element extends TypeDescription>(
  element: Element,
  bound?: number,
  options?: ElementOptions,
): SequenceOf<Element> {
  const flags = elementFlags(options);
  const type: SequenceType = { kind: "sequence", element, bound: checkBound(bound, "sequence"), elementFlags: flags };
  return noteNesting(Object.freeze(type), [element]);
}

/** `array(int32, 2, 3)` is `long x[2][3]`. */
export function array<Element extends TypeDescription, const Dimensions extends readonly number[]>(
  element: Element,
  ...dimensions: Dimensions
): ArrayOf<Element, Dimensions> {
  return arrayOf(element, dimensions);
}

/** As `array`, with what the elements carry. */
export function arrayOf<Element extends TypeDescription, const Dimensions extends readonly number[]>(
  element: Element,
  dimensions: Dimensions,
  options?: ElementOptions,
): ArrayOf<Element, Dimensions> {
  if (dimensions.length === 0) throw new IdlError("bad-value", "an array needs at least one dimension");
  let count = 1;
  for (const n of dimensions) count *= checkBound(n, "array") ?? 1;
  if (count > MAX_BOUND) {
    throw new IdlError("bad-value", `an array of ${dimensions.join(" x ")} has more than ${MAX_BOUND} elements`);
  }
  const frozen = Object.freeze([...dimensions]);
  const type: ArrayType = { kind: "array", element, dimensions: frozen, elementFlags: elementFlags(options) };
  return noteNesting(Object.freeze(type), [element]);
}

/** `map<key, value>` or `map<key, value, bound>`. */
export function map<Key extends TypeDescription, Value extends TypeDescription>(
  key: Key,
  value: Value,
  bound?: number,
  options?: ElementOptions,
): MapOf<Key, Value> {
  if (!MAP_KEYS.has(unaliased(key).kind)) {
    const possible = "keys are integers, characters, booleans, enums, bitmasks or strings";
    throw new IdlError("bad-value", `a map key cannot be ${typeToString(key)}: ${possible}`);
  }
  const flags = elementFlags(options);
  const type: MapType = { kind: "map", key, value, bound: checkBound(bound, "map"), elementFlags: flags };
  return noteNesting(Object.freeze(type), [key, value]);
}

export interface AliasOptions {
  readonly annotations?: readonly CustomAnnotation[];
}

/** `typedef target Name`. */
export function alias<Target extends TypeDescription>(
  name: string,
  target: Target,
  options: AliasOptions = {},
): AliasOf<Target> {
  checkScopedName(name);
  const annotations = frozenAnnotations(options.annotations);
  const type: AliasType & { readonly target: Target } = { kind: "alias", name, target, annotations };
  return noteNesting(Object.freeze(type), [target]);
}

export function frozenAnnotations(annotations: readonly CustomAnnotation[] | undefined): readonly CustomAnnotation[] {
  if (annotations === undefined || annotations.length === 0) return NO_ANNOTATIONS;
  return Object.freeze(
    annotations.map(({ name, parameters }) => Object.freeze({ name, parameters: Object.freeze({ ...parameters }) })),
  );
}

function elementFlags(options: ElementOptions | undefined): ElementFlags | undefined {
  if (options === undefined) return undefined;
  const { external = false, tryConstruct = "discard" } = options;
  return external || tryConstruct !== "discard" ? Object.freeze({ external, tryConstruct }) : undefined;
}

function checkBound(bound: number | undefined, what: string): number | undefined {
  if (bound !== undefined && (!Number.isInteger(bound) || bound < 1 || bound > MAX_BOUND)) {
    throw new IdlError("bad-value", `a ${what} bound must be an integer from 1 to ${MAX_BOUND}, not ${bound}`);
  }
  return bound;
}

/**
 * XTypes §7.2.2.4.3 promises integers and strings only. The others are exchanged among users of Fast DDS, and they
 * are as well comparable. Floats are not: NaN is no key.
 */
const MAP_KEYS: ReadonlySet<string> = new Set([
  ..."boolean octet char wchar int8 uint8 int16 uint16 int32 uint32 int64 uint64".split(" "),
  ..."string wstring enum bitmask".split(" "),
]);
const NO_ANNOTATIONS: readonly CustomAnnotation[] = Object.freeze([]);
const MAX_BOUND = 0xffffffff;
