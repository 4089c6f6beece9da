import type { EventClass } from '../events/events.ts';

/** What a failed hook with `onFailure: block` does to the event. */
export type FailureEffect = 'block' | 'withhold' | 'feedback' | 'record';

/** How the phases of one class of event combine. */
export interface ClassRules {
  /** The first block, halt or failure that blocks ends the event: later hooks are not asked. */
  readonly blockEnds: boolean;
  /** Transform hooks are asked once more when the input changed after their turn. */
  readonly hasRecheck: boolean;
  readonly failedTransform: FailureEffect;
  readonly failedGuard: FailureEffect;
}

/** Source: the table of architecture.md §4. */
export const classRules: Readonly<Record<EventClass, ClassRules>> = {
  gate: { blockEnds: true, hasRecheck: true, failedTransform: 'block', failedGuard: 'block' },
  result: { blockEnds: false, hasRecheck: false, failedTransform: 'withhold', failedGuard: 'feedback' },
  settle: { blockEnds: false, hasRecheck: false, failedTransform: 'record', failedGuard: 'record' },
  notice: { blockEnds: false, hasRecheck: false, failedTransform: 'record', failedGuard: 'record' },
};
