import { type Issue, issue } from '../errors/issue.ts';
import { didYouMean } from '../errors/nearest-name.ts';
import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../events/json.ts';
import { mayBeForeign, type Source } from '../events/source.ts';
import { quoteWord } from '../events/text.ts';
import {
  fitsSchema,
  type OptionSchema,
  type OptionsSchema,
  type Tighter,
} from '../manifest/option-schema.ts';
import { describeFound, quote, showText } from '../yaml/issue-list.ts';
import type { EffectiveConfig, PackageMode } from './config.ts';
import { defaultSettings } from './defaults.ts';
import { settingWord } from './setting-key.ts';

/** The options of a package as its handler receives them. */
export interface PackageOptions {
  /** Defaults, and what the user set; of a project's package, with what the project set. */
  readonly values: JsonObject;
  /** What a project tightened of them, by key; empty for the project's own packages. */
  readonly tightened: JsonObject;
  /** What was set and does not count: the value before it holds. */
  readonly issues: readonly Issue[];
  /** Required ones that have no value. */
  readonly missing: readonly string[];
}

/**
 * Joins defaults, the user's values and a project's tightening. Pure.
 *
 * An invalid value is left out and reported: a guard must neither run with nonsense nor stop.
 */
export function readPackageOptions(
  name: string,
  schema: OptionsSchema | null,
  settings: Pick<PackageSettings, 'options' | 'tightening' | 'isOfProject'>,
): PackageOptions {
  const known = new Map(Object.entries(schema?.properties ?? {}));
  const issues: Issue[] = [];
  const values = new Map<string, JsonValue>();
  for (const [key, optionSchema] of known) {
    if (optionSchema.default !== undefined) values.set(key, optionSchema.default);
  }
  for (const [key, value] of valid(name, settings.options, known, issues, '')) values.set(key, value);
  const here = settings.isOfProject ? values : new Map(values);
  for (const [index, tightening] of settings.tightening.entries()) {
    const scope = index === settings.tightening.length - 1 ? ' --scope project' : '';
    for (const [key, value, item] of valid(name, tightening, known, issues, scope)) {
      const before = here.get(key);
      if (before === undefined && settings.isOfProject) here.set(key, value);
      else if (item.tighter === undefined) issues.push(notForProject(name, key, DIRECTION));
      // Without a value the handler's behavior is unknown and may be tighter than the project's value.
      else if (before === undefined) issues.push(notForProject(name, key, FIRST));
      else {
        const after = tighten(item, item.tighter, before, value);
        // Two lists that fit may come to one that does not: too long, or empty where that means "all".
        if (fitsSchema(item, after)) here.set(key, after);
        else issues.push(notFitting(name, key, item, after));
      }
    }
  }
  return {
    values: Object.fromEntries(values),
    tightened: Object.fromEntries([...here].filter(([key, value]) => values.get(key) !== value)),
    issues,
    missing: (schema?.required ?? []).filter((key) => !values.has(key)),
  };
}

type Given = readonly [key: string, value: JsonValue, schema: OptionSchema];

/** The values that fit their schema; an issue for each other one. `scope` is how a command means their file. */
function valid(
  name: string,
  given: JsonObject,
  known: ReadonlyMap<string, OptionSchema>,
  issues: Issue[],
  scope: string,
): readonly Given[] {
  return Object.entries(given).flatMap(([key, value]): readonly Given[] => {
    const schema = known.get(key);
    const path = `package.${name}.options.${showText(key)}`;
    if (schema === undefined) {
      const unset = `hooks config set ${settingWord(['package', name, 'options', key])} --unset${scope}`;
      const suggestion = didYouMean(key, [...known.keys()]);
      const lists = `${suggestion}\`hooks info ${quoteWord(name)}\` lists its options.`;
      const fix = known.size > 0 ? lists : `It has none: run \`${unset}\`.`;
      issues.push(issue('OPTION_UNKNOWN', { path, name, fix }));
    } else if (value !== undefined && fitsSchema(schema, value)) {
      return [[key, value, schema]];
    } else {
      issues.push(notFitting(name, key, schema, value));
    }
    return [];
  });
}

function notFitting(name: string, key: string, schema: OptionSchema, value: JsonValue | undefined): Issue {
  const path = `package.${name}.options.${showText(key)}`;
  return issue('OPTION_VALUE', { path, name, expected: describe(schema), found: describeFound(value) });
}

const DIRECTION = 'its hook does not define which way is stricter';
const FIRST = 'it has no value yet that could be tightened';

function notForProject(name: string, key: string, why: string): Issue {
  return issue('OPTION_NOT_FOR_PROJECT', { path: `package.${name}.options.${showText(key)}`, why });
}

function describe(schema: OptionSchema): string {
  if (Array.isArray(schema.enum)) {
    return schema.enum
      .map((item) => (typeof item === 'string' ? quote(item) : showText(JSON.stringify(item))))
      .join(', ');
  }
  const { minimum, maximum, items } = schema;
  const inner = isJsonObject(items) ? typeWords[String(items['type'])]?.replace(/^an? /, '') : undefined;
  return [
    (typeWords[schema.type ?? ''] ?? 'what its schema allows') + (inner === undefined ? '' : ` of ${inner}s`),
    ...(typeof minimum === 'number' ? [`at least ${minimum}`] : []),
    ...(typeof maximum === 'number' ? [`at most ${maximum}`] : []),
  ].join(', ');
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'a mapping',
};

/** The tighter of two values that both fit. */
function tighten(schema: OptionSchema, tighter: Tighter, before: JsonValue, wanted: JsonValue): JsonValue {
  const isMore = tighter === 'more';
  if (Array.isArray(before) && Array.isArray(wanted)) {
    const has = (list: readonly JsonValue[], jsonValue: JsonValue): boolean =>
      list.some((item) => isSameJson(jsonValue, item));
    return isMore
      ? [...before, ...wanted.filter((entry) => !has(before, entry))]
      : before.filter((element) => has(wanted, element));
  }
  // What has no order stays as it is: a text without `enum`, also one that reads as a number, or another type.
  const hasOrder = typeof before === typeof wanted && /^(?:number|boolean)$/.test(typeof wanted);
  if (schema.enum === undefined && !hasOrder) return before;
  const rank = (value: JsonValue): number =>
    schema.enum === undefined
      ? Number(value)
      : schema.enum.findIndex((allowed) => isSameJson(allowed, value));
  const isTighter = isMore ? rank(wanted) > rank(before) : rank(wanted) < rank(before);
  return isTighter ? wanted : before;
}

/** The settings of one package from each file, each with no more than it may decide. */
export interface PackageSettings {
  readonly env: Readonly<Record<string, string>>;
  /** Values of its options. */
  readonly options: JsonObject;
  /** Values that only count where they are tighter; in the order in which they apply, the project's last. */
  readonly tightening: readonly JsonObject[];
  readonly mode: PackageMode;
  /** It belongs to the project, so that tightened values are the only ones it has. */
  readonly isOfProject: boolean;
}

/**
 * The administrator's file alone configures a managed package; the others only tighten it. Settings of the user's own package
 * do not apply to a repository's package of the same name.
 */
export function packageSettings(config: EffectiveConfig, source: Source, name: string): PackageSettings {
  const env = ownProperty(config.packageEnv, name) ?? {};
  const options = ownProperty(config.packageOptions, name) ?? {};
  const inProject = ownProperty(config.projectPackageOptions, name) ?? {};
  const mode = ownProperty(config.packageMode, name) ?? defaultSettings.packageMode;
  if (source === 'managed') {
    const managed = ownProperty(config.managedPackages, name);
    return {
      env: managed?.env ?? {},
      options: managed?.options ?? {},
      tightening: [ownProperty(config.userPackages, name)?.options ?? {}, inProject],
      mode: managed?.mode ?? defaultSettings.packageMode,
      isOfProject: false,
    };
  }
  if (mayBeForeign(source)) return { env: {}, options: {}, tightening: [inProject], mode, isOfProject: true };
  return { env, options, tightening: [inProject], mode, isOfProject: false };
}

/** A package may be called `constructor`. */
function ownProperty<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
