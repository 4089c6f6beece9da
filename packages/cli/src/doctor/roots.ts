import { type Stats, statSync } from 'node:fs';
import { rootCandidates } from '@hookmd/core/internal/discovery/roots';
import { type Issue, issue } from '@hookmd/core/internal/errors/issue';
import { quoteWord } from '@hookmd/core/internal/protocol/quote-word';
import { definitionKinds } from '@hookmd/core/internal/registry/definition-kinds';
import { counted } from '../views/counted.ts';
import type { Section } from './section.ts';
import { issuesOf } from './survey-issues.ts';

/** Each root: is it there, can it be read, can somebody else write it, how many packages has it. */
export const roots: Section = ({ seen }) => {
  const parts: string[] = [];
  const findings: Issue[] = [...issuesOf('roots', seen)];
  const judged = new Set<string>();
  for (const { kind, source, dir } of rootCandidates(seen.places)) {
    const stats = statsOf(dir);
    if (stats === null) continue;
    const inside = seen.statuses.filter(({ record: { root } }) => root.dir === dir && root.kind === kind);
    // One folder may be a root of two kinds.
    if (judged.has(dir) && inside.length === 0) continue;
    parts.push(
      `${source} ${kind === 'packages' ? inside.length : counted(inside.length, definitionKinds[kind].noun)}`,
    );
    // Managed roots are judged more strictly, and said already.
    if (source !== 'managed' && !judged.has(dir))
      findings.push(...writableByOthers(dir, stats.uid, stats.mode));
    judged.add(dir);
  }
  const total = seen.statuses.length;
  return { summary: `${counted(total, 'package')}: ${parts.join(', ') || 'no root is there'}`, findings };
};

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
