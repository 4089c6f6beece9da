export { appendRecord } from '../event-log/append.ts';
export { newTraceIds, type TraceIds, ulid } from '../event-log/ids.ts';
export { type LastRun, type LastRunLookup, type RunWord, readLastRuns } from '../event-log/last-runs.ts';
export { isTrace, type JournalEntry } from '../event-log/parse-line.ts';
export { type JournalFilter, matches, readJournal } from '../event-log/read.ts';
export type { JournalRecord, LateRecord } from '../event-log/record.ts';
export { JournalTail } from '../event-log/tail.ts';
