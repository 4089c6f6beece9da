import { isJsonObject, type JsonObject, type JsonValue } from '../protocol/json.ts';
import { describeFound, showText } from './describe-value.ts';
import { fitsSchema } from './fits-schema.ts';
import type { IssueList } from './issue-list.ts';
import { formatKeyPath, type KeyPath } from './text-place.ts';
import { addUnknownKey } from './unknown-key.ts';

/** Which way a value is tighter, so that a repository may move it that way and no other. */
export type Tighter = 'less' | 'more';

/** What a package says of its settings: a JSON Schema of an object, in the keywords below. */
export interface OptionsSchema extends JsonObject {
  readonly properties?: { readonly [name: string]: OptionSchema };
  readonly required?: readonly string[];
}

/** What it says of one of them. */
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

type Judge = (value: JsonValue | undefined) => boolean;

interface Keyword {
  readonly fits: Judge;
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
  expected: 'a list of texts',
};

function oneOf(...words: readonly string[]): Keyword {
  return {
    fits: (value) => typeof value === 'string' && words.includes(value),
    expected: words.map((word) => `\`${word}\``).join(', '),
  };
}

/**
 * The keywords that count. `pattern`, `$ref` and kin do not: a package must not choose what a look at it costs.
 */
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
  for (const [name, one] of Object.entries(options['properties'])) {
    checkDefault(name, one as OptionSchema, issues);
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
          ([name, one]) => [[...path, 'properties', name], one] as [KeyPath, JsonValue | undefined],
        )
      : []),
    ...(isJsonObject(items) ? [[[...path, 'items'], items] as [KeyPath, JsonValue]] : []),
  ];
  for (const [at, one] of inner) {
    if (depth >= MAX_DEPTH) addTypeIssue(at, `at most ${MAX_DEPTH} levels deep`, one, issues);
    else if (isJsonObject(one)) checkLevel(one, at, depth + 1, issues);
    else addTypeIssue(at, 'a mapping', one, issues);
  }
}

function addTypeIssue(path: KeyPath, expected: string, found: unknown, issues: IssueList): void {
  issues.add(
    'MANIFEST_TYPE',
    { key: showText(formatKeyPath(path)), expected, found: describeFound(found), example: EXAMPLE },
    path,
  );
}
