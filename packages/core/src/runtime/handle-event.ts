import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Places, projectOf } from '../discovery/places.ts';
import { type Completion, completeEvent } from '../dispatch/complete-event.ts';
import { dispatch } from '../dispatch/dispatch.ts';
import { isAdministrators } from '../dispatch/plan.ts';
import type { Dispatched, DispatchRequest, HookBreakers } from '../dispatch/request.ts';
import { HookError } from '../errors/hook-error.ts';
import { type Issue, isAboutNoHook } from '../errors/issue.ts';
import { recordedCall } from '../event-log/call-text.ts';
import { newTraceIds, ulid } from '../event-log/ids.ts';
import { appendRecord, traceRecord } from '../event-log/record.ts';
import type { Decision } from '../events/decision.ts';
import { type EventName, eventRow } from '../events/events.ts';
import type { JsonObject } from '../events/json.ts';
import { isSilent } from '../events/outcome.ts';
import { mayBeForeign } from '../events/source.ts';
import { mayLiftBlock } from '../policy/policy.ts';
import type { PartialEvent } from '../protocols/format.ts';
import type { ActiveHook, HookIndex } from '../registry/hook-index/hook-index.ts';
import { type CallAllowance, callDigest, openAllowance } from '../sessions/allowances.ts';
import {
  BLOCKED_CALLS_FILE,
  describeBlocked,
  openBlockedCalls,
  rememberBlocked,
} from '../sessions/blocked-calls.ts';
import { breakerName, isOpen, recordFailure, recordSuccess } from '../sessions/breakers.ts';
import { isKnownModifier, recordModifier } from '../sessions/modifiers.ts';
import { messagesForUser } from '../sessions/notify-user.ts';
import { CONTINUATIONS, openOnce, openReported, openSession, sessionPath } from '../sessions/sessions.ts';
import { makeDirectory } from '../state/files.ts';
import { encodeFileName } from '../state/hash.ts';
import type { DispatchSpan, EventOptions, EventResult, RuntimeOptions, TakeOver } from './runtime.ts';

/** What all events of a runtime share. */
interface Opened {
  readonly set: HookIndex;
  readonly issues: readonly Issue[];
  readonly owner: object;
  readonly takeOver: TakeOver | null;
  readonly warm: DispatchRequest['warm'];
}

/** Takes one event from the payload to the decision and its record. Throws PAYLOAD if it is not a valid event. */
export async function handleEvent(
  runtime: RuntimeOptions,
  opened: Opened,
  name: EventName,
  payload: JsonObject,
  event: EventOptions,
): Promise<EventResult> {
  const { places, registration } = runtime;
  const host = event.host === undefined ? runtime.host : { ...runtime.host, ...event.host };
  const signal = event.signal ?? runtime.signal;
  const options: RuntimeOptions = { ...runtime, host, ...(signal === undefined ? {} : { signal }) };
  const native = host.format.readEvent(payload, name);
  const completion = completeEvent(native, {
    event: name,
    eventId: ulid(Date.now()),
    agent: host.name,
    cwd: options.cwd,
    projectDir: (cwd, projectDir) => options.project ?? projectDir ?? projectOf(cwd, places),
  });
  if ('problems' in completion) {
    throw new HookError('PAYLOAD', {
      detail: `does not fit ${name}: ${completion.problems.join('; ')}`,
      fix: `See \`hooks events ${name}\` for its fields.`,
    });
  }
  const budgetMs = options.budgetMs === undefined ? host.budgetMs(name) : options.budgetMs;
  const dispatchAfter = (waitedMs: number): Promise<EventResult> => {
    const remainingMs = budgetMs === null ? null : Math.max(1, budgetMs - waitedMs);
    const limited = waitedMs === 0 ? options : { ...options, budgetMs: remainingMs };
    return dispatchEvent(limited, opened, completion, native, event);
  };
  if (registration === undefined) return dispatchAfter(0);
  const { dispatchOnce } = await import('./dispatch-once.ts');
  const call = { ...completion, stateDir: places.stateDir, registration, budgetMs, signal };
  return dispatchOnce(call, dispatchAfter);
}

async function dispatchEvent(
  options: RuntimeOptions,
  { set, issues, owner, takeOver, warm }: Opened,
  completion: Exclude<Completion, { problems: unknown }>,
  native: PartialEvent,
  given: EventOptions,
): Promise<EventResult> {
  const { places, host, signal } = options;
  const environment = given.environment ?? options.environment;
  const name = completion.event.hook_event_name;
  const traceparent = environment['TRACEPARENT'];
  const span = given.tracing?.begin(completion.event, traceparent) ?? null;
  const ids = span?.ids ?? newTraceIds(traceparent);
  const session = openSession(places.stateDir, host.name, completion.event.session_id);
  const { stateDir } = places;
  const sessionDir = sessionPath(stateDir, host.name, completion.event.session_id);
  const once = openOnce(stateDir, session);
  const reported = given.dispatchId === undefined ? undefined : openReported(session, given.dispatchId);
  const continuations = eventRow(name).kind === 'stop' ? await import('../dispatch/continuations.ts') : null;
  let allowance: CallAllowance | null = null;
  const request: DispatchRequest = {
    event: continuations?.addContinuations(session, completion.event, native) ?? completion.event,
    set,
    host,
    environment,
    traceId: ids.traceId,
    spanId: ids.spanId,
    ...(span === null ? {} : { isSampled: span.isSampled }),
    owner,
    warm,
    ...(options.models === undefined ? {} : { models: { call: options.models, environment } }),
    once,
    ...(reported === undefined ? {} : { reported }),
    context: given.context ?? options.context,
    ...(takeOver === null
      ? {}
      : { background: (work) => takeOver({ ids, stateDir, projectDir: places.projectDir }, work) }),
    breakers: breakersOf(places.stateDir, given),
    modifiers: {
      has: (hook) => isKnownModifier(places.stateDir, breakerName(hook)),
      add: (hook) => recordModifier(places.stateDir, breakerName(hook)),
    },
    allowance: {
      covers(hook) {
        allowance ??= openAllowance(stateDir, completion.event, (each, use) =>
          mayLiftBlock(set.settings, isAdministrators(each), use),
        );
        return allowance.covers(hook);
      },
    },
    ...(existsSync(join(sessionDir, BLOCKED_CALLS_FILE))
      ? { blockedCalls: openBlockedCalls(sessionDir, completion.event) }
      : {}),
    dataDir: (hook) => makeDataDir(places, hook),
    ...(options.budgetMs === undefined ? {} : { budgetMs: options.budgetMs }),
    ...(signal === undefined ? {} : { signal }),
    ...(options.watch === undefined ? {} : { watch: options.watch }),
  };
  const dispatched = await dispatchInSpan(span, request);
  const { event, redact } = dispatched;
  const decision =
    continuations?.capContinuations(session, event, dispatched.decision, set.settings.maxFollowUps) ??
    dispatched.decision;
  span?.end(decision, set.hooks);
  // A prompt of the user resets the count of continuations.
  const isPrompt = name === 'UserPromptSubmit' && (host.isFromUser?.(event) ?? true);
  if (isPrompt && decision.decision !== 'block') session.forget(CONTINUATIONS);
  const { payloads } = set.settings.eventLog;
  const isStopped =
    event.tool !== undefined && (decision.decision === 'block' || decision.decision === 'ask');
  const problem = (options.daemon?.record ?? appendRecord)(
    join(places.stateDir, 'event-log'),
    traceRecord(decision, event, ids, places.projectDir, {
      ...recordedCall(request.event, redact, payloads),
      ...(isStopped && payloads !== 'none' ? { callDigest: callDigest(request.event) } : {}),
    }),
    new Date(),
  );
  if (event.tool !== undefined && decision.decision === 'block') {
    const { reason, decidedBy: hooks } = decision;
    const facts = { spanId: ids.spanId, at: Date.now(), hooks, reason: reason ?? '' };
    const blocked = describeBlocked(request.event, facts);
    if (blocked !== null) rememberBlocked(sessionDir, blocked);
  }
  const news = options.notifiesUser
    ? messagesForUser(places.stateDir, event, set, reportedFailures(decision), proceededWith(decision))
    : [];
  const warnings = [
    ...completion.warnings,
    ...issues.filter((issue) => !isAboutNoHook(issue)).map(({ message }) => message),
    ...unreadable(set),
    ...once.problems.map(({ message }) => message),
    ...(problem === null ? [] : [problem.message]),
  ];
  const userMessages = [...decision.userMessages, ...news];
  return {
    decision: { ...decision, userMessages },
    event,
    warnings,
    ...(reported === undefined ? {} : { delivered: reported.forget }),
  };
}

async function dispatchInSpan(span: DispatchSpan | null, request: DispatchRequest): Promise<Dispatched> {
  if (span === null) return dispatch(request);
  try {
    return await span.within(() => dispatch(request));
  } catch (error) {
    span.fail(error);
    throw error;
  }
}

/** Failures that the user must know: not those of agent hooks that used up their turns or tokens. */
function reportedFailures({ failedOpen, hooks }: Decision): readonly string[] {
  const silent = hooks.filter(isSilent).map(({ qualifiedName }) => qualifiedName);
  return failedOpen.filter((name) => !silent.includes(name));
}

/** The runs of an event that proceeds. */
function proceededWith({ decision, hooks }: Decision): Decision['hooks'] {
  return decision === 'block' ? [] : hooks;
}

/** Per event; `hooks check` prints all. */
const MAX_UNREADABLE = 5;

/** Packages whose events are unknown, so that no event can list them as skipped. */
function unreadable(set: HookIndex): readonly string[] {
  const invalid = set.inactive.filter(
    ({ events, cause }) => events.length === 0 && cause.startsWith('MANIFEST_'),
  );
  const warnings = invalid
    .slice(0, MAX_UNREADABLE)
    .map(({ qualifiedName, reason }) => `${qualifiedName} is invalid and will not run: ${reason}`);
  const more = invalid.length - warnings.length;
  return more > 0 ? [...warnings, `${more} more packages are invalid: \`hooks check\` shows why.`] : warnings;
}

/** Returns the writable directory of a hook, or of its plugin; packages of two projects never share one. A hook runs without it if it cannot be created. */
function makeDataDir(places: Places, hook: ActiveHook): string {
  const dir = dataDirOf(places, hook);
  try {
    if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) makeDirectory(dir);
  } catch {
    // A full or read-only disk must not disable a guard.
  }
  return dir;
}

/** The path of that directory, whether it exists or not. */
export function dataDirOf(
  { stateDir, projectDir }: Places,
  { source, name, plugin }: Pick<ActiveHook, 'source' | 'name' | 'plugin'>,
): string {
  const owner = mayBeForeign(source) ? join(source, encodeFileName(projectDir)) : source;
  return join(stateDir, 'data', owner, plugin ?? name);
}

/** Failures are counted in the state directory, except for hooks whose breakers the caller provides. */
function breakersOf(stateDir: string, { breakersOf: provided }: EventOptions): HookBreakers {
  const stored: HookBreakers = {
    isOpen: (hook) => isOpen(stateDir, breakerName(hook), Date.now()) === 'open',
    settle: (hook, hasFailed) => {
      if (hasFailed) recordFailure(stateDir, breakerName(hook), Date.now());
      else recordSuccess(stateDir, breakerName(hook));
    },
  };
  if (provided === undefined) return stored;
  return {
    isOpen: (hook) => (provided(hook) ?? stored).isOpen(hook),
    settle: (hook, hasFailed) => (provided(hook) ?? stored).settle(hook, hasFailed),
  };
}
