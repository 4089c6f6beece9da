import type { Issue } from '@hookmd/core/errors';
import type { JsonValue } from '@hookmd/core/events';
import { formatSettingKey, type Setting } from '@hookmd/core/settings';
import { cleanLine } from '@hookmd/core/text';
import type { Context } from '../../command-line/context.ts';
import { issueLines } from '../../ui/issue.ts';
import { alignColumns, wrap, wrapUnder } from '../../ui/output.ts';
import { fromHome } from '../../ui/short-path.ts';
import { HIDDEN_VALUE } from './json.ts';

/** The value alone on standard output, for scripts; beside it where it comes from. */
export function showSetting(context: Context, setting: Setting, issues: readonly Issue[]): void {
  context.out.line(shownValue(setting));
  context.err.line(context.err.paint('dim', `from ${sourceOf(setting)}`));
  showIssues(context, issues);
}

export function showSettings(context: Context, settings: readonly Setting[], issues: readonly Issue[]): void {
  const rows = settings.map((setting) => [
    cleanLine(formatSettingKey(setting.path)),
    shownValue(setting),
    sourceOf(setting),
  ]);
  const table = [['SETTING', 'VALUE', 'FROM'], ...rows];
  for (const line of alignColumns(table, { width: context.out.width })) context.out.line(line);
  showIssues(context, issues);
}

interface ConfigFile {
  readonly scope: string;
  readonly path: string;
  readonly exists: boolean;
}

/** Prints one requested path alone, so that an editor can be given it. */
export function showConfigPaths(
  { out }: Context,
  files: readonly ConfigFile[],
  isOneInvokedFor: boolean,
): void {
  const rows = files.map(({ scope, path, exists }) =>
    isOneInvokedFor
      ? [cleanLine(path)]
      : [scope, cleanLine(path), exists ? '' : out.paint('dim', 'not there')],
  );
  for (const line of alignColumns(rows, isOneInvokedFor ? {} : { width: out.width })) out.line(line);
}

interface Change {
  readonly key: string;
  readonly value: JsonValue;
  readonly scope: string;
  readonly path: string;
  readonly changed: boolean;
}

export function showConfigChange(
  { out, err, environment }: Context,
  { key, value, scope, path, changed }: Change,
  warnings: readonly string[],
): void {
  const now = value === null ? 'not set' : textOf(value);
  const row = [cleanLine(key), now, scope, cleanLine(path)];
  for (const line of alignColumns([row], { width: out.width })) out.line(line);
  if (!changed) err.line(err.paint('dim', 'It was so before; nothing was written.'));
  for (const warning of warnings) {
    for (const line of wrap(`warning: ${fromHome(cleanLine(warning), environment)}`, err.width))
      err.line(err.paint('yellow', line));
  }
}

/** Nothing was written: the problems of the file, or of the new value. */
export function showConfigRejection(
  context: Context,
  {
    file,
    issues,
    areOld,
  }: { readonly file: string; readonly issues: readonly Issue[]; readonly areOld: boolean },
): void {
  const { err } = context;
  for (const issue of issues) for (const line of issueLines(err, issue, context)) err.line(line);
  const why = areOld ? `${cleanLine(file)} has problems: mend them first. ` : '';
  err.line(wrapUnder(`${why}Nothing was changed.`, err.width));
}

function shownValue({ value, isSecret }: Setting): string {
  return isSecret ? HIDDEN_VALUE : textOf(value);
}

function textOf(value: JsonValue): string {
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
