import { didYouMean, type Issue } from '@hookmd/core/errors';
import type { JsonValue } from '@hookmd/core/events';
import { changeConfig, type Inventory, isUsersOwn, readConfigs } from '@hookmd/core/registry';
import {
  configRows,
  explainConfig,
  type FoundKey,
  findKey,
  formatSettingKey,
  readSettingValue,
  settingWord,
  wholes,
} from '@hookmd/core/settings';
import { cleanLine, decodeUtf8 } from '@hookmd/core/text';
import { rejectRequired } from '../../approval/rejections.ts';
import type { ExitCode } from '../../command-line/command.ts';
import { type Context, placesOf, readStdin } from '../../command-line/context.ts';
import { usage } from '../../command-line/usage.ts';
import { look } from '../../hooks/look.ts';
import { issueLines } from '../../ui/issue.ts';
import { alignColumns, isTerminalAt, wrap, wrapUnder } from '../../ui/output.ts';
import { promptSecret } from '../../ui/prompts.ts';
import { fromHome } from '../../ui/short-path.ts';
import { HIDDEN_VALUE, readKey, valueText } from './get.ts';

/** `hooks config set KEY VALUE`, `hooks config set KEY --unset`. Nothing is written unless all of it is right. */
export async function setSetting(context: Context): Promise<ExitCode> {
  const { options } = context;
  const [, key, word] = context.words;
  if (key === undefined)
    throw usage(
      '`hooks config set` needs a key',
      'Write `hooks config set KEY VALUE`; `hooks config get` lists keys.',
    );
  const isUnset = options.has('unset');
  if (isUnset && word !== undefined)
    throw usage('`--unset` and a value exclude each other', 'Leave one of them out.');
  const scope = options.word('scope', ['user', 'project']) ?? 'user';
  const places = placesOf(context);
  if (scope === 'project' && isUsersOwn(places))
    throw usage('The home directory is not a project', 'Leave `--scope project` out, or go to a project.');
  const path = readKey(key);
  const found = findKey(path);
  if (!isUnset) rejectSection(path, found);
  const value = isUnset ? undefined : await readValue(context, path, found, word);
  if (path[0] === 'package' && path[2] === 'mode' && !isUnset) await rejectForRequired(context, path[1]);
  const change = await changeConfig(places, context.environment, scope, { path, value });
  const hides = found.row?.hides === 'value';
  const facts = {
    key: formatSettingKey(path),
    scope,
    path: change.file,
    changed: change.isChanged,
    value: isUnset ? null : hides ? HIDDEN_VALUE : (value ?? null),
  };
  if (change.issues.length > 0) {
    const { value: _, ...rejected } = facts;
    if (context.isJson) context.print({ schema: 'hookmd.config/1', ...rejected, issues: change.issues });
    else showConfigRejection(context, change);
    return 2;
  }
  const warnings = isUnset ? [] : await warningsOf(context, path, scope, change.after);
  if (context.isJson) context.print({ schema: 'hookmd.config/1', ...facts, warnings });
  else showConfigChange(context, facts, warnings);
  return 0;
}

/** What the policy requires cannot be set to a mode that would have no effect. */
async function rejectForRequired(context: Context, name: string | undefined): Promise<void> {
  const { statuses } = await look(context);
  for (const status of statuses) if (status.record.name === name) rejectRequired(status);
}

function rejectSection(path: readonly string[], { pattern, row }: FoundKey): void {
  if (row !== null || wholes.has(pattern)) return;
  const below = Object.keys(configRows).filter((value) => value.startsWith(`${pattern}.`));
  const names = below.map((text) => text.slice(pattern.length + 1).replace('*', 'NAME'));
  const key = formatSettingKey(path);
  throw usage(
    `\`${key}\` contains several settings`,
    `Name one: ${names.map((name) => `\`${key}.${name}\``).join(', ')}.`,
  );
}

/** Every option of the package that is set and does not count, this one or another. */
function optionWarnings(statuses: Inventory['statuses'], name: string): readonly string[] {
  return statuses
    .filter(({ record }) => record.name === name)
    .flatMap(({ options }) => options?.issues ?? [])
    .map(({ message, remedy }) => `${message} ${remedy}`);
}

/** Files of `entriesFrom` whose hooks an attached agent runs itself. */
async function doubleRunWarnings(context: Context, after: Inventory): Promise<readonly string[]> {
  const { findAllDoubleRuns } = await import('../../attach/double-runs.ts');
  const { placesToAttach } = await import('../../attach/choose.ts');
  return findAllDoubleRuns(after, placesToAttach(context)).map(
    ({ message, remedy }) => `${message} ${remedy}`,
  );
}

/** Settings that have been written and do not have the effect that the user may expect. */
async function warningsOf(
  context: Context,
  path: readonly string[],
  scope: 'user' | 'project',
  after: Inventory,
): Promise<readonly string[]> {
  const { places, statuses } = after;
  const [section, name = '', kind] = path;
  const held = explainConfig(await readConfigs(places, [])).find(
    (setting) => !setting.isPromptOnly && setting.path.every((step, index) => step === path[index]),
  );
  const warnings: string[] = [];
  if (section === 'package' && scope === 'project') {
    warnings.push('A project can only make this setting stricter; the package defines which way that is.');
  } else if (held !== undefined && !held.from.includes(scope)) {
    const value = held.isSecret ? 'another value' : JSON.stringify(held.value);
    warnings.push(`The effective value is ${value}, from ${held.from.join(', ')}.`);
  }
  if (section === 'entriesFrom') warnings.push(...(await doubleRunWarnings(context, after)));
  if (section !== 'package') return warnings;
  if (kind === 'options') warnings.push(...optionWarnings(statuses, name));
  const records = statuses.map(({ record }) => record);
  const named = records.filter((record) => record.name === name);
  if (named.length === 0) {
    const names = records.map((record) => record.name);
    warnings.push(`There is no hook "${name}" here. ${didYouMean(name, names)}`.trim());
  } else if (kind === 'env' && named.every(({ root }) => root.source === 'project')) {
    warnings.push(`${name} is a package of the project; it is given no values of yours.`);
  }
  return warnings;
}

/** As much as fits into a whole configuration. */
const MAX_VALUE_BYTES = 64 * 1024;

/**
 * The value for a setting: the word, `-` for standard input, or a secret that the user types without echo. Throws USAGE,
 * CONFIG_VALUE.
 */
async function readValue(
  context: Context,
  path: readonly string[],
  found: FoundKey,
  word: string | undefined,
): Promise<JsonValue> {
  return readSettingValue(path, found, await readText(context, path, found, word));
}

async function readText(
  context: Context,
  path: readonly string[],
  { row }: FoundKey,
  word: string | undefined,
): Promise<string> {
  if (word !== undefined && word !== '-') return word;
  const isSecret = row?.hides === 'value';
  if (isSecret && context.mayPrompt) {
    const output = await promptSecret(`Value of ${formatSettingKey(path)}`);
    if (output === null) throw usage('No value was given, and nothing was changed', 'Try again.');
    return output;
  }
  const write = `Write \`hooks config set ${settingWord(path)} VALUE\`, or \`-\` to read it from standard input.`;
  if (word === undefined) throw usage('`hooks config set` needs a value', write);
  if (isTerminalAt(0)) throw usage('The value is expected on standard input, and that is a terminal', write);
  return textOf(readStdin(MAX_VALUE_BYTES));
}

/** Without the line break that `echo` adds. */
function textOf(bytes: Buffer | null): string {
  const text = bytes === null ? null : decodeUtf8(bytes);
  if (text !== null && !text.includes('\0')) return text.replace(/\r?\n$/, '');
  const problem = bytes === null ? `more than ${MAX_VALUE_BYTES / 1024} KiB` : 'not text';
  throw usage(`The value on standard input is ${problem}`, 'Give UTF-8 text.');
}

interface Change {
  readonly key: string;
  readonly value: JsonValue;
  readonly scope: string;
  readonly path: string;
  readonly changed: boolean;
}

function showConfigChange(
  { out, err, environment }: Context,
  { key, value, scope, path, changed }: Change,
  warnings: readonly string[],
): void {
  const now = value === null ? 'not set' : valueText(value);
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
  rejected: { readonly file: string; readonly issues: readonly Issue[]; readonly areOld: boolean },
): void {
  const { file, issues, areOld } = rejected;
  const { err } = context;
  for (const issue of issues) for (const line of issueLines(err, issue, context)) err.line(line);
  const why = areOld ? `${cleanLine(file)} has problems: fix them first. ` : '';
  err.line(wrapUnder(`${why}Nothing was changed.`, err.width));
}
