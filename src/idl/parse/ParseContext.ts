import type { TokenStream } from "../text/TokenStream.js";
import type {
  AliasType,
  BitmaskType,
  BitsetType,
  ConstantValue,
  EnumType,
  Extensibility,
  StructType,
  TypeDescription,
  UnionType,
} from "../types.js";
import { ExpressionParser } from "./ExpressionParser.js";
import { Names } from "./Names.js";
import { TypeParser } from "./TypeParser.js";

/** A definition that describes no data: passed over. */
export interface SkippedDefinition {
  /** `interface`, `exception`, `valuetype`, `native`, ... */
  readonly what: string;
  /** Fully scoped. */
  readonly name: string;
}

/** What a text declares, in order of definition. The maps are by fully scoped name. */
export interface Declarations {
  readonly structs: StructType[];
  readonly unions: UnionType[];
  readonly enums: EnumType[];
  readonly bitmasks: BitmaskType[];
  readonly bitsets: BitsetType[];
  readonly aliases: AliasType[];
  readonly types: Map<string, TypeDescription>;
  readonly constants: Map<string, ConstantValue>;
  readonly skipped: SkippedDefinition[];
}

/** What `#pragma keylist` says: the members of each struct that are its key, by fully scoped name. */
export type KeyMembers = ReadonlyMap<string, ReadonlySet<string>>;

export interface ParserOptions {
  /** Undefined: that of XTypes, and types without an annotation count as unsaid. */
  readonly defaultExtensibility: Extensibility | undefined;
  readonly keyMembers: KeyMembers | undefined;
}

/** What modules pass on to the types in them. */
export interface ModuleDefaults {
  readonly nested: boolean;
  readonly autoId: "sequential" | "hash" | undefined;
}

/** What the parts of the parser share while they read one text. */
export class ParseContext {
  readonly stream: TokenStream;
  readonly options: ParserOptions;
  readonly names = new Names();
  readonly expressions: ExpressionParser;
  readonly types: TypeParser;
  declarations = emptyDeclarations();
  moduleDefaults: ModuleDefaults = { nested: false, autoId: undefined };

  constructor(stream: TokenStream, options: ParserOptions) {
    this.stream = stream;
    this.options = options;
    this.expressions = new ExpressionParser(stream, this.names);
    this.types = new TypeParser(stream, this.names, this.expressions);
  }

  /** Runs with names of its own: nothing that is declared meanwhile is seen outside or is part of the model. */
  apart(run: () => void): void {
    const outer = this.declarations;
    this.declarations = emptyDeclarations();
    this.names.within(run);
    this.declarations = outer;
  }
}

function emptyDeclarations(): Declarations {
  return {
    structs: [],
    unions: [],
    enums: [],
    bitmasks: [],
    bitsets: [],
    aliases: [],
    types: new Map(),
    constants: new Map(),
    skipped: [],
  };
}
