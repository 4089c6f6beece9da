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

/** The host action that an agent has when it compacts at all. */
export const COMPACT = 'compact';

type RunHostAction = () => ReturnType<HostAction>;

/** PreCompact, the host's own compaction, PostCompact. */
export async function compactWith(
  invoker: Invoker,
  { trigger, instructions }: CompactRequest,
  run: RunHostAction,
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

const textOrMessages = either([text, messagesSchema], 'a string, or a list of messages');

/** Throws RESULT_INVALID. */
function asMessages(result: HostActionResult): readonly Message[] {
  checkResult(
    'hostAction',
    textOrMessages,
    result,
    'Return a string, or messages as `{ role, content }` with text.',
  );
  return typeof result === 'string' ? [{ role: 'user', content: result }] : result;
}

/** The host actions of one agent. */
export class HostActions {
  readonly #actions: Readonly<Record<string, HostAction>>;
  #running = 0;

  constructor(actions: Readonly<Record<string, HostAction>>) {
    this.#actions = actions;
  }

  /** While one runs, a full context calls for no other one. */
  get isRunning(): boolean {
    return this.#running > 0;
  }

  find(name: string): HostAction | undefined {
    return Object.hasOwn(this.#actions, name) ? this.#actions[name] : undefined;
  }

  async run(
    action: HostAction,
    args: Readonly<Record<string, string>>,
  ): Promise<Awaited<ReturnType<HostAction>>> {
    this.#running += 1;
    try {
      return await action(args);
    } finally {
      this.#running -= 1;
    }
  }
}

/**
 * The outcome of a turn or a stop: `decision` may replace the conversation, or call for a host action that does. Where
 * neither happens, and where the host action fails, it is `otherwise`.
 */
export async function outcomeOf<O extends object>(
  invoker: Invoker,
  decision: Decision,
  actions: HostActions,
  otherwise: O,
): Promise<(O & HookReport) | Replaced | CallsHostAction> {
  const report = reportOf(decision);
  const { messages, callback } = decision;
  if (messages !== null) return { kind: 'replaced', ...report, messages: messages as Replaced['messages'] };
  if (callback === null) return { ...otherwise, ...report };
  const { name, args } = callback;
  const action = actions.find(name);
  if (action === undefined) return { kind: 'hostAction', name, args, ...report };
  const outcome = await runAction(invoker, name, () => actions.run(action, args));
  const all = joinReports(report, outcome);
  if (outcome.kind === 'replaced') return { ...outcome, ...all };
  const reason = outcome.kind === 'blocked' ? outcome.reason : describeThrown(outcome.error);
  return { ...otherwise, ...all, problems: [...all.problems, `host action ${name}: ${reason}`] };
}

async function runAction(invoker: Invoker, name: string, run: RunHostAction): Promise<CompactOutcome> {
  if (name === COMPACT) return compactWith(invoker, { trigger: 'auto' }, run);
  try {
    return { kind: 'replaced', messages: asMessages(await run()), ...NO_REPORT };
  } catch (error) {
    return { kind: 'failed', error, ...NO_REPORT };
  }
}
