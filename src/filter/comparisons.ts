/**
 * Comparisons as closures. None throws, whatever the sample holds, and none allocates.
 *
 * Each comes in a negated form too, so that NOT needs no third truth value: a comparison with a value that is not there
 * is false, and so is its negation, which is what SQL lets through of UNKNOWN. NaN is a value: all comparisons with it
 * are false but `<>`, and their negations are true.
 */
import type { Field, Sample } from "./Field.js";
import type { OrderOperator } from "./FilterExpression.js";
import { OPPOSITES } from "./operators.js";
import {
  type Comparable,
  type ComparableReader,
  comparableReader,
  compareText,
  familyOf,
  ordersByUnit,
} from "./order.js";

export type Test = (sample: Sample) => boolean;

/** A 64-bit field decodes to bigint or number; JavaScript compares the two exactly, but like with like is faster. */
export interface Int64Constant {
  readonly forNumber: number | bigint;
  readonly forBigint: number | bigint;
}

/** Two fields of families that go together. */
export function fieldsTest(left: Field, operator: OrderOperator, right: Field, isNegated: boolean): Test {
  const readLeft = comparableReader(left);
  const readRight = comparableReader(right);
  const compare = familyOf(left) === "text" ? TEXT_COMPARISONS[operator] : NUMBER_COMPARISONS[operator];
  return (sample) => {
    const a = readLeft(sample);
    if (a === undefined) return false;
    const b = readRight(sample);
    return b !== undefined && compare(a as never, b as never) !== isNegated;
  };
}

/** An integer of up to 32 bits, or a float64, with a number. Also what any reader makes of other fields. */
export function numberTest(
  read: (sample: Sample) => unknown,
  operator: OrderOperator,
  constant: number,
  isNegated: boolean,
): Test {
  if (isNegated && operator !== "=" && operator !== "<>") {
    // Not the opposite operator: NaN is neither below nor above.
    const compare = NUMBER_COMPARISONS[operator];
    return (sample) => {
      const value = read(sample);
      return typeof value === "number" && !compare(value, constant);
    };
  }
  switch (isNegated ? OPPOSITES[operator] : operator) {
    case "=":
      return (sample) => read(sample) === constant;
    case "<>":
      return (sample) => {
        const value = read(sample);
        return typeof value === "number" && value !== constant;
      };
    case "<":
      return (sample) => {
        const value = read(sample);
        return typeof value === "number" && value < constant;
      };
    case "<=":
      return (sample) => {
        const value = read(sample);
        return typeof value === "number" && value <= constant;
      };
    case ">":
      return (sample) => {
        const value = read(sample);
        return typeof value === "number" && value > constant;
      };
    case ">=":
      return (sample) => {
        const value = read(sample);
        return typeof value === "number" && value >= constant;
      };
  }
}

export function int64Test(field: Field, operator: OrderOperator, constant: Int64Constant, isNegated: boolean): Test {
  const { read } = field;
  const { forNumber, forBigint } = constant;
  const compare = NUMBER_COMPARISONS[isNegated ? OPPOSITES[operator] : operator];
  return (sample) => {
    const value = read(sample);
    if (typeof value === "bigint") return compare(value, forBigint);
    return typeof value === "number" && compare(value, forNumber);
  };
}

/** A string or char with a text. */
export function textTest(field: Field, operator: OrderOperator, constant: string, isNegated: boolean): Test {
  const { read } = field;
  const effective = isNegated ? OPPOSITES[operator] : operator;
  if (effective === "=" || effective === "<>") return equalityTest(field, effective, constant);
  const compare = (ordersByUnit(constant) ? UNIT_COMPARISONS : TEXT_COMPARISONS)[effective];
  return (sample) => {
    const value = read(sample);
    return typeof value === "string" && compare(value, constant);
  };
}

/** Values that are equal when they are the same to JavaScript: strings, booleans, names of enum literals. */
export function equalityTest({ read }: Field, operator: "=" | "<>", constant: string | boolean): Test {
  if (operator === "=") return (sample) => read(sample) === constant;
  return (sample) => {
    const value = read(sample);
    return typeof value === typeof constant && value !== constant;
  };
}

/** A string or char with a pattern. */
export function patternTest({ read }: Field, matches: (text: string) => boolean, isNegated: boolean): Test {
  return (sample) => {
    const value = read(sample);
    return typeof value === "string" && matches(value) !== isNegated;
  };
}

/** Whether there is a value at all. */
export function presenceTest({ read }: Field, wantsPresent: boolean): Test {
  return (sample) => {
    const value = read(sample);
    return (value !== undefined && value !== null) === wantsPresent;
  };
}

export function allOf(tests: readonly Test[]): Test {
  const [first, second, third] = tests as [Test, Test, Test];
  if (tests.length === 2) return (sample) => first(sample) && second(sample);
  if (tests.length === 3) return (sample) => first(sample) && second(sample) && third(sample);
  return (sample) => {
    for (const test of tests) if (!test(sample)) return false;
    return true;
  };
}

export function anyOf(tests: readonly Test[]): Test {
  const [first, second, third] = tests as [Test, Test, Test];
  if (tests.length === 2) return (sample) => first(sample) || second(sample);
  if (tests.length === 3) return (sample) => first(sample) || second(sample) || third(sample);
  return (sample) => {
    for (const test of tests) if (test(sample)) return true;
    return false;
  };
}

/**
 * The order of samples by fields, ascending, the first field first. Values that are not there come first, NaN last.
 * Samples that agree in all fields compare as 0.
 */
export function compareBy(fields: readonly Field[]): (a: Sample, b: Sample) => number {
  const readers = fields.map(comparableReader);
  return (a, b) => {
    for (const read of readers) {
      const order = compareValues(read, a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function compareValues(read: ComparableReader, a: Sample, b: Sample): number {
  const left = read(a);
  const right = read(b);
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
  if (typeof left === "string" || typeof right === "string") return compareText(left as string, right as string);
  if (left < right) return -1;
  if (left > right) return 1;
  return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
}

type Comparisons<T extends Comparable> = Readonly<Record<OrderOperator, (a: T, b: T) => boolean>>;

const NUMBER_COMPARISONS: Comparisons<number | bigint> = {
  // biome-ignore lint/suspicious/noDoubleEquals: 1n == 1 is meant
  "=": (a, b) => a == b,
  // biome-ignore lint/suspicious/noDoubleEquals: as above
  "<>": (a, b) => a != b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

const TEXT_COMPARISONS: Comparisons<string> = {
  "=": (a, b) => a === b,
  "<>": (a, b) => a !== b,
  "<": (a, b) => compareText(a, b) < 0,
  "<=": (a, b) => compareText(a, b) <= 0,
  ">": (a, b) => compareText(a, b) > 0,
  ">=": (a, b) => compareText(a, b) >= 0,
};

const UNIT_COMPARISONS: Comparisons<string> = {
  ...TEXT_COMPARISONS,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};
