import { join } from 'node:path';
import { type Code, type Issue, issue } from '@hookmd/core/errors';
import { findOutlived, lockState } from '@hookmd/core/system';
import { quoteWord } from '@hookmd/core/text';
import { findGarbage } from '@hookmd/core/trust';
import { findGoneProjects } from '../gc/gone-projects.ts';
import { findLeftovers, type Leftover, STALE_MS } from '../gc/leftover-files.ts';
import { neededCopies } from '../gc/needed-copies.ts';
import { decided } from '../gc/view.ts';
import { describeSize } from '../ui/describe-size.ts';
import type { Finding, Section } from './section.ts';

const codes: Readonly<Record<Leftover['kind'], Code>> = { record: 'LEFT_CORRUPT', file: 'LEFT_FILE' };

/**
 * What killed processes left behind: locks, stages, temporary files, damaged records, and processes of handlers. And what
 * nothing needs any more: copies in the store, what was decided for projects that are gone.
 */
export const leftovers: Section = ({ seen, now }) => {
  const { stateDir } = seen.places;
  const locks = [join(stateDir, 'lock'), join(stateDir, 'store', '.repair')].filter(
    (path) => lockState(path) === 'abandoned',
  );
  const findings: Finding[] = [
    ...locks.map((path) => issue('LEFT_LOCK', { path: quoteWord(path) }, { path })),
    ...findLeftovers(stateDir, now.getTime())
      .filter(({ kind, ageMs }) => kind === 'record' || ageMs > STALE_MS)
      .map(({ path, kind }) => issue(codes[kind], { path: quoteWord(path) }, { path })),
    ...findOutlived(stateDir).map(({ pid, hook, traceId }) => ({
      ...issue('LEFT_PROCESS', { name: hook || 'a hook', pid, trace: traceId.slice(0, 8) }),
    })),
    ...leftCopies(stateDir, now.getTime()),
    ...findGoneProjects(stateDir).map(({ projectDir, approvals, enablements }) =>
      issue(
        'LEFT_APPROVALS',
        { what: decided(approvals.length, enablements), project: projectDir },
        { path: projectDir },
      ),
    ),
  ];
  return { summary: findings.length === 0 ? 'nothing left behind' : `${findings.length} found`, findings };
};

function leftCopies(stateDir: string, now: number): readonly Issue[] {
  const { needed } = neededCopies(stateDir);
  const storeRoot = join(stateDir, 'store');
  const garbage = needed === null ? [] : findGarbage(storeRoot, needed, now);
  if (garbage.length === 0) return [];
  const size = describeSize(garbage.reduce((sum, { bytes }) => sum + bytes, 0));
  return [issue('LEFT_COPIES', { size }, { path: storeRoot })];
}
