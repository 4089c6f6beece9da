import type { PackageMode } from '../config/config.ts';
import { applyContract, type ContractResult } from '../contracts/contract.ts';
import type { HookEvent } from '../events/event.ts';
import type { HookOutput } from '../events/hook-output.ts';
import type { ModifySpec } from '../events/modify-spec.ts';
import { isFailed } from '../events/outcome.ts';
import { cleanText } from '../events/text.ts';
import type { EventView } from '../matching/files/views.ts';
import { failedResult, type HookResult, replaces, type SkippedHook } from './merge.ts';
import type { PlannedHook } from './plan.ts';
import { hookRun } from './result.ts';
import type { DispatchScope } from './scope.ts';

/** Enforces what the event permits and the contract of the hook on its output. */
export function enforceContract(
  scope: DispatchScope,
  base: SkippedHook,
  view: EventView,
  facts: Omit<Parameters<typeof hookRun>[1], 'outcome'>,
  given: HookOutput,
): HookResult {
  const { hook } = base.planned;
  const isRecheck = facts.phase === 'recheck';
  const { output, dropped } = enforcePermits(base.planned, isRecheck ? decisionOnly(given) : given);
  const unknown = unknownHostAction(scope, output);
  const checked =
    facts.phase === 'observe'
      ? { event: base.event, changed: [] }
      : checkHost(scope, view, applyContract(view.event, output, base.planned.modify, hook));
  if ('violation' in checked || unknown !== null) {
    scope.breakers.settle(hook, true);
    const [cause, reason] =
      'violation' in checked
        ? (['CONTRACT_VIOLATION', checked.violation] as const)
        : (['RECIPE_UNKNOWN', unknown ?? ''] as const);
    const run = { ...facts, outcome: 'non_blocking_error', cause, reason: cleanText(reason) } as const;
    return failedResult(base, hookRun(hook, run));
  }
  scope.breakers.settle(hook, false);
  const isBlocking =
    output.decision === 'block' || output.halt !== undefined || output.feedback !== undefined;
  const followUps = output.followUps ?? [];
  const reason =
    output.reason ??
    output.feedback ??
    output.halt?.reason ??
    (followUps.join('; ') || describeReplacement(output));
  const run = hookRun(hook, {
    ...facts,
    outcome: isBlocking ? 'blocking' : 'success',
    reason: reason === null ? null : cleanText(reason),
    changed: checked.changed,
  });
  return {
    ...base,
    run: {
      ...run,
      ...(output.decision === 'ask' || output.decision === 'allow' ? { decides: output.decision } : {}),
      ...(followUps.length === 0 ? {} : { sendsBack: true }),
      ...(output.halt === undefined ? {} : { halts: true }),
    },
    output,
    event: checked.event,
    failsClosed: false,
    dropped,
    removed: checked.removed ?? [],
  };
}

/** Rejects a change that the agent could carry in part only: half of it would be an input that no guard has seen. */
function checkHost({ request }: DispatchScope, view: EventView, result: ContractResult): ContractResult {
  if ('violation' in result) return result;
  if (result.changed.length === 0) return { ...result, event: view.whole };
  const event = view.rejoin(result.event);
  const violation =
    typeof event === 'string' ? event : (request.host.cannotCarry?.(request.event, event) ?? null);
  return violation === null ? { ...result, event: event as HookEvent } : { violation };
}

/** In a re-check only the decision about the present input counts. */
function decisionOnly(output: HookOutput): HookOutput {
  const { decision, reason, halt, userMessages } = output;
  return {
    ...(decision === undefined ? {} : { decision }),
    ...(reason === undefined ? {} : { reason }),
    ...(halt === undefined ? {} : { halt }),
    ...(userMessages === undefined ? {} : { userMessages }),
  };
}

/** Returns why the host action that a hook calls for cannot run, so that the conversation stays as it is (G16). */
function unknownHostAction({ request }: DispatchScope, { callback }: HookOutput): string | null {
  const { name, hostActions } = request.host;
  if (callback === undefined || hostActions.includes(callback.name)) return null;
  const known = hostActions.length === 0 ? 'none' : hostActions.join(', ');
  return `called for the host action "${callback.name}"; ${name} has ${known}`;
}

function describeReplacement({ messages, callback }: HookOutput): string | null {
  if (callback !== undefined) return `calls for the host action ${callback.name}`;
  return messages === undefined ? null : `replaces the messages by ${messages.length}`;
}

/** Parts of an output that count only if the event permits them. */
const grants = [
  ['feedback', 'feedback', 'feedback'],
  ['followUps', 'followUp', 'follow-up'],
  ['context', 'context', 'context'],
] as const;

/** The keys of an output that declare each kind of change. */
const changeKeys: Readonly<Record<keyof ModifySpec, readonly (keyof HookOutput)[]>> = {
  input: ['input'],
  output: ['output'],
  hint: ['hint'],
  redact: ['redact'],
  messages: ['messages', 'callback'],
  tools: ['tools'],
};

interface Permitted {
  readonly output: HookOutput;
  readonly dropped: readonly string[];
}

/**
 * Drops effects that the event or the host does not permit, with a note; the decision "ask" becomes a block if the user cannot
 * be prompted.
 */
function enforcePermits({ hook, permits, phase, unhonored }: PlannedHook, given: HookOutput): Permitted {
  const output: { -readonly [K in keyof HookOutput]: HookOutput[K] } = { ...given };
  const dropped: string[] = [];
  const drop = (effect: string, why: string): void => {
    dropped.push(`${effect} by ${hook.qualifiedName}: ${why}`);
  };
  if (phase === 'observe') return { output: limitObserver(output, { hook, permits }, drop), dropped };
  if (output.decision === 'ask' && !permits.includes('ask')) {
    drop('ask', 'the user cannot be prompted here, so it blocks');
    output.decision = 'block';
  }
  if (output.decision === 'block' && !permits.includes('block')) {
    drop('block', 'this event cannot be blocked');
    delete output.decision;
  }
  if (output.decision === 'allow' && !(permits.includes('preApprove') && hook.preApprove)) {
    drop(
      'allow',
      'only a hook of yours with `preApprove: true`, or enabled with `--pre-approve`, may approve',
    );
    delete output.decision;
  }
  for (const kind of unhonored) {
    for (const key of changeKeys[kind]) {
      if (output[key] === undefined) continue;
      drop(`change of ${key}`, 'this agent does not support it');
      delete output[key];
    }
  }
  for (const [key, permit, effect] of grants) {
    if (output[key] === undefined || permits.includes(permit)) continue;
    drop(effect, 'this event takes none');
    delete output[key];
  }
  return { output, dropped };
}

/** An observer may add context or a message if the event permits it; it decides nothing. */
function limitObserver(
  given: HookOutput,
  { hook, permits }: Pick<PlannedHook, 'hook' | 'permits'>,
  drop: (effect: string, why: string) => void,
): HookOutput {
  if (given.decision !== undefined || given.feedback !== undefined)
    drop('decision', 'an observer decides nothing');
  if (
    Object.values(changeKeys)
      .flat()
      .some((key) => given[key] !== undefined)
  )
    drop('change', 'an observer changes nothing');
  if (given.followUps !== undefined) drop('follow-up', 'an observer cannot add follow-ups');
  if (given.context !== undefined && !permits.includes('context')) drop('context', 'this event takes none');
  // On a notification every hook observes; a hook that is not declared as an observer may still stop the agent.
  const mayHalt = hook.observe === 'no';
  if (given.halt !== undefined && !mayHalt) drop('halt', 'an observer cannot stop the agent');
  const { context, userMessages, suppressOutput, halt } = given;
  return {
    ...(permits.includes('context') && context !== undefined ? { context } : {}),
    ...(userMessages === undefined ? {} : { userMessages }),
    ...(suppressOutput === undefined ? {} : { suppressOutput }),
    ...(halt === undefined || !mayHalt ? {} : { halt }),
  };
}

/**
 * Removes the effects of a hook with enforcement `warn` or `audit`. They are recorded, and with `warn` shown to the user.
 * `before` is the event that the hook got.
 */
export function enforceMode(result: HookResult, before: HookEvent): HookResult {
  const { enforcement, name, qualifiedName } = result.planned.hook;
  if (enforcement === 'enforce') return result;
  // Text of the handler is cleaned and cut here too.
  const effects = effectsOf(result).map(cleanText);
  const notes = effects.map((effect) => `${name} (mode ${enforcement}) would have ${effect}`);
  return {
    ...result,
    run: { ...result.run, enforcement },
    output: messagesOf(enforcement, result, notes),
    event: before,
    failsClosed: false,
    dropped: [
      ...result.dropped,
      ...effects.map((effect) => `${qualifiedName} is in mode ${enforcement}: it would have ${effect}`),
    ],
    removed: [],
  };
}

function messagesOf(mode: PackageMode, { output, run }: HookResult, notes: readonly string[]): HookOutput {
  if (mode !== 'warn') return {};
  const failed = isFailed(run) ? [`${run.name} (mode warn) failed: ${run.reason ?? run.cause}`] : [];
  const userMessages = [...notes, ...failed, ...(output.userMessages ?? [])];
  return userMessages.length === 0 ? {} : { userMessages };
}

/** The effects, each as a phrase after "would have". */
function effectsOf({ output, run, failsClosed }: HookResult): readonly string[] {
  const because = (text: string | null | undefined): string => (text ? `: ${text}` : '');
  return [
    ...(output.decision === 'block' || failsClosed ? [`blocked this${because(run.reason)}`] : []),
    ...(output.decision === 'ask' ? [`prompted you${because(output.reason)}`] : []),
    ...(output.decision === 'allow' ? ['approved this'] : []),
    ...(output.halt === undefined ? [] : [`stopped the agent${because(output.halt.reason)}`]),
    ...(run.changed.length > 0 ? [`changed ${run.changed.join(', ')}`] : []),
    ...(output.feedback === undefined ? [] : [`given the agent feedback: ${output.feedback}`]),
    ...(output.followUps ?? []).map((text) => `sent the agent on: ${text}`),
    ...(replaces(output) ? ['replaced the conversation'] : []),
    ...(output.context === undefined ? [] : ['added context']),
  ];
}

/**
 * Notes a call that tries by other means what this hook blocked before. With `onWorkaround: ask` the user is prompted about one that
 * the hook lets proceed; it is blocked if the user cannot be prompted.
 */
export function noticeWorkaround({ request }: DispatchScope, result: HookResult): HookResult {
  const { output, planned, run } = result;
  const isDecision = run.phase === 'modify' || run.phase === 'guard';
  if (!isDecision || isFailed(run) || run.outcome === 'skipped' || output.decision === 'allow') return result;
  const blocked = request.blockedCalls?.find(planned.hook) ?? null;
  if (blocked === null) return result;
  const noticed = { ...result, run: { ...run, workaroundOf: blocked.spanId } };
  if (output.decision !== undefined || request.set.settings.onWorkaround !== 'ask') return noticed;
  const [why] = blocked.reason.split(/(?<=\.) /);
  const reason = cleanText(`This does by other means what was blocked before: ${why}`);
  if (planned.permits.includes('ask'))
    return {
      ...noticed,
      output: { ...output, decision: 'ask', reason },
      run: { ...noticed.run, reason, decides: 'ask' },
    };
  return {
    ...noticed,
    output: { ...output, decision: 'block', reason },
    run: { ...noticed.run, reason, outcome: 'blocking' },
  };
}

/** Lifts a block or a prompt where the user allows exactly this call. It stays in the record. */
export function liftBlock({ request }: DispatchScope, result: HookResult): HookResult {
  const { output, failsClosed, planned, run } = result;
  const stops = output.decision === 'block' || output.decision === 'ask' || failsClosed;
  if (!stops || request.allowance?.covers(planned.hook) !== true) return result;
  const { decision: _, ...rest } = output;
  return { ...result, output: rest, failsClosed: false, run: { ...run, allowed: true } };
}
