import { applyContract } from '../contracts/contract.ts';
import type { ContractVerdict } from '../contracts/contract-verdict.ts';
import type { Answer } from '../events/answer.ts';
import { cleanText } from '../events/clean-text.ts';
import { type Asked, failedToAsk, type Unasked } from './asked.ts';
import type { DispatchScope } from './dispatch-scope.ts';
import { holdToPermits } from './hold-to-permits.ts';
import { hookRun } from './hook-run.ts';

/** Holds an answer to what the event permits and to the contract. */
export function holdAnswer(
  scope: DispatchScope,
  base: Unasked,
  facts: Omit<Parameters<typeof hookRun>[1], 'outcome'>,
  said: Answer,
): Asked {
  const { hook } = base.planned;
  const isRecheck = facts.phase === 'recheck';
  const { answer, dropped } = holdToPermits(base.planned, isRecheck ? verdictOnly(said) : said);
  const unknown = unknownRecipe(scope, answer);
  const verdict =
    facts.phase === 'observe'
      ? { event: base.event, changed: [] }
      : heldToHost(
          scope,
          applyContract(base.event, answer, base.planned.modify, {
            ...hook,
            inputByPolicy: isByPolicy(base),
          }),
        );
  if ('violation' in verdict || unknown !== null) {
    scope.breakers.settle(hook, true);
    const [cause, reason] =
      'violation' in verdict
        ? (['CONTRACT_VIOLATION', verdict.violation] as const)
        : (['RECIPE_UNKNOWN', unknown ?? ''] as const);
    const run = { ...facts, outcome: 'non_blocking_error', cause, reason: cleanText(reason) } as const;
    return failedToAsk(base, hookRun(hook, run));
  }
  scope.breakers.settle(hook, false);
  const isBlocking = answer.verdict === 'block' || answer.halt !== undefined || answer.feedback !== undefined;
  const followUps = answer.followUps ?? [];
  const reason =
    answer.reason ??
    answer.feedback ??
    answer.halt?.reason ??
    (followUps.join('; ') || describeReplacement(answer));
  const run = hookRun(hook, {
    ...facts,
    outcome: isBlocking ? 'blocking' : 'success',
    reason: reason === null ? null : cleanText(reason),
    changed: verdict.changed,
  });
  return {
    ...base,
    run: {
      ...run,
      ...(followUps.length === 0 ? {} : { sendsBack: true }),
      ...(answer.halt === undefined ? {} : { halts: true }),
    },
    answer,
    event: verdict.event,
    failsClosed: false,
    dropped,
    removed: verdict.removed ?? [],
  };
}

/** A change that the agent could not be told whole is refused whole: half of it would be an input that nobody judged. */
function heldToHost({ request }: DispatchScope, verdict: ContractVerdict): ContractVerdict {
  if ('violation' in verdict || verdict.changed.length === 0) return verdict;
  const violation = request.host.cannotCarry?.(request.event, verdict.event) ?? null;
  return violation === null ? verdict : { violation };
}

/** On a recheck only what is said of the input as it is by then counts. */
function verdictOnly(said: Answer): Answer {
  const { verdict, reason, halt, userMessages } = said;
  return {
    ...(verdict === undefined ? {} : { verdict }),
    ...(reason === undefined ? {} : { reason }),
    ...(halt === undefined ? {} : { halt }),
    ...(userMessages === undefined ? {} : { userMessages }),
  };
}

/** What is wrong with the recipe that an answer calls for: the conversation stays as it is (G16). */
function unknownRecipe({ request }: DispatchScope, { callback }: Answer): string | null {
  const { name, recipes } = request.host;
  if (callback === undefined || recipes.includes(callback.name)) return null;
  const known = recipes.length === 0 ? 'none' : recipes.join(', ');
  return `called for the recipe "${callback.name}"; ${name} has ${known}`;
}

/** Its convention lets it change what the configuration lists, and there may be nothing of that. */
function isByPolicy({ planned, event }: Unasked): boolean {
  const part = planned.hook.events.find((one) => one.event === event.hook_event_name);
  return part?.modify?.input === 'policy';
}

function describeReplacement({ messages, callback }: Answer): string | null {
  if (callback !== undefined) return `calls for the recipe ${callback.name}`;
  return messages === undefined ? null : `replaces the messages by ${messages.length}`;
}
