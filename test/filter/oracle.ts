/**
 * A second opinion on filters: random expressions as trees of their own, their text in some spelling, and a slow
 * evaluator in three-valued logic that shares nothing with src/filter. It compares numbers as fractions, texts as UTF-8,
 * and takes patterns for regular expressions.
 */
import fc from "fast-check";

/** What SQL calls UNKNOWN is undefined. */
type Truth = boolean | undefined;
type Operator = "=" | "<>" | "<" | "<=" | ">" | ">=";
type Kind = "int" | "float32" | "float64" | "text" | "char" | "enum" | "boolean";

export interface Operand {
  readonly path: string;
  readonly kind: Kind;
}

/** A constant with the texts that mean it, in an expression and as a parameter. */
export interface Constant {
  readonly value: string | number | bigint | boolean;
  readonly literals: readonly string[];
  readonly parameters: readonly string[];
}

export type Tree =
  | { readonly kind: "and" | "or"; readonly terms: readonly Tree[] }
  | { readonly kind: "not"; readonly term: Tree }
  | { readonly kind: "constant"; readonly field: Operand; readonly operator: Operator; readonly constant: Constant }
  | { readonly kind: "fields"; readonly field: Operand; readonly operator: Operator; readonly other: Operand }
  | { readonly kind: "between"; readonly field: Operand; readonly bounds: readonly Constant[]; readonly isNot: boolean }
  | { readonly kind: "pattern"; readonly field: Operand; readonly operator: "LIKE" | "MATCH"; readonly pattern: string }
  | { readonly kind: "null"; readonly field: Operand; readonly isNot: boolean };

/** Numbers of the enums in the values. */
export type EnumValues = Readonly<Record<string, number>>;

// ------------------------------------------------------------------------------------------- evaluation

export function evaluate(tree: Tree, sample: unknown, enums: EnumValues): Truth {
  switch (tree.kind) {
    case "not":
      return negate(evaluate(tree.term, sample, enums));
    case "and":
      return conjunction(tree.terms.map((term) => evaluate(term, sample, enums)));
    case "or":
      return negate(conjunction(tree.terms.map((term) => negate(evaluate(term, sample, enums)))));
    case "null":
      return (valueAt(sample, tree.field.path) === undefined) !== tree.isNot;
    case "pattern": {
      const text = valueAt(sample, tree.field.path);
      return text === undefined ? undefined : regExpOf(tree.operator, tree.pattern).test(String(text));
    }
    case "fields":
      return compare(operandOf(tree.field, sample, enums), tree.operator, operandOf(tree.other, sample, enums));
    case "constant":
      return compare(
        operandOf(tree.field, sample, enums),
        tree.operator,
        constantFor(tree.field, tree.constant, enums),
      );
    case "between": {
      const value = operandOf(tree.field, sample, enums);
      const [low, high] = tree.bounds.map((bound) => constantFor(tree.field, bound, enums));
      const isInside = conjunction([compare(value, ">=", low), compare(value, "<=", high)]);
      return tree.isNot ? negate(isInside) : isInside;
    }
  }
}

function negate(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

function conjunction(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(undefined) ? undefined : true;
}

function valueAt(sample: unknown, path: string): unknown {
  let value = sample;
  for (const key of path.split(/[.[\]]+/).filter((part) => part !== "")) value = Object(value)[key];
  return value;
}

type Comparable = string | Fraction | "nan" | undefined;

function operandOf({ path, kind }: Operand, sample: unknown, enums: EnumValues): Comparable {
  const value = valueAt(sample, path) as Constant["value"] | undefined;
  if (value === undefined) return undefined;
  if (kind === "text" || kind === "char") return value as string;
  if (kind === "enum") return fractionOf(enums[value as string]!);
  return fractionOf(kind === "float32" ? Math.fround(value as number) : (value as number | bigint | boolean));
}

function constantFor({ kind }: Operand, { value }: Constant, enums: EnumValues): Comparable {
  if (kind === "text" || kind === "char") return value as string;
  if (typeof value === "string") return fractionOf(enums[value]!);
  if (kind === "float32") return fractionOf(Math.fround(Number(value)));
  return fractionOf(kind === "float64" ? Number(value) : value);
}

function compare(a: Comparable, operator: Operator, b: Comparable): Truth {
  if (a === undefined || b === undefined) return undefined;
  if (a === "nan" || b === "nan") return operator === "<>";
  const order =
    typeof a === "string" ? Buffer.compare(Buffer.from(a), Buffer.from(b as string)) : sign(a, b as Fraction);
  return { "=": order === 0, "<>": order !== 0, "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0 }[
    operator
  ];
}

interface Fraction {
  readonly numerator: bigint;
  /** A power of two; 0 for the infinities. */
  readonly denominator: bigint;
}

function fractionOf(value: number | bigint | boolean): Fraction | "nan" {
  if (typeof value !== "number") return { numerator: BigInt(value), denominator: 1n };
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return { numerator: value > 0 ? 1n : -1n, denominator: 0n };
  let scaled = value;
  let denominator = 1n;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    denominator *= 2n;
  }
  return { numerator: BigInt(scaled), denominator };
}

function sign(a: Fraction, b: Fraction): number {
  if (a.denominator === 0n && b.denominator === 0n) return Number(a.numerator - b.numerator);
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function regExpOf(operator: "LIKE" | "MATCH", pattern: string): RegExp {
  if (operator === "LIKE") return new RegExp(`^${translate(pattern, { "%": ".*", _: "." })}$`, "su");
  const alternatives = pattern.split(",").map((each) => translate(each, { "*": "[^/]*", "?": "[^/]" }));
  return new RegExp(`^(?:${alternatives.join("|")})$`, "su");
}

function translate(pattern: string, wildcards: Readonly<Record<string, string>>): string {
  return Array.from(pattern, (character) => {
    return wildcards[character] ?? `\\u{${character.codePointAt(0)!.toString(16)}}`;
  }).join("");
}

// --------------------------------------------------------------------------------------------- spelling

/** A text for the tree, and the parameters it needs. `choose` picks one of n spellings. */
export function spell(tree: Tree, choose: (count: number) => number): { text: string; parameters: string[] } {
  const parameters: string[] = [];
  const keyword = (word: string) => [word, word.toLowerCase(), word[0] + word.slice(1).toLowerCase()][choose(3)]!;
  const space = () => [" ", "  ", "\t", "\n "][choose(4)]!;
  const constant = ({ literals, parameters: texts }: Constant): string => {
    if (parameters.length === 100 || choose(2) === 0) return literals[choose(literals.length)]!;
    parameters.push(texts[choose(texts.length)]!);
    return `%${parameters.length - 1}`;
  };
  const write = (node: Tree, outer: "or" | "and" | "not"): string => {
    switch (node.kind) {
      case "and":
      case "or": {
        const inner = node.terms
          .map((term) => write(term, node.kind))
          .join(` ${keyword(node.kind.toUpperCase())}${space()}`);
        // Parentheses where the tree needs them, and sometimes where it does not.
        const isNeeded = outer === "not" || (outer === "and" && node.kind === "or") || outer === node.kind;
        return isNeeded || choose(4) === 0 ? `(${inner})` : inner;
      }
      case "not":
        return `${keyword("NOT")} ${write(node.term, "not")}`;
      case "between": {
        const [low, high] = node.bounds.map(constant);
        const operator = `${node.isNot ? `${keyword("NOT")} ` : ""}${keyword("BETWEEN")}`;
        return `${node.field.path} ${operator}${space()}${low} ${keyword("AND")} ${high}`;
      }
      case "pattern":
        return `${node.field.path} ${keyword(node.operator)} ${constant(textConstant(node.pattern))}`;
      case "null":
        return `${node.field.path} ${node.isNot ? "<>" : "="} ${keyword("NULL")}`;
      case "fields":
        return `${node.field.path}${space()}${node.operator} ${node.other.path}`;
      case "constant": {
        const right = constant(node.constant);
        const mirrored = { "=": "=", "<>": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" }[node.operator];
        return choose(3) === 0
          ? `${right} ${mirrored} ${node.field.path}`
          : `${node.field.path} ${node.operator}${space()}${right}`;
      }
    }
  };
  const text = write(tree, "or");
  return { text, parameters };
}

// ------------------------------------------------------------------------------------------- generation

export function integerConstant(value: bigint): Constant {
  const digits = value < 0n ? -value : value;
  const hex = `${value < 0n ? "-" : ""}0x${digits.toString(16)}`;
  const texts = [String(value), hex, ...(value >= 0n ? [`+${value}`, `00${value}`] : [])];
  return { value, literals: texts, parameters: [...texts, ` ${value} `] };
}

export function floatConstant(value: number): Constant {
  const exact = String(value);
  const texts = /[.e]/.test(exact) ? [exact, exact.toUpperCase()] : [`${exact}.0`, `${exact}e0`];
  return { value, literals: texts, parameters: texts };
}

export function textConstant(value: string): Constant {
  const quoted = `'${value.replaceAll("'", "''")}'`;
  const isBare = !/^['`].*'$/s.test(value);
  const literals = [quoted, `\`${quoted.slice(1)}`];
  return { value, literals, parameters: isBare ? [quoted, value] : [quoted] };
}

export function enumConstant(name: string): Constant {
  return { value: name, literals: [name, `'${name}'`], parameters: [name, `'${name}'`] };
}

export function booleanConstant(value: boolean): Constant {
  const texts = value ? ["TRUE", "true", "1"] : ["FALSE", "False", "0"];
  return { value, literals: texts, parameters: texts };
}

/** Trees over the fields given; `constantOf` makes constants that are often near the values. */
export function trees(
  fields: readonly Operand[],
  constantOf: (field: Operand) => fc.Arbitrary<Constant>,
  patterns: fc.Arbitrary<string>,
): fc.Arbitrary<Tree> {
  const operator = fc.constantFrom<Operator>("=", "<>", "<", "<=", ">", ">=");
  const field = fc.constantFrom(...fields);
  const isText = ({ kind }: Operand) => kind === "text" || kind === "char";
  const family = ({ kind }: Operand) =>
    kind === "text" || kind === "char" ? "text" : kind === "enum" ? "enum" : "number";
  const leaf: fc.Arbitrary<Tree> = fc.oneof(
    field.chain((one) =>
      fc.record({
        kind: fc.constant("constant" as const),
        field: fc.constant(one),
        operator,
        constant: constantOf(one),
      }),
    ),
    field.chain((one) => {
      const others = fields.filter((other) => family(other) === family(one) && (one.kind !== "enum" || other === one));
      return fc.record({
        kind: fc.constant("fields" as const),
        field: fc.constant(one),
        operator,
        other: fc.constantFrom(...others),
      });
    }),
    field.chain((one) => {
      const bounds = fc.tuple(constantOf(one), constantOf(one));
      return fc.record({ kind: fc.constant("between" as const), field: fc.constant(one), bounds, isNot: fc.boolean() });
    }),
    fc.record({ kind: fc.constant("null" as const), field, isNot: fc.boolean() }),
    fc.record({
      kind: fc.constant("pattern" as const),
      field: fc.constantFrom(...fields.filter(isText)),
      operator: fc.constantFrom("LIKE" as const, "MATCH" as const),
      pattern: patterns,
    }),
  );
  return fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.record({
        kind: fc.constantFrom("and" as const, "or" as const),
        terms: fc.array(tie("tree"), { minLength: 2, maxLength: 4 }),
      }),
      fc.record({ kind: fc.constant("not" as const), term: tie("tree") }),
    ),
  })).tree;
}
