import type { Issue } from '../errors/issue.ts';
import { didYouMean } from '../errors/nearest-name.ts';
import { isJsonObject, type JsonObject } from '../events/json.ts';
import type { ModelProvider, ModelSpec } from '../events/service-spec.ts';
import {
  createIssueList,
  describeFound,
  describeKind,
  formatKeyPath,
  type IssueList,
  showText,
} from '../yaml/issue-list.ts';
import { parseYaml } from '../yaml/yaml.ts';
import { type Config, type ConfigScope, NO_CONFIG } from './config.ts';
import { MAX_CONFIG_BYTES } from './config-file.ts';
import { configRows, instead, notForProjects } from './keys.ts';
import { exampleBelow, findChild, nameParameters } from './setting-key.ts';

export interface ConfigPlace {
  readonly path: string;
  readonly scope: ConfigScope;
}

/**
 * Parses a `config.yaml`. Pure. Reports every problem at once; an invalid setting, or one that a project may not set, is left
 * out and does not affect the others.
 */
export function parseConfig(
  bytes: Buffer,
  { path, scope }: ConfigPlace,
): { readonly config: Config; readonly issues: readonly Issue[] } {
  const unread = createIssueList(path, null);
  const text = decode(bytes, unread);
  const yaml = text === null ? null : parseYaml(text);
  if (yaml === null) return { config: NO_CONFIG, issues: unread.sorted() };
  if ('problems' in yaml) {
    for (const problem of yaml.problems)
      unread.add('CONFIG_YAML', { detail: withoutQuoted(problem.message) }, problem);
    return { config: NO_CONFIG, issues: unread.sorted() };
  }
  const value = yaml.value ?? {};
  if (!isJsonObject(value)) {
    unread.add(
      'CONFIG_YAML',
      { detail: `it is ${describeFound(value)}, not a mapping of keys` },
      { line: 1, column: 1 },
    );
    return { config: NO_CONFIG, issues: unread.sorted() };
  }
  const issues = createIssueList(path, yaml.locate);
  const settings = readLevel(value, { path: [], pattern: '', scope }, issues);
  return { config: toConfig(settings, value, issues), issues: issues.sorted() };
}

/** Some sentences of the library end with a piece of the file, which may be a secret. */
function withoutQuoted(message: string): string {
  return message.replace(/: ".*$|(?<=characters): .*$/s, '').replace(/\.$/, '');
}

function decode(bytes: Buffer, issues: IssueList): string | null {
  if (bytes.length > MAX_CONFIG_BYTES) {
    issues.add('CONFIG_UNREADABLE', {
      detail: `it has more than ${MAX_CONFIG_BYTES} bytes`,
    });
    return null;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    issues.add('CONFIG_UNREADABLE', { detail: 'it is not UTF-8 text' });
    return null;
  }
}

interface Level {
  readonly path: readonly string[];
  /** The path with `*` for names, as in `configRows`. */
  readonly pattern: string;
  readonly scope: ConfigScope;
}

type Settings = Record<string, unknown>;

/** The valid settings below one level, in the shape they were written in. */
function readLevel(value: JsonObject, level: Level, issues: IssueList): Settings {
  const settings: Settings = {};
  for (const [key, inner] of Object.entries(value)) {
    const path = [...level.path, key];
    const child = patternOf(level, key, path, issues);
    if (child === null) continue;
    const why = level.scope === 'project' ? notForProjects[child] : undefined;
    if (why !== undefined) {
      issues.add('CONFIG_NOT_FOR_PROJECT', { key: showText(formatKeyPath(path)), why }, path, 'key');
    } else if (configRows[child] !== undefined) {
      const setting = readSetting(inner, path, child, issues);
      if (setting !== undefined) settings[key] = setting;
    } else if (isJsonObject(inner)) {
      settings[key] = readLevel(inner, { path, pattern: child, scope: level.scope }, issues);
    } else if (inner !== null) {
      if (instead[child] !== undefined) settings[key] = instead[child];
      const found = mayHide(child) ? describeKind(inner) : describeFound(inner);
      const detail = `must be a mapping; found ${found}`;
      issues.add(
        'CONFIG_VALUE',
        { key: showText(formatKeyPath(path)), detail, example: exampleBelow(child) },
        path,
      );
    }
  }
  return settings;
}

/** The pattern of a key, or null with an issue when there is none. */
function patternOf(level: Level, key: string, path: readonly string[], issues: IssueList): string | null {
  const child = findChild(level.pattern, key);
  if ('pattern' in child) return child.pattern;
  if ('siblings' in child) {
    const parameters = () => ({
      key: showText(formatKeyPath(path)),
      suggestion: didYouMean(key, child.siblings),
    });
    issues.add('CONFIG_UNKNOWN_KEY', parameters, path, 'key');
  } else {
    issues.add('CONFIG_VALUE', nameParameters(level.path, key, child), path, 'key');
  }
  return null;
}

function readSetting(value: unknown, path: readonly string[], pattern: string, issues: IssueList): unknown {
  const row = configRows[pattern];
  const reading = row?.schema.safeParse(value);
  if (row === undefined || reading === undefined || reading.success) return reading?.data;
  const found = row.hides === undefined ? describeFound(value) : describeKind(value);
  const detail = `must be ${row.expected}; found ${found}`;
  issues.add('CONFIG_VALUE', { key: showText(formatKeyPath(path)), detail, example: row.example }, path);
  return instead[pattern];
}

/** Below it stand secrets: one that was written a level too high is not shown either. */
function mayHide(pattern: string): boolean {
  return Object.entries(configRows).some(([name, { hides }]) => hides && name.startsWith(`${pattern}.`));
}

function writtenModel({ models }: JsonObject, name: string): Partial<ModelSpec> {
  const model = isJsonObject(models) ? models[name] : undefined;
  return isJsonObject(model) ? (model as Partial<ModelSpec>) : {};
}

/** `written` distinguishes absent settings from invalid ones, which have been reported. */
function toConfig(settings: Settings, written: JsonObject, issues: IssueList): Config {
  const section = (name: string): Settings => (settings[name] ?? {}) as Settings;
  const { maxTimeout, ...hooks } = section('hooks');
  const models = section('models') as Record<string, ModelSpec>;
  for (const [name, model] of Object.entries(models)) {
    const detail = modelProblem(model);
    if (detail === null) continue;
    delete models[name];
    if (modelProblem(writtenModel(written, name)) === null) continue;
    const { example = '' } = configRows['models.*.provider'] ?? {};
    issues.add('CONFIG_VALUE', { key: `models.${name}`, detail, example }, ['models', name], 'key');
  }
  return {
    hooks: { ...hooks, ...(maxTimeout === undefined ? {} : { maxTimeoutMs: maxTimeout as number }) },
    allowModify: (section('allow').modify as Config['allowModify'] | undefined) ?? null,
    entries: section('entries') as JsonObject,
    entriesFrom: (settings.entriesFrom ?? []) as Config['entriesFrom'],
    sources: section('sources') as Config['sources'],
    package: section('package') as Config['package'],
    eventLog: section('eventLog') as Config['eventLog'],
    models,
  };
}

/** What a model needs besides its name: other providers have a known URL, this one needs no key. */
const needs: Readonly<Record<ModelProvider, 'baseURL' | 'apiKeyEnv'>> = {
  'openai-compatible': 'baseURL',
  anthropic: 'apiKeyEnv',
  google: 'apiKeyEnv',
};

/** What a model is missing by the rules of its provider, after "models.NAME"; null = nothing. */
function modelProblem(given: Partial<ModelSpec>): string | null {
  const { provider, model } = given;
  if (provider === undefined || model === undefined) return 'must have `provider` and `model`';
  // What is written may name any provider.
  const key = (needs as Readonly<Record<string, (typeof needs)[ModelProvider] | undefined>>)[provider];
  if (key === undefined) return null;
  return given[key] === undefined ? `must have \`${key}\` for the provider ${provider}` : null;
}
