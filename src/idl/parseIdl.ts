import { DefinitionParser } from "./DefinitionParser.js";
import { IdlModel } from "./IdlModel.js";
import { Preprocessor } from "./Preprocessor.js";
import { Source } from "./Source.js";
import { TokenStream } from "./TokenStream.js";
import type { Extensibility } from "./types.js";

export interface ParseIdlOptions {
  /** The name that errors show; default `<idl>`. */
  readonly file?: string;
  /**
   * For structs without an annotation. XTypes 1.3 §7.3.3.1 says appendable, the default here; ROS 2 and older tools
   * mean final.
   */
  readonly defaultExtensibility?: Extensibility;
}

/**
 * Reads OMG IDL 4.2 with XTypes 1.3 annotations: structs, enums, typedefs, constants, modules.
 * Throws IdlError at the first mistake, and at what is valid but not supported yet (unions, maps, bitmasks, wide
 * strings, @mutable, @optional, inheritance, #include).
 */
export function parseIdl(text: string, options: ParseIdlOptions = {}): IdlModel {
  const source = new Source(text, options.file ?? "<idl>");
  const stream = new TokenStream(source, new Preprocessor(source).run());
  const parser = new DefinitionParser(stream, options.defaultExtensibility ?? "appendable");
  return new IdlModel(parser.parse());
}
