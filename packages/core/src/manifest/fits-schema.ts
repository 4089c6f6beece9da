import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../protocol/json.ts';

type Judge = (value: JsonValue, limit: JsonValue, schema: JsonObject) => boolean;

const types: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isJsonObject,
};

/** What each keyword asks of a value; of one of another type most ask nothing, as in JSON Schema. */
const judges: Readonly<Record<string, Judge>> = {
  type: (value, type) => types[String(type)]?.(value) ?? false,
  enum: (value, words) => Array.isArray(words) && words.some((one) => isSameJson(one, value)),
  minimum: (value, least) => typeof value !== 'number' || value >= Number(least),
  maximum: (value, most) => typeof value !== 'number' || value <= Number(most),
  minLength: (value, least) => typeof value !== 'string' || lengthOf(value) >= Number(least),
  maxLength: (value, most) => typeof value !== 'string' || lengthOf(value) <= Number(most),
  minItems: (value, least) => !Array.isArray(value) || value.length >= Number(least),
  maxItems: (value, most) => !Array.isArray(value) || value.length <= Number(most),
  items: (value, one) => !Array.isArray(value) || value.every((item) => fitsInner(one, item)),
  properties: (value, all) =>
    !isJsonObject(value) ||
    !isJsonObject(all) ||
    Object.entries(all).every(([name, one]) => !Object.hasOwn(value, name) || fitsInner(one, value[name])),
  required: (value, names) =>
    !isJsonObject(value) ||
    !Array.isArray(names) ||
    names.every((name) => Object.hasOwn(value, String(name))),
  additionalProperties: (value, isAllowed, { properties }) =>
    isAllowed !== false ||
    !isJsonObject(value) ||
    Object.keys(value).every((name) => isJsonObject(properties) && Object.hasOwn(properties, name)),
};

/**
 * Whether a value is what a schema of the keywords above asks for. Our own, because zod reads a schema only beside its
 * `type`: a bare `minimum` would admit everything.
 */
export function fitsSchema(schema: JsonObject, value: JsonValue): boolean {
  return Object.entries(judges).every(([keyword, judge]) => {
    const limit = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
    return limit === undefined || judge(value, limit, schema);
  });
}

function fitsInner(schema: JsonValue | undefined, value: JsonValue | undefined): boolean {
  return isJsonObject(schema) && value !== undefined && fitsSchema(schema, value);
}

/** In characters, not in units of UTF-16. */
function lengthOf(text: string): number {
  return [...text].length;
}
