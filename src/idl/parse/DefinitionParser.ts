/** Modules and what they define (OMG IDL 4.2 §7.4.1). One pass: IDL declares before use. */

import { finitenessProblem } from "../build/finite.js";
import * as build from "../build/index.js";
import { locating } from "../build/names.js";
import { recursionProblem } from "../build/nesting.js";
import { plainValue } from "../constants.js";
import type { TokenStream } from "../text/TokenStream.js";
import { describe } from "../text/tokens.js";
import { type TypeDescription, unaliased } from "../types.js";
import { AnnotationDeclarationParser } from "./AnnotationDeclarationParser.js";
import { Annotations } from "./Annotations.js";
import { EnumParser } from "./EnumParser.js";
import type { KeyLists } from "./KeyLists.js";
import { type Declarations, ParseContext, type ParserOptions } from "./ParseContext.js";
import { StructParser } from "./StructParser.js";
import { isSkippedKeyword, skipDefinition } from "./skippedDefinitions.js";

export class DefinitionParser {
  private readonly context: ParseContext;
  private readonly stream: TokenStream;
  private readonly keyLists: KeyLists;
  private readonly structs: StructParser;
  private readonly enums: EnumParser;
  private readonly annotationDeclarations: AnnotationDeclarationParser;
  private depth = 0;

  constructor(stream: TokenStream, options: ParserOptions, keyLists: KeyLists) {
    this.stream = stream;
    this.keyLists = keyLists;
    this.context = new ParseContext(stream, options);
    this.structs = new StructParser(this.context);
    this.enums = new EnumParser(this.context);
    this.annotationDeclarations = new AnnotationDeclarationParser(this.context, () => this.definition());
  }

  parse(): Declarations {
    const { names, types, declarations } = this.context;
    while (!this.stream.isEnd()) this.definition();
    this.noteKeyLists();
    names.checkAllComplete();
    const tooDeep = recursionProblem(types.recursive.keys());
    for (const [type, token] of types.recursive) {
      const problem = tooDeep ?? finitenessProblem(type);
      if (problem !== undefined) throw this.stream.error("bad-value", problem, token);
    }
    return declarations;
  }

  private noteKeyLists(): void {
    if (!this.keyLists.isEmpty) this.keyLists.reach(this.stream.position, this.context.names.scope);
  }

  private definition(): void {
    if (++this.depth > MAX_MODULE_DEPTH) throw this.stream.error("syntax", "modules are nested too deeply");
    this.noteKeyLists();
    this.definitionOfAnyKind();
    this.depth--;
  }

  private definitionOfAnyKind(): void {
    const { stream } = this;
    if (stream.is("@") && stream.peek(1).text === "annotation") {
      this.annotationDeclarations.parse();
      return;
    }
    const annotations = Annotations.parse(stream, this.context.names);
    const token = stream.peek();
    switch (token.isEscaped ? "" : token.text) {
      case "module":
        this.module(annotations);
        return;
      case "typedef":
        this.typedef(annotations);
        return;
      case "const":
        annotations.check("constant");
        this.constant();
        return;
      default: {
        if (this.typeDefinition(annotations) === undefined) {
          if (!isSkippedKeyword(token)) {
            throw stream.error("syntax", `expected a definition, found ${describe(token)}`);
          }
          skipDefinition(this.context);
          return;
        }
        stream.expect(";", `after the ${token.text}`);
      }
    }
  }

  private module(annotations: Annotations): void {
    const { context, stream } = this;
    annotations.check("module");
    const outer = context.moduleDefaults;
    context.moduleDefaults = {
      nested: annotations.flag("default_nested") ?? outer.nested,
      autoId: annotations.autoId() ?? outer.autoId,
    };
    stream.next();
    context.names.enterModule(stream.expectName("module name"));
    stream.expect("{");
    if (stream.is("}")) throw stream.error("syntax", "a module needs at least one definition");
    while (!stream.is("}")) {
      if (stream.isEnd()) stream.expect("}", "to close the module");
      this.definition();
    }
    this.noteKeyLists();
    stream.next();
    context.names.leaveModule();
    context.moduleDefaults = outer;
    stream.expect(";", "after the module");
  }

  /** A struct, union, enum, bitmask or bitset, without the semicolon; undefined when none begins here. */
  private typeDefinition(annotations: Annotations): TypeDescription | undefined {
    const { context, stream } = this;
    const { declarations } = context;
    const token = stream.peek();
    let type: TypeDescription;
    switch (token.isEscaped ? "" : token.text) {
      case "struct":
        type = this.structs.struct(annotations);
        if (context.names.incompletePart(type) === type) return type;
        break;
      case "union":
        type = this.structs.union(annotations);
        if (context.names.incompletePart(type) === type) return type;
        break;
      case "enum":
        type = this.enums.enum(annotations);
        break;
      case "bitmask":
        type = this.enums.bitmask(annotations);
        break;
      case "bitset":
        type = this.enums.bitset(annotations);
        break;
      default:
        return undefined;
    }
    register(declarations, type);
    return type;
  }

  private typedef(outer: Annotations): void {
    const { context, stream } = this;
    stream.next();
    const inner = Annotations.parse(stream, context.names);
    const defined = this.typeDefinition(inner);
    if (defined === undefined) inner.check("typedef");
    outer.check("typedef");
    const base = defined ?? context.types.parse();
    for (const { token, type } of context.types.declarators(base, "type name")) {
      const annotations = [
        ...outer.custom("typedef", { type }),
        ...(defined === undefined ? inner.custom("typedef", { type }) : []),
      ];
      const alias = locating(token, () => build.alias(context.names.qualify(token.text), type, { annotations }));
      context.names.declare(token, { kind: "type", type: alias });
      register(context.declarations, alias);
    }
  }

  private constant(): void {
    const { context, stream } = this;
    stream.next();
    const at = stream.peek();
    const type = context.types.parse();
    if (!CONSTANT_KINDS.has(unaliased(type).kind)) {
      throw stream.error("bad-value", "a constant is a number, character, string, boolean or enum literal", at);
    }
    const token = stream.expectName("constant name");
    stream.expect("=");
    const value = context.expressions.parseFor(type);
    stream.expect(";", "after the constant");
    context.names.declare(token, { kind: "constant", value, type });
    context.declarations.constants.set(context.names.qualify(token.text), plainValue(value, type));
  }
}

function register(declarations: Declarations, type: TypeDescription): void {
  switch (type.kind) {
    case "struct":
      if (declarations.types.get(type.name) === type) return;
      declarations.structs.push(type);
      break;
    case "union":
      if (declarations.types.get(type.name) === type) return;
      declarations.unions.push(type);
      break;
    case "enum":
      declarations.enums.push(type);
      break;
    case "bitmask":
      declarations.bitmasks.push(type);
      break;
    case "bitset":
      declarations.bitsets.push(type);
      break;
    case "alias":
      declarations.aliases.push(type);
      break;
    default:
      return;
  }
  declarations.types.set(type.name, type);
}

const CONSTANT_KINDS: ReadonlySet<string> = new Set([
  ..."boolean octet char wchar int8 uint8 int16 uint16 int32 uint32 int64 uint64".split(" "),
  ..."float32 float64 float128 string wstring enum bitmask".split(" "),
]);
const MAX_MODULE_DEPTH = 64;
