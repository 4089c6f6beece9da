import type { EventName } from '../events/events.ts';
import type { HookRun } from '../events/outcome.ts';
import type { TraceIds } from './ids.ts';

export const LATE_SCHEMA = 'hookmd.late/1';

/**
 * What hooks came to that nobody waited for, in the journal behind the record of their dispatch. It decides
 * nothing any more. The ids are those of the dispatch. Source: contracts.md §8.
 */
export interface LateRecord extends TraceIds {
  readonly schema: typeof LATE_SCHEMA;
  /** ISO time. */
  readonly time: string;
  readonly event: EventName;
  readonly projectDir: string;
  /** `startMs` counts from the beginning of the dispatch. */
  readonly hooks: readonly HookRun[];
}
