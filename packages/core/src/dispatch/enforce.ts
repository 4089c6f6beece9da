import type { PackageMode } from '../config/config.ts';
import { applyContract, type ContractResult } from '../contracts/contract.ts';
import type { Answer } from '../events/answer.ts';
import type { HookEvent } from '../events/event.ts';
import { isFailed } from '../events/outcome.ts';
import { cleanText } from '../events/text.ts';
import type { ModifySpec } from '../manifest/manifest.ts';
import { failedResult, type HookResult, replaces, type SkippedHook } from './merge.ts';
import type { PlannedHook } from './plan.ts';
import { hookRun } from './result.ts';
import type { DispatchScope } from './scope.ts';

/** Enforces what the event permits and the contract of the hook on its output. */
export function enforceContract(
  scope: DispatchScope,
  base: SkippedHook,
  facts: Omit<Parameters<typeof hookRun>[1], 'outcome'>,
  said: Answer,
): HookResult {
  const { hook } = base.planned;
  const isRecheck = facts.phase === 'recheck';
  const { answer, dropped } = enforcePermits(base.planned, isRecheck ? decisionOnly(said) : said);
  const unknown = unknownHostAction(scope, answer);
  const verdict =
    facts.phase === 'observe'
      ? { event: base.event, changed: [] }
      : checkHost(
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
    return failedResult(base, hookRun(hook, run));
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

/** Rejects a change that the agent could carry in part only: half of it would be an input that no guard has seen. */
function checkHost({ request }: DispatchScope, verdict: ContractResult): ContractResult {
  if ('violation' in verdict || verdict.changed.length === 0) return verdict;
  const violation = request.host.cannotCarry?.(request.event, verdict.event) ?? null;
  return violation === null ? verdict : { violation };
}

/** In a re-check only the decision about the present input counts. */
function decisionOnly(said: Answer): Answer {
  const { verdict, reason, halt, userMessages } = said;
  return {
    ...(verdict === undefined ? {} : { verdict }),
    ...(reason === undefined ? {} : { reason }),
    ...(halt === undefined ? {} : { halt }),
    ...(userMessages === undefined ? {} : { userMessages }),
  };
}

/** Returns why the host action that a hook calls for cannot run, so that the conversation stays as it is (G16). */
function unknownHostAction({ request }: DispatchScope, { callback }: Answer): string | null {
  const { name, recipes } = request.host;
  if (callback === undefined || recipes.includes(callback.name)) return null;
  const known = recipes.length === 0 ? 'none' : recipes.join(', ');
  return `called for the recipe "${callback.name}"; ${name} has ${known}`;
}

/** The protocol of the hook lets it change only the fields that the configuration lists. */
function isByPolicy({ planned, event }: SkippedHook): boolean {
  const part = planned.hook.events.find((one) => one.event === event.hook_event_name);
  return part?.modify?.input === 'policy';
}

function describeReplacement({ messages, callback }: Answer): string | null {
  if (callback !== undefined) return `calls for the recipe ${callback.name}`;
  return messages === undefined ? null : `replaces the messages by ${messages.length}`;
}

/** Parts of an output that count only if the event permits them. */
const grants = [
  ['feedback', 'feedback', 'feedback'],
  ['followUps', 'followUp', 'follow-up'],
  ['context', 'context', 'context'],
] as const;

/** The keys of an output that declare each kind of change. */
const answerKeys: Readonly<Record<keyof ModifySpec, readonly (keyof Answer)[]>> = {
  input: ['input'],
  output: ['output'],
  hint: ['hint'],
  redact: ['redact'],
  messages: ['messages', 'callback'],
  tools: ['tools'],
};

interface Permitted {
  readonly answer: Answer;
  readonly dropped: readonly string[];
}

/** Drops what the event or the host does not permit, and reports it; an `ask` becomes a block if the user cannot be asked. */
function enforcePermits({ hook, permits, phase, unhonoured }: PlannedHook, said: Answer): Permitted {
  const answer: { -readonly [K in keyof Answer]: Answer[K] } = { ...said };
  const dropped: string[] = [];
  const drop = (what: string, why: string): void => {
    dropped.push(`${what} by ${hook.qualifiedName}: ${why}`);
  };
  if (phase === 'observe') return { answer: keepObserved(answer, { hook, permits }, drop), dropped };
  if (answer.verdict === 'ask' && !permits.includes('ask')) {
    drop('ask', 'nobody can be asked here, so it blocks');
    answer.verdict = 'block';
  }
  if (answer.verdict === 'block' && !permits.includes('block')) {
    drop('block', 'this event cannot be blocked');
    delete answer.verdict;
  }
  if (answer.verdict === 'allow' && !(permits.includes('preApprove') && hook.preApprove)) {
    drop('allow', 'only a hook with `preApprove: true` outside a project may approve in advance');
    delete answer.verdict;
  }
  for (const kind of unhonoured) {
    for (const key of answerKeys[kind]) {
      if (answer[key] === undefined) continue;
      drop(`change of ${key}`, 'this agent cannot honour it');
      delete answer[key];
    }
  }
  for (const [key, permit, what] of grants) {
    if (answer[key] === undefined || permits.includes(permit)) continue;
    drop(what, 'this event takes none');
    delete answer[key];
  }
  return { answer, dropped };
}

/** An observer may add context or a message if the event permits it; it decides nothing. */
function keepObserved(
  said: Answer,
  { hook, permits }: Pick<PlannedHook, 'hook' | 'permits'>,
  drop: (what: string, why: string) => void,
): Answer {
  if (said.verdict !== undefined || said.feedback !== undefined)
    drop('decision', 'an observer decides nothing');
  if (
    Object.values(answerKeys)
      .flat()
      .some((key) => said[key] !== undefined)
  )
    drop('change', 'an observer changes nothing');
  if (said.followUps !== undefined) drop('follow-up', 'an observer sends nobody on');
  if (said.context !== undefined && !permits.includes('context')) drop('context', 'this event takes none');
  // On a notification every hook observes; a hook that is not declared as an observer may still stop the agent.
  const mayHalt = hook.observe === 'no';
  if (said.halt !== undefined && !mayHalt) drop('halt', 'an observer stops nobody');
  const { context, userMessages, suppressOutput, halt } = said;
  return {
    ...(permits.includes('context') && context !== undefined ? { context } : {}),
    ...(userMessages === undefined ? {} : { userMessages }),
    ...(suppressOutput === undefined ? {} : { suppressOutput }),
    ...(halt === undefined || !mayHalt ? {} : { halt }),
  };
}

/**
 * Removes the effects of a hook with enforcement `warn` or `shadow`. They are recorded, and with `warn` shown to the user.
 * `before` is the event that the hook got.
 */
export function enforceMode(result: HookResult, before: HookEvent): HookResult {
  const { enforcement, name, qualifiedName } = result.planned.hook;
  if (enforcement === 'enforce') return result;
  // Text of the handler is cleaned and cut here too.
  const effects = effectsOf(result).map(cleanText);
  const told = effects.map((effect) => `${name} (mode ${enforcement}) would have ${effect}`);
  return {
    ...result,
    run: { ...result.run, enforcement },
    answer: messagesOf(enforcement, result, told),
    event: before,
    failsClosed: false,
    dropped: [
      ...result.dropped,
      ...effects.map((effect) => `${qualifiedName} is in mode ${enforcement}: it would have ${effect}`),
    ],
    removed: [],
  };
}

function messagesOf(mode: PackageMode, { answer, run }: HookResult, told: readonly string[]): Answer {
  if (mode !== 'warn') return {};
  const failed = isFailed(run)
    ? [`${run.name} (mode warn) could not be asked: ${run.reason ?? run.cause}`]
    : [];
  const userMessages = [...told, ...failed, ...(answer.userMessages ?? [])];
  return userMessages.length === 0 ? {} : { userMessages };
}

/** The effects, each as a phrase after "would have". */
function effectsOf({ answer, run, failsClosed }: HookResult): readonly string[] {
  const because = (text: string | null | undefined): string => (text ? `: ${text}` : '');
  return [
    ...(answer.verdict === 'block' || failsClosed ? [`blocked this${because(run.reason)}`] : []),
    ...(answer.verdict === 'ask' ? [`asked you${because(answer.reason)}`] : []),
    ...(answer.verdict === 'allow' ? ['approved this'] : []),
    ...(answer.halt === undefined ? [] : [`stopped the agent${because(answer.halt.reason)}`]),
    ...(run.changed.length > 0 ? [`changed ${run.changed.join(', ')}`] : []),
    ...(answer.feedback === undefined ? [] : [`told the agent: ${answer.feedback}`]),
    ...(answer.followUps ?? []).map((text) => `sent the agent on: ${text}`),
    ...(replaces(answer) ? ['replaced the conversation'] : []),
    ...(answer.context === undefined ? [] : ['added context']),
  ];
}
