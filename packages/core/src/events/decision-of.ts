import { DECISION_SCHEMA, type Decision } from './decision.ts';
import type { EventName } from './events.ts';

/** A decision that no dispatch came to: what is not said in `parts` nobody said. */
export function decisionOf(event: EventName, parts: Partial<Decision>): Decision {
  return {
    schema: DECISION_SCHEMA,
    traceId: '',
    event,
    eventId: '',
    decision: 'none',
    reason: null,
    decidedBy: [],
    input: null,
    output: null,
    changed: [],
    context: [],
    feedback: [],
    followUps: [],
    messages: null,
    hints: [],
    tools: null,
    callback: null,
    halt: null,
    userMessages: [],
    suppressOutput: false,
    hooks: [],
    dropped: [],
    failedOpen: [],
    durationMs: 0,
    ...parts,
  };
}
