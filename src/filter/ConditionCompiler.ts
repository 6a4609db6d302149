/** From the tree of an expression to one closure for a type. Everything that can be wrong is found here. */
import { type StructType, typeToString } from "../idl/index.js";
import {
  allOf,
  anyOf,
  equalityTest,
  fieldsTest,
  int64Test,
  numberTest,
  patternTest,
  presenceTest,
  type Test,
  textTest,
} from "./comparisons.js";
import {
  booleanConstant,
  type Constant,
  type ConstantContext,
  enumConstant,
  int64Constant,
  mismatch,
  numberConstant,
  textConstant,
} from "./constants.js";
import type { ExpressionParameters } from "./ExpressionParameters.js";
import { type Field, fieldInWords, resolveField } from "./Field.js";
import { FilterError } from "./FilterError.js";
import type {
  Between,
  Comparison,
  Condition,
  FieldName,
  OrderOperator,
  PatternOperator,
  Term,
} from "./FilterExpression.js";
import { MAX_PATTERN_LENGTH } from "./limits.js";
import { MIRRORED } from "./operators.js";
import { comparableReader, familyOf } from "./order.js";
import { likePattern, matchPattern } from "./patterns.js";
import { quote } from "./tokens.js";

export class ConditionCompiler implements ConstantContext {
  readonly expression: string;
  readonly parameters: ExpressionParameters;
  /** The fields seen, by name. */
  readonly fields = new Map<string, Field>();
  /** False once a pattern was seen that vendors read in different ways. */
  hasPortablePatterns = true;
  /** What one sample can take: the members and elements looked up, each time. */
  steps = 0;
  private readonly type: StructType;
  private readonly resolved = new Map<string, Field>();
  private patternLength = 0;

  constructor(type: StructType, expression: string, parameters: ExpressionParameters) {
    this.type = type;
    this.expression = expression;
    this.parameters = parameters;
  }

  /** NOT is pushed down to the comparisons. Throws FilterError. */
  compile(condition: Condition, isNegated = false): Test {
    switch (condition.kind) {
      case "not":
        return this.compile(condition.term, !isNegated);
      case "comparison":
        return this.compileComparison(condition, isNegated);
      case "between":
        return this.compileBetween(condition, isNegated);
      default: {
        const tests = condition.terms.map((term) => this.compile(term, isNegated));
        return (condition.kind === "and") === isNegated ? anyOf(tests) : allOf(tests);
      }
    }
  }

  /** A field that has an order. Throws FilterError. */
  orderedField(name: FieldName): Field {
    const field = this.resolve(name);
    if (familyOf(field) !== "none") return field;
    const problem = `${field.name} is ${typeToString(field.type)}, which has no order; ${partsOf(field)}`;
    throw new FilterError("wrong-kind", problem, this.expression, name.at);
  }

  private compileComparison(condition: Comparison, isNegated: boolean): Test {
    const { operator, left, right } = condition;
    if (right.kind === "null") return this.compilePresence(condition, isNegated);
    if (operator === "LIKE" || operator === "MATCH") {
      return this.compilePattern(this.seen(this.orderedField(left)), operator, right, isNegated);
    }
    if (right.kind === "field" && this.isLiteralOf(left, right)) {
      // GREEN = color: both are words, and only the second is a field.
      return this.compileConstant(this.seen(this.orderedField(right)), MIRRORED[operator], left, isNegated);
    }
    const field = this.seen(this.orderedField(left));
    if (right.kind !== "field" || this.isLiteralOf(right, left)) {
      return this.compileConstant(field, operator, right, isNegated);
    }
    return this.compileFields(field, operator, right, isNegated);
  }

  private compileBetween({ field: name, low, high, isNegated: isNotBetween }: Between, isNegated: boolean): Test {
    const field = this.seen(this.orderedField(name));
    for (const bound of [low, high]) {
      if (bound.kind !== "field" || this.isLiteralOf(bound, name)) continue;
      const problem = `BETWEEN takes values, not fields: write ${field.name} >= ... AND ${field.name} <= ...`;
      throw new FilterError("wrong-kind", problem, this.expression, bound.at);
    }
    this.steps += field.depth;
    const isOutside = isNotBetween !== isNegated;
    const tests = [
      this.compileConstant(field, ">=", low, isOutside),
      this.compileConstant(field, "<=", high, isOutside),
    ];
    return isOutside ? anyOf(tests) : allOf(tests);
  }

  /** `= NULL` and `<> NULL`, of any member or element. */
  private compilePresence({ operator, left, right }: Comparison, isNegated: boolean): Test {
    const field = this.seen(this.resolve(left));
    if (operator !== "=" && operator !== "<>") throw mismatch(right, `a pattern for ${fieldInWords(field)}`, this);
    return presenceTest(field, (operator === "<>") !== isNegated);
  }

  private compilePattern(field: Field, operator: PatternOperator, term: Term, isNegated: boolean): Test {
    if (familyOf(field) !== "text") {
      const problem = `${operator} is for strings, and ${field.name} is ${typeToString(field.type)}`;
      throw new FilterError("wrong-kind", problem, this.expression, field.at);
    }
    const text = textConstant(field, term, this, true);
    const pattern = operator === "LIKE" ? likePattern(text) : matchPattern(text);
    if (typeof pattern === "string") {
      throw new FilterError("bad-pattern", `in the pattern ${quote(text)} ${pattern}`, this.expression, term.at);
    }
    this.patternLength += pattern.cost;
    if (this.patternLength > MAX_PATTERN_LENGTH) {
      const problem = `more than ${MAX_PATTERN_LENGTH} characters in patterns`;
      throw new FilterError("limit-exceeded", problem, this.expression, term.at);
    }
    this.hasPortablePatterns &&= pattern.isPortable;
    return patternTest(field, pattern.matches, isNegated);
  }

  private compileFields(left: Field, operator: OrderOperator, name: FieldName, isNegated: boolean): Test {
    if (familyOf(left) === "text" && this.isNoMember(name)) {
      const problem = `${this.type.name} has no member ${quote(name.name)}; a string stands in quotes: '${name.name}'`;
      throw new FilterError("unknown-field", problem, this.expression, name.at);
    }
    const right = this.seen(this.orderedField(name));
    const families = [familyOf(left), familyOf(right)].sort().join();
    const isSameEnum = left.type.kind !== "enum" || right.type.kind !== "enum" || left.type.name === right.type.name;
    if (!FAMILIES_TOGETHER.has(families) || !isSameEnum) {
      const problem = `${fieldInWords(left)} cannot be compared with ${fieldInWords(right)}`;
      throw new FilterError("wrong-kind", problem, this.expression, name.at);
    }
    return fieldsTest(left, operator, right, isNegated);
  }

  private compileConstant(field: Field, operator: OrderOperator, constant: Constant, isNegated: boolean): Test {
    const { type } = field;
    switch (type.kind) {
      case "string":
      case "wstring":
      case "char":
      case "wchar":
        return textTest(field, operator, textConstant(field, constant, this), isNegated);
      case "boolean": {
        const value = booleanConstant(field, constant, this);
        if (operator === "=" || operator === "<>") return equality(field, operator, value, isNegated);
        return numberTest(comparableReader(field), operator, Number(value), isNegated);
      }
      case "enum": {
        const value = enumConstant(field, type, constant, this);
        const literal = type.literals.find((each) => each.value === value);
        if (literal !== undefined && (operator === "=" || operator === "<>")) {
          return equality(field, operator, literal.name, isNegated);
        }
        return numberTest(comparableReader(field), operator, value, isNegated);
      }
      case "int64":
      case "uint64":
        return int64Test(field, operator, int64Constant(field, constant, this), isNegated);
      default: {
        // Only float32 needs rounding first.
        const read = type.kind === "float32" ? comparableReader(field) : field.read;
        return numberTest(read, operator, numberConstant(field, constant, this), isNegated);
      }
    }
  }

  /** Whether a word names a literal of the enum on the other side: it is no member of the type. */
  private isLiteralOf(word: Term, other: Term): boolean {
    if (word.kind !== "field" || other.kind !== "field") return false;
    if (!this.isNoMember(word) || !this.type.members.some((member) => member.name === other.parts[0]!.key))
      return false;
    return resolveField(this.type, other, this.expression).type.kind === "enum";
  }

  private isNoMember({ name, parts }: FieldName): boolean {
    return parts.length === 1 && !this.type.members.some((member) => member.name === name);
  }

  /** Fields that are named again share what reads them. */
  private resolve(name: FieldName): Field {
    const known = this.resolved.get(name.name);
    if (known !== undefined) return { ...known, at: name.at };
    const field = resolveField(this.type, name, this.expression);
    this.resolved.set(field.name, field);
    return field;
  }

  private seen(field: Field): Field {
    this.steps += field.depth;
    this.fields.set(field.name, field);
    return field;
  }
}

function equality(field: Field, operator: "=" | "<>", value: string | boolean, isNegated: boolean): Test {
  return equalityTest(field, (operator === "=") === isNegated ? "<>" : "=", value);
}

/** What can be compared instead, of a field that has no order itself. */
function partsOf({ name, type }: Field): string {
  if (type.kind === "struct") return `name one of its members, such as ${name}.${type.members[0]?.name ?? "x"}`;
  if (type.kind === "sequence" || type.kind === "array") return `name one of its elements: ${name}[0]`;
  return "filters compare numbers, strings, enums and booleans";
}

/** Two families, sorted. Booleans count as 0 and 1, enums as their numbers. */
const FAMILIES_TOGETHER: ReadonlySet<string> = new Set([
  "number,number",
  "boolean,boolean",
  "boolean,number",
  "enum,enum",
  "enum,number",
  "text,text",
]);
