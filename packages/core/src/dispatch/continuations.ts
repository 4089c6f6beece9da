import type { Decision } from '../events/decision.ts';
import type { HookEvent } from '../events/event.ts';
import { eventRow } from '../events/events.ts';
import type { PartialEvent } from '../protocols/format.ts';
import { CONTINUATIONS, type Session } from '../sessions/sessions.ts';
import { quickHash } from '../state/hash.ts';

/** The agent has sent `stop_hook_active: true` in this session, so its `false` is meaningful. */
const HOST_REPORTS = 'host-tells-continuations';

/**
 * Adds to the event how many times in a row hooks have kept the agent going, if the agent does not send it.
 *
 * In `native`, `stop_hook_active: false` resets the count, because the user has continued the session since; but only from an
 * agent that has sent `true` before: one that always sends `false` would never reach the cap.
 */
export function addContinuations(session: Session, event: HookEvent, native: PartialEvent): HookEvent {
  const output = native['stop_hook_active'];
  if (output === true) session.claim(HOST_REPORTS);
  else if (output === false && session.isClaimed(HOST_REPORTS)) session.forget(keyOf(event));
  const { fields } = eventRow(event.hook_event_name);
  const count = session.count(keyOf(event));
  const isUnsaid = (field: string): boolean => Object.hasOwn(fields, field) && native[field] === undefined;
  return {
    ...event,
    ...(isUnsaid('continuations') ? { continuations: count } : {}),
    ...(isUnsaid('stop_hook_active') ? { stop_hook_active: count > 0 } : {}),
  };
}

/**
 * Removes the follow-ups from a decision if hooks have kept the agent going `max` times in a row, else counts this time (G5).
 *
 * If the session is not writable, nothing can be counted: then `stop_hook_active: true` from the agent is enough to stop.
 */
export function capContinuations(
  session: Session,
  event: HookEvent,
  decision: Decision,
  max: number,
): Decision {
  const { followUps } = decision;
  if (followUps.length === 0) return decision;
  const key = keyOf(event);
  const isCapped = session.count(key) >= max || session.increment(key) > max;
  const isBlind = session.problems.length > 0 && event['stop_hook_active'] === true;
  if (!isCapped && !isBlind) return decision;
  const why = isCapped
    ? `hooks kept the agent going ${max} times in a row (\`hooks.maxFollowUps\`)`
    : 'how often hooks kept the agent going cannot be counted, and it is not the first time';
  const isNews = session.claim(`${key}-told`);
  return {
    ...decision,
    followUps: [],
    dropped: [...decision.dropped, `${followUps.length} follow-ups: ${why}`],
    userMessages: [...decision.userMessages, ...(isNews ? [`Later follow-ups were dropped: ${why}.`] : [])],
  };
}

/** Each agent of a session has a row of its own: five sub-agents that are sent back once are no loop. */
function keyOf(event: HookEvent): string {
  const user = event['agent_id'] ?? event['teammate_name'] ?? '';
  return `${CONTINUATIONS}-${event.hook_event_name}-${quickHash(String(user))}`;
}
