// Checks a value against the part of JSON Schema that docs/ uses. A keyword that is not known here is an error, so that
// nothing is believed to be checked that is not.

type Schema = Readonly<Record<string, unknown>>;

/** Every violation as "path: what is wrong"; empty when the value is valid. */
export function schemaErrors(schema: Schema, value: unknown): string[] {
  return check(schema, value, "$", schema);
}

function check(schema: Schema, value: unknown, path: string, root: Schema): string[] {
  return Object.entries(schema).flatMap(([keyword, argument]) => {
    const rule = RULES[keyword];
    if (rule === undefined) throw new Error(`jsonSchema.ts does not know the keyword ${keyword}`);
    return rule(argument as never, value, path, root, schema);
  });
}

type Rule = (argument: never, value: unknown, path: string, root: Schema, schema: Schema) => string[];

const nothing: Rule = () => [];
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const RULES: Readonly<Record<string, Rule>> = {
  $schema: nothing,
  $defs: nothing,
  title: nothing,
  description: nothing,
  $ref: (reference: string, value, path, root) => check(resolve(reference, root), value, path, root),
  type: (names: string | string[], value, path) =>
    [names].flat().some((name) => hasType(name, value)) ? [] : [`${path}: ${JSON.stringify(value)} is no ${names}`],
  const: (wanted: unknown, value, path) => (value === wanted ? [] : [`${path}: not ${wanted}`]),
  enum: (wanted: unknown[], value, path) => (wanted.includes(value) ? [] : [`${path}: none of ${wanted}`]),
  minimum: (least: number, value, path) =>
    typeof value === "number" && value < least ? [`${path}: ${value} is below ${least}`] : [],
  minItems: (least: number, value, path) =>
    Array.isArray(value) && value.length < least ? [`${path}: fewer than ${least} items`] : [],
  maxItems: (most: number, value, path) =>
    Array.isArray(value) && value.length > most ? [`${path}: more than ${most} items`] : [],
  items: (item: Schema, value, path, root) =>
    Array.isArray(value) ? value.flatMap((each, index) => check(item, each, `${path}[${index}]`, root)) : [],
  required: (names: string[], value, path) =>
    isRecord(value) ? names.filter((name) => value[name] === undefined).map((name) => `${path}: no ${name}`) : [],
  properties: (members: Record<string, Schema>, value, path, root) =>
    isRecord(value)
      ? Object.entries(members).flatMap(([name, member]) =>
          value[name] === undefined ? [] : check(member, value[name], `${path}.${name}`, root),
        )
      : [],
  additionalProperties: (rule: boolean | Schema, value, path, root, schema) => {
    if (!isRecord(value) || rule === true) return [];
    const known = Object.keys((schema["properties"] as object | undefined) ?? {});
    const others = Object.keys(value).filter((name) => !known.includes(name));
    if (rule === false) return others.map((name) => `${path}: ${name} is not in the schema`);
    return others.flatMap((name) => check(rule, value[name], `${path}.${name}`, root));
  },
};

function resolve(reference: string, root: Schema): Schema {
  const found = reference
    .slice(2)
    .split("/")
    .reduce<unknown>((at, name) => (at as Schema | undefined)?.[name], root);
  if (found === undefined) throw new Error(`${reference} leads nowhere`);
  return found as Schema;
}

function hasType(name: string, value: unknown): boolean {
  if (name === "integer") return Number.isInteger(value);
  if (name === "number") return typeof value === "number" && Number.isFinite(value);
  if (name === "array") return Array.isArray(value);
  if (name === "null") return value === null;
  if (name === "object") return isRecord(value);
  return typeof value === name;
}
