/** Enums, bitmasks and bitsets (OMG IDL 4.2 §7.4.1.4.4.4.3, §7.4.13.4.3). */
import * as build from "../build/index.js";
import { locating, type Named } from "../build/names.js";
import type { TokenStream } from "../text/TokenStream.js";
import { type Token, withArticle } from "../text/tokens.js";
import type { BitmaskFlag, BitmaskType, BitsetType, EnumLiteral, EnumType, PrimitiveKind } from "../types.js";
import { isPrimitive, unaliased } from "../types.js";
import { Annotations } from "./Annotations.js";
import type { ParseContext } from "./ParseContext.js";

export class EnumParser {
  private readonly context: ParseContext;
  private readonly stream: TokenStream;

  constructor(context: ParseContext) {
    this.context = context;
    this.stream = context.stream;
  }

  enum(annotations: Annotations): EnumType {
    const { names, options } = this.context;
    annotations.check("enum");
    this.stream.next();
    const token = this.stream.expectName("enum name");
    const { literals, defaultLiteral } = this.literals();
    const type = locating(token, () =>
      build.enumerationOf(names.qualify(token.text), literals, {
        bitBound: annotations.integer("bit_bound"),
        defaultLiteral,
        extensibility: annotations.extensibility() ?? options.defaultExtensibility,
        annotations: annotations.custom("enum"),
      }),
    );
    names.declare(token, { kind: "type", type });
    // §7.4.1.4.4.4.3: the literals are names of the enclosing scope.
    for (const [index, literal] of type.literals.entries()) {
      const value = { kind: "enum", type, value: literal } as const;
      names.declare(literals[index]!.at, { kind: "constant", value, type });
    }
    return type;
  }

  bitmask(annotations: Annotations): BitmaskType {
    const { names, options } = this.context;
    annotations.check("bitmask");
    this.stream.next();
    const token = this.stream.expectName("bitmask name");
    const flags = this.flags();
    const type = locating(token, () =>
      build.bitmaskOf(names.qualify(token.text), flags, {
        bitBound: annotations.integer("bit_bound"),
        extensibility: annotations.extensibility() ?? options.defaultExtensibility,
        annotations: annotations.custom("bitmask"),
      }),
    );
    names.declare(token, { kind: "type", type });
    return type;
  }

  bitset(annotations: Annotations): BitsetType {
    const { names } = this.context;
    annotations.check("bitset");
    this.stream.next();
    const token = this.stream.expectName("bitset name");
    const base = this.stream.accept(":") ? this.bitsetBase() : undefined;
    this.stream.expect("{");
    const fields: (build.BitfieldOptions & Pick<Named, "at">)[] = [];
    while (!this.stream.accept("}")) {
      if (this.stream.isEnd()) this.stream.expect("}", `to close bitset ${token.text}`);
      for (const field of this.bitfields()) fields.push(field);
    }
    const type = locating(token, () =>
      build.bitsetOf(names.qualify(token.text), fields, { base, annotations: annotations.custom("bitset") }),
    );
    names.declare(token, { kind: "type", type });
    return type;
  }

  private literals(): {
    readonly literals: (EnumLiteral & { readonly at: Token })[];
    readonly defaultLiteral: string | undefined;
  } {
    this.stream.expect("{");
    const literals: (EnumLiteral & { readonly at: Token })[] = [];
    let defaultLiteral: string | undefined;
    let next = 0;
    do {
      const before = Annotations.parse(this.stream, this.context.names);
      before.check("literal");
      const at = this.stream.expectName("enum literal");
      const value = before.integer("value") ?? next;
      next = value + 1;
      literals.push({ name: at.text, value, at });
      const isDefault = before.find("default_literal");
      if (isDefault !== undefined && defaultLiteral !== undefined) {
        throw this.stream.error("bad-value", `the default literal is ${defaultLiteral} already`, isDefault);
      }
      if (isDefault !== undefined) defaultLiteral = at.text;
    } while (this.stream.accept(","));
    this.stream.expect("}");
    return { literals, defaultLiteral };
  }

  private flags(): (BitmaskFlag & Named)[] {
    this.stream.expect("{");
    const flags: (BitmaskFlag & Named)[] = [];
    let next = 0;
    do {
      const before = Annotations.parse(this.stream, this.context.names);
      before.check("flag");
      const at = this.stream.expectName("flag name");
      const position = before.integer("position") ?? next;
      next = position + 1;
      flags.push({ name: at.text, position, at });
    } while (this.stream.accept(","));
    this.stream.expect("}");
    return flags;
  }

  private bitsetBase(): BitsetType {
    const at = this.stream.peek();
    const type = unaliased(this.context.types.parse());
    if (type.kind === "bitset") return type;
    throw this.stream.error(
      "bad-value",
      `a bitset can only inherit from a bitset, not from ${withArticle(type.kind)}`,
      at,
    );
  }

  /** `bitfield<3> a;`, `bitfield<3, short> a, b;`, `bitfield<2>;`. */
  private bitfields(): (build.BitfieldOptions & Pick<Named, "at">)[] {
    const { stream } = this;
    Annotations.parse(stream, this.context.names).check("bitfield");
    const at = stream.expect("bitfield");
    stream.expect("<");
    const bits = this.context.expressions.parseBound(true);
    const holder = stream.accept(",") ? this.holder() : undefined;
    stream.expect(">");
    if (stream.accept(";")) return [{ bits, holder, at }];
    const fields: (build.BitfieldOptions & Pick<Named, "at">)[] = [];
    // The grammar has no comma between the names; Fast DDS wants one.
    do {
      const name = stream.expectName("bitfield name");
      fields.push({ name: name.text, bits, holder, at: name });
      stream.accept(",");
    } while (!stream.accept(";"));
    return fields;
  }

  private holder(): PrimitiveKind {
    const at = this.stream.peek();
    const type = unaliased(this.context.types.parse());
    if (isPrimitive(type)) return type.kind;
    throw this.stream.error("bad-value", "a bitfield is an integer, octet or boolean", at);
  }
}
