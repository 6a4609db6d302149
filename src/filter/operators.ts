import type { OrderOperator } from "./FilterExpression.js";

export function isOrderOperator(text: string): text is OrderOperator {
  return Object.hasOwn(MIRRORED, text);
}

/** What the operator is when the sides change places. */
export const MIRRORED: Readonly<Record<OrderOperator, OrderOperator>> = {
  "=": "=",
  "<>": "<>",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/** What is true when the operator is not, of values that are there and not NaN. */
export const OPPOSITES: Readonly<Record<OrderOperator, OrderOperator>> = {
  "=": "<>",
  "<>": "=",
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
};
