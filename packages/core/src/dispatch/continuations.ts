import type { Decision } from '../events/decision.ts';
import type { HookEvent } from '../events/event.ts';
import { eventRow } from '../events/events.ts';
import type { PartialEvent } from '../protocols/format.ts';
import { CONTINUATIONS, type Session } from '../registry/sessions.ts';
import { quickHash } from '../state/hash.ts';

/** The agent has said true under `stop_hook_active` in this session, so its false means something. */
const HOST_TELLS = 'host-tells-continuations';

/**
 * The event with the number of times in a row that hooks kept the agent going, where the agent does not say it.
 *
 * `native` is what the agent said. Its `stop_hook_active: false` ends the row, because somebody else sent the agent on
 * since; but only from an agent that has said true before, or one that always says false would never reach the cap.
 */
export function addContinuations(session: Session, event: HookEvent, native: PartialEvent): HookEvent {
  const said = native['stop_hook_active'];
  if (said === true) session.claim(HOST_TELLS);
  else if (said === false && session.isClaimed(HOST_TELLS)) session.forget(keyOf(event));
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
 * Takes the follow-ups out of a decision where hooks have kept the agent going `max` times in a row, else counts this time.
 *
 * A session that cannot be written cannot count: then the agent's own word that a hook keeps it going is enough to stop.
 * Source: features.md G5.
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
    userMessages: [
      ...decision.userMessages,
      ...(isNews ? [`What hooks still asked for was left out: ${why}.`] : []),
    ],
  };
}

/** Each agent of a session has a row of its own: five sub-agents that are sent back once are no loop. */
function keyOf(event: HookEvent): string {
  const who = event['agent_id'] ?? event['teammate_name'] ?? '';
  return `${CONTINUATIONS}-${event.hook_event_name}-${quickHash(String(who))}`;
}
