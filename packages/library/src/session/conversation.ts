import { ulid } from '@hookmd/core/event-log';
import type { EventName, JsonObject } from '@hookmd/core/events';
import { invokerOf, type SessionContext } from '../dispatch.ts';
import { type HookReport, joinReports, NO_REPORT, reportOf, type StopOutcome } from '../outcomes.ts';
import { guardMethods } from '../validation/calls.ts';
import { endRow, methodRows } from '../validation/methods.ts';
import { modelMethods } from './model-calls.ts';
import type { Conversation, Counters, Participant, Session, SessionOptions } from './session.ts';
import { toolMethods } from './tools.ts';
import { turnMethods } from './turns.ts';

/** Begins a session: SessionStart, then Setup. */
export async function openSession(
  context: SessionContext,
  options: SessionOptions,
  onEnd: () => void,
): Promise<Session> {
  const { id = ulid(Date.now()), source = 'startup', model, cwd } = options;
  const base = { session_id: id, ...(cwd === undefined ? {} : { cwd }) };
  const notify = async (event: EventName, payload: JsonObject): Promise<HookReport> =>
    context.concerns(event)
      ? reportOf((await context.dispatch(event, { ...base, ...payload })).decision)
      : NO_REPORT;
  const started = await notify('SessionStart', { source, ...(model === undefined ? {} : { model }) });
  const began = joinReports(started, await notify('Setup', { trigger: 'init' }));
  // An earlier process may have left state under an id that the caller passed.
  const isNew = options.id === undefined;
  const { conversation } = openConversation(context, { id, base, began, options, isNew, subagent: null });
  let hasEnded = false;
  const end = async (reason = 'other'): Promise<HookReport> => {
    if (hasEnded) return NO_REPORT;
    hasEnded = true;
    onEnd();
    return notify('SessionEnd', { reason });
  };
  return guardMethods<Session>('session', { ...conversation, end }, { end: endRow });
}

interface OpenConversation {
  readonly conversation: Conversation;
  readonly stop: () => Promise<StopOutcome>;
  /** Whether its loop called `stop` itself, and may stop. */
  readonly hasStopped: () => boolean;
}

/** No method needs its object, so that each can be passed on alone. */
function openConversation(context: SessionContext, participant: Participant): OpenConversation {
  const { id, base, began, options } = participant;
  const invoker = invokerOf(context, base, options);
  const counters: Counters = { iterations: 0 };
  const { methods, hasStopped } = turnMethods(invoker, participant, counters);
  const conversation: Conversation = {
    id,
    began,
    concerns: invoker.concerns,
    dispatch: (event, payload = {}) => context.dispatch(event, { ...base, ...payload }),
    ...methods,
    ...modelMethods(invoker, counters),
    ...toolMethods(invoker, context.words, options.onPrompt),
    async subagent(given, run) {
      const { type, id: agentId = ulid(Date.now()) } = given;
      const payload = { agent_id: agentId, agent_type: type };
      let report = invoker.concerns('SubagentStart')
        ? reportOf(await invoker.invoke('SubagentStart', payload))
        : NO_REPORT;
      const { hostAction: _, ...inherited } = options;
      const child = openConversation(context, {
        id,
        base: { ...base, invoked_by: 'subagent', ...payload },
        began: report,
        options: { ...inherited, hostActions: {}, autoCompact: false, ...given },
        isNew: true,
        subagent: { invoker, payload },
      });
      for (let followUps: readonly string[] = []; ; ) {
        let result: Awaited<ReturnType<typeof run>>;
        try {
          result = await run(child.conversation, followUps);
        } catch (error) {
          // The caller gets this error, even where SubagentStop fails.
          if (invoker.concerns('SubagentStop'))
            await invoker.invoke('SubagentStop', { ...payload, status: 'canceled' }).catch(() => {});
          throw error;
        }
        if (child.hasStopped()) return { kind: 'done', result, ...report };
        const stopped = await child.stop();
        report = joinReports(report, stopped);
        if (stopped.kind !== 'continue') return { kind: 'done', result, ...report };
        followUps = stopped.followUps;
      }
    },
  };
  return {
    conversation: guardMethods('session', conversation, methodRows),
    stop: methods.stop,
    hasStopped,
  };
}
