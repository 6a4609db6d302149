// Why TypeObjects give no type description.

/** One line, for people. Nothing else is thrown on a peer's TypeObjects. */
export class TypeProblem extends Error {
  override readonly name = "TypeProblem";
}
