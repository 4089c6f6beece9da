export { callText } from '../event-log/call-text.ts';
export { newTraceIds, type TraceIds, ulid } from '../event-log/ids.ts';
export { type LastRun, type LastRunLookup, type RunWord, readLastRuns } from '../event-log/last-runs.ts';
export {
  dayFiles,
  dayName,
  type EventLogEntry,
  type EventLogFilter,
  entriesBackwards,
  isAllow,
  isTrace,
  matches,
  readEventLog,
} from '../event-log/read.ts';
export type { AllowRecord, BackgroundRecord, EventLogRecord } from '../event-log/record.ts';
export { ALLOW_SCHEMA, appendRecord } from '../event-log/record.ts';
export { unshippedBytes } from '../event-log/spool.ts';
export { EventLogTail } from '../event-log/tail.ts';
export { type Allowance, clockNow, readAllowance, writeAllowance } from '../sessions/allowances.ts';
