/** What one filter may cost. Filters come from peers too, and a writer evaluates them for every sample. */

/** Characters of an expression, and of each parameter. */
export const MAX_EXPRESSION_LENGTH = 65_536;

/** Parentheses inside each other. Protects the call stack. */
export const MAX_DEPTH = 200;

/** Comparisons in one expression. */
export const MAX_PREDICATES = 4096;

/**
 * Characters of all patterns of one filter, those not counted that are compared at one place only. A pattern of n takes
 * up to n steps for each character of a value.
 */
export const MAX_PATTERN_LENGTH = 4096;

/** %0 to %99 (DDS 1.4 Annex B). */
export const MAX_PARAMETERS = 100;
