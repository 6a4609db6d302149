import { IdlModel } from "./IdlModel.js";
import { DefinitionParser } from "./parse/DefinitionParser.js";
import { KeyLists } from "./parse/KeyLists.js";
import type { KeyMembers } from "./parse/ParseContext.js";
import type { IncludeResolver } from "./text/includes.js";
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
  /** Finds the files that `#include` names. Without it, `#include` is an error. */
  readonly include?: IncludeResolver;
  /** Macros that are defined from the beginning, as with `-D`: name to text. */
  readonly defines?: Readonly<Record<string, string>>;
}

/**
 * Reads OMG IDL 4.2 with the annotations of XTypes 1.3. Throws IdlError at the first mistake. What describes no data
 * (interfaces, exceptions, valuetypes) is passed over and listed.
 */
export function parseIdl(text: string, options: ParseIdlOptions = {}): IdlModel {
  const source = new Source(text, options.file ?? "<idl>");
  const { tokens, keyLists } = new Preprocessor(source, options).run();
  const parse = (lists: KeyLists, keyMembers: KeyMembers | undefined) => {
    const { defaultExtensibility } = options;
    return new DefinitionParser(new TokenStream(tokens), { defaultExtensibility, keyMembers }, lists).parse();
  };
  const lists = new KeyLists(keyLists);
  const declarations = parse(lists, undefined);
  // A key list can come behind the struct, and say something of structs before it: a second reading knows them all.
  return new IdlModel(lists.isEmpty ? declarations : parse(NO_KEY_LISTS, lists.members()));
}

const NO_KEY_LISTS = new KeyLists([]);
