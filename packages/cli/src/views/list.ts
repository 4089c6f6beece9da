import { basename } from 'node:path';
import type { Places } from '@hookmd/core/internal/discovery/places';
import type { Issue } from '@hookmd/core/internal/errors/issue';
import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import type { State } from '@hookmd/core/internal/registry/status';
import type { Context } from '../context.ts';
import type { OverviewRow } from '../overview-file.ts';
import { alignColumns, cut } from './columns.ts';
import { issueLines } from './issue.ts';
import { stateText } from './state.ts';
import { wrapUnder } from './wrap.ts';

interface List {
  readonly shown: readonly OverviewRow[];
  /** Of packages, shown or not. */
  readonly total: number;
  readonly issues: readonly Issue[];
}

export function showList(context: Context, places: Places, { shown, total, issues }: List): void {
  const { out, err } = context;
  if (shown.length === 0) {
    out.line(total === 0 ? 'No hooks found.' : 'No hook matches.');
    const where = `Packages live in ${places.userDir}/hooks and in .hookmd/hooks of a project.`;
    if (total === 0) err.line(err.paint('dim', wrapUnder(where, err.width)));
  } else {
    const project = out.paint('dim', `project ${cleanLine(basename(places.projectDir)) || '/'}`);
    // In one piece: a write for each of a thousand lines is what a person would wait for.
    const head = wrapUnder(`${summary(shown)}    ${project}`, out.width);
    out.line([head, '', ...table(context, shown)].join('\n'));
  }
  for (const issue of issues) {
    err.line();
    for (const line of issueLines(err, issue, context.cwd)) err.line(line);
  }
  const stuck = shown.find(
    (one) => one.state !== 'ready' && one.state !== 'disabled' && one.state !== 'linked',
  );
  if (stuck !== undefined) {
    err.line(`\nWhy is it not running?  ${err.paint('cyan', `hooks info ${nameOf(stuck, shown)}`)}`);
  }
}

function summary(shown: readonly OverviewRow[]): string {
  const counts = new Map<State, number>();
  for (const { state } of shown) counts.set(state, (counts.get(state) ?? 0) + 1);
  const parts = [...counts].map(([state, count]) => `${count} ${state}`);
  return [`${shown.length} hook${shown.length === 1 ? '' : 's'}`, ...parts].join(' · ');
}

/** In full where two have the plain name. */
function nameOf(row: OverviewRow, shown: readonly OverviewRow[]): string {
  return shown.filter(({ name }) => name === row.name).length === 1 ? row.name : row.qualifiedName;
}

function table({ out }: Context, shown: readonly OverviewRow[]): readonly string[] {
  const timesNamed = new Map<string, number>();
  for (const { name } of shown) timesNamed.set(name, (timesNamed.get(name) ?? 0) + 1);
  const isNarrow = out.width < 80;
  const rows = shown.map((row) => {
    const name = timesNamed.get(row.name) === 1 ? row.name : row.qualifiedName;
    const events = cut(row.events || '–', isNarrow ? 16 : 32);
    const state = stateText(out, row.state);
    const last = row.why === '' ? state : `${state}  ${out.paint('dim', row.why)}`;
    return isNarrow ? [cut(name, 24), events, last] : [name, events, row.source, last];
  });
  const head = isNarrow ? ['NAME', 'EVENTS', 'STATE'] : ['NAME', 'EVENTS', 'SOURCE', 'STATE'];
  return alignColumns([head, ...rows], { indent: '  ', width: out.width, tooWide: 'cut' });
}
