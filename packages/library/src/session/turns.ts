import { describeThrown, HookError } from '@hookmd/core/errors';
import type { JsonObject, Usage } from '@hookmd/core/events';
import {
  blockedBy,
  NO_REPORT,
  type PromptOutcome,
  reportOf,
  type StopOutcome,
  type TurnOutcome,
} from '../outcomes.ts';
import { COMPACT, compactWith, HostActions, outcomeOf } from './compaction.ts';
import type { Conversation, Counters, Invoker, Participant, StopReport, TurnReport } from './session.ts';

/** The methods about the course of a conversation, from a message of the user to the end of a run. */
interface TurnMethods {
  readonly methods: Pick<Conversation, 'prompt' | 'turn' | 'stop' | 'fail' | 'compact'>;
  readonly hasStopped: () => boolean;
}

const GO: Promise<PromptOutcome> = Promise.resolve(Object.freeze({ kind: 'go', ...NO_REPORT }));

export function turnMethods(invoker: Invoker, participant: Participant, counters: Counters): TurnMethods {
  const { options, subagent } = participant;
  const { hostAction, autoCompact = options.hostActions?.[COMPACT] !== undefined } = options;
  const actions = new HostActions(options.hostActions ?? {});
  /** The fields about compaction in every event that may cause one. */
  const autoCompactFields = (): JsonObject => ({
    auto_compact_enabled: autoCompact !== false && !actions.isRunning,
    ...(typeof autoCompact === 'number' ? { auto_compact_threshold: autoCompact } : {}),
  });
  let turns = 0;
  /** Whether follow-ups may have been counted before: the next message of the user resets the count. */
  let hasContinued = !participant.isNew;
  let hasStopped = false;

  const submit = async (prompt: string, signal: AbortSignal | undefined): Promise<PromptOutcome> => {
    const decision = await invoker.invoke('UserPromptSubmit', { prompt }, { signal });
    const blocked = blockedBy(decision);
    if (blocked !== null) return blocked;
    hasContinued = false;
    return { kind: 'go', ...reportOf(decision) };
  };

  const endTurn = async ({ toolsUsed, usage, response, number }: TurnReport): Promise<TurnOutcome> => {
    if (!invoker.concerns('TurnEnd')) return { kind: 'go', ...NO_REPORT };
    const decision = await invoker.invoke('TurnEnd', {
      turn_number: number ?? turns,
      tools_used: toolsUsed,
      ...usageFields(usage),
      ...(response === undefined ? {} : { response }),
      ...autoCompactFields(),
    });
    return outcomeOf(invoker, decision, actions, { kind: 'go' });
  };

  /** Stop, or of a sub-agent SubagentStop, which hooks get as an event of the agent that started it. */
  const endRun = async (report: StopReport): Promise<StopOutcome> => {
    const event = subagent === null ? 'Stop' : 'SubagentStop';
    const stopping = subagent?.invoker ?? invoker;
    if (!stopping.concerns(event)) return { kind: 'end', ...NO_REPORT };
    const payload =
      subagent === null
        ? {
            ...stopFields(report),
            ...(hostAction === undefined ? {} : { invoked_recipe: hostAction }),
            ...autoCompactFields(),
          }
        : { ...subagent.payload, status: 'completed' };
    const decision = await stopping.invoke(event, payload);
    const { followUps } = decision;
    if (followUps.length > 0) return { kind: 'continue', followUps, ...reportOf(decision) };
    return outcomeOf(stopping, decision, actions, { kind: 'end' });
  };

  const methods: TurnMethods['methods'] = {
    prompt(text, signal) {
      counters.iterations = 0;
      const resets = hasContinued && invoker.concerns('Stop');
      return resets || invoker.concerns('UserPromptSubmit') ? submit(text, signal) : GO;
    },
    turn(report) {
      turns += 1;
      return endTurn(report);
    },
    async stop(report = {}) {
      const outcome = await endRun(report);
      hasStopped = outcome.kind !== 'continue';
      hasContinued ||= !hasStopped;
      return outcome;
    },
    async fail(error) {
      if (!invoker.concerns('StopFailure')) return NO_REPORT;
      const type = error instanceof Error ? { error_type: error.name } : {};
      return reportOf(await invoker.invoke('StopFailure', { error: describeThrown(error), ...type }));
    },
    async compact(request, run = actions.find(COMPACT)?.bind(null, {})) {
      if (run === undefined) throw new HookError('NO_COMPACTION', {});
      return compactWith(invoker, request, () => actions.run(run, {}));
    },
  };
  return { methods, hasStopped: () => hasStopped };
}

function stopFields({ lastAssistantMessage, messages, usage }: StopReport): JsonObject {
  return {
    ...(lastAssistantMessage === undefined ? {} : { last_assistant_message: lastAssistantMessage }),
    ...(messages === undefined ? {} : { messages: messages.map(({ role, content }) => ({ role, content })) }),
    ...usageFields(usage),
  };
}

function usageFields(usage: Usage | undefined): JsonObject {
  return usage === undefined ? {} : { usage: { ...usage } };
}
