import { withholdOutput } from '../contracts/judge-output.ts';
import type { HookEvent } from '../events/event.ts';
import { eventRow } from '../events/events.ts';
import type { Asked } from './asked.ts';
import { classRules, type FailureEffect } from './class-rules.ts';

/** What a failure does to the event, by the rules of its class and phase. */
export function failureEffect(asked: Asked, event: HookEvent): FailureEffect {
  if (!asked.failsClosed) return 'record';
  const rules = classRules[eventRow(event.hook_event_name).class];
  return asked.planned.phase === 'transform' ? rules.failedTransform : rules.failedGuard;
}

/** The event that goes on after a hook: with its change, or withheld where it failed and must not. */
export function eventAfter(asked: Asked, current: HookEvent): HookEvent {
  if (failureEffect(asked, current) !== 'withhold') return asked.event;
  return withholdOutput(current, asked.run.name, asked.run.cause ?? 'failed');
}
