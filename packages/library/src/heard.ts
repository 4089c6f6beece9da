import type { Decision } from '@hookmd/core/internal/protocol/decision';
import type { Blocked, Heard } from './outcomes.ts';

const NOTHING: readonly never[] = Object.freeze([]);

/** What is heard where no hook listens. */
export const SILENCE: Heard = Object.freeze({
  halt: null,
  context: NOTHING,
  userMessages: NOTHING,
  problems: NOTHING,
  decisions: NOTHING,
});

/** What several decisions about one thing say together, in order. */
export function hear(...decisions: readonly Decision[]): Heard {
  return {
    halt: decisions.find(({ halt }) => halt !== null)?.halt ?? null,
    context: decisions.flatMap(({ feedback, context }) => [...feedback, ...context]),
    userMessages: decisions.flatMap(({ userMessages }) => userMessages),
    problems: decisions.flatMap(({ dropped }) => dropped),
    decisions,
  };
}

/** One after the other. */
export function hearBoth(first: Heard, second: Heard): Heard {
  return {
    halt: first.halt ?? second.halt,
    context: [...first.context, ...second.context],
    userMessages: [...first.userMessages, ...second.userMessages],
    problems: [...first.problems, ...second.problems],
    decisions: [...first.decisions, ...second.decisions],
  };
}

/** Null where it may go on. */
export function blockedBy(decision: Decision): Blocked | null {
  if (decision.decision !== 'block') return null;
  return { kind: 'blocked', reason: reasonOf(decision), ...hear(decision) };
}

export function reasonOf({ reason, halt, decidedBy }: Decision): string {
  return reason ?? halt?.reason ?? (decidedBy.length > 0 ? `blocked by ${decidedBy.join(', ')}` : 'blocked');
}
