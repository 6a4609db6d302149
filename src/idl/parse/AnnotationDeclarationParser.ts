/** `@annotation Name { long value default 1; };` (OMG IDL 4.2 §7.4.15). */
import { plainValue } from "../constants.js";
import type { Token } from "../text/tokens.js";
import type { ConstantValue, TypeDescription } from "../types.js";
import { isBuiltin } from "./builtinAnnotations.js";
import { untypedValue } from "./customAnnotation.js";
import type { ParseContext } from "./ParseContext.js";
import type { AnnotationParameter } from "./Scope.js";

export class AnnotationDeclarationParser {
  private readonly context: ParseContext;
  private readonly parseDefinition: () => void;

  /** `parseDefinition` is for the enums, constants and typedefs that a declaration can hold. */
  constructor(context: ParseContext, parseDefinition: () => void) {
    this.context = context;
    this.parseDefinition = parseDefinition;
  }

  /** From the `@` to the semicolon. */
  parse(): void {
    const { stream, names } = this.context;
    stream.next();
    stream.next();
    // Files declare builtin ones too, whose names may be keywords.
    const token = stream.is("default") ? stream.next() : stream.expectName("annotation name");
    const parameters = new Map<string, AnnotationParameter>();
    stream.expect("{");
    this.context.apart(() => {
      while (!stream.accept("}")) this.part(token, parameters);
    });
    stream.expect(";", "after the annotation");
    if (!isBuiltin(token.text)) names.declareAnnotation(token, { parameters });
  }

  private part(annotation: Token, parameters: Map<string, AnnotationParameter>): void {
    const { stream, types } = this.context;
    if (stream.isEnd()) stream.expect("}", `to close the annotation ${annotation.text}`);
    if (stream.is("@") || DEFINITIONS.has(stream.peek().text)) {
      this.parseDefinition();
      return;
    }
    const type = stream.accept("any") ? undefined : types.parseComplete();
    const name = stream.expectName("parameter name");
    if (parameters.has(name.text)) {
      throw stream.error("redefinition", `the parameter ${name.text} is there already`, name);
    }
    const defaultValue = stream.accept("default") ? this.value(type) : undefined;
    parameters.set(name.text, { type, defaultValue });
    stream.expect(";");
  }

  private value(type: TypeDescription | undefined): ConstantValue {
    const { expressions } = this.context;
    return type === undefined ? untypedValue(expressions.parse()) : plainValue(expressions.parseFor(type), type);
  }
}

const DEFINITIONS: ReadonlySet<string> = new Set(["enum", "bitmask", "const", "typedef"]);
