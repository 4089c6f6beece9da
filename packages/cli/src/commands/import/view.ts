import { join } from 'node:path';
import type { Issue } from '@hookmd/core/errors';
import { cleanLine, quoteWord } from '@hookmd/core/text';
import type { Context } from '../../command-line/context.ts';
import { issueLines } from '../../ui/issue.ts';
import { alignColumns, wrapUnder } from '../../ui/output.ts';
import { shortPath } from '../../ui/short-path.ts';
import type { PlannedImport } from './plan-import.ts';

interface Imported {
  readonly plans: readonly PlannedImport[];
  readonly rejected: readonly Issue[];
  readonly isDry: boolean;
}

const REPORTERS: Readonly<Record<NonNullable<PlannedImport['foundIn']>, string>> = {
  approval: 'as it printed when it was approved',
  option: 'as you chose',
  text: 'the only event that its source names',
};

/** What was imported as what, and the next commands; below it what could not be imported. */
export function showImport(context: Context, { plans, rejected, isDry }: Imported): void {
  const { out, err } = context;
  const word = isDry ? out.paint('dim', 'would write') : out.paint('green', 'wrote');
  for (const plan of plans) {
    const { from, name, scope, dir, files, events, foundIn: reportedBy, protocol } = plan;
    out.line(`${out.paint('bold', `${scope}/${name}`)}  from ${cleanLine(shortPath(from, context))}`);
    for (const file of Object.keys(files))
      out.line(`  ${word} ${cleanLine(shortPath(join(dir, file), context))}`);
    const output = reportedBy === null ? '' : `  (${REPORTERS[reportedBy]})`;
    const subject = `  ${cleanLine(events.join(', '))}${output}, protocol ${protocol}, disabled`;
    out.line(wrapUnder(subject, out.width, '  '));
    for (const line of findingLines(plan)) out.line(wrapUnder(`  ${line}`, out.width, '  '));
    out.line();
  }
  for (const line of alignColumns(nextSteps(context, plans), { indent: '  ', width: out.width }))
    out.line(line);
  for (const issue of rejected) {
    err.line();
    for (const line of issueLines(err, issue, context)) err.line(line);
  }
}

/** What `hooks enable` will ask for. */
function findingLines({ findings: { variables, allows }, scope }: PlannedImport): readonly string[] {
  const isForeign = scope === 'project';
  return [
    ...(variables.length === 0
      ? []
      : [
          `reads the variables ${variables.join(', ')}: enabling it passes them, secrets after a yes of their own`,
        ]),
    ...(allows && isForeign ? ['can return `allow`, which HookMD drops: it is a hook of a repository'] : []),
    ...(allows && !isForeign
      ? ['can return `allow`: `hooks enable --pre-approve` lets it run calls without asking you']
      : []),
  ];
}

function nextSteps(context: Context, plans: readonly PlannedImport[]): readonly (readonly string[])[] {
  const { out } = context;
  const names = plans.map(({ scope, name }) => `${scope}/${name}`);
  // Settings of HookMD itself are originals: they are entries, and can be disabled.
  const files = new Set(
    plans.flatMap(({ from, original }) => (original === null && from.endsWith('.json') ? [from] : [])),
  );
  const originals = plans.flatMap(({ original }) => (original === null ? [] : [quoteWord(original)]));
  if (names.length === 0) return [];
  const command = (text: string): string => out.paint('cyan', cleanLine(text));
  return [
    [command(`hooks enable ${names.join(' ')}`), 'approve and enable it'],
    ...(originals.length === 0
      ? []
      : [[command(`hooks disable ${originals.join(' ')}`), 'disable the originals: both would run']]),
    ...[...files].map((file) => [
      `edit ${cleanLine(shortPath(file, context))}`,
      'remove the imported hooks: an agent that reads it would run both',
    ]),
  ];
}
