import { keysOf, listedKeys } from '../config/config.ts';
import { sharedKeys } from '../contracts/contract.ts';
import type { HookEvent } from '../events/event.ts';
import { eventRow, type Permit } from '../events/events.ts';
import type { HookRun, Phase } from '../events/outcome.ts';
import type { ModifySpec } from '../manifest/manifest.ts';
import { needPermit } from '../manifest/modify.ts';
import type { CompiledCondition } from '../matching/condition.ts';
import { matchSubject } from '../matching/matcher.ts';
import type { ToolCall } from '../matching/subjects.ts';
import { toolNames } from '../matching/tool-view.ts';
import type { ActiveEvent, ActiveHook, ActiveSet } from '../registry/active-set.ts';
import type { OnceMemory } from '../registry/once.ts';
import type { DispatchRequest, Host } from './request.ts';
import { describeMismatch, skippedRun } from './result.ts';

/** A hook that will be asked, unless its condition says no when its turn comes. */
export interface PlannedHook {
  readonly hook: ActiveHook;
  /** The event in the words of its manifest. */
  readonly name: string;
  readonly phase: Exclude<Phase, 'recheck'>;
  /** Nobody waits for it, where there is somebody to look after it. */
  readonly isAsync: boolean;
  /** What the event permits this hook and the host honours. */
  readonly permits: readonly Permit[];
  /** What it may change here; null = nothing. */
  readonly modify: ModifySpec | null;
  /** What it may change and this host cannot honour: dropped from its answer, and said. */
  readonly unhonoured: readonly (keyof ModifySpec)[];
}

export interface DispatchPlan {
  readonly modifiers: readonly PlannedHook[];
  readonly guards: readonly PlannedHook[];
  readonly observers: readonly PlannedHook[];
  /** Observers that nobody waits for. */
  readonly late: readonly PlannedHook[];
  /** Hooks of this event that will not be asked, and why. */
  readonly skipped: readonly HookRun[];
}

/** Which permit of the host each declared change stands for. */
const changePermit: Readonly<Record<keyof ModifySpec, Permit>> = {
  input: 'input',
  output: 'output',
  hint: 'hint',
  redact: 'hint',
  messages: 'replace',
  tools: 'tools',
};

/**
 * Says for every hook of the event whether it will be asked, in which phase, or why not.
 *
 * Touches nothing. Asynchronous only because a pattern matcher loads its engine on first use.
 * Source: architecture.md §3.2 and §4.
 */
export async function planHooks(
  set: ActiveSet,
  event: HookEvent,
  { host, once, context, background }: PlanFacts,
): Promise<DispatchPlan> {
  const isBackground = ({ isAsync }: PlannedHook): boolean => isAsync && background !== undefined;
  const planned: PlannedHook[] = [];
  const skipped: HookRun[] = [];
  const name = event.hook_event_name;
  for (const hook of set.hooks) {
    const part = hook.events.find((one) => one.event === name);
    if (part === undefined) continue;
    const rejection =
      refuse(set, hook, part, host) ??
      rejectInContext(hook, context) ??
      (await mismatch(hook, event)) ??
      rejectSpent(hook, once);
    if (rejection === null) planned.push(placeHook(set, event, hook, part, host));
    else skipped.push(skippedRun(hook, rejection.cause, rejection.reason));
  }
  for (const inactive of set.inactive) {
    if (inactive.events.includes(name)) skipped.push(skippedRun(inactive, inactive.cause, inactive.reason));
  }
  return {
    modifiers: planned.filter((one) => one.phase === 'transform'),
    guards: planned.filter((one) => one.phase === 'guard'),
    observers: planned.filter((one) => one.phase === 'observe' && !isBackground(one)),
    late: planned.filter(isBackground),
    skipped,
  };
}

/** What the plan takes from the request beside set and event. */
type PlanFacts = Pick<DispatchRequest, 'host' | 'once' | 'context' | 'background'>;

interface Rejection {
  readonly cause: string;
  readonly reason: string;
}

function refuse(set: ActiveSet, hook: ActiveHook, part: ActiveEvent, host: Host): Rejection | null {
  if (set.settings.managedOnly && hook.source !== 'builtin' && !isAdministrators(hook)) {
    const reason = 'the policy of this machine lets only managed hooks run (`managedOnly`)';
    return { cause: 'POLICY', reason };
  }
  if (!set.settings.enabled && !isAdministrators(hook)) {
    return { cause: 'NO_HOOKS', reason: 'hooks are switched off (`hooks.enabled: false`, or --no-hooks)' };
  }
  if (hook.recipe !== null && eventPermits(part, 'replace') && !host.recipes.includes(hook.recipe))
    return { cause: 'HOST_CANNOT', reason: `${host.name} has no recipe ${hook.recipe}` };
  const honoured = host.honours(part.event);
  const lacking = hook.needs.filter(
    (need) => eventPermits(part, needPermit[need]) && !honoured.includes(needPermit[need]),
  );
  if (lacking.length > 0)
    return { cause: 'HOST_CANNOT', reason: `${host.name} cannot honour ${lacking.join(', ')} here` };
  return null;
}

/** Only the administrator switches these off. */
export function isAdministrators({ source, isRequired }: Pick<ActiveHook, 'source' | 'isRequired'>): boolean {
  return source === 'managed' || isRequired === true;
}

/** What an agent does for itself is no business of hooks, unless they say so; nobody opts out of a managed one. */
function rejectInContext(hook: ActiveHook, context: string | undefined): Rejection | null {
  if (context === undefined || isAdministrators(hook)) return null;
  const { contexts } = hook;
  if (contexts.includes(context) || contexts.includes('*')) return null;
  const reason = `hooks are off while the agent works for itself (${context}), unless their \`contexts\` name it`;
  return { cause: 'CONTEXT', reason };
}

/** Only looks: the claim is made when its turn comes. */
function rejectSpent(hook: ActiveHook, once: OnceMemory | undefined): Rejection | null {
  return once?.isSpent(hook) ? onceSpent(hook) : null;
}

/** Why a hook is not asked that is asked once. */
export function onceSpent({ once }: ActiveHook): Rejection {
  const where = once?.per === 'installation' ? 'on this machine' : 'in this session';
  return { cause: 'ONCE_SPENT', reason: `it is asked once, and was ${where}` };
}

/** The same for an observer of an event that is fired again, because the answer did not arrive. */
export const ALREADY_REPORTED = 'it was told of this event before the runtime was lost that judged it';

/** A need is about the events that have such a thing at all. */
function eventPermits(part: ActiveEvent, permit: Permit): boolean {
  return eventRow(part.event).permits.includes(permit);
}

async function mismatch(hook: ActiveHook, event: HookEvent): Promise<Rejection | null> {
  const subjects = matcherSubjects(event);
  if (subjects === null || (await matchSubject(hook.matcher, subjects))) return null;
  return { cause: 'NO_MATCH', reason: `its matcher does not match ${subjects[0] ?? 'this event'}` };
}

function matcherSubjects(event: HookEvent): readonly string[] | null {
  const { subject } = eventRow(event.hook_event_name);
  if (subject === null) return null;
  if (event.tool !== undefined) return toolNames(event.tool_name ?? '', event.tool);
  const value = event[subject];
  return [typeof value === 'string' ? value : ''];
}

function placeHook(
  set: ActiveSet,
  event: HookEvent,
  hook: ActiveHook,
  part: ActiveEvent,
  host: Host,
): PlannedHook {
  const honoured = host.honours(part.event);
  const permits = part.permits.filter((permit) => honoured.includes(permit));
  const modify = narrowInput(honouredChanges(part.modify, honoured), set, event);
  const unhonoured = declaredChanges(part.modify).filter((kind) => !honoured.includes(changePermit[kind]));
  return {
    hook,
    name: part.name,
    isAsync: part.isAsync,
    permits,
    modify,
    unhonoured,
    phase: choosePhase(hook, part, modify),
  };
}

function honouredChanges(modify: ModifySpec | null, honoured: readonly Permit[]): ModifySpec | null {
  if (modify === null) return null;
  const kept = declaredChanges(modify).filter((kind) => honoured.includes(changePermit[kind]));
  return kept.length > 0 ? Object.fromEntries(kept.map((kind) => [kind, modify[kind]])) : null;
}

function declaredChanges(modify: ModifySpec | null): readonly (keyof ModifySpec)[] {
  return Object.keys(modify ?? {}) as (keyof ModifySpec)[];
}

/** What the policies of `allow.modify` leave of the declared input keys for this tool. */
function narrowInput(
  modify: ModifySpec | null,
  { allowModify, grantedModify }: ActiveSet,
  event: HookEvent,
): ModifySpec | null {
  if (modify?.input === undefined) return modify;
  const { input, ...rest } = modify;
  const tool = event.tool_name ?? '';
  const given = input === 'policy' ? listedKeys(grantedModify, tool) : input;
  const left = allowModify === null ? given : sharedKeys(given, keysOf(allowModify, tool));
  if (left.length > 0) return { ...rest, input: left };
  return Object.keys(rest).length > 0 ? rest : null;
}

function choosePhase(hook: ActiveHook, part: ActiveEvent, modify: ModifySpec | null): PlannedHook['phase'] {
  const isNotice = eventRow(part.event).class === 'notice';
  if (hook.observe !== 'no' || part.isAsync || isNotice || part.permits.length === 0) return 'observe';
  return modify === null ? 'guard' : 'transform';
}

/**
 * The rows of all planned hooks where every `if` says no; null where one of them has to be asked.
 *
 * Then nobody changes the event, so that what is judged here is what each would find when its turn comes.
 * It costs less than a third of loading what runs hooks.
 */
export async function skipAll(
  planned: readonly PlannedHook[],
  { hooks }: Pick<ActiveSet, 'hooks'>,
  event: HookEvent,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly HookRun[] | null> {
  const call = toolCallOf(event, environment);
  const names = toolNames(call.toolName, call.view);
  const rows: HookRun[] = [];
  const inQuestion = [];
  for (const { hook, phase } of planned) {
    const { condition } = hook;
    if (condition === null) return null;
    // Most are about another tool: that is known without what reads globs and shell commands.
    if (names.includes(condition.name)) inQuestion.push(condition);
    rows.push(skippedRun(hook, 'NO_MATCH', describeMismatch(condition), phase));
  }
  if (inQuestion.length === 0) return rows;
  const { concernsAny } = await import('../matching/condition-index.ts');
  const all = (): CompiledCondition[] => hooks.flatMap(({ condition }) => condition ?? []);
  try {
    return concernsAny(inQuestion, call, hooks, all) ? null : rows;
  } catch {
    return null; // a failure of that hook alone, which is said where it is asked
  }
}

const NO_TOOL = { kind: 'other', native_name: '', command: null, paths: [], mcp: null } as const;

/** The event as conditions look at it. */
export function toolCallOf(
  event: HookEvent,
  environment: Readonly<Record<string, string | undefined>>,
): ToolCall {
  const toolName = event.tool_name ?? '';
  const { cwd, tool_input: input } = event;
  return { toolName, view: event.tool ?? NO_TOOL, input, cwd, home: homeOf(environment) };
}

/** What `~` of a condition stands for. */
export function homeOf(environment: Readonly<Record<string, string | undefined>>): string {
  return environment['HOME'] ?? process.getBuiltinModule('node:os').homedir();
}
