import { describeThrown, HookError } from '@hookmd/core/errors';
import type { EventName, JsonObject, Usage } from '@hookmd/core/events';
import {
  blockedBy,
  NO_REPORT,
  type PromptOutcome,
  reportOf,
  type StopOutcome,
  type TurnOutcome,
} from '../outcomes.ts';
import { COMPACT, compactWith, HostActions, replacementOf } from './compaction.ts';
import type { Conversation, Counters, Invoker, Participant, StopReport, TurnReport } from './session.ts';

/** What is asked about the course of a conversation, from a message of the user to the end of a run. */
interface TurnMethods {
  readonly methods: Pick<Conversation, 'prompt' | 'turn' | 'stop' | 'fail' | 'compact'>;
  readonly hasStopped: () => boolean;
}

const GO: Promise<PromptOutcome> = Promise.resolve(Object.freeze({ kind: 'go', ...NO_REPORT }));

export function turnMethods(invoker: Invoker, participant: Participant, counters: Counters): TurnMethods {
  const { options, subagent } = participant;
  const { recipe, autoCompact = options.recipes?.[COMPACT] !== undefined } = options;
  const recipes = new HostActions(options.recipes ?? {});
  const compaction = (): AutoCompact => ({
    isEnabled: autoCompact !== false && !recipes.isRunning,
    threshold: typeof autoCompact === 'number' ? autoCompact : null,
  });
  let turns = 0;
  /** Whether an earlier run may have been sent on: the next message of the user begins to count anew. */
  let wasSentOn = !participant.isNew;
  let hasStopped = false;

  const submit = async (prompt: string, signal: AbortSignal | undefined): Promise<PromptOutcome> => {
    const decision = await invoker.invoke('UserPromptSubmit', { prompt }, { signal });
    const blocked = blockedBy(decision);
    if (blocked !== null) return blocked;
    wasSentOn = false;
    return { kind: 'go', ...reportOf(decision) };
  };

  const methods: TurnMethods['methods'] = {
    prompt(text, signal) {
      counters.iterations = 0;
      const begins = wasSentOn && invoker.concerns('Stop');
      return begins || invoker.concerns('UserPromptSubmit') ? submit(text, signal) : GO;
    },
    turn(report) {
      turns += 1;
      return endTurn(invoker, report, turns, compaction(), recipes);
    },
    async stop(report = {}) {
      const outcome =
        subagent === null
          ? await endRun(invoker, 'Stop', stopPayload(report, recipe, compaction()), recipes)
          : await endRun(
              subagent.invoker,
              'SubagentStop',
              { ...subagent.payload, status: 'completed' },
              recipes,
            );
      hasStopped = outcome.kind !== 'continue';
      if (!hasStopped) wasSentOn = true;
      return outcome;
    },
    async fail(error) {
      if (!invoker.concerns('StopFailure')) return NO_REPORT;
      const type = error instanceof Error ? { error_type: error.name } : {};
      return reportOf(await invoker.invoke('StopFailure', { error: describeThrown(error), ...type }));
    },
    async compact(request, run) {
      const own = recipes.find(COMPACT);
      const chosen = run ?? (own === undefined ? undefined : () => own({}));
      if (chosen === undefined) throw new HookError('NO_COMPACTION', {});
      return compactWith(invoker, request, () => recipes.run(chosen, {}));
    },
  };
  return { methods, hasStopped: () => hasStopped };
}

/** What is said of compaction in every event that may cause one. */
export interface AutoCompact {
  readonly isEnabled: boolean;
  /** Null = that of whoever compacts. */
  readonly threshold: number | null;
}

/** TurnEnd. */
async function endTurn(
  invoker: Invoker,
  { toolsUsed, usage, response, number }: TurnReport,
  turn: number,
  compact: AutoCompact,
  recipes: HostActions,
): Promise<TurnOutcome> {
  if (!invoker.concerns('TurnEnd')) return { kind: 'go', ...NO_REPORT };
  const decision = await invoker.invoke('TurnEnd', {
    turn_number: number ?? turn,
    tools_used: toolsUsed,
    ...usageOf(usage),
    ...(response === undefined ? {} : { response }),
    ...compactOf(compact),
  });
  const replacement = await replacementOf(invoker, decision, recipes);
  if (replacement === null) return { kind: 'go', ...reportOf(decision) };
  return replacement.kind === 'failed' ? { kind: 'go', ...replacement.report } : replacement;
}

/** Stop, or of a sub-agent SubagentStop. */
async function endRun(
  invoker: Invoker,
  event: Extract<EventName, 'Stop' | 'SubagentStop'>,
  payload: JsonObject,
  recipes: HostActions,
): Promise<StopOutcome> {
  if (!invoker.concerns(event)) return { kind: 'end', ...NO_REPORT };
  const decision = await invoker.invoke(event, payload);
  const { followUps } = decision;
  if (followUps.length > 0) return { kind: 'continue', followUps, ...reportOf(decision) };
  const replacement = await replacementOf(invoker, decision, recipes);
  if (replacement === null) return { kind: 'end', ...reportOf(decision) };
  return replacement.kind === 'failed' ? { kind: 'end', ...replacement.report } : replacement;
}

function stopPayload(
  { lastAssistantMessage, messages, usage }: StopReport,
  recipe: string | undefined,
  compact: AutoCompact,
): JsonObject {
  return {
    ...(lastAssistantMessage === undefined ? {} : { last_assistant_message: lastAssistantMessage }),
    ...(messages === undefined ? {} : { messages: messages.map(({ role, content }) => ({ role, content })) }),
    ...usageOf(usage),
    ...(recipe === undefined ? {} : { invoked_recipe: recipe }),
    ...compactOf(compact),
  };
}

function compactOf({ isEnabled, threshold }: AutoCompact): JsonObject {
  return {
    auto_compact_enabled: isEnabled,
    ...(threshold === null ? {} : { auto_compact_threshold: threshold }),
  };
}

function usageOf(usage: Usage | undefined): JsonObject {
  return usage === undefined ? {} : { usage: { ...usage } };
}
