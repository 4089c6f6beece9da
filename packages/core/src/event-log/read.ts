import { join } from 'node:path';
import { dayFiles, dayName } from './day-files.ts';
import { type JournalFilter, matches, mayMatch } from './filter.ts';
import { linesBackwards } from './lines-backwards.ts';
import { isTrace, type JournalEntry, parseLine } from './parse-line.ts';

/** Records of processes that write at the same time can stand in another order than their times. */
const DISORDER_MS = 60_000;

export interface JournalQuery extends JournalFilter {
  /** At most so many dispatches. Default: all. */
  readonly last?: number | undefined;
  /** Count up to so many more. Default: none. */
  readonly countsMore?: number | undefined;
}

export interface JournalReading {
  /** Newest first. */
  readonly entries: readonly JournalEntry[];
  /** Dispatches that match too and are older; `countsMore` of them are counted at most. */
  readonly more: number;
  /** Lines that were looked at and are torn or not ours. */
  readonly skipped: number;
}

/** Reads the journal from its end, no further than needed. Never throws; what cannot be read is not there. */
export function readJournal(journalDir: string, query: JournalQuery = {}): JournalReading {
  const entries: JournalEntry[] = [];
  const { last = Number.POSITIVE_INFINITY, countsMore = 0 } = query;
  const oldest = query.since === undefined ? '' : before(query.since);
  let found = 0;
  let skipped = 0;
  const reading = (): JournalReading => ({ entries, more: Math.max(0, found - last), skipped });
  for (const name of dayFiles(journalDir).reverse()) {
    if (found >= last + countsMore || (oldest !== '' && name < dayName(new Date(oldest)))) break;
    for (const line of linesBackwards(join(journalDir, name))) {
      if (line === '' || !mayMatch(query, line ?? '')) continue;
      const { entry, isTorn } = parseLine(line ?? '');
      if (isTorn && found < last) skipped += 1;
      if (entry === null) continue;
      if (entry.time < oldest) return reading();
      if (!matches(query, entry)) continue;
      if (found < last) entries.push(entry);
      if (isTrace(entry)) found += 1;
      if (found >= last + countsMore) break;
    }
  }
  return reading();
}

function before(since: string): string {
  return new Date(Date.parse(since) - DISORDER_MS).toISOString();
}
