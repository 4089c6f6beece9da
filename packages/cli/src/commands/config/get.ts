import { HookError, type Issue } from '@hookmd/core/errors';
import { readConfigs } from '@hookmd/core/registry';
import {
  explainConfig,
  findKey,
  formatSettingKey,
  type Setting,
  settingWord,
  valueAt,
} from '@hookmd/core/settings';
import type { ExitCode } from '../../command-line/command.ts';
import { type Context, placesOf } from '../../command-line/context.ts';
import { usage } from '../../command-line/usage.ts';
import { settingJson } from './json.ts';
import { readKey } from './setting-words.ts';
import { showSetting, showSettings } from './view.ts';

/** `hooks config get [KEY]`: the value that applies after all files are merged, and the file it comes from. */
export async function getSettings(context: Context): Promise<ExitCode> {
  if (context.options.has('scope'))
    throw usage('`hooks config get` shows what holds of all files', 'Leave `--scope` out.');
  if (context.options.has('unset')) throw usage('`--unset` goes with `set`', 'Leave it out.');
  const [, key, tooMuch] = context.words;
  if (tooMuch !== undefined) throw usage('`hooks config get` takes one key', 'Leave the rest out.');
  const path = key === undefined ? [] : readKey(key);
  findKey(path);
  const issues: Issue[] = [];
  const all = explainConfig(await readConfigs(placesOf(context), issues));
  const settings = all.flatMap((setting) => settingsAt(setting, path));
  if (settings.length === 0 && path.length > 0) {
    const parameters = { key: formatSettingKey(path), word: settingWord(path) };
    throw new HookError('SETTING_NOT_SET', parameters, { exitCode: 1 });
  }
  const [only, ...rest] = settings;
  if (context.isJson) {
    context.print({ schema: 'hookmd.config/1', settings: settings.map(settingJson), issues });
  } else if (only !== undefined && rest.length === 0 && only.path.length <= path.length) {
    showSetting(context, only, issues);
  } else {
    showSettings(context, settings, issues);
  }
  return 0;
}

/** A setting at a path, below it, or the part of its value that a longer path names. */
function settingsAt(setting: Setting, path: readonly string[]): readonly Setting[] {
  const shared = Math.min(setting.path.length, path.length);
  if (setting.path.slice(0, shared).some((step, index) => step !== path[index])) return [];
  if (path.length <= setting.path.length) return [setting];
  const value = valueAt(setting.value, path.slice(setting.path.length));
  return value === undefined ? [] : [{ ...setting, path, value }];
}
