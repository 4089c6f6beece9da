import { describeThrown, HookError } from '../errors/hook-error.ts';
import { ulid } from '../journal/ids.ts';
import type { JsonObject } from '../protocol/json.ts';
import { aroundModel, postModelCall, preModelCall } from './ask-about-model.ts';
import { aroundTool, postToolUse, postToolUseFailure, preToolUse } from './ask-about-tool.ts';
import { type Asker, askerOf, type Ground } from './asker.ts';
import { compactWith } from './compact.ts';
import { blockedBy, hear, SILENCE } from './heard.ts';
import { translateCall } from './native-tools.ts';
import type { Heard, PromptOutcome, StopOutcome } from './outcomes.ts';
import { COMPACT, Recipes } from './recipes.ts';
import type { Conversation, ConversationOptions, SessionOptions } from './session.ts';
import { type AutoCompact, endRun, endTurn, stopPayload } from './settle.ts';
import { aroundSubagent } from './subagent.ts';
import type { ToolCall } from './tool-payload.ts';
import { isJudged, runUnjudged } from './unjudged-tool.ts';

/** Who speaks: the agent itself, or one that it has started. */
export interface Speaker {
  readonly id: string;
  /** Stands in every event. */
  readonly base: JsonObject;
  readonly began: Heard;
  readonly options: ConversationOptions & Pick<SessionOptions, 'onAsk' | 'recipe' | 'signal'>;
  readonly isNew: boolean;
  /** Null = the agent itself. */
  readonly subagent: { readonly asker: Asker; readonly payload: JsonObject } | null;
}

const GO: Promise<PromptOutcome> = Promise.resolve(Object.freeze({ kind: 'go', ...SILENCE }));

/** A conversation, and what its life needs of it. */
export interface Conversing {
  readonly conversation: Conversation;
  readonly stop: () => Promise<StopOutcome>;
  readonly hasStopped: () => boolean;
}

/** The verbs of one conversation. None needs its object, so that each can be handed on alone. */
export function converse(ground: Ground, speaker: Speaker): Conversing {
  const { id, base, began, options, subagent } = speaker;
  const { onAsk, recipe, autoCompact = options.recipes?.[COMPACT] !== undefined } = options;
  const asker = askerOf(ground, base, options);
  const recipes = new Recipes(options.recipes ?? {});
  const compaction = (): AutoCompact => ({
    isEnabled: autoCompact !== false && !recipes.isRunning,
    threshold: typeof autoCompact === 'number' ? autoCompact : null,
  });
  let turns = 0;
  let iterations = 0;
  let calls = 0;
  /** Whether an earlier run may have been sent on: the next message of the user begins to count anew. */
  let wasSentOn = !speaker.isNew;
  let hasStopped = false;

  const translate = <C extends ToolCall>(call: C): ReturnType<typeof translateCall<C>> => {
    calls += 1;
    return translateCall(
      ground.words,
      call.id === undefined ? { ...call, id: `call-${calls}` } : call,
      onAsk,
    );
  };
  const stop = async (report: Parameters<Conversation['stop']>[0] = {}): Promise<StopOutcome> => {
    const outcome =
      subagent === null
        ? await endRun(asker, 'Stop', stopPayload(report, recipe, compaction()), recipes)
        : await endRun(subagent.asker, 'SubagentStop', { ...subagent.payload, status: 'completed' }, recipes);
    hasStopped = outcome.kind !== 'continue';
    if (!hasStopped) wasSentOn = true;
    return outcome;
  };

  const conversation: Conversation = {
    id,
    began,
    concerns: asker.concerns,
    fire: (event, payload = {}) => ground.fire(event, { ...base, ...payload }),
    prompt(text, signal) {
      iterations = 0;
      const begins = wasSentOn && asker.concerns('Stop');
      return begins || asker.concerns('UserPromptSubmit') ? submit(text, signal) : GO;
    },
    model(request, call, usageOf) {
      iterations += 1;
      return aroundModel(asker, request, iterations, call, usageOf);
    },
    preModelCall(request) {
      iterations += 1;
      return preModelCall(asker, request, iterations);
    },
    postModelCall: (request, response, usage) => postModelCall(asker, request, response, usage),
    async tool(native, execute) {
      if (!isJudged(asker, native)) return runUnjudged(asker, conversation, native, execute);
      const { call, onAsk: ask, back } = translate(native);
      const outcome = await aroundTool(asker, call, ask, (input) => execute(back(input)));
      return { ...outcome, input: back(outcome.input) };
    },
    async preToolUse(native) {
      const { call, onAsk: ask, back } = translate(native);
      const outcome = await preToolUse(asker, call, ask);
      return { ...outcome, input: back(outcome.input) };
    },
    async postToolUse(run, output) {
      return { ...(await postToolUse(asker, translate(run).call, output)), input: run.input };
    },
    async postToolUseFailure(run, error) {
      return { ...(await postToolUseFailure(asker, translate(run).call, error)), input: run.input };
    },
    turn(report) {
      turns += 1;
      return endTurn(asker, report, turns, compaction(), recipes);
    },
    stop,
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
    subagent(given, run) {
      const agentId = given.id ?? ulid(Date.now());
      const { type } = given;
      const { recipe: _, ...inherited } = options;
      const open = (heard: Heard): Conversing =>
        converse(ground, {
          id,
          base: { ...base, invoked_by: 'subagent', agent_id: agentId, agent_type: type },
          began: heard,
          options: { ...inherited, recipes: {}, autoCompact: false, ...given },
          isNew: true,
          subagent: { asker, payload: { agent_id: agentId, agent_type: type } },
        });
      return aroundSubagent(asker, { type, id: agentId }, open, run);
    },
  };
  return { conversation, stop, hasStopped: () => hasStopped };

  async function submit(prompt: string, signal: AbortSignal | undefined): Promise<PromptOutcome> {
    const decision = await asker.ask('UserPromptSubmit', { prompt }, { signal });
    const blocked = blockedBy(decision);
    if (blocked !== null) return blocked;
    wasSentOn = false;
    return { kind: 'go', ...hear(decision) };
  }
}
