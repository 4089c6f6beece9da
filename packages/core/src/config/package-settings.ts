import type { JsonObject } from '../events/json.ts';
import { mayBeForeign, type Source } from '../events/source.ts';
import type { EffectiveConfig, PackageMode } from './config.ts';
import { defaultSettings } from './defaults.ts';

/** What the configuration says of one package, each file with no more than it may decide. */
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
 * A managed package is set by the administrator's file alone, and tightened by the others. What a person set for a
 * package of their own is not for a repository's package of the same name. Source: security.md, "Scopes".
 */
export function packageSettings(config: EffectiveConfig, source: Source, name: string): PackageSettings {
  const env = own(config.packageEnv, name) ?? {};
  const options = own(config.packageOptions, name) ?? {};
  const inProject = own(config.projectPackageOptions, name) ?? {};
  const mode = own(config.packageMode, name) ?? defaultSettings.packageMode;
  if (source === 'managed') {
    const managed = own(config.managedPackages, name);
    return {
      env: managed?.env ?? {},
      options: managed?.options ?? {},
      tightening: [own(config.userPackages, name)?.options ?? {}, inProject],
      mode: managed?.mode ?? defaultSettings.packageMode,
      isOfProject: false,
    };
  }
  if (mayBeForeign(source)) return { env: {}, options: {}, tightening: [inProject], mode, isOfProject: true };
  return { env, options, tightening: [inProject], mode, isOfProject: false };
}

/** A package may be called `constructor`. */
function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
