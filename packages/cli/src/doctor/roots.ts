import { type Stats, statSync } from 'node:fs';
import { type Issue, issue } from '@hookmd/core/errors';
import { rootCandidates } from '@hookmd/core/manifest';
import { definitionKinds } from '@hookmd/core/registry';
import { quoteWord } from '@hookmd/core/text';
import { counted } from '../ui/counted.ts';
import type { Section } from './section.ts';
import { issuesOf } from './survey-issues.ts';

/** Each root: is it there, can it be read, can somebody else write it, how many packages has it. */
export const roots: Section = ({ seen }) => {
  const counts = new Map<string, Map<string, number>>();
  const findings: Issue[] = [...issuesOf('roots', seen)];
  const judged = new Set<string>();
  for (const { kind, source, dir } of rootCandidates(seen.places)) {
    const stats = statsOf(dir);
    if (stats === null) continue;
    const inside = seen.statuses.filter(({ record: { root } }) => root.dir === dir && root.kind === kind);
    // One folder may be a root of two kinds.
    if (judged.has(dir) && inside.length === 0) continue;
    const ofSource = counts.get(source) ?? new Map<string, number>();
    const { noun } = definitionKinds[kind];
    counts.set(source, ofSource.set(noun, (ofSource.get(noun) ?? 0) + inside.length));
    // Managed roots are judged more strictly, and said already.
    if (source !== 'managed' && !judged.has(dir))
      findings.push(...writableByOthers(dir, stats.uid, stats.mode));
    judged.add(dir);
  }
  const parts = [...counts].map(([source, ofSource]) => `${source} ${countsText(ofSource)}`);
  const total = seen.statuses.length;
  return { summary: `${counted(total, 'package')}: ${parts.join(', ') || 'no root is there'}`, findings };
};

/** `2 and 1 settings entry`; of packages the number alone, and nothing of what there is none. */
function countsText(counts: ReadonlyMap<string, number>): string {
  const some = [...counts].filter(([, count]) => count > 0);
  const texts = some.map(([noun, count]) =>
    noun === definitionKinds.packages.noun ? `${count}` : counted(count, noun),
  );
  return texts.join(' and ') || '0';
}

/** What stands there and cannot be looked at, the survey has said. */
function statsOf(dir: string): Stats | null {
  try {
    return statSync(dir);
  } catch {
    return null;
  }
}

function writableByOthers(path: string, uid: number, mode: number): readonly Issue[] {
  const isStrange = ![0, process.geteuid?.() ?? uid].includes(uid);
  if (!isStrange && (mode & 0o022) === 0) return [];
  const detail = isStrange ? 'it belongs to another user' : 'its mode lets others write';
  return [issue('ROOT_WRITABLE', { detail, path: quoteWord(path) }, { path })];
}
