import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Places, projectOf } from '../discovery/places.ts';
import { type Completion, completeEvent } from '../dispatch/complete-event.ts';
import { dispatch } from '../dispatch/dispatch.ts';
import type { Dispatched, DispatchRequest, HookBreakers } from '../dispatch/request.ts';
import { HookError } from '../errors/hook-error.ts';
import { type Issue, isAboutNoHook } from '../errors/issue.ts';
import { appendRecord } from '../event-log/append.ts';
import { newTraceIds, ulid } from '../event-log/ids.ts';
import { traceRecord } from '../event-log/record.ts';
import type { Decision } from '../events/decision.ts';
import { type EventName, eventRow } from '../events/events.ts';
import type { JsonObject } from '../events/json.ts';
import { isSilent } from '../events/outcome.ts';
import { mayBeForeign } from '../events/source.ts';
import type { PartialEvent } from '../protocols/format.ts';
import type { ActiveHook, ActiveSet } from '../registry/active-set.ts';
import { breakerName, isOpen, recordFailure, recordSuccess } from '../registry/breakers.ts';
import { messagesForUser } from '../registry/notify-user.ts';
import { openOnce, openReported } from '../registry/once.ts';
import { CONTINUATIONS, openSession } from '../registry/sessions.ts';
import { makeDirectory } from '../state/files.ts';
import { encodeFileName } from '../state/hash.ts';
import type { DispatchSpan, EventOptions, EventResult, RuntimeOptions, TakeOver } from './runtime.ts';

/** What a runtime has opened, and every event of it uses. */
interface Opened {
  readonly set: ActiveSet;
  readonly issues: readonly Issue[];
  readonly owner: object;
  readonly takeOver: TakeOver | null;
  readonly warm: DispatchRequest['warm'];
}

type EventResultHere = EventResult & Partial<Pick<Dispatched, 'endProcesses'>>;

/** Takes one event from the payload to the decision and its record. Throws PAYLOAD where it cannot be an event. */
export async function handleEvent(
  given: RuntimeOptions,
  opened: Opened,
  name: EventName,
  payload: JsonObject,
  firing: EventOptions,
): Promise<EventResultHere> {
  const { places, registration } = given;
  const host = firing.host === undefined ? given.host : { ...given.host, ...firing.host };
  const signal = firing.signal ?? given.signal;
  const options: RuntimeOptions = { ...given, host, ...(signal === undefined ? {} : { signal }) };
  const native = host.wire.readEvent(payload, name);
  const completion = completeEvent(native, {
    event: name,
    eventId: ulid(Date.now()),
    agent: host.name,
    cwd: options.cwd,
    projectDir: (cwd, given) => options.project ?? given ?? projectOf(cwd, places),
  });
  if ('problems' in completion) {
    throw new HookError('PAYLOAD', {
      detail: `does not fit ${name}: ${completion.problems.join('; ')}`,
      fix: `See \`hooks events ${name}\` for its fields.`,
    });
  }
  const budgetMs = options.budgetMs === undefined ? host.budgetMs(name) : options.budgetMs;
  const judge = (waitedMs: number): Promise<EventResultHere> => {
    const leftMs = budgetMs === null ? null : Math.max(1, budgetMs - waitedMs);
    const left = waitedMs === 0 ? options : { ...options, budgetMs: leftMs };
    return dispatchEvent(left, opened, completion, native, firing);
  };
  if (registration === undefined) return judge(0);
  const { dispatchOnce } = await import('./dispatch-once.ts');
  const { event, warnings } = completion;
  return dispatchOnce({ stateDir: places.stateDir, event, registration, warnings, budgetMs, signal }, judge);
}

async function dispatchEvent(
  options: RuntimeOptions,
  { set, issues, owner, takeOver, warm }: Opened,
  completion: Exclude<Completion, { problems: unknown }>,
  native: PartialEvent,
  firing: EventOptions,
): Promise<EventResultHere> {
  const { places, host, signal } = options;
  const environment = firing.environment ?? options.environment;
  const name = completion.event.hook_event_name;
  const traceparent = environment['TRACEPARENT'];
  const span = firing.tracing?.begin(completion.event, traceparent) ?? null;
  const ids = span?.ids ?? newTraceIds(traceparent);
  const session = openSession(places.stateDir, host.name, completion.event.session_id);
  const { stateDir } = places;
  const once = openOnce(stateDir, session);
  const told = firing.dispatchId === undefined ? undefined : openReported(session, firing.dispatchId);
  const settling = eventRow(name).class === 'settle' ? await import('../dispatch/continuations.ts') : null;
  const request: DispatchRequest = {
    event: settling?.addContinuations(session, completion.event, native) ?? completion.event,
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
    ...(told === undefined ? {} : { told }),
    context: firing.context ?? options.context,
    ...(takeOver === null
      ? {}
      : { background: (work) => takeOver({ ids, stateDir, projectDir: places.projectDir }, work) }),
    breakers: breakersOf(places.stateDir, firing),
    dataDir: (hook) => makeDataDir(places, hook),
    ...(options.budgetMs === undefined ? {} : { budgetMs: options.budgetMs }),
    ...(signal === undefined ? {} : { signal }),
    ...(options.watch === undefined ? {} : { watch: options.watch }),
  };
  const dispatched = await dispatchWithin(span, request);
  const { event, endProcesses } = dispatched;
  const decision =
    settling?.capContinuations(session, event, dispatched.decision, set.settings.maxFollowUps) ??
    dispatched.decision;
  span?.end(decision, set.hooks);
  // The user speaks: from here on hooks may keep the agent going again.
  const speaks = name === 'UserPromptSubmit' && (host.isFromUser?.(event) ?? true);
  if (speaks && decision.decision !== 'block') session.forget(CONTINUATIONS);
  const problem = (options.daemon?.record ?? appendRecord)(
    join(places.stateDir, 'journal'),
    traceRecord(decision, event, ids, places.projectDir),
    new Date(),
  );
  const news = options.notifiesUser
    ? messagesForUser(places.stateDir, event, set, reportedFailures(decision), wentOnWith(decision))
    : [];
  const warnings = [
    ...completion.warnings,
    ...issues.filter((one) => !isAboutNoHook(one)).map((one) => one.message),
    ...unreadable(set),
    ...once.problems.map((one) => one.message),
    ...(problem === null ? [] : [problem.message]),
  ];
  const userMessages = [...decision.userMessages, ...news];
  return {
    decision: { ...decision, userMessages },
    event,
    warnings,
    endProcesses,
    ...(told === undefined ? {} : { delivered: told.forget }),
  };
}

async function dispatchWithin(span: DispatchSpan | null, request: DispatchRequest): Promise<Dispatched> {
  if (span === null) return dispatch(request);
  try {
    return await span.within(() => dispatch(request));
  } catch (error) {
    span.fail(error);
    throw error;
  }
}

/** Of what failed while the event went on: not what only came to no end. */
function reportedFailures({ failedOpen, hooks }: Decision): readonly string[] {
  const silent = hooks.filter(isSilent).map(({ qualifiedName }) => qualifiedName);
  return failedOpen.filter((name) => !silent.includes(name));
}

/** What hooks said of an event that they let go on. */
function wentOnWith({ decision, hooks }: Decision): Decision['hooks'] {
  return decision === 'block' ? [] : hooks;
}

/** With each event; `hooks check` has them all. */
const MOST_UNREADABLE = 5;

/** Packages of which not even the events are known: no event can show them as not asked. */
function unreadable(set: ActiveSet): readonly string[] {
  const found = set.inactive.filter((one) => one.events.length === 0 && one.cause.startsWith('MANIFEST_'));
  const said = found
    .slice(0, MOST_UNREADABLE)
    .map((one) => `${one.qualifiedName} is invalid and will not run: ${one.reason}`);
  const left = found.length - said.length;
  return left > 0 ? [...said, `${left} more packages are invalid: \`hooks check\` says why.`] : said;
}

/** The hook's own writable folder; packages of two projects never share one. Where it cannot be made the hook still runs, and finds it missing. */
function makeDataDir(places: Places, hook: ActiveHook): string {
  const dir = dataDirOf(places, hook);
  try {
    // Nearly always it is there, and a look is cheaper than the error of making it once more.
    if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) makeDirectory(dir);
  } catch {
    // A full or read-only disk must not keep a guard from guarding.
  }
  return dir;
}

/** Where that is, whether it is there or not. */
export function dataDirOf(
  { stateDir, projectDir }: Places,
  { source, name }: Pick<ActiveHook, 'source' | 'name'>,
): string {
  const owner = mayBeForeign(source) ? join(source, encodeFileName(projectDir)) : source;
  return join(stateDir, 'data', owner, name);
}

/** Failures are remembered in the state folder, but of hooks that the firing remembers itself. */
function breakersOf(stateDir: string, { breakersOf: others }: EventOptions): HookBreakers {
  const kept: HookBreakers = {
    isOpen: (hook) => isOpen(stateDir, breakerName(hook), Date.now()) === 'open',
    settle: (hook, hasFailed) => {
      if (hasFailed) recordFailure(stateDir, breakerName(hook), Date.now());
      else recordSuccess(stateDir, breakerName(hook));
    },
  };
  if (others === undefined) return kept;
  return {
    isOpen: (hook) => (others(hook) ?? kept).isOpen(hook),
    settle: (hook, hasFailed) => (others(hook) ?? kept).settle(hook, hasFailed),
  };
}
