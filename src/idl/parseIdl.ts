import { IdlModel } from "./IdlModel.js";
import { DefinitionParser } from "./parse/DefinitionParser.js";
import { Preprocessor } from "./text/Preprocessor.js";
import { Source } from "./text/Source.js";
import { TokenStream } from "./text/TokenStream.js";
import type { Extensibility } from "./types.js";

export interface ParseIdlOptions {
  /** The name that errors show; default `<idl>`. */
  readonly file?: string;
  /**
   * For types without an annotation. XTypes 1.3 §7.3.3.1 says appendable, the default here; ROS 2 and older tools
   * mean final.
   */
  readonly defaultExtensibility?: Extensibility;
}

/**
 * Reads OMG IDL 4.2 with the annotations of XTypes 1.3. Throws IdlError at the first mistake. What describes no data
 * (interfaces, exceptions, valuetypes) is passed over and listed.
 */
export function parseIdl(text: string, options: ParseIdlOptions = {}): IdlModel {
  const source = new Source(text, options.file ?? "<idl>");
  const stream = new TokenStream(new Preprocessor(source).run());
  const parser = new DefinitionParser(stream, {
    defaultExtensibility: options.defaultExtensibility,
    keyMembers: undefined,
  });
  return new IdlModel(parser.parse());
}
