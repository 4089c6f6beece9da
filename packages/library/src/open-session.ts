import { ulid } from '@hookmd/core/internal/journal/ids';
import type { EventName } from '@hookmd/core/internal/protocol/events';
import type { JsonObject } from '@hookmd/core/internal/protocol/json';
import type { Ground } from './asker.ts';
import { checkOptions } from './check-options.ts';
import { converse } from './converse.ts';
import { guardCall, rejecting } from './guard-call.ts';
import { hear, hearBoth, SILENCE } from './heard.ts';
import { sessionOptions } from './option-shapes.ts';
import type { Heard } from './outcomes.ts';
import type { Session, SessionOptions } from './session.ts';
import { endRow } from './verb-rows.ts';

/** Throws OPTIONS_INVALID. */
export function checkSessionOptions(options: SessionOptions): void {
  checkOptions({ call: 'hooks.session', type: 'SessionOptions', rows: sessionOptions }, options);
}

/** Begins a session: SessionStart, then Setup. */
export async function openSession(
  ground: Ground,
  options: SessionOptions,
  onEnd: () => void,
): Promise<Session> {
  const { id = ulid(Date.now()), source = 'startup', model, cwd } = options;
  const base = { session_id: id, ...(cwd === undefined ? {} : { cwd }) };
  const tell = async (event: EventName, payload: JsonObject): Promise<Heard> =>
    ground.concerns(event) ? hear((await ground.fire(event, { ...base, ...payload })).decision) : SILENCE;
  const started = await tell('SessionStart', { source, ...(model === undefined ? {} : { model }) });
  const began = hearBoth(started, await tell('Setup', { trigger: 'init' }));
  // Of an id that was given, an earlier process may have left something.
  const isNew = options.id === undefined;
  const { conversation } = converse(ground, { id, base, began, options, isNew, subagent: null });
  let hasEnded = false;
  const end = async (reason = 'other'): Promise<Heard> => {
    if (hasEnded) return SILENCE;
    hasEnded = true;
    onEnd();
    return tell('SessionEnd', { reason });
  };
  return { ...conversation, end: guardCall('session.end', endRow, end, rejecting) };
}
