import { cleanLine, counted } from '@hookmd/core/text';

import type { Context } from '../../command-line/context.ts';
import { showNothingInstalled } from '../../install/view.ts';
import { alignColumns, wrapUnder } from '../../ui/output.ts';
import type { Outdated } from './compare-with-source.ts';

/** A row for each package that differs from its source, and for each whose source did not respond. */
export function showOutdated(context: Context, rows: readonly Outdated[]): void {
  const { out, err } = context;
  if (rows.length === 0) {
    showNothingInstalled(context);
    return;
  }
  const shown = rows.filter(({ outdated, problem }) => outdated || problem !== null);
  const fine = rows.length - shown.length;
  if (shown.length === 0) {
    out.line(`${counted(rows.length, 'package')}, all up to date`);
    return;
  }
  const head = ['NAME', 'SCOPE', 'INSTALLED', 'WANTED', 'LATEST', 'FROM'].map((word) =>
    out.paint('dim', word),
  );
  const cells = shown.map(({ name, scope, installed, wanted, latest, spec }) =>
    [name, scope, installed, wanted ?? '?', latest ?? '?', spec].map(cleanLine),
  );
  for (const line of alignColumns([head, ...cells], { indent: '  ', width: out.width, tooWide: 'cut' }))
    out.line(line);
  for (const { name, problem, remedy } of shown) {
    if (problem === null) continue;
    err.line(wrapUnder(`${cleanLine(name)}: ${cleanLine(problem)}`, err.width, '  '));
    err.line(wrapUnder(`  ${cleanLine(remedy ?? '')}`, err.width, '  '));
  }
  const isNewer = shown.some(({ outdated }) => outdated);
  const notes = [
    ...(fine > 0 ? [`${counted(fine, 'other package')} up to date`] : []),
    ...(isNewer ? [`To see what would change:  ${err.paint('cyan', 'hooks update --dry-run')}`] : []),
  ];
  for (const line of notes.length === 0 ? [] : ['', ...notes]) err.line(line);
}
