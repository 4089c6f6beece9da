import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Code } from '@hookmd/core/internal/errors/catalogue';
import { type Issue, issue } from '@hookmd/core/internal/errors/issue';
import { findOutlived } from '@hookmd/core/internal/executors/outlived';
import { quoteWord } from '@hookmd/core/internal/protocol/quote-word';
import { lockState } from '@hookmd/core/internal/state/lock';
import type { Finding, Section } from './section.ts';

/** What somebody works on right now is younger. */
const STALE_MS = 3_600_000;
const MAX_ENTRIES = 20_000;
/** Folders that are not ours to look into: approved packages, and what hooks keep for themselves. */
const CLOSED: ReadonlySet<string> = new Set(['data']);

/** What a killed process leaves, by its name; in the order in which they are tried. */
const kinds: readonly { readonly name: RegExp; readonly code: Code; readonly isAtOnce?: true }[] = [
  { name: /\.corrupt(-[0-9a-f]+)?$/, code: 'LEFT_CORRUPT', isAtOnce: true },
  { name: /^\..+\.[0-9a-f]{12}\.tmp$/, code: 'LEFT_FILE' },
  { name: /^\.stage-[0-9a-f]{16}(-damaged)?$/, code: 'LEFT_FILE' },
  { name: /^\.swept-[0-9a-f]{12}$/, code: 'LEFT_FILE' },
  { name: /^(lock|\.repair)\.\d+\.\d+\./, code: 'LEFT_FILE' },
];

/** What killed processes left behind: locks, stages, temporary files, damaged records, and processes of handlers. */
export const leftovers: Section = ({ seen, now }) => {
  const { stateDir } = seen.places;
  const locks = [join(stateDir, 'lock'), join(stateDir, 'store', '.repair')].filter(
    (path) => lockState(path) === 'abandoned',
  );
  const findings: Finding[] = [
    ...locks.map((path) => issue('LEFT_LOCK', { path: quoteWord(path) }, { path })),
    ...leftFiles(stateDir, now.getTime()),
    ...findOutlived(stateDir).map(({ pid, hook, traceId }) => ({
      ...issue('LEFT_PROCESS', { name: hook || 'a hook', pid, trace: traceId.slice(0, 8) }),
    })),
  ];
  return { summary: findings.length === 0 ? 'nothing left behind' : `${findings.length} found`, findings };
};

function leftFiles(stateDir: string, now: number): readonly Issue[] {
  const found: Issue[] = [];
  let looked = 0;
  const visit = (dir: string, depth: number): void => {
    for (const entry of entriesOf(dir)) {
      looked += 1;
      if (looked > MAX_ENTRIES) return;
      const path = join(dir, entry.name);
      const kind = kinds.find(({ name }) => name.test(entry.name));
      if (kind === undefined) {
        const isOpen = entry.isDirectory() && depth < 4 && !(depth === 0 && CLOSED.has(entry.name));
        // A package in the store is named by its digest.
        if (isOpen && !/^[0-9a-f]{64}$/.test(entry.name)) visit(path, depth + 1);
      } else if (kind.isAtOnce || ageOf(path, now) > STALE_MS) {
        found.push(issue(kind.code, { path: quoteWord(path) }, { path }));
      }
    }
  };
  visit(stateDir, 0);
  return found;
}

function entriesOf(dir: string): readonly Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}

function ageOf(path: string, now: number): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0 : now - stats.mtimeMs;
}
