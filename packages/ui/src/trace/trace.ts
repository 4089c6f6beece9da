import type { AllowRecord, BackgroundRecord, EventLogRecord } from '@hookmd/core/event-log';

/** The record of an event, and what the event log has about it after that record. */
export interface Trace extends EventLogRecord {
  readonly background: readonly BackgroundRecord[];
  readonly allowed: readonly AllowRecord[];
  readonly workarounds: readonly EventLogRecord[];
}
