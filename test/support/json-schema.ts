type Schema = Readonly<Record<string, unknown>>;
type Rule = (value: unknown, operand: never, path: string, schema: Schema) => readonly string[];

/**
 * What is wrong with a value by a JSON Schema, a line for each place.
 *
 * Knows the keywords below and refuses any other, so that no rule is passed over in silence. No library: the schemas
 * are ours, and this is a second opinion about the checker of the product.
 */
export function schemaProblems(value: unknown, schema: unknown, path = 'it'): readonly string[] {
  if (schema === false) return [`${path}: must not be there`];
  return Object.entries(schema as Schema).flatMap(([keyword, operand]) => {
    if (NOTES.has(keyword)) return [];
    const rule = rules[keyword];
    if (rule === undefined) return [`${path}: the schema uses the unknown keyword ${keyword}`];
    return rule(value, operand as never, path, schema as Schema);
  });
}

const NOTES = new Set(['$schema', '$id', 'title', 'description', 'default']);

const rules: Readonly<Record<string, Rule>> = {
  type(value, types: string | readonly string[], path) {
    const wanted = [types].flat();
    return wanted.some((type) => hasType(value, type)) ? [] : [`${path}: is not ${wanted.join(' or ')}`];
  },
  const: (value, wanted: unknown, path) =>
    value === wanted ? [] : [`${path}: is not ${JSON.stringify(wanted)}`],
  enum(value, wanted: readonly unknown[], path) {
    return wanted.includes(value) ? [] : [`${path}: is not one of ${JSON.stringify(wanted)}`];
  },
  properties(value, properties: Schema, path) {
    if (!isObject(value)) return [];
    return Object.entries(properties).flatMap(([key, schema]) =>
      Object.hasOwn(value, key) ? schemaProblems(value[key], schema, `${path}.${key}`) : [],
    );
  },
  required(value, keys: readonly string[], path) {
    if (!isObject(value)) return [];
    return keys.filter((key) => !Object.hasOwn(value, key)).map((key) => `${path}: has no ${key}`);
  },
  propertyNames(value, schema: Schema, path) {
    return isObject(value)
      ? Object.keys(value).flatMap((key) => schemaProblems(key, schema, `${path}.${key}`))
      : [];
  },
  additionalProperties(value, allowed: unknown, path, { properties = {} }) {
    if (allowed === true || (isObject(allowed) && Object.keys(allowed).length === 0)) return [];
    if (!isObject(value)) return [];
    const further = Object.keys(value).filter((key) => !Object.hasOwn(properties as Schema, key));
    return further.flatMap((key) => schemaProblems(value[key], allowed, `${path}.${key}`));
  },
  dependentRequired(value, needs: Readonly<Record<string, readonly string[]>>, path) {
    if (!isObject(value)) return [];
    return Object.entries(needs).flatMap(([key, rest]) =>
      Object.hasOwn(value, key)
        ? rest.filter((other) => !Object.hasOwn(value, other)).map((name) => `${path}: has no ${name}`)
        : [],
    );
  },
  not: (value, schema: Schema, path) =>
    schemaProblems(value, schema, path).length > 0 ? [] : [`${path}: fits what it must not`],
  minLength: (value, length: number, path) =>
    typeof value === 'string' && value.length < length ? [`${path}: is too short`] : [],
  minItems: (value, count: number, path) =>
    Array.isArray(value) && value.length < count ? [`${path}: has too few items`] : [],
  items(value, schema: Schema, path) {
    return Array.isArray(value)
      ? value.flatMap((item, index) => schemaProblems(item, schema, `${path}[${index}]`))
      : [];
  },
  anyOf(value, schemas: readonly Schema[], path) {
    return schemas.some((schema) => schemaProblems(value, schema, path).length === 0)
      ? []
      : [`${path}: fits none`];
  },
};

function hasType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  // The other names are those of `typeof`.
  return typeof value === type;
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
