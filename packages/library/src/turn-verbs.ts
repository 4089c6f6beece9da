import { describeThrown, HookError } from '@hookmd/core/internal/errors/hook-error';
import type { Asker } from './asker.ts';
import { compactWith } from './compact.ts';
import { blockedBy, hear, SILENCE } from './heard.ts';
import type { PromptOutcome } from './outcomes.ts';
import { COMPACT, Recipes } from './recipes.ts';
import type { Conversation } from './session.ts';
import { type AutoCompact, endRun, endTurn, stopPayload } from './settle.ts';
import type { Counters, Speaker } from './speaker.ts';

/** What is asked about the course of a conversation, from a message of the user to the end of a run. */
interface TurnVerbs {
  readonly verbs: Pick<Conversation, 'prompt' | 'turn' | 'stop' | 'fail' | 'compact'>;
  readonly hasStopped: () => boolean;
}

const GO: Promise<PromptOutcome> = Promise.resolve(Object.freeze({ kind: 'go', ...SILENCE }));

export function turnVerbs(asker: Asker, speaker: Speaker, counters: Counters): TurnVerbs {
  const { options, subagent } = speaker;
  const { recipe, autoCompact = options.recipes?.[COMPACT] !== undefined } = options;
  const recipes = new Recipes(options.recipes ?? {});
  const compaction = (): AutoCompact => ({
    isEnabled: autoCompact !== false && !recipes.isRunning,
    threshold: typeof autoCompact === 'number' ? autoCompact : null,
  });
  let turns = 0;
  /** Whether an earlier run may have been sent on: the next message of the user begins to count anew. */
  let wasSentOn = !speaker.isNew;
  let hasStopped = false;

  const submit = async (prompt: string, signal: AbortSignal | undefined): Promise<PromptOutcome> => {
    const decision = await asker.ask('UserPromptSubmit', { prompt }, { signal });
    const blocked = blockedBy(decision);
    if (blocked !== null) return blocked;
    wasSentOn = false;
    return { kind: 'go', ...hear(decision) };
  };

  const verbs: TurnVerbs['verbs'] = {
    prompt(text, signal) {
      counters.iterations = 0;
      const begins = wasSentOn && asker.concerns('Stop');
      return begins || asker.concerns('UserPromptSubmit') ? submit(text, signal) : GO;
    },
    turn(report) {
      turns += 1;
      return endTurn(asker, report, turns, compaction(), recipes);
    },
    async stop(report = {}) {
      const outcome =
        subagent === null
          ? await endRun(asker, 'Stop', stopPayload(report, recipe, compaction()), recipes)
          : await endRun(
              subagent.asker,
              'SubagentStop',
              { ...subagent.payload, status: 'completed' },
              recipes,
            );
      hasStopped = outcome.kind !== 'continue';
      if (!hasStopped) wasSentOn = true;
      return outcome;
    },
    async fail(error) {
      if (!asker.concerns('StopFailure')) return SILENCE;
      const type = error instanceof Error ? { error_type: error.name } : {};
      return hear(await asker.ask('StopFailure', { error: describeThrown(error), ...type }));
    },
    async compact(request, run) {
      const own = recipes.find(COMPACT);
      const chosen = run ?? (own === undefined ? undefined : () => own({}));
      if (chosen === undefined) throw new HookError('NO_COMPACTION', {});
      return compactWith(asker, request, () => recipes.run(chosen, {}));
    },
  };
  return { verbs, hasStopped: () => hasStopped };
}
