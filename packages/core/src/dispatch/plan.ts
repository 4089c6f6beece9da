import { basename } from 'node:path';
import { keysOf, listedKeys } from '../config/config.ts';
import { sharedKeys } from '../contracts/contract.ts';
import type { HookEvent } from '../events/event.ts';
import { eventRow, type Permit } from '../events/events.ts';
import { isSameJson } from '../events/json.ts';
import { type ModifySpec, needPermit } from '../events/modify-spec.ts';
import type { HookRun, Phase } from '../events/outcome.ts';
import type { EventView } from '../matching/files/views.ts';
import { type CompiledMatcher, matchSubject } from '../matching/matcher.ts';
import type { ToolCall } from '../matching/subjects.ts';
import { possibleNames, shownNames, toolNames } from '../matching/tool-view.ts';
import { formats } from '../protocols/formats.ts';
import { protocols } from '../protocols/index.ts';
import type { ActiveEvent, ActiveHook, HookIndex } from '../registry/hook-index/hook-index.ts';
import type { DispatchRequest, Host } from './request.ts';
import { skippedRun } from './result.ts';

/** A hook that runs unless its condition does not match when its turn comes. */
export interface PlannedHook {
  readonly hook: ActiveHook;
  /** The event by the name that its manifest uses. */
  readonly name: string;
  readonly phase: Exclude<Phase, 'recheck'>;
  /** The index of the view that the hook gets. */
  readonly view: number;
  /** It may start before the hooks ahead of it have ended: its agent runs all hooks of an event at the same time. */
  readonly isConcurrent: boolean;
  /** It has changed an event before. */
  readonly isModifier: boolean;
  readonly isAsync: boolean;
  /** What the event permits this hook, as far as the host honors it. */
  readonly permits: readonly Permit[];
  /** What the hook may change; null = nothing. */
  readonly modify: ModifySpec | null;
  /** Changes that the hook may make and the host cannot honor: dropped from its output, with a note. */
  readonly unhonored: readonly (keyof ModifySpec)[];
}

export interface DispatchPlan {
  readonly modifiers: readonly PlannedHook[];
  readonly guards: readonly PlannedHook[];
  readonly observers: readonly PlannedHook[];
  /** Observers for which the decision does not wait. */
  readonly background: readonly PlannedHook[];
  /** Hooks of this event that do not run, and why. */
  readonly skipped: readonly HookRun[];
}

/** The permit that each declared change needs. */
const changePermit: Readonly<Record<keyof ModifySpec, Permit>> = {
  input: 'input',
  output: 'output',
  hint: 'hint',
  redact: 'hint',
  messages: 'replace',
  tools: 'tools',
};

/**
 * Plans which hooks of the index run for an event, on which of its views, in which phase, and why the others do not.
 *
 * Has no effects. Asynchronous because a pattern matcher loads its engine on first use.
 */
export async function planHooks(
  set: HookIndex,
  views: readonly EventView[],
  { host, once, context, background, modifiers }: PlanFacts,
): Promise<DispatchPlan> {
  const isBackground = ({ isAsync }: PlannedHook): boolean => isAsync && background !== undefined;
  const inPhase = (phase: Phase): readonly PlannedHook[] =>
    planned.filter((hook) => hook.phase === phase && !isBackground(hook));
  const planned: PlannedHook[] = [];
  const skipped: HookRun[] = [];
  const name = views[0]?.event.hook_event_name;
  for (const hook of set.hooks) {
    const part = hook.events.find(({ event }) => event === name);
    if (part === undefined) continue;
    const barred =
      rejectBySettings(set, hook) ?? rejectByHost(hook, part, host) ?? rejectInContext(hook, context);
    const matching = barred ?? (await matchViews(hook, part, views));
    const rejection = isRejection(matching) ? matching : once?.isSpent(hook) ? onceSpent(hook) : null;
    if (rejection !== null) skipped.push(skippedRun(hook, rejection.cause, rejection.reason));
    else if (!isRejection(matching))
      planned.push(...matching.map((view) => placeHook(set, view, hook, part, { host, modifiers })));
  }
  for (const inactive of set.inactive) {
    if (name !== undefined && inactive.events.includes(name))
      skipped.push(skippedRun(inactive, inactive.cause, inactive.reason));
  }
  return {
    modifiers: inPhase('modify'),
    guards: inPhase('guard'),
    observers: inPhase('observe'),
    background: planned.filter(isBackground),
    skipped,
  };
}

type PlanFacts = Pick<DispatchRequest, 'host' | 'once' | 'context' | 'background' | 'modifiers'>;

interface Rejection {
  readonly cause: string;
  readonly reason: string;
}

function isRejection(value: readonly EventView[] | Rejection): value is Rejection {
  return 'cause' in value;
}

function rejectBySettings({ settings }: HookIndex, hook: ActiveHook): Rejection | null {
  if (isAdministrators(hook)) return null;
  if (settings.managedOnly && hook.source !== 'builtin') {
    const reason = 'the policy of this machine lets only managed hooks run (`managedOnly`)';
    return { cause: 'POLICY', reason };
  }
  if (settings.enabled) return null;
  return { cause: 'NO_HOOKS', reason: 'hooks are disabled (`hooks.enabled: false`, or --no-hooks)' };
}

/** Requirements that concern only events with such an effect at all. */
function rejectByHost(hook: ActiveHook, part: ActiveEvent, host: Host): Rejection | null {
  const eventPermits = (permit: Permit): boolean => eventRow(part.event).permits.includes(permit);
  if (hook.hostAction !== null && eventPermits('replace') && !host.hostActions.includes(hook.hostAction))
    return { cause: 'HOST_CANNOT', reason: `${host.name} has no host action ${hook.hostAction}` };
  const honored = host.honours(part.event);
  const missing = hook.needs.filter(
    (need) => eventPermits(needPermit[need]) && !honored.includes(needPermit[need]),
  );
  if (missing.length === 0) return null;
  return { cause: 'HOST_CANNOT', reason: `${host.name} does not support ${missing.join(', ')} here` };
}

/** Only the administrator disables these. */
export function isAdministrators({ source, isRequired }: Pick<ActiveHook, 'source' | 'isRequired'>): boolean {
  return source === 'managed' || isRequired === true;
}

/** Hooks do not run for the agent's internal operations unless their manifest names them; managed hooks always do. */
function rejectInContext(hook: ActiveHook, context: string | undefined): Rejection | null {
  if (context === undefined || isAdministrators(hook)) return null;
  const { contexts } = hook;
  if (contexts.includes(context) || contexts.includes('*')) return null;
  const reason = `hooks are off while the agent works for itself (${context}), unless their \`contexts\` name it`;
  return { cause: 'CONTEXT', reason };
}

/** Why a hook with `once` does not run again. */
export function onceSpent({ once }: ActiveHook): Rejection {
  const where = once?.per === 'installation' ? 'on this machine' : 'in this session';
  return { cause: 'ONCE_SPENT', reason: `it runs once, and ran ${where}` };
}

/** Why an observer does not run again on an event that the agent repeats because no decision reached it. */
export const ALREADY_REPORTED = 'it already received this event before the daemon was lost';

/** The views that the hook's matcher matches; a rejection = none of them. */
async function matchViews(
  { matcher, protocol }: ActiveHook,
  { name }: ActiveEvent,
  views: readonly EventView[],
): Promise<readonly EventView[] | Rejection> {
  const { subjects: subjectsOf } = formats[protocols[protocol].format];
  const matching: EventView[] = [];
  let isMeant = false;
  const subjects = new Set<string>();
  for (const view of views) {
    const declared = subjectsOf?.(view.event, name);
    const names = declared === undefined ? matcherSubjects(view.event, matcher) : declared;
    const isMatch = declared !== null && (names === null || (await matchSubject(matcher, names)));
    if (isMatch) matching.push(view);
    else subjects.add((declared === null ? view.event.tool_name : names?.[0]) ?? 'this event');
    isMeant ||= declared !== null;
  }
  if (matching.length > 0) return matching;
  const reason = isMeant ? 'its matcher does not match' : `${name} is not about`;
  return { cause: 'NO_MATCH', reason: `${reason} ${[...subjects].join(' or ')}` };
}

/** Null = the event has none, and every matcher matches. */
function matcherSubjects(event: HookEvent, matcher: CompiledMatcher): readonly string[] | null {
  const { subject, subjectIs } = eventRow(event.hook_event_name);
  if (subject === null) return null;
  const { tool, tool_name: name = '', tool_input: input } = event;
  if (tool !== undefined) {
    const isPart = matcher.kind === 'pattern' && matcher.isPart === true;
    return isPart ? [...shownNames(name, tool), ...possibleNames(name, input)] : toolNames(name, tool, input);
  }
  const value = event[subject];
  if (typeof value !== 'string') return [''];
  return [subjectIs === 'file name' ? basename(value) : value];
}

function placeHook(
  set: HookIndex,
  { event, index }: EventView,
  hook: ActiveHook,
  part: ActiveEvent,
  { host, modifiers }: Pick<PlanFacts, 'host' | 'modifiers'>,
): PlannedHook {
  const honored = host.honours(part.event);
  const permits = part.permits.filter((permit) => honored.includes(permit));
  const modify = narrowInput(honoredChanges(part.modify, honored), set, event);
  const unhonored = declaredChanges(part.modify).filter((kind) => !honored.includes(changePermit[kind]));
  const phase = choosePhase(hook, part, modify);
  const isConcurrent = phase === 'modify' && mayStartEarly(hook, part);
  return {
    hook,
    name: part.name,
    view: index,
    isAsync: part.isAsync,
    permits,
    modify,
    unhonored,
    phase,
    isConcurrent,
    isModifier: isConcurrent && modifiers?.has(hook) === true,
  };
}

/** A hook that declares what it changes expects to run in its turn; one with the default of its protocol may change nothing. */
function mayStartEarly({ protocol }: ActiveHook, { modify }: ActiveEvent): boolean {
  const { runsConcurrently, modify: byDefault } = protocols[protocol];
  return (
    runsConcurrently && declaredChanges(modify).every((kind) => isSameJson(modify?.[kind], byDefault?.[kind]))
  );
}

/** Splits the modifying hooks of an event into those that start together: none starts before a hook ahead of it that changes events. */
export function splitBatches(hooks: readonly PlannedHook[]): readonly (readonly PlannedHook[])[] {
  const batches: PlannedHook[][] = [];
  for (const planned of hooks) {
    const batch = batches.at(-1);
    const last = batch?.at(-1);
    if (last?.isConcurrent && !last.isModifier && planned.isConcurrent) batch?.push(planned);
    else batches.push([planned]);
  }
  return batches;
}

function honoredChanges(modify: ModifySpec | null, honored: readonly Permit[]): ModifySpec | null {
  if (modify === null) return null;
  const kinds = declaredChanges(modify).filter((kind) => honored.includes(changePermit[kind]));
  return kinds.length > 0 ? Object.fromEntries(kinds.map((kind) => [kind, modify[kind]])) : null;
}

function declaredChanges(modify: ModifySpec | null): readonly (keyof ModifySpec)[] {
  return Object.keys(modify ?? {}) as (keyof ModifySpec)[];
}

/** Narrows the declared input keys to those that the policies of `allow.modify` allow for this tool. */
function narrowInput(
  modify: ModifySpec | null,
  { allowModify, grantedModify }: HookIndex,
  event: HookEvent,
): ModifySpec | null {
  if (modify?.input === undefined) return modify;
  const { input, ...rest } = modify;
  const tool = event.tool_name ?? '';
  const declared = input === 'policy' ? listedKeys(grantedModify, tool) : input;
  const allowed = allowModify === null ? declared : sharedKeys(declared, keysOf(allowModify, tool));
  if (allowed.length > 0) return { ...rest, input: allowed };
  return Object.keys(rest).length > 0 ? rest : null;
}

function choosePhase(hook: ActiveHook, part: ActiveEvent, modify: ModifySpec | null): PlannedHook['phase'] {
  const isNotification = eventRow(part.event).kind === 'notification';
  if (hook.observe !== 'no' || part.isAsync || isNotification || part.permits.length === 0) return 'observe';
  return modify === null ? 'guard' : 'modify';
}

const NO_TOOL = { kind: 'other', native_name: '', command: null, paths: [], mcp: null } as const;

/** The event as conditions are evaluated on it. */
export function toolCallOf(
  event: HookEvent,
  environment: Readonly<Record<string, string | undefined>>,
): ToolCall {
  const toolName = event.tool_name ?? '';
  const { cwd, tool_input: input } = event;
  return { toolName, view: event.tool ?? NO_TOOL, input, cwd, home: homeOf(environment) };
}

/** The directory that `~` of a condition means. */
export function homeOf(environment: Readonly<Record<string, string | undefined>>): string {
  return environment['HOME'] ?? process.getBuiltinModule('node:os').homedir();
}
