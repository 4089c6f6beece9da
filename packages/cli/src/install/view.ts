import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import type { HookStatus } from '@hookmd/core/registry';
import { cleanLine, counted, decodeUtf8, exactText, quoteWord } from '@hookmd/core/text';

import { behaviourRows, fileList, pluginRows } from '../approval/view.ts';
import type { OptionRow } from '../command-line/command.ts';
import type { Context } from '../command-line/context.ts';
import { changeLines, factRows } from '../diff/view.ts';
import { ownerName } from '../hooks/find-hook.ts';
import { stateText } from '../hooks/state.ts';
import { describeAgo } from '../ui/ago.ts';
import { issueLines } from '../ui/issue.ts';
import { alignColumns, type Output, wrapUnder } from '../ui/output.ts';
import { promptYes } from '../ui/prompts.ts';
import type { InstallScope } from './install-scope.ts';
import type { PlannedDirectory, PlannedHook, PlannedPackage } from './plan.ts';

const MAX_SHOWN_BYTES = 64 * 1024;

type Rows = readonly (readonly string[])[];

function showRows(to: Output, rows: Rows): void {
  for (const line of alignColumns(rows, { indent: '  ', width: to.width })) to.line(line);
}

function showText(to: Output, text: string): void {
  to.line(wrapUnder(text, to.width, '  '));
}

const audiences: Readonly<Record<InstallScope['source'], string>> = {
  user: 'for you',
  project: 'for this project',
};

/** What would be installed: where it comes from, what each hook does or does differently, then its files. */
export function showPlan(
  context: Context,
  to: Output,
  { fetched, directories, gone, isSame, locked }: PlannedPackage,
  scope: InstallScope['source'],
): void {
  const { version, spec, resolved, integrity, commit, publishedAt, publisher } = fetched;
  const before = locked === null || locked.version === version ? null : (locked.version ?? 'no version');
  const was = before === null ? '' : `, ${cleanLine(before)} before`;
  to.line(`${to.paint('bold', titleOf(fetched))}  ${isSame ? 'is installed' : `${audiences[scope]}${was}`}`);
  // The author of a lockfile writes both: a spec that only ends like the URL is something else.
  const isNamed = [resolved, `git:${resolved}`, `file:${resolved}`].includes(spec);
  const facts: readonly (readonly [string, string | null])[] = [
    ['spec', spec],
    [resolved.includes('://') ? 'url' : 'path', isNamed ? null : resolved],
    ['commit', commit],
    ['integrity', integrity],
    ['published', publishedAt === null ? null : publishedText(publishedAt, publisher)],
  ];
  showRows(
    to,
    facts.flatMap(([name, text]) => (text === null ? [] : [[name, cleanLine(text)]])),
  );
  for (const notice of fetched.notices)
    for (const line of issueLines(to, notice, context, '  ')) to.line(line);
  for (const planned of directories) {
    to.line();
    if (planned.isPlugin) showPlugin(context, to, planned, fetched.leftOut);
    else for (const hook of planned.hooks) showHook(to, planned, hook);
    if (context.options.has('inspect')) showTexts(to, planned);
  }
  for (const directory of gone) {
    to.line();
    showText(to, `${to.paint('bold', cleanLine(directory))}  is no longer part of it, and is removed`);
  }
  to.line();
}

function contentRows({ hooks, bytes, digest }: PlannedDirectory): Rows {
  const files = hooks[0]?.status.record.files ?? [];
  const size = `${fileList(files)}   (${counted(files.length, 'file')}, ${bytes} bytes)`;
  return [
    ['files', size],
    ['digest', digest],
  ];
}

const MOST_LEFT_OUT = 12;

/** What of a large plugin its hooks do not name, and is not installed. */
function leftOutRows(leftOut: PlannedPackage['fetched']['leftOut']): Rows {
  if (leftOut.length === 0) return [];
  const parts = leftOut.slice(0, MOST_LEFT_OUT).map(({ path, files, of }) => {
    const count = files === of ? counted(files, 'file') : `${files} of ${of} files`;
    return `${cleanLine(path)} (${count})`;
  });
  const more = leftOut.length - parts.length;
  return [['left out', `${parts.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]];
}

/** A plugin: each of its hooks on a line, then why some of them do not run. */
function showPlugin(
  context: Context,
  to: Output,
  planned: PlannedDirectory,
  leftOut: PlannedPackage['fetched']['leftOut'],
): void {
  const { directory, hooks, gone, isNew, isSame, isEdited, digest, files, issues } = planned;
  const name = to.paint('bold', cleanLine(directory));
  const valid = hooks.map(({ status }) => status).filter(({ record }) => record.manifest !== null);
  const count = counted(valid.length, 'hook');
  if (isSame) {
    to.line(`${name}  a plugin with ${count}, as it is installed`);
    showRows(to, [['digest', digest]]);
  } else {
    const edited = isEdited ? ' It was edited by hand; the edit is lost.' : '';
    const change = isNew ? 'is new, and will run as you once you enable it:' : `changes.${edited} It runs:`;
    showText(to, `${name}  a plugin with ${count}, ${change}`);
    showRows(to, [...pluginRows(valid), ...contentRows(planned), ...leftOutRows(leftOut)]);
    for (const { record } of gone)
      showText(to, `  ${cleanLine(record.name)} is no longer part of it, and is removed`);
    for (const change of files) for (const line of changeLines(to, change)) to.line(`  ${line}`);
  }
  for (const issue of issues) for (const line of issueLines(to, issue, context, '  ')) to.line(line);
}

function showHook(to: Output, planned: PlannedDirectory, hook: PlannedHook): void {
  const { isSame, isEdited, digest, files } = planned;
  const { status, installed, renamedFrom, manifest } = hook;
  const { record } = status;
  const name = to.paint('bold', cleanLine(record.qualifiedName));
  const content = contentRows(planned);
  if (isSame) {
    to.line(`${name}  as it is installed`);
    showRows(to, [['digest', digest]]);
    return;
  }
  if (renamedFrom !== null) {
    const old = to.paint('bold', cleanLine(renamedFrom));
    const edit = isEdited ? ', with what was edited by hand' : '';
    showText(to, `${old}  has a new name: the old hook is removed, with its approval${edit}`);
  }
  if (installed === null || installed.record.manifest === null || renamedFrom !== null) {
    showText(to, `${name}  is new, and will run as you once you enable it:`);
    showRows(to, [...behaviourRows(status), ...content]);
    return;
  }
  showText(to, `${name}  ${isEdited ? 'was edited by hand; the edit is lost. It changes' : 'changes'}`);
  const same = [['does', 'what it did, according to its manifest']];
  showRows(to, [...(manifest.length === 0 ? same : factRows(manifest)), ...content]);
  for (const change of files) for (const line of changeLines(to, change)) to.line(`  ${line}`);
}

/** The manifest, and every other text that is no test; what cannot be shown is named. */
function showTexts(to: Output, { dir, hooks }: PlannedDirectory): void {
  const { files = [] } = hooks[0]?.status.record ?? {};
  const hidden: string[] = [];
  for (const path of files.filter((file) => !file.startsWith('tests/'))) {
    const text = readText(join(dir, path));
    if (text === null) {
      hidden.push(cleanLine(path));
      continue;
    }
    to.line();
    to.line(`  ${to.paint('bold', cleanLine(path))}`);
    for (const line of text.replace(/\n$/, '').split('\n'))
      to.line(`  ${to.paint('dim', '|')} ${exactText(line)}`.trimEnd());
  }
  if (hidden.length > 0)
    showText(to, `  not shown, because it is not text or too long: ${hidden.join(', ')}`);
}

function readText(path: string): string | null {
  try {
    const bytes = readFileSync(path);
    const text = bytes.length > MAX_SHOWN_BYTES ? null : decodeUtf8(bytes);
    return text?.includes('\0') ? null : text;
  } catch {
    return null; // a link to a directory
  }
}

function publishedText(at: string, by: string | null): string {
  return `${describeAgo(Date.parse(at), Date.now())}${by === null ? '' : ` by ${by}`}`;
}

function titleOf({ name, version }: PlannedPackage['fetched']): string {
  return cleanLine(`${name} ${version ?? ''}`.trim());
}

/** The state of each hook after the call, and the next step: installed is not enabled. */
export function showInstalled(
  { out, err }: Context,
  command: 'install' | 'update',
  plans: readonly PlannedPackage[],
  hooks: readonly HookStatus[],
): void {
  for (const { fetched } of plans)
    out.line(`${titleOf(fetched)}  ${out.paint('green', command === 'install' ? 'installed' : 'updated')}`);
  for (const { record, state } of hooks)
    out.line(`  ${cleanLine(record.qualifiedName)}  ${stateText(out, state)}`);
  const hint = (why: string, call: string): void =>
    showText(err, `${why}:  ${err.paint('cyan', `hooks ${call}`)}`);
  const namesIn = (...states: readonly string[]): string => {
    const meant = hooks.filter(({ state }) => states.includes(state));
    return [...new Set(meant.map(({ record }) => quoteWord(ownerName(record))))].join(' ');
  };
  const toEnable = namesIn('unapproved', 'disabled');
  if (toEnable !== '') hint('Installed. To enable it', `enable ${toEnable}`);
  for (const { record, enforcement } of hooks.filter((hook) => hook.enforcement !== 'enforce'))
    hint(
      `${cleanLine(record.name)} does not decide yet (mode ${enforcement}). To enforce it`,
      `config set package.${quoteWord(record.name)}.mode enforce`,
    );
  const toTrust = namesIn('changed');
  if (toTrust !== '') hint('The approved version still runs. To run these', `approve ${toTrust}`);
}

export function showNothingInstalled({ out }: Context): void {
  out.line('Nothing is installed.');
}

export function showInPlace({ out }: Context, { fetched }: PlannedPackage): void {
  out.line(`${titleOf(fetched)}  is already installed in this version`);
}

/** For `install` and `update`. */
export const confirmOptions: readonly OptionRow[] = [
  { flags: '--yes', about: 'skip the confirmation' },
  { flags: '--digest <digest>', about: 'accept only this digest; repeatable' },
  {
    flags: '--lock <file>',
    about: 'accept the digests in this lockfile or list, which must be outside the project',
  },
  { flags: '--dry-run', about: 'show what would change, without changing it' },
];

interface Question {
  /** The call, without `hooks`, to be made again with `--yes`. */
  readonly command: string;
  readonly subject: string;
  readonly question: string;
}

/** Gets the user's yes. Throws INSTALL_UNANSWERED if there is no terminal, INSTALL_DECLINED. */
export async function confirm(
  { options, mayPrompt, err }: Context,
  { command, subject, question }: Question,
): Promise<void> {
  if (options.has('yes')) return;
  if (!mayPrompt) throw new HookError('INSTALL_UNANSWERED', { name: subject, command: `hooks ${command}` });
  const output = await promptYes(err, question);
  if (output === true) return;
  const exitCode = output === null ? 130 : 1;
  throw new HookError('INSTALL_DECLINED', { command: `hooks ${command}` }, { exitCode });
}
