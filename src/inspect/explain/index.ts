export { type ExplainOptions, explainDomain, explainDomainInSteps } from "./explainDomain.js";
export { explainMatch, explainUnknown, findingsInWords } from "./explainMatch.js";
export * from "./types.js";
