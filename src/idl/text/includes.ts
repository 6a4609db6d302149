/** How `#include` finds files: the caller knows where they are, this folder reads none. */

export interface IncludeRequest {
  /** As written between the quotes or angle brackets. */
  readonly name: string;
  /** `#include <…>`: looked for in the search paths alone, not beside the including file. */
  readonly isAngled: boolean;
  /** The name of the including file, as the resolver or the caller of `parseIdl` gave it. */
  readonly from: string;
}

export interface IncludedFile {
  /** What errors show, and what `from` is when this file includes others. The same file must have the same name. */
  readonly file: string;
  readonly text: string;
}

/** Undefined when there is no such file. */
export type IncludeResolver = (request: IncludeRequest) => IncludedFile | undefined;
