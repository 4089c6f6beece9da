import type { JsonValue } from '../events/json.ts';
import { formatDuration } from '../manifest/timeout.ts';
import { type Config, type ConfigScope, keysOf, mergeConfig, type PackageConfig } from './config.ts';
import { formatBytes } from './keys.ts';

/** The owner of the file with the effective value. */
type Origin = ConfigScope | 'default';

/** One setting as it holds, in the spelling in which it can be set. Plain JSON data. */
export interface Setting {
  readonly path: readonly string[];
  readonly value: JsonValue;
  /** Whose files decide it, the highest first; several where they add to or narrow each other. */
  readonly from: readonly Origin[];
  /** Its value is not in `value`, and never shown. */
  readonly isSecret: boolean;
  /** A project's value: it counts only if it tightens. */
  readonly isPromptOnly: boolean;
}

export type Configs = Readonly<Record<ConfigScope, Config>>;

const SCOPES: readonly ConfigScope[] = ['managed', 'user', 'project'];

/** Settings that exist once, with their defaults: the value in each file. */
const single: Readonly<Record<string, (config: Config) => JsonValue | undefined>> = {
  'hooks.enabled': ({ hooks }) => hooks.enabled,
  'hooks.concurrency': ({ hooks }) => hooks.concurrency,
  'hooks.maxTimeout': ({ hooks }) => shown(hooks.maxTimeoutMs, formatDuration),
  'hooks.maxFollowUps': ({ hooks }) => hooks.maxFollowUps,
  'hooks.onInternalError': ({ hooks }) => hooks.onInternalError,
  'hooks.onWorkaround': ({ hooks }) => hooks.onWorkaround,
  'eventLog.keepDays': ({ eventLog }) => eventLog.keepDays,
  'eventLog.maxBytes': ({ eventLog: log }) => shown(log.maxBytes, formatBytes),
  'eventLog.payloads': ({ eventLog }) => eventLog.payloads,
};

/** Every setting that holds, and where it comes from, in the order of the key table. Pure. */
export function explainConfig(configs: Configs): readonly Setting[] {
  const { managed, user, project } = configs;
  const merged = mergeConfig(managed, user, project);
  const holds: Config = { ...user, hooks: merged, eventLog: merged.eventLog };
  const rows = (section: string): readonly Setting[] =>
    Object.entries(single)
      .filter(([key]) => key.startsWith(`${section}.`))
      .map(([key, of]) => decided(key.split('.'), of(holds) ?? null, of, configs));
  return [
    ...rows('hooks'),
    ...allowedChanges(configs, merged.allowModify ?? {}),
    ...entries(configs),
    ...entryFiles(configs),
    ...sources(configs),
    ...packageSettings(configs),
    ...rows('eventLog'),
    ...models(configs),
  ];
}

function shown(value: number | undefined, format: (value: number) => string): string | undefined {
  return value === undefined ? undefined : format(value);
}

/** By the first file with a value. */
function decided(
  path: readonly string[],
  value: JsonValue,
  of: (config: Config) => JsonValue | undefined,
  configs: Configs,
): Setting {
  const message = (scope: ConfigScope): boolean =>
    JSON.stringify(of(configs[scope])) === JSON.stringify(value);
  const from = SCOPES.find((scope) => scope !== 'project' && message(scope)) ?? 'default';
  return setting(path, value, [from]);
}

function allowedChanges(configs: Configs, merged: NonNullable<Config['allowModify']>): readonly Setting[] {
  const narrowing = SCOPES.filter((scope) => configs[scope].allowModify !== null);
  return Object.keys(merged).map((tool) => {
    const from = narrowing.filter((scope) => !keysOf(configs[scope].allowModify ?? {}, tool).includes('*'));
    return setting(['allow', 'modify', tool], merged[tool] ?? [], from.length > 0 ? from : narrowing);
  });
}

/** Those of every file stand beside each other. */
function entries(configs: Configs): readonly Setting[] {
  return namesIn(configs, ({ entries: all }) => all).map((event) => {
    const from = SCOPES.filter((scope) => Object.hasOwn(configs[scope].entries, event));
    const groups = from.flatMap((scope) => configs[scope].entries[event] as readonly JsonValue[]);
    return setting(['entries', event], groups, from);
  });
}

function entryFiles({ user }: Configs): readonly Setting[] {
  return user.entriesFrom.length === 0 ? [] : [setting(['entriesFrom'], user.entriesFrom, ['user'])];
}

function sources({ managed, user }: Configs): readonly Setting[] {
  return keysIn(managed.sources, user.sources).map((name) => {
    const given = ownProperty(managed.sources, name);
    const value = given ?? ownProperty(user.sources, name) ?? '';
    return setting(['sources', name], value, [given === undefined ? 'user' : 'managed']);
  });
}

function packageSettings(configs: Configs): readonly Setting[] {
  return namesIn(configs, (config) => config.package).flatMap((name) => {
    const of = (scope: ConfigScope): PackageConfig => ownProperty(configs[scope].package, name) ?? {};
    const first = <T>(pick: (scope: ConfigScope) => T | undefined): ConfigScope | undefined =>
      SCOPES.find((scope) => scope !== 'project' && pick(scope) !== undefined);
    const env = keysIn(of('managed').env, of('user').env).map((key) =>
      setting(
        ['package', name, 'env', key],
        null,
        [first((scope) => ownProperty(of(scope).env, key)) ?? 'user'],
        {
          isSecret: true,
        },
      ),
    );
    const options = keysIn(of('managed').options, of('user').options).map((key) => {
      const scope = first((configScope) => ownProperty(of(configScope).options, key)) ?? 'user';
      return setting(['package', name, 'options', key], ownProperty(of(scope).options, key) ?? null, [scope]);
    });
    const requested = Object.entries(of('project').options ?? {}).map(([key, value]) =>
      setting(['package', name, 'options', key], value ?? null, ['project'], { isPromptOnly: true }),
    );
    const scope = first((item) => of(item).mode);
    const mode =
      scope === undefined ? [] : [setting(['package', name, 'mode'], of(scope).mode ?? null, [scope])];
    return [...env, ...options, ...requested, ...mode];
  });
}

/** A model is one file's as a whole: an address and a key of two files do not belong together. */
function models({ managed, user }: Configs): readonly Setting[] {
  return keysIn(managed.models, user.models).flatMap((name) => {
    const scope = Object.hasOwn(managed.models, name) ? 'managed' : 'user';
    const model: object = ownProperty({ managed, user }[scope].models, name) ?? {};
    return Object.entries(model).map(([key, value]) =>
      setting(['models', name, key], String(value), [scope]),
    );
  });
}

/** A name may be that of something every object has. */
function ownProperty<T>(object: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

function namesIn(configs: Configs, of: (config: Config) => object): readonly string[] {
  return keysIn(...SCOPES.map((scope) => of(configs[scope])));
}

function keysIn(...objects: readonly (object | undefined)[]): readonly string[] {
  return [...new Set(objects.flatMap((object) => Object.keys(object ?? {})))];
}

function setting(
  path: readonly string[],
  value: JsonValue,
  from: readonly Origin[],
  flags: Partial<Pick<Setting, 'isSecret' | 'isPromptOnly'>> = {},
): Setting {
  return { path, value, from, isSecret: false, isPromptOnly: false, ...flags };
}
