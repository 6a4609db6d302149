/** The names of the targets, without what it takes to make them. */
export const TARGET_NAMES: readonly string[] = [
  ...["engine", "messages", "parameters", "codecs", "types", "idl", "ros", "captures", "filter", "xml", "arguments"],
];
