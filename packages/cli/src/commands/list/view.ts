import { basename } from 'node:path';
import type { Issue } from '@hookmd/core/errors';
import type { LastRun } from '@hookmd/core/event-log';
import type { Places } from '@hookmd/core/manifest';
import type { State } from '@hookmd/core/registry';
import { cleanLine, quoteWord } from '@hookmd/core/text';
import type { Context } from '../../command-line/context.ts';
import type { OverviewRow } from '../../hooks/overview.ts';
import { counted } from '../../ui/counted.ts';
import { issueLines } from '../../ui/issue.ts';
import { wrapUnder } from '../../ui/wrap.ts';
import { listTable } from './table.ts';

interface List {
  readonly shown: readonly OverviewRow[];
  /** One for each of `shown`; null = it never ran. */
  readonly lastRuns: readonly (LastRun | null)[];
  /** Of packages, shown or not. */
  readonly total: number;
  readonly issues: readonly Issue[];
}

export function showList(context: Context, places: Places, { shown, lastRuns, total, issues }: List): void {
  const { out, err } = context;
  if (shown.length === 0) {
    out.line(total === 0 ? 'No hooks found.' : 'No hook matches.');
    const where = `Packages live in ${places.userDir}/hooks and in .hookmd/hooks of a project.`;
    if (total === 0) err.line(err.paint('dim', wrapUnder(where, err.width)));
  } else {
    const project = out.paint('dim', `project ${cleanLine(basename(places.projectDir)) || '/'}`);
    // In one piece: a write for each of a thousand lines is what a person would wait for.
    const head = wrapUnder(`${summary(shown)}    ${project}`, out.width);
    out.line([head, '', ...listTable(out, shown, lastRuns)].join('\n'));
  }
  for (const issue of issues) {
    err.line();
    for (const line of issueLines(err, issue, context)) err.line(line);
  }
  const stuck = shown.find(({ state }) => !['ready', 'disabled', 'linked', 'unpinned'].includes(state));
  if (stuck !== undefined) {
    err.line(
      `\nWhy is it not running?  ${err.paint('cyan', `hooks info ${quoteWord(nameOf(stuck, shown))}`)}`,
    );
  }
}

/** Of packages: what comes with HookMD and nobody put there is listed and not counted. */
function summary(shown: readonly OverviewRow[]): string {
  const packages = shown.filter(({ source }) => source !== 'builtin');
  const counts = new Map<State, number>();
  for (const { state } of packages) counts.set(state, (counts.get(state) ?? 0) + 1);
  const parts = [...counts].map(([state, count]) => `${count} ${state}`);
  if (packages.length === 0) return counted(shown.length, 'built-in hook');
  return [counted(packages.length, 'hook'), ...parts].join(' · ');
}

/** In full where two have the plain name. */
function nameOf(row: OverviewRow, shown: readonly OverviewRow[]): string {
  return shown.filter(({ name }) => name === row.name).length === 1 ? row.name : row.qualifiedName;
}
