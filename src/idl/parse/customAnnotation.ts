/** Annotations that IDL users invent (OMG IDL 4.2 §7.4.15.3). */
import { scalarOf } from "../build/members.js";
import { type Constant, plainValue } from "../constants.js";
import { IdlError } from "../IdlError.js";
import { errorAt } from "../text/Source.js";
import { TokenStream } from "../text/TokenStream.js";
import { describe } from "../text/tokens.js";
import type { ConstantValue, CustomAnnotation, TypeDescription } from "../types.js";
import type { Annotation, Argument } from "./annotationSyntax.js";
import { ExpressionParser } from "./ExpressionParser.js";
import type { Names } from "./Names.js";
import type { AnnotationDeclaration } from "./Scope.js";

/**
 * What an annotation says, with the defaults of its declaration where there is one. `type`: that of the values of a
 * builtin annotation.
 */
export function customAnnotation(annotation: Annotation, names: Names, type?: TypeDescription): CustomAnnotation {
  const declaration = type === undefined ? names.annotation(annotation.name) : undefined;
  const parameters: Record<string, ConstantValue> = {};
  for (const argument of annotation.arguments) {
    const name = parameterName(annotation, argument, declaration);
    if (type !== undefined) parameters[name] = typedValue(argument, names, scalarOf(type));
    else if (declaration === undefined) parameters[name] = undeclaredValue(argument, names);
    else parameters[name] = declaredValue(annotation, name, argument, declaration, names);
  }
  for (const [name, parameter] of declaration?.parameters ?? []) {
    if (Object.hasOwn(parameters, name)) continue;
    if (parameter.defaultValue === undefined) {
      throw errorAt(annotation.token, "bad-value", `@${annotation.name} needs a value for ${name}`);
    }
    parameters[name] = parameter.defaultValue;
  }
  return { name: annotation.name, parameters };
}

/** A lone unnamed argument is for the only parameter, or for `value`. */
function parameterName(
  annotation: Annotation,
  argument: Argument,
  declaration: AnnotationDeclaration | undefined,
): string {
  if (argument.name !== undefined) return argument.name;
  if (annotation.arguments.length > 1) {
    throw errorAt(annotation.token, "syntax", `@${annotation.name} has several values: name each (name=value)`);
  }
  const [only, second] = declaration?.parameters.keys() ?? [];
  return only !== undefined && second === undefined ? only : "value";
}

function declaredValue(
  annotation: Annotation,
  name: string,
  argument: Argument,
  declaration: AnnotationDeclaration,
  names: Names,
): ConstantValue {
  const parameter = declaration.parameters.get(name);
  if (parameter === undefined) {
    throw errorAt(annotation.token, "bad-value", `@${annotation.name} has no parameter ${name}`);
  }
  return typedValue(argument, names, parameter.type);
}

function typedValue(argument: Argument, names: Names, type: TypeDescription | undefined): ConstantValue {
  return evaluate(argument, names, (parser) => {
    if (type === undefined) return untypedValue(parser.parse());
    return plainValue(parser.parseFor(type), type);
  });
}

/** Names that nothing declares are kept as text: `@color(RED)`. */
function undeclaredValue(argument: Argument, names: Names): ConstantValue {
  try {
    return evaluate(argument, names, (parser) => untypedValue(parser.parse()));
  } catch (error) {
    const parts = argument.tokens.slice(0, -1);
    const isNames = parts.every((token) => token.kind === "word" || token.text === "::" || token.text === "|");
    if (error instanceof IdlError && isNames) return parts.map((token) => token.text).join("");
    throw error;
  }
}

function evaluate(argument: Argument, names: Names, read: (parser: ExpressionParser) => ConstantValue): ConstantValue {
  const stream = new TokenStream(argument.tokens);
  const value = read(new ExpressionParser(stream, names));
  if (!stream.isEnd()) throw stream.error("syntax", `expected the end of the value, found ${describe(stream.peek())}`);
  return value;
}

/** Integers are numbers as far as those are exact. */
export function untypedValue(constant: Constant): ConstantValue {
  if (constant.kind === "enum") return constant.value.name;
  if (constant.kind !== "integer") return constant.value;
  const number = Number(constant.value);
  return Number.isSafeInteger(number) ? number : constant.value;
}
