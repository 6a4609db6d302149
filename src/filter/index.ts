/** Filters: expressions of DDS 1.4 Annex B in, functions that say whether a sample passes out. */
export { ExpressionParameters } from "./ExpressionParameters.js";
export { compileFilter, Filter, type FilterOptions } from "./Filter.js";
export { FilterError, type FilterErrorCode } from "./FilterError.js";
export type { FilterExpression, QueryExpression, VendorDifference } from "./FilterExpression.js";
export { parseFilter, parseQuery } from "./parseFilter.js";
export { compileQuery, Query } from "./Query.js";
