import { HookError, type Issue } from '@hookmd/core/errors';
import type { JsonValue } from '@hookmd/core/events';
import { readConfigs } from '@hookmd/core/registry';
import {
  explainConfig,
  findKey,
  formatSettingKey,
  parseSettingKey,
  type Setting,
  settingWord,
  valueAt,
} from '@hookmd/core/settings';
import { cleanLine } from '@hookmd/core/text';
import type { ExitCode } from '../../command-line/command.ts';
import { type Context, placesOf } from '../../command-line/context.ts';
import { usage } from '../../command-line/usage.ts';
import { issueLines } from '../../ui/issue.ts';
import { alignColumns } from '../../ui/output.ts';

/** Replaces a value that is never shown. */
export const HIDDEN_VALUE = 'set';

/** `hooks config get [KEY]`: the value that applies after all files are merged, and the file it comes from. */
export async function getSettings(context: Context): Promise<ExitCode> {
  if (context.options.has('scope'))
    throw usage('`hooks config get` shows the effective settings of all files', 'Leave `--scope` out.');
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

/** The value alone on standard output, for scripts; beside it where it comes from. */
function showSetting(context: Context, setting: Setting, issues: readonly Issue[]): void {
  context.out.line(shownValue(setting));
  context.err.line(context.err.paint('dim', `from ${sourceOf(setting)}`));
  showIssues(context, issues);
}

function showSettings(context: Context, settings: readonly Setting[], issues: readonly Issue[]): void {
  const rows = settings.map((setting) => [
    cleanLine(formatSettingKey(setting.path)),
    shownValue(setting),
    sourceOf(setting),
  ]);
  const table = [['SETTING', 'VALUE', 'FROM'], ...rows];
  for (const line of alignColumns(table, { width: context.out.width })) context.out.line(line);
  showIssues(context, issues);
}

function shownValue({ value, isSecret }: Setting): string {
  return isSecret ? HIDDEN_VALUE : valueText(value);
}

export function valueText(value: JsonValue): string {
  return cleanLine(typeof value === 'string' ? value : JSON.stringify(value));
}

function sourceOf({ from, isPromptOnly }: Setting): string {
  return `${from.join(', ')}${isPromptOnly ? ' (counts only where it tightens)' : ''}`;
}

function showIssues(context: Context, issues: readonly Issue[]): void {
  const { err } = context;
  for (const issue of issues) {
    err.line();
    for (const line of issueLines(err, issue, context)) err.line(line);
  }
}

/** The steps of a key. Throws USAGE. */
export function readKey(text: string): readonly string[] {
  const path = parseSettingKey(text);
  if (path !== null) return path;
  const fix = `Join names with dots, those with dots in double quotes: 'package."my.hook".mode'.`;
  throw usage('The key cannot be read', fix);
}

/** One setting as `config get --json` shows it. */
function settingJson({ path, value, from, isSecret, isPromptOnly }: Setting): object {
  return {
    key: formatSettingKey(path),
    value: isSecret ? HIDDEN_VALUE : value,
    from,
    secret: isSecret,
    promptOnly: isPromptOnly,
  };
}
