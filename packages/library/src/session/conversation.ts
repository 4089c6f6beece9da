import { ulid } from '@hookmd/core/event-log';
import type { EventName, JsonObject } from '@hookmd/core/events';
import { invokerOf, type SessionContext } from '../firing.ts';
import {
  type HookReport,
  joinReports,
  NO_REPORT,
  reportOf,
  type StopOutcome,
  type SubagentDone,
} from '../outcomes.ts';
import { guardEnd, guardMethods } from '../validation/methods.ts';
import { modelMethods } from './model-calls.ts';
import type { Conversation, Counters, Invoker, Participant, Session, SessionOptions } from './session.ts';
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
  const tell = async (event: EventName, payload: JsonObject): Promise<HookReport> =>
    context.concerns(event)
      ? reportOf((await context.fire(event, { ...base, ...payload })).decision)
      : NO_REPORT;
  const started = await tell('SessionStart', { source, ...(model === undefined ? {} : { model }) });
  const began = joinReports(started, await tell('Setup', { trigger: 'init' }));
  // Of an id that was given, an earlier process may have left something.
  const isNew = options.id === undefined;
  const { conversation } = openConversation(context, { id, base, began, options, isNew, subagent: null });
  let hasEnded = false;
  const end = async (reason = 'other'): Promise<HookReport> => {
    if (hasEnded) return NO_REPORT;
    hasEnded = true;
    onEnd();
    return tell('SessionEnd', { reason });
  };
  return { ...conversation, end: guardEnd(end) };
}

/** A conversation, and what its life needs of it. */
interface OpenConversation {
  readonly conversation: Conversation;
  readonly stop: () => Promise<StopOutcome>;
  readonly hasStopped: () => boolean;
}

/** The methods of one conversation. None needs its object, so that each can be handed on alone. */
function openConversation(context: SessionContext, participant: Participant): OpenConversation {
  const { id, base, began, options } = participant;
  const invoker = invokerOf(context, base, options);
  const counters: Counters = { iterations: 0 };
  const { methods, hasStopped } = turnMethods(invoker, participant, counters);
  const conversation: Conversation = {
    id,
    began,
    concerns: invoker.concerns,
    fire: (event, payload = {}) => context.fire(event, { ...base, ...payload }),
    ...methods,
    ...modelMethods(invoker, counters),
    ...toolMethods(invoker, context.words, options.onAsk),
    subagent(given, run) {
      const agentId = given.id ?? ulid(Date.now());
      const { type } = given;
      const { recipe: _, ...inherited } = options;
      const open = (report: HookReport): OpenConversation =>
        openConversation(context, {
          id,
          base: { ...base, invoked_by: 'subagent', agent_id: agentId, agent_type: type },
          began: report,
          options: { ...inherited, recipes: {}, autoCompact: false, ...given },
          isNew: true,
          subagent: { invoker, payload: { agent_id: agentId, agent_type: type } },
        });
      return aroundSubagent(invoker, { type, id: agentId }, open, run);
    },
  };
  return { conversation: guardMethods(conversation), stop: methods.stop, hasStopped };
}

interface SubagentRequest {
  /** What kind of agent it is: `matcher` is compared with it. */
  readonly type: string;
  /** Default: made up. */
  readonly id: string;
}

/** A sub-agent, as its life needs it. */
interface Child<C> {
  readonly conversation: C;
  /** Whether its own loop has asked if it may stop, and may. */
  readonly hasStopped: () => boolean;
  readonly stop: () => Promise<StopOutcome>;
}

/** SubagentStart; `open` makes the child of what hooks said at its start. Then its run, and SubagentStop. */
async function aroundSubagent<C, R>(
  invoker: Invoker,
  { type, id }: SubagentRequest,
  open: (began: HookReport) => Child<C>,
  run: (child: C, followUps: readonly string[]) => R | Promise<R>,
): Promise<SubagentDone<R>> {
  const who = { agent_id: id, agent_type: type };
  const began = invoker.concerns('SubagentStart')
    ? reportOf(await invoker.invoke('SubagentStart', who))
    : NO_REPORT;
  const { conversation, hasStopped, stop } = open(began);
  let report: HookReport = began;
  for (let followUps: readonly string[] = []; ; ) {
    let result: R;
    try {
      result = await run(conversation, followUps);
    } catch (error) {
      // What it threw is what its caller has to know, whatever becomes of telling hooks.
      if (invoker.concerns('SubagentStop'))
        await invoker.invoke('SubagentStop', { ...who, status: 'cancelled' }).catch(() => {});
      throw error;
    }
    if (hasStopped()) return { kind: 'done', result, ...report };
    const stopped = await stop();
    report = joinReports(report, stopped);
    if (stopped.kind !== 'continue') return { kind: 'done', result, ...report };
    followUps = stopped.followUps;
  }
}
