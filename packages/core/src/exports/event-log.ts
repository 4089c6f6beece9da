export { newTraceIds, type TraceIds, ulid } from '../event-log/ids.ts';
export { type LastRun, type LastRunLookup, type RunWord, readLastRuns } from '../event-log/last-runs.ts';
export {
  type EventLogEntry,
  type EventLogFilter,
  isTrace,
  matches,
  readEventLog,
} from '../event-log/read.ts';
export type { BackgroundRecord, EventLogRecord } from '../event-log/record.ts';
export { appendRecord } from '../event-log/record.ts';
export { EventLogTail } from '../event-log/tail.ts';
