export { type ExplainOptions, explainDomain } from "./explainDomain.js";
export { explainMatch, explainUnknown, findingsInWords } from "./explainMatch.js";
export * from "./types.js";
