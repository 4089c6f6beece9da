import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanLine, decodeUtf8, exactText } from '@hookmd/core/text';
import { behaviourRows, fileList } from '../../approval/view.ts';
import type { Context } from '../../command-line/context.ts';
import { changeLines, factRows } from '../../diff/view.ts';
import { describeAgo } from '../../ui/ago.ts';
import { counted } from '../../ui/counted.ts';
import { issueLines } from '../../ui/issue.ts';
import { alignColumns, type Output, wrapUnder } from '../../ui/output.ts';
import type { PlannedHook, PlannedPackage } from '../plan.ts';

const MAX_SHOWN_BYTES = 64 * 1024;

/** What would be installed: where it comes from, what each hook does or does differently, then its files. */
export function showPlan(
  context: Context,
  to: Output,
  { fetched, hooks, gone, isSame, locked }: PlannedPackage,
  scope: string,
): void {
  const { options } = context;
  const { name, version, spec, resolved, integrity, commit, publishedAt, publisher } = fetched;
  const title = `${name} ${version ?? ''}`.trim();
  const was =
    locked === null || locked.version === version
      ? ''
      : `, ${cleanLine(locked.version ?? 'no version')} before`;
  to.line(`${to.paint('bold', cleanLine(title))}  ${isSame ? 'is installed' : `for the ${scope}${was}`}`);
  const facts = [
    ['spec', cleanLine(spec)],
    // A lock's author writes both: one that only ends with the other says something else.
    ...([resolved, `git:${resolved}`, `file:${resolved}`].includes(spec)
      ? []
      : [['is', cleanLine(resolved)]]),
    ...(commit === null ? [] : [['commit', cleanLine(commit)]]),
    ...(integrity === null ? [] : [['integrity', cleanLine(integrity)]]),
    ...(publishedAt === null ? [] : [['published', publishedText(publishedAt, publisher)]]),
  ];
  for (const line of alignColumns(facts, { indent: '  ', width: to.width })) to.line(line);
  for (const notice of fetched.notices)
    for (const line of issueLines(to, notice, context, '  ')) to.line(line);
  for (const hook of hooks) {
    to.line();
    showHook(to, hook);
    if (options.has('inspect')) showTexts(to, hook);
  }
  for (const { folder } of gone) {
    to.line();
    to.line(
      wrapUnder(
        `${to.paint('bold', cleanLine(folder))}  is no longer part of it, and is removed`,
        to.width,
        '  ',
      ),
    );
  }
  to.line();
}

function showHook(to: Output, hook: PlannedHook): void {
  const { status, installed, isSame, renamedFrom, isEdited, digest, bytes, manifest, files } = hook;
  const { record } = status;
  const name = to.paint('bold', cleanLine(record.qualifiedName));
  const size = `${fileList(record.files)}   (${counted(record.files.length, 'file')}, ${bytes} bytes)`;
  const show = (rows: readonly (readonly string[])[]): void => {
    for (const line of alignColumns(rows, { indent: '  ', width: to.width })) to.line(line);
  };
  if (isSame) {
    to.line(`${name}  as it is installed`);
    show([['digest', digest]]);
    return;
  }
  if (renamedFrom !== null) {
    const old = to.paint('bold', cleanLine(renamedFrom));
    const edit = isEdited ? ', with what was edited by hand' : '';
    to.line(wrapUnder(`${old}  is called otherwise now: it goes, with its approval${edit}`, to.width, '  '));
  }
  if (installed === null || installed.record.manifest === null || renamedFrom !== null) {
    to.line(wrapUnder(`${name}  is new, and will run as you once you enable it:`, to.width, '  '));
    show([...behaviourRows(status), ['files', size], ['digest', digest]]);
    return;
  }
  to.line(
    wrapUnder(
      `${name}  ${isEdited ? 'was edited by hand: that is lost. It changes' : 'changes'}`,
      to.width,
      '  ',
    ),
  );
  show([
    ...(manifest.length === 0 ? [['does', 'what it did, as far as its manifest says']] : factRows(manifest)),
    ['files', size],
    ['digest', digest],
  ]);
  for (const change of files) {
    for (const line of changeLines(to, change)) to.line(`  ${line}`);
  }
}

/** The manifest, and whatever else is text and no test: all that could be run is among it, or is named. */
function showTexts(to: Output, { status }: PlannedHook): void {
  const { dir, files } = status.record;
  const hidden: string[] = [];
  for (const path of files.filter((one) => !one.startsWith('tests/'))) {
    const text = readText(join(dir, path));
    if (text === null) {
      hidden.push(path);
      continue;
    }
    to.line();
    to.line(`  ${to.paint('bold', cleanLine(path))}`);
    for (const line of text.replace(/\n$/, '').split('\n'))
      to.line(`  ${to.paint('dim', '|')} ${exactText(line)}`.trimEnd());
  }
  if (hidden.length > 0)
    to.line(
      wrapUnder(
        `  not shown, for it is no text or too long: ${hidden.map(cleanLine).join(', ')}`,
        to.width,
        '  ',
      ),
    );
}

function readText(path: string): string | null {
  try {
    const bytes = readFileSync(path);
    const text = bytes.length > MAX_SHOWN_BYTES ? null : decodeUtf8(bytes);
    return text?.includes('\0') ? null : text;
  } catch {
    return null; // a link to a folder
  }
}

function publishedText(at: string, by: string | null): string {
  return `${describeAgo(Date.parse(at), Date.now())}${by === null ? '' : ` by ${cleanLine(by)}`}`;
}
