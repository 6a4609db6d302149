/** Modules, structs, enums, typedefs and constants (OMG IDL 4.2 §7.4.1). One pass: IDL declares before use. */
import { Annotations } from "./Annotations.js";
import * as build from "./build/index.js";
import { plainValue } from "./constants.js";
import { ExpressionParser } from "./ExpressionParser.js";
import { IdlError } from "./IdlError.js";
import { Names } from "./Names.js";
import type { TokenStream } from "./TokenStream.js";
import { TypeParser } from "./TypeParser.js";
import type { Token } from "./tokens.js";
import { describe } from "./tokens.js";
import type { DefaultValue, EnumType, Extensibility, StructType, TypeDescription } from "./types.js";

/** What a text declares, by fully scoped name, in order of definition. */
export interface Declarations {
  readonly structs: StructType[];
  readonly enums: EnumType[];
  readonly types: Map<string, TypeDescription>;
  readonly constants: Map<string, DefaultValue>;
}

/** By name in lower case, in order of definition: names that differ only in case collide (IDL 4.2 §7.2.3). */
type Members = Map<string, build.MemberOptions & { readonly name: string }>;

export class DefinitionParser {
  readonly declarations: Declarations = { structs: [], enums: [], types: new Map(), constants: new Map() };
  private readonly stream: TokenStream;
  private readonly names: Names;
  private readonly expressions: ExpressionParser;
  private readonly types: TypeParser;
  private readonly defaultExtensibility: Extensibility;

  constructor(stream: TokenStream, defaultExtensibility: Extensibility) {
    this.stream = stream;
    this.names = new Names(stream);
    this.expressions = new ExpressionParser(stream, this.names);
    this.types = new TypeParser(stream, this.names, this.expressions);
    this.defaultExtensibility = defaultExtensibility;
  }

  parse(): Declarations {
    while (this.stream.peek().kind !== "end") this.definition(0);
    this.names.checkAllComplete();
    return this.declarations;
  }

  private definition(depth: number): void {
    const { stream } = this;
    if (depth > MAX_MODULE_DEPTH) throw stream.error("syntax", "modules are nested too deeply");
    if (stream.is("@") && stream.peek(1).text === "annotation") {
      this.annotationDeclaration();
      return;
    }
    const annotations = Annotations.parse(stream, this.names);
    annotations.forbid(["key", "id", "hashid", "optional"], "a definition; it belongs on a struct member");
    const token = stream.peek();
    switch (token.isEscaped ? "" : token.text) {
      case "module":
        annotations.forbid(TYPE_ANNOTATIONS, "a module; write it on each type");
        this.module(depth);
        return;
      case "struct":
        this.struct(annotations);
        break;
      case "enum":
        this.enum(annotations);
        break;
      case "typedef":
        annotations.forbid(TYPE_ANNOTATIONS, "a typedef; it belongs on the type itself");
        this.typedef();
        return;
      case "const":
        this.constant();
        return;
      default:
        if (UNSUPPORTED_DEFINITIONS.has(token.text)) throw stream.unsupported(token.text);
        throw stream.error("syntax", `expected a definition, found ${describe(token)}`);
    }
    stream.expect(";", `after the ${token.text}`);
  }

  private module(depth: number): void {
    this.stream.next();
    this.names.enterModule(this.stream.expectName("module name"));
    this.stream.expect("{");
    if (this.stream.is("}")) throw this.stream.error("syntax", "a module needs at least one definition");
    while (!this.stream.is("}")) {
      if (this.stream.peek().kind === "end") this.stream.expect("}", "to close the module");
      this.definition(depth + 1);
    }
    this.stream.next();
    this.names.leaveModule();
    this.stream.expect(";", "after the module");
  }

  /** Parses up to the closing brace; also a forward declaration. */
  private struct(annotations: Annotations): StructType {
    this.stream.next();
    const token = this.stream.expectName("struct name");
    const known = this.names.declaredStruct(token.text);
    if (this.stream.is(";")) return known ?? this.declareStruct(token);
    if (this.stream.is(":")) throw this.stream.unsupported("struct inheritance");
    const open = known !== undefined && this.names.isIncomplete(known) ? known : this.declareStruct(token);
    return this.structBody(open as build.OpenStruct, token, annotations);
  }

  private declareStruct(token: Token): build.OpenStruct {
    const open = build.declareStruct(this.names.qualify(token.text));
    this.names.declare(token, { kind: "type", type: open });
    this.names.markIncomplete(open, token);
    return open;
  }

  private structBody(open: build.OpenStruct, token: Token, annotations: Annotations): StructType {
    const extensibility = this.extensibility(annotations, token);
    this.stream.expect("{");
    const members: Members = new Map();
    while (!this.stream.accept("}")) this.member(members, open.name);
    const options: build.StructOptions = {
      extensibility,
      nested: annotations.flag("nested"),
      topicName: annotations.text("topic", "name"),
      autoId: annotations.autoId(),
    };
    const type = this.located(token, () => build.finishStruct(open, [...members.values()], options));
    this.names.markComplete(type);
    this.declarations.structs.push(type);
    this.declarations.types.set(type.name, type);
    return type;
  }

  private member(members: Members, structName: string): void {
    const annotations = Annotations.parse(this.stream, this.names);
    const optional = annotations.flag("optional") ? annotations.find("optional") : undefined;
    if (optional !== undefined) throw this.stream.unsupported("@optional", optional);
    if (this.stream.peek().kind === "end") this.stream.expect("}", `to close struct ${structName}`);
    const base = this.types.parse();
    for (const { token, type } of this.types.declarators(base, "member name")) {
      const twin = members.get(token.text.toLowerCase());
      if (twin !== undefined) {
        const how = twin.name === token.text ? "there already" : `like ${twin.name} but for its case`;
        throw this.stream.error("redefinition", `the member ${token.text} is ${how}`, token);
      }
      const constant = annotations.valueFor("default", type);
      members.set(token.text.toLowerCase(), {
        name: token.text,
        type,
        key: annotations.flag("key"),
        id: annotations.integer("id"),
        hashId: annotations.hashId(),
        mustUnderstand: annotations.flag("must_understand"),
        defaultValue: constant && plainValue(constant, type),
      });
    }
  }

  private extensibility(annotations: Annotations, token: Token): Extensibility {
    const asked = annotations.extensibility();
    const value = asked?.value ?? this.defaultExtensibility;
    if (value === "mutable") throw this.stream.unsupported("@mutable", asked?.token ?? token);
    return value;
  }

  private enum(annotations: Annotations): EnumType {
    this.stream.next();
    const token = this.stream.expectName("enum name");
    const bitBound = annotations.integer("bit_bound");
    // XTypes §7.2.2.4.1.2: enums have extensibility too, without effect on the bytes; mutable does not exist.
    annotations.extensibility();
    this.stream.expect("{");
    const literals: Record<string, number> = {};
    const tokens: Token[] = [];
    let defaultLiteral: string | undefined;
    let next = 0;
    do {
      const before = Annotations.parse(this.stream, this.names);
      const literal = this.stream.expectName("enum literal");
      if (Object.hasOwn(literals, literal.text)) {
        throw this.stream.error("redefinition", `${literal.text} is there already`, literal);
      }
      const value = before.integer("value") ?? next;
      literals[literal.text] = value;
      next = value + 1;
      if (before.find("default_literal") !== undefined) defaultLiteral = literal.text;
      tokens.push(literal);
    } while (this.stream.accept(","));
    this.stream.expect("}");
    const name = this.names.qualify(token.text);
    const type = this.located(token, () => build.enumeration(name, literals, { bitBound, defaultLiteral }));
    this.names.declare(token, { kind: "type", type });
    // IDL 4.2 §7.4.1.4.4.4.3: the literals are names of the enclosing scope.
    for (const [index, literal] of type.literals.entries()) {
      this.names.declare(tokens[index]!, { kind: "constant", value: { kind: "enum", type, value: literal }, type });
    }
    this.declarations.enums.push(type);
    this.declarations.types.set(type.name, type);
    return type;
  }

  private typedef(): void {
    this.stream.next();
    const annotations = Annotations.parse(this.stream, this.names);
    const base = this.stream.is("struct")
      ? this.struct(annotations)
      : this.stream.is("enum")
        ? this.enum(annotations)
        : this.types.parse();
    for (const { token, type } of this.types.declarators(base, "type name")) {
      this.names.declare(token, { kind: "type", type });
      this.declarations.types.set(this.names.qualify(token.text), type);
    }
  }

  private constant(): void {
    this.stream.next();
    const at = this.stream.peek();
    const type = this.types.parse();
    if (type.kind === "struct" || type.kind === "sequence" || type.kind === "array") {
      throw this.stream.error("bad-value", "a constant is a number, character, string, boolean or enum literal", at);
    }
    const token = this.stream.expectName("constant name");
    this.stream.expect("=");
    const value = this.expressions.parseFor(type);
    this.stream.expect(";", "after the constant");
    this.names.declare(token, { kind: "constant", value, type });
    this.declarations.constants.set(this.names.qualify(token.text), plainValue(value, type));
  }

  /** `@annotation Name { ... };` declares an annotation; unknown annotations are skipped anyway. */
  private annotationDeclaration(): void {
    const { stream } = this;
    const at = stream.next();
    stream.next();
    stream.expectName("annotation name");
    stream.expect("{");
    for (let depth = 1; depth > 0; ) {
      const token = stream.next();
      if (token.kind === "end") throw stream.error("syntax", "the annotation declaration is not closed", at);
      if (token.kind === "punctuation" && token.text === "{") depth++;
      if (token.kind === "punctuation" && token.text === "}") depth--;
    }
    stream.expect(";", "after the annotation");
  }

  /** Gives errors of the type rules the place of the declaration. */
  private located<T>(token: Token, make: () => T): T {
    try {
      return make();
    } catch (error) {
      if (error instanceof IdlError && error.line === 0) throw this.stream.error(error.code, error.message, token);
      throw error;
    }
  }
}

const UNSUPPORTED_DEFINITIONS: ReadonlySet<string> = new Set(
  "union bitmask bitset interface exception valuetype native local abstract custom eventtype component home".split(" "),
);
/** Passing these over where they stand would change types in silence. */
const TYPE_ANNOTATIONS = ["extensibility", "final", "appendable", "mutable", "autoid", "bit_bound", "default_nested"];
const MAX_MODULE_DEPTH = 64;
