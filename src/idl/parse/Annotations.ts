/** What the annotations before one declaration say (XTypes 1.3 §7.3.1.2, IDL 4.2 §8.3). */
import { type Constant, plainValue } from "../constants.js";
import type { IdlError } from "../IdlError.js";
import { errorAt } from "../text/Source.js";
import { TokenStream } from "../text/TokenStream.js";
import { describe, type Token } from "../text/tokens.js";
import type {
  ConstantValue,
  CustomAnnotation,
  DataRepresentationName,
  Extensibility,
  TryConstruct,
  TypeDescription,
} from "../types.js";
import { type Annotation, type Argument, parseAnnotations } from "./annotationSyntax.js";
import { DESCRIPTIVE, DROPPED, NOT_SERIALIZED, PLACE_WORDS, type Place, STRICT_PLACES } from "./builtinAnnotations.js";
import { customAnnotation } from "./customAnnotation.js";
import { ExpressionParser } from "./ExpressionParser.js";
import type { Names } from "./Names.js";

export class Annotations {
  private readonly list: readonly Annotation[];
  private readonly names: Names;

  private constructor(list: readonly Annotation[], names: Names) {
    this.list = list;
    this.names = names;
  }

  static parse(stream: TokenStream, names: Names): Annotations {
    return new Annotations(stream.is("@") ? parseAnnotations(stream) : NONE, names);
  }

  /** Throws when one stands where it has no meaning. */
  check(place: Place): void {
    for (const annotation of this.list) {
      const { name } = annotation;
      if (name === NOT_SERIALIZED) {
        throw errorAt(annotation.token, "unsupported", `@${name} is not supported: leave the member out`);
      }
      const places = Object.hasOwn(STRICT_PLACES, name) ? STRICT_PLACES[name] : undefined;
      if (places === undefined || places.includes(place)) continue;
      const right = places.map((each) => PLACE_WORDS[each]).join(" or ");
      throw bad(annotation, `has no meaning on ${PLACE_WORDS[place]}: it belongs on ${right}`);
    }
  }

  find(name: string): Token | undefined {
    return this.last(name)?.token;
  }

  /** `@key`, `@key(TRUE)`: true; `(FALSE)`: false; undefined when absent. */
  flag(name: string): boolean | undefined {
    const annotation = this.last(name);
    if (annotation === undefined) return undefined;
    const value = this.evaluate(annotation);
    if (value === undefined) return true;
    if (value.kind !== "boolean") throw bad(annotation, "takes TRUE or FALSE");
    return value.value;
  }

  /** The integer argument of `@id(5)`; undefined when the annotation is absent. */
  integer(name: string): number | undefined {
    const annotation = this.last(name);
    if (annotation === undefined) return undefined;
    const value = this.evaluate(annotation);
    if (value?.kind !== "integer" || !Number.isSafeInteger(Number(value.value))) {
      throw bad(annotation, "takes an integer");
    }
    return Number(value.value);
  }

  /** `@default(5)`, `@min(0)`: the value, which must be one of this type. */
  value(name: string, type: TypeDescription): ConstantValue | undefined {
    const annotation = this.last(name);
    if (annotation === undefined) return undefined;
    const value = this.evaluate(annotation, type);
    if (value === undefined) throw bad(annotation, "takes a value");
    return plainValue(value, type);
  }

  /** `@range(min=0, max=10)`, or one of `@min` and `@max`. */
  limits(type: TypeDescription): { readonly min: ConstantValue | undefined; readonly max: ConstantValue | undefined } {
    if (this.list.length === 0) return NO_LIMITS;
    const range = this.last("range");
    const limit = (name: "min" | "max") => {
      const argument = range?.arguments.find((each) => each.name === name);
      if (range === undefined || argument === undefined) return this.value(name, type);
      return plainValue(this.expression(argument.tokens, range, type), type);
    };
    const limits = { min: limit("min"), max: limit("max") };
    if (range !== undefined && (limits.min === undefined || limits.max === undefined)) {
      throw bad(range, "takes min=… and max=…");
    }
    return limits;
  }

  /** `@unit("m")`. */
  text(name: string): string | undefined {
    const annotation = this.last(name);
    if (annotation === undefined) return undefined;
    const value = this.evaluate(annotation);
    if (value?.kind !== "string") throw bad(annotation, "takes a string");
    return value.value;
  }

  /** `@hashid`: true, `@hashid("text")`: the text; undefined when absent. */
  hashId(): boolean | string | undefined {
    const annotation = this.last("hashid");
    if (annotation === undefined) return undefined;
    if (annotation.arguments.length === 0) return true;
    return this.text("hashid");
  }

  /** `@autoid(HASH)`. HASH is also what `@autoid` alone means (§7.3.1.2.1.1). */
  autoId(): "sequential" | "hash" | undefined {
    const annotation = this.last("autoid");
    if (annotation === undefined) return undefined;
    const found = AUTO_IDS.get(firstWord(annotation) ?? "HASH");
    if (found === undefined) throw bad(annotation, "takes SEQUENTIAL or HASH");
    return found;
  }

  /** What is done with a value that does not fit. USE_DEFAULT is what `@try_construct` alone means (§7.3.1.2.1). */
  tryConstruct(): TryConstruct | undefined {
    const annotation = this.last("try_construct");
    if (annotation === undefined) return undefined;
    const found = TRY_CONSTRUCTS.get(firstWord(annotation) ?? "USE_DEFAULT");
    if (found === undefined) throw bad(annotation, "takes DISCARD, USE_DEFAULT or TRIM");
    return found;
  }

  /** The extensibility asked for; the last annotation wins. */
  extensibility(): Extensibility | undefined {
    let found: Extensibility | undefined;
    for (const annotation of this.list) {
      const { name } = annotation;
      if (name === "final" || name === "appendable" || name === "mutable") found = name;
      if (name !== "extensibility") continue;
      found = EXTENSIBILITIES.get(firstWord(annotation) ?? "");
      if (found === undefined) throw bad(annotation, "takes FINAL, APPENDABLE or MUTABLE");
    }
    return found;
  }

  /** `@topic(name="Square")`; undefined without a name. */
  topicName(): string | undefined {
    const annotation = this.last("topic");
    const argument = annotation?.arguments.find((each) => each.name === "name");
    if (annotation === undefined || argument === undefined) return undefined;
    const value = this.expression(argument.tokens, annotation);
    if (value.kind !== "string") throw bad(annotation, "takes a string as name");
    return value.value;
  }

  /** `@data_representation(XCDR1 | XCDR2)` (§7.3.1.2.1). */
  dataRepresentations(): readonly DataRepresentationName[] | undefined {
    const annotation = this.last("data_representation") ?? this.last("allowed_data_representation");
    if (annotation === undefined) return undefined;
    const words = annotation.arguments[0]?.tokens.filter((token) => token.kind !== "end" && token.text !== "|") ?? [];
    const found = new Set(words.map((token) => REPRESENTATIONS.get(token.text)));
    if (found.size === 0 || found.has(undefined)) throw bad(annotation, "takes XCDR1, XML and XCDR2, joined with |");
    return (["xcdr1", "xml", "xcdr2"] as const).filter((each) => found.has(each));
  }

  /**
   * Those without a meaning of their own at this place. `type`: what `@default`, `@min` and `@max` are values of.
   * `keepDefault`: `@default` is not read by itself.
   */
  custom(
    place: Place,
    options: { readonly type?: TypeDescription; readonly keepDefault?: boolean } = {},
  ): readonly CustomAnnotation[] {
    if (this.list.length === 0) return NO_CUSTOM;
    const isRead = (name: string) => {
      if (Object.hasOwn(STRICT_PLACES, name) || DROPPED.has(name)) return true;
      if (name === "default") return place === "member" && options.keepDefault !== true;
      return DESCRIPTIVE.has(name) && (place === "member" || place === "case");
    };
    return this.list
      .filter((annotation) => !isRead(annotation.name))
      .map((each) => customAnnotation(each, this.names, VALUES.has(each.name) ? options.type : undefined));
  }

  /** Whether its argument is a string. */
  hasText(name: string): boolean {
    const kind = this.last(name)?.arguments[0]?.tokens[0]?.kind;
    return kind === "string" || kind === "wstring";
  }

  private last(name: string): Annotation | undefined {
    if (this.list.length === 0) return undefined;
    return this.list.findLast((annotation) => annotation.name === name);
  }

  private evaluate(annotation: Annotation, type?: TypeDescription): Constant | undefined {
    const argument = soleArgument(annotation);
    return argument && this.expression(argument.tokens, annotation, type);
  }

  private expression(tokens: readonly Token[], annotation: Annotation, type?: TypeDescription): Constant {
    const stream = new TokenStream(tokens);
    const parser = new ExpressionParser(stream, this.names);
    const value = type === undefined ? parser.parse() : parser.parseFor(type);
    if (!stream.isEnd()) throw bad(annotation, `has ${describe(stream.peek())} too much`);
    return value;
  }
}

function soleArgument(annotation: Annotation): Argument | undefined {
  const [argument, second] = annotation.arguments;
  if (argument === undefined) return undefined;
  if (second !== undefined) throw bad(annotation, "takes one value");
  if (argument.name !== undefined && argument.name !== "value") {
    throw bad(annotation, `has no parameter ${argument.name}`);
  }
  return argument;
}

/** `HASH` of `@autoid(HASH)`; undefined without an argument, also of enums with a scope. */
function firstWord(annotation: Annotation): string | undefined {
  return annotation.arguments[0]?.tokens.findLast((token) => token.kind !== "end")?.text;
}

function bad(annotation: Annotation, problem: string): IdlError {
  return errorAt(annotation.token, "bad-value", `@${annotation.name} ${problem}`);
}

const VALUES: ReadonlySet<string> = new Set(["default", "min", "max", "range"]);
const NONE: readonly Annotation[] = [];
const NO_LIMITS = { min: undefined, max: undefined };
const NO_CUSTOM: readonly CustomAnnotation[] = [];
const AUTO_IDS: ReadonlyMap<string, "sequential" | "hash"> = new Map([
  ["SEQUENTIAL", "sequential"],
  ["HASH", "hash"],
]);
const TRY_CONSTRUCTS: ReadonlyMap<string, TryConstruct> = new Map([
  ["DISCARD", "discard"],
  ["USE_DEFAULT", "useDefault"],
  ["TRIM", "trim"],
]);
/** The long forms are those of XTypes 1.0, which older files have. */
export const EXTENSIBILITIES: ReadonlyMap<string, Extensibility> = new Map([
  ["FINAL", "final"],
  ["APPENDABLE", "appendable"],
  ["MUTABLE", "mutable"],
  ["FINAL_EXTENSIBILITY", "final"],
  ["EXTENSIBLE_EXTENSIBILITY", "appendable"],
  ["MUTABLE_EXTENSIBILITY", "mutable"],
]);
/** Connext calls XCDR1 XCDR. */
const REPRESENTATIONS: ReadonlyMap<string, DataRepresentationName> = new Map([
  ["XCDR1", "xcdr1"],
  ["XCDR", "xcdr1"],
  ["XML", "xml"],
  ["XCDR2", "xcdr2"],
]);
