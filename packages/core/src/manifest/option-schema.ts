import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../events/json.ts';
import {
  addUnknownKey,
  describeFound,
  formatKeyPath,
  type IssueList,
  type KeyPath,
  showText,
} from '../yaml/issue-list.ts';

/** Which way a value is tighter, so that a repository may move it that way and no other. */
export type Tighter = 'less' | 'more';

/** A package's options: a JSON Schema of an object, with the keywords below. */
export interface OptionsSchema extends JsonObject {
  readonly properties?: { readonly [name: string]: OptionSchema };
  readonly required?: readonly string[];
}

/** The schema of one option. */
export interface OptionSchema extends JsonObject {
  readonly type?: string;
  readonly enum?: readonly JsonValue[];
  readonly default?: JsonValue;
  readonly description?: string;
  /**
   * `less`: the smaller number, `false`, the shorter list, the earlier word of `enum`; `more`: the other way round.
   * Absent = a project may not set it.
   */
  readonly tighter?: Tighter;
}

interface Keyword {
  readonly fits: (value: JsonValue | undefined) => boolean;
  readonly expected: string;
}

const text: Keyword = { fits: (value) => typeof value === 'string', expected: 'text' };
const flag: Keyword = { fits: (value) => typeof value === 'boolean', expected: '`true` or `false`' };
const number: Keyword = { fits: (value) => typeof value === 'number', expected: 'a number' };
const mapping: Keyword = { fits: isJsonObject, expected: 'a mapping' };
const anything: Keyword = { fits: () => true, expected: 'anything' };
const list: Keyword = { fits: Array.isArray, expected: 'a list' };
const texts: Keyword = {
  fits: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  expected: 'a list of strings',
};

function oneOf(...words: readonly string[]): Keyword {
  return {
    fits: (value) => typeof value === 'string' && words.includes(value),
    expected: words.map((word) => `\`${word}\``).join(', '),
  };
}

/** The supported keywords. `pattern`, `$ref` and similar are not: a package must not choose how expensive validating it is. */
const keywords: Readonly<Record<string, Keyword>> = {
  type: oneOf('string', 'number', 'integer', 'boolean', 'array', 'object'),
  title: text,
  description: text,
  default: anything,
  enum: list,
  minimum: number,
  maximum: number,
  minLength: number,
  maxLength: number,
  minItems: number,
  maxItems: number,
  items: mapping,
  properties: mapping,
  required: texts,
  additionalProperties: flag,
  tighter: oneOf('less', 'more'),
};

const EXAMPLE = 'options: { type: object, properties: { limit: { type: integer, default: 5 } } }';
const MAX_DEPTH = 8;

/** Checks the `options` of a manifest as a schema; an unknown keyword is a warning, as everywhere. */
export function checkOptionSchema(options: JsonObject, issues: IssueList): void {
  if (options['type'] !== undefined && options['type'] !== 'object') {
    addTypeIssue(['options', 'type'], '`object`', options['type'], issues);
  }
  const before = issues.hasErrors();
  checkLevel(options, ['options'], 0, issues);
  if (issues.hasErrors() !== before || !isJsonObject(options['properties'])) return;
  for (const [name, item] of Object.entries(options['properties'])) {
    checkDefault(name, item as OptionSchema, issues);
  }
}

function checkDefault(name: string, schema: OptionSchema, issues: IssueList): void {
  if (schema.default === undefined || fitsSchema(schema, schema.default)) return;
  issues.add(
    'MANIFEST_VALUE',
    {
      key: `options.properties.${showText(name)}.default`,
      found: describeFound(schema.default),
      detail: 'the schema beside it does not admit it',
      example: EXAMPLE,
    },
    ['options', 'properties', name, 'default'],
  );
}

function checkLevel(schema: JsonObject, path: KeyPath, depth: number, issues: IssueList): void {
  for (const [name, value] of Object.entries(schema)) {
    const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined;
    if (keyword === undefined) addUnknownKey([...path, name], Object.keys(keywords), issues);
    else if (!keyword.fits(value)) addTypeIssue([...path, name], keyword.expected, value, issues);
  }
  const { properties, items } = schema;
  const inner: readonly (readonly [KeyPath, JsonValue | undefined])[] = [
    ...(isJsonObject(properties)
      ? Object.entries(properties).map(
          ([name, item]) => [[...path, 'properties', name], item] as [KeyPath, JsonValue | undefined],
        )
      : []),
    ...(isJsonObject(items) ? [[[...path, 'items'], items] as [KeyPath, JsonValue]] : []),
  ];
  for (const [at, entry] of inner) {
    if (depth >= MAX_DEPTH) addTypeIssue(at, `at most ${MAX_DEPTH} levels deep`, entry, issues);
    else if (isJsonObject(entry)) checkLevel(entry, at, depth + 1, issues);
    else addTypeIssue(at, 'a mapping', entry, issues);
  }
}

function addTypeIssue(path: KeyPath, expected: string, found: unknown, issues: IssueList): void {
  issues.add(
    'MANIFEST_TYPE',
    { key: showText(formatKeyPath(path)), expected, found: describeFound(found), example: EXAMPLE },
    path,
  );
}

type Check = (value: JsonValue, limit: JsonValue, schema: JsonObject) => boolean;

const types: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isJsonObject,
};

/** Whether a value satisfies each keyword; values of another type satisfy most, as in JSON Schema. */
const checks: Readonly<Record<string, Check>> = {
  type: (value, type) => types[String(type)]?.(value) ?? false,
  enum: (value, words) => Array.isArray(words) && words.some((word) => isSameJson(word, value)),
  minimum: (value, least) => typeof value !== 'number' || value >= Number(least),
  maximum: (value, most) => typeof value !== 'number' || value <= Number(most),
  minLength: (value, least) => typeof value !== 'string' || lengthOf(value) >= Number(least),
  maxLength: (value, most) => typeof value !== 'string' || lengthOf(value) <= Number(most),
  minItems: (value, least) => !Array.isArray(value) || value.length >= Number(least),
  maxItems: (value, most) => !Array.isArray(value) || value.length <= Number(most),
  items: (value, jsonValue) => !Array.isArray(value) || value.every((item) => fitsInner(jsonValue, item)),
  properties: (value, all) =>
    !isJsonObject(value) ||
    !isJsonObject(all) ||
    Object.entries(all).every(
      ([name, entry]) => !Object.hasOwn(value, name) || fitsInner(entry, value[name]),
    ),
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
 * Whether a value fits a schema of the keywords above. Without zod, which reads a schema only beside its `type`: a bare
 * `minimum` would accept everything.
 */
export function fitsSchema(schema: JsonObject, value: JsonValue): boolean {
  return Object.entries(checks).every(([keyword, check]) => {
    const limit = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
    return limit === undefined || check(value, limit, schema);
  });
}

function fitsInner(schema: JsonValue | undefined, value: JsonValue | undefined): boolean {
  return isJsonObject(schema) && value !== undefined && fitsSchema(schema, value);
}

/** In characters, not in units of UTF-16. */
function lengthOf(text: string): number {
  return [...text].length;
}
