import { basename } from 'node:path';
import type { Issue } from '@hookmd/core/internal/errors/issue';
import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import type { HookStatus, State } from '@hookmd/core/internal/registry/status';
import type { Survey } from '@hookmd/core/internal/registry/survey';
import type { Context } from '../context.ts';
import { alignColumns, cut } from './columns.ts';
import { issueLines } from './issue.ts';
import { stateText } from './state.ts';

export function showList(
  context: Context,
  seen: Survey,
  shown: readonly HookStatus[],
  issues: readonly Issue[],
): void {
  const { out, err } = context;
  if (shown.length === 0) {
    out.line(seen.statuses.length === 0 ? 'No hooks found.' : 'No hook matches.');
    err.line(
      err.paint('dim', `Packages live in ${seen.places.userDir}/hooks and in .hookmd/hooks of a project.`),
    );
  } else {
    out.line(
      `${summary(shown)}    ${out.paint('dim', `project ${cleanLine(basename(seen.places.projectDir)) || '/'}`)}`,
    );
    out.line();
    // In one piece: a write for each of a thousand lines is what a person would wait for.
    out.line(
      table(context, shown)
        .map((line) => `  ${line}`)
        .join('\n'),
    );
  }
  for (const issue of issues) {
    err.line();
    for (const line of issueLines(err, issue, context.cwd)) err.line(line);
  }
  const stuck = shown.find(
    (one) => one.state !== 'ready' && one.state !== 'disabled' && one.state !== 'linked',
  );
  if (stuck !== undefined) {
    err.line();
    err.line(`Why is it not running?  ${err.paint('cyan', `hooks info ${cleanLine(stuck.record.name)}`)}`);
  }
}

function summary(shown: readonly HookStatus[]): string {
  const counts = new Map<State, number>();
  for (const { state } of shown) counts.set(state, (counts.get(state) ?? 0) + 1);
  const parts = [...counts].map(([state, count]) => `${count} ${state}`);
  return [`${shown.length} hook${shown.length === 1 ? '' : 's'}`, ...parts].join(' · ');
}

function table({ out }: Context, shown: readonly HookStatus[]): readonly string[] {
  const isDouble = (name: string): boolean => shown.filter(({ record }) => record.name === name).length > 1;
  const isNarrow = out.width < 80;
  const rows = shown.map((status) => {
    const { record } = status;
    const name = cleanLine(isDouble(record.name) ? record.qualifiedName : record.name);
    const events = cut(record.partial.events.map(cleanLine).join(', ') || '–', isNarrow ? 16 : 32);
    const why = ['ready', 'disabled'].includes(status.state)
      ? ''
      : cleanLine(status.reasons[0]?.message ?? '');
    const state = stateText(out, status.state);
    const last = why === '' ? state : `${state}  ${out.paint('dim', why)}`;
    return isNarrow ? [cut(name, 24), events, last] : [name, events, sourceText(status), last];
  });
  const head = isNarrow ? ['NAME', 'EVENTS', 'STATE'] : ['NAME', 'EVENTS', 'SOURCE', 'STATE'];
  return alignColumns([head, ...rows]);
}

function sourceText({ record }: HookStatus): string {
  const version = record.manifest?.version;
  return version ? `${record.root.source} ${version}` : record.root.source;
}
