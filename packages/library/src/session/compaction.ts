import { describeThrown } from '@hookmd/core/errors';
import type { Decision, Message } from '@hookmd/core/events';
import {
  blockedBy,
  type CallsHostAction,
  type CompactOutcome,
  type HookReport,
  joinReports,
  NO_REPORT,
  type Replaced,
  reportOf,
} from '../outcomes.ts';
import { checkResult } from '../validation/calls.ts';
import { messages as messagesSchema } from '../validation/methods.ts';
import { either, text } from '../validation/schema.ts';
import type { CompactRequest, HostAction, HostActionResult, Invoker } from './session.ts';

const textOrMessages = either([text, messagesSchema], 'text, or a list of messages');

/** PreCompact, the host's own compaction, PostCompact. */
export async function compactWith(
  invoker: Invoker,
  { trigger, instructions }: CompactRequest,
  run: () => HostActionResult | Promise<HostActionResult>,
): Promise<CompactOutcome> {
  let report: HookReport = NO_REPORT;
  if (invoker.concerns('PreCompact')) {
    const custom = instructions === undefined ? {} : { custom_instructions: instructions };
    const decision = await invoker.invoke('PreCompact', { trigger, ...custom });
    const blocked = blockedBy(decision);
    if (blocked !== null) return blocked;
    report = reportOf(decision);
  }
  let messages: readonly Message[];
  try {
    messages = asMessages(await run());
  } catch (error) {
    return { kind: 'failed', error, ...report };
  }
  if (invoker.concerns('PostCompact')) {
    const summary = messages.map(({ content }) => content).join('\n');
    report = joinReports(report, reportOf(await invoker.invoke('PostCompact', { trigger, summary })));
  }
  return { kind: 'replaced', messages, ...report };
}

/** Throws RESULT_INVALID. */
function asMessages(result: HostActionResult): readonly Message[] {
  checkResult(
    'recipe',
    textOrMessages,
    result,
    'Return a text, or messages as `{ role, content }` with text.',
  );
  return typeof result === 'string' ? [{ role: 'user', content: result }] : result;
}

/** The recipe that every agent has which compacts at all. */
export const COMPACT = 'compact';

/** The recipes of one agent, and whether one of them runs just now. */
export class HostActions {
  readonly #recipes: Readonly<Record<string, HostAction>>;
  #running = 0;

  constructor(recipes: Readonly<Record<string, HostAction>>) {
    this.#recipes = recipes;
  }

  /** While a recipe works, a full context asks for no other one. */
  get isRunning(): boolean {
    return this.#running > 0;
  }

  find(name: string): HostAction | undefined {
    return Object.hasOwn(this.#recipes, name) ? this.#recipes[name] : undefined;
  }

  async run(
    recipe: HostAction,
    args: Readonly<Record<string, string>>,
  ): Promise<Awaited<ReturnType<HostAction>>> {
    this.#running += 1;
    try {
      return await recipe(args);
    } finally {
      this.#running -= 1;
    }
  }
}

/** What a decision puts in the place of the conversation, with the recipe run that it calls for; null = nothing. */
export async function replacementOf(
  invoker: Invoker,
  decision: Decision,
  recipes: HostActions,
): Promise<Replaced | CallsHostAction | Failed | null> {
  const report = reportOf(decision);
  const { messages, callback } = decision;
  if (messages !== null) return { kind: 'replaced', ...report, messages: messages as Replaced['messages'] };
  if (callback === null) return null;
  const { name, args } = callback;
  const recipe = recipes.find(name);
  if (recipe === undefined) return { kind: 'recipe', name, args, ...report };
  const run = (): ReturnType<HostAction> => recipes.run(recipe, args);
  if (name === COMPACT) {
    const outcome = await compactWith(invoker, { trigger: 'auto' }, run);
    const all = joinReports(report, outcome);
    if (outcome.kind === 'replaced') return { ...outcome, ...all };
    const why = outcome.kind === 'blocked' ? outcome.reason : describeThrown(outcome.error);
    return failed(name, why, all);
  }
  try {
    return { kind: 'replaced', messages: asMessages(await run()), ...report };
  } catch (error) {
    return failed(name, describeThrown(error), report);
  }
}

/** The conversation stays as it is. */
interface Failed {
  readonly kind: 'failed';
  readonly report: HookReport;
}

function failed(name: string, why: string, report: HookReport): Failed {
  return { kind: 'failed', report: { ...report, problems: [...report.problems, `recipe ${name}: ${why}`] } };
}
