import { join } from 'node:path';
import { expect } from 'vitest';
import { readEventLog } from '../support/event-log.ts';
import { clearHookLog, type HookLog, type LoggedRun, readHookLog } from '../support/hook-log.ts';
import type { Json } from '../support/hook-package.ts';
import { leftoverProcesses } from '../support/leftover-processes.ts';
import { readIfThere } from '../support/read-if-there.ts';
import { type Ended, runHooks } from '../support/run-hooks.ts';
import { waitForFile } from '../support/wait-for-file.ts';
import { differences, exactDifferences, isObject } from './compare.ts';
import { payloadProblems } from './payload-schema.ts';
import { fillPlaces } from './places.ts';
import { readJson, withoutBundled } from './read-json.ts';
import type { Dispatch, FireExpectation, Step, Wanted } from './row.ts';
import type { Stage } from './run-case.ts';

/** What an event is about where a case does not say it. */
const USUAL_PAYLOADS: Readonly<Record<string, Json>> = {
  PreToolUse: { tool_name: 'Bash', tool_input: { command: 'ls' } },
  PermissionRequest: { tool_name: 'Bash', tool_input: { command: 'ls' } },
  PermissionDenied: { tool_name: 'Bash', tool_input: { command: 'ls' }, reason: 'no' },
  PostToolUse: { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: 'a.txt' },
  PostToolUseFailure: { tool_name: 'Bash', tool_input: { command: 'ls' }, error: 'not found' },
  UserPromptSubmit: { prompt: 'hello' },
};

/** Every part of a decision as it is when no hook says anything. */
const NOTHING_SAID = {
  decision: 'none',
  reason: null,
  decidedBy: [],
  output: null,
  changed: [],
  context: [],
  feedback: [],
  followUps: [],
  messages: null,
  hints: [],
  tools: null,
  callback: null,
  halt: null,
  userMessages: [],
  suppressOutput: false,
  dropped: [],
  failedOpen: [],
} as const;

/** Fires one event and holds both ends to what is expected: what the hooks read, what the host received. */
export async function fire(stage: Stage, given: Dispatch): Promise<void> {
  const { scratch } = stage;
  const dispatch = fillPlaces(given, scratch, new Map());
  const { event = 'PreToolUse', expect: wanted = {} } = dispatch;
  const payload = dispatch.payload ?? USUAL_PAYLOADS[event] ?? {};
  clearHookLog(scratch.log);
  const requested = stage.chat?.requests.length ?? 0;
  const ended = await call(stage, dispatch, ['run', event, '--json'], payload);
  const log = readHookLog(scratch.log);
  const left = wanted.leavesNothing ? await leftoverProcesses(scratch.dir) : [];
  const files = Object.entries(wanted.files ?? {}).flatMap(([path, text]) =>
    differences(readIfThere(join(scratch.dir, path)), text ?? undefined, path),
  );
  const problems = [
    ...judgeReply(ended, payload, wanted),
    ...judgeCosts(ended, wanted),
    ...judgeLog(log, wanted),
    ...judgeModel(stage, requested, wanted),
    ...files,
    ...left.map((process) => `left running: ${process}`),
    ...checkEventLog(stage, wanted),
    ...(await payloadProblems(log.runs)),
  ];
  if (wanted.host !== undefined)
    problems.push(...(await judgeHost(stage, dispatch, event, payload, wanted.host as HostExpectation)));
  if (problems.length > 0) expect.fail(`${problems.join('\n')}\n\n${describeEnd(ended)}`);
}

/** Fires one event many times at once, and counts what was started. */
export async function fireTogether(
  stage: Stage,
  { together: event, times, payload, starts }: Extract<Step, { readonly together: string }>,
): Promise<void> {
  const { log } = stage.scratch;
  clearHookLog(log);
  const given = payload ?? USUAL_PAYLOADS[event] ?? {};
  const calls = Array.from({ length: times }, () => call(stage, {}, ['run', event, '--json'], given));
  const bad = (await Promise.all(calls)).find(
    ({ exit, stderr }) => exit === null || exit > 1 || stderr !== '',
  );
  const { runs } = readHookLog(log);
  const found = Object.keys(starts).map((name) => [name, runs.filter((run) => run.name === name).length]);
  const problems = differences(Object.fromEntries(found), starts, 'starts');
  if (bad !== undefined || problems.length > 0)
    expect.fail(`${problems.join('\n')}\n\n${bad === undefined ? '' : describeEnd(bad)}`);
}

async function call(
  stage: Stage,
  dispatch: Dispatch,
  words: readonly string[],
  payload: Json,
): Promise<Ended> {
  const { scratch, roots } = stage;
  const { run = {} } = dispatch;
  const trust = run.approved ? [] : ['--dangerously-trust-all'];
  const stopWaiting = new AbortController();
  const ended = runHooks(scratch, [...words, ...trust, ...(run.args ?? []), ...roots], {
    stdin: typeof payload === 'string' ? payload : JSON.stringify(payload),
    ...(run.env === undefined ? {} : { env: run.env }),
    ...(dispatch.expect?.withinMiB === undefined ? {} : { measuresMemory: true }),
    ...(run.cwd === undefined ? {} : { cwd: join(scratch.dir, run.cwd) }),
    started: (pid) => {
      const { signal } = run;
      if (signal === undefined) return;
      const once = waitForFile(join(scratch.dir, signal.once), stopWaiting.signal);
      void once.then((exists) => exists && process.kill(pid, signal.name));
    },
  });
  return ended.finally(() => stopWaiting.abort());
}

function judgeReply(ended: Ended, payload: Json, wanted: FireExpectation): readonly string[] {
  const reply = readJson(ended.stdout);
  const stderr = differences(ended.stderr, wanted.stderr ?? '', 'stderr');
  if (wanted.error !== undefined) {
    return [
      ...differences(ended.exit, wanted.exit ?? 2, 'exit'),
      ...differences(reply, { schema: 'hookmd.error/1' }, 'error'),
      ...differences(reply, wanted.error, 'error'),
      ...stderr,
    ];
  }
  if (!isObject(reply)) return [`standard output is no JSON object: ${ended.stdout}`];
  const { decision = 'none', halt = null } = wanted;
  const isStopped = decision === 'block' || decision === 'ask' || halt !== null;
  return [
    ...differences(ended.exit, wanted.exit ?? (isStopped ? 1 : 0), 'exit'),
    ...judgeDecision(reply, payload, wanted),
    ...judgeRuns(reply, wanted),
    ...stderr,
  ];
}

function judgeDecision(
  reply: Readonly<Record<string, unknown>>,
  payload: Json,
  wanted: FireExpectation,
): readonly string[] {
  const input = isObject(payload) ? ((payload.tool_input ?? null) as Wanted) : undefined;
  const parts: Readonly<Record<string, Wanted>> = {
    ...NOTHING_SAID,
    ...(input === undefined ? {} : { input }),
  };
  return Object.keys({ ...parts, input: null }).flatMap((key) => {
    const isNamed = key in wanted;
    // Whoever blocks gives a reason and a name: a case need not repeat them.
    const isImplied =
      wanted.decision !== undefined &&
      wanted.decision !== 'none' &&
      (key === 'reason' || key === 'decidedBy');
    if (!isNamed && (isImplied || !(key in parts))) return [];
    return exactDifferences(reply[key], isNamed ? wanted[key as keyof FireExpectation] : parts[key], key);
  });
}

function judgeRuns(reply: Readonly<Record<string, unknown>>, wanted: FireExpectation): readonly string[] {
  const rows = (Array.isArray(reply.hooks) ? reply.hooks : []).filter(isObject);
  const rowOf = (key: string): Readonly<Record<string, unknown>> | undefined => {
    const [name, phase] = key.split(' ');
    return rows.find(
      (row) =>
        (row.name === name || row.qualifiedName === name) && (phase === undefined || row.phase === phase),
    );
  };
  return [
    ...Object.entries(wanted.outcomes ?? {}).flatMap(([name, outcome]) => {
      const row = rowOf(name);
      const found = row === undefined ? undefined : [row.outcome, row.cause].filter(Boolean).join(' ');
      return differences(found, outcome, `outcome of ${name}`);
    }),
    ...Object.entries(wanted.runMs ?? {}).flatMap(([name, [min, max]]) => {
      const ms = Number(rowOf(name)?.durationMs);
      return ms >= min && ms <= max ? [] : [`${name}: expected a run of ${min} to ${max} ms, it took ${ms}`];
    }),
    ...Object.entries(wanted.runs ?? {}).flatMap(([name, run]) =>
      differences(rowOf(name), run, `hooks ${name}`),
    ),
  ];
}

function judgeCosts(
  { elapsedMs, residentMiB }: Ended,
  { withinMs, atLeastMs, withinMiB }: FireExpectation,
): readonly string[] {
  const took = `it took ${Math.round(elapsedMs)} ms`;
  return [
    ...(withinMs !== undefined && elapsedMs > withinMs
      ? [`expected an answer within ${withinMs} ms, ${took}`]
      : []),
    ...(atLeastMs !== undefined && elapsedMs < atLeastMs
      ? [`expected at least ${atLeastMs} ms, ${took}`]
      : []),
    ...(withinMiB !== undefined && residentMiB > withinMiB
      ? [`expected at most ${withinMiB} MiB, it held ${residentMiB}`]
      : []),
  ];
}

function judgeLog({ runs, lines }: HookLog, wanted: FireExpectation): readonly string[] {
  const names = runs.map(({ name, phase }) => (phase === 'recheck' ? `${name}/recheck` : name));
  const problems: string[] = [];
  if (wanted.ran !== undefined) problems.push(...differences(names, wanted.ran, 'ran'));
  if (wanted.ranInAnyOrder !== undefined) {
    problems.push(...differences([...names].sort(), [...wanted.ranInAnyOrder].sort(), 'ran'));
  }
  if (wanted.atOnce !== undefined)
    problems.push(...differences(mostAtOnce(lines), wanted.atOnce, 'running at once'));
  if (wanted.log !== undefined) problems.push(...differences(lines, wanted.log, 'log'));
  const runOf = (key: string): LoggedRun | undefined => runs[names.lastIndexOf(key)];
  const each = (
    of: Readonly<Record<string, Wanted>> | undefined,
    subject: (run: LoggedRun) => unknown,
    label: string,
  ): void => {
    for (const [name, value] of Object.entries(of ?? {})) {
      const found = runOf(name);
      if (found === undefined) problems.push(`${name} was not started`);
      else problems.push(...differences(subject(found), value, `${label} of ${name}`));
    }
  };
  for (const [name, value] of Object.entries(wanted.stdinOf ?? {})) {
    each(
      { [name]: value },
      ({ stdin }) =>
        typeof value === 'object' && value !== null && !(value instanceof RegExp)
          ? readJson(stdin ?? '')
          : stdin,
      'stdin',
    );
  }
  each(wanted.argvOf, ({ argv }) => argv, 'argv');
  each(wanted.cwdOf, ({ cwd }) => cwd, 'cwd');
  each(wanted.envOf, ({ env }) => env, 'environment');
  if (wanted.sameStdin !== undefined) {
    const [first, ...rest] = wanted.sameStdin.map((name) => runOf(name)?.stdin ?? null);
    if (first === null || first === '') problems.push(`${wanted.sameStdin[0]} read nothing`);
    if (rest.some((item) => item !== first))
      problems.push(`${wanted.sameStdin.join(', ')} read different bytes`);
  }
  return problems;
}

/** `before` = how often it had been asked when the event was fired. */
function judgeModel({ chat }: Stage, before: number, wanted: FireExpectation): readonly string[] {
  const requests = chat?.requests ?? [];
  return [
    ...(wanted.asked === undefined ? [] : differences(requests.length - before, wanted.asked, 'asked')),
    ...(wanted.lastAsked === undefined ? [] : differences(requests.at(-1), wanted.lastAsked, 'last asked')),
  ];
}

function mostAtOnce(lines: readonly string[]): number {
  let running = 0;
  let most = 0;
  for (const line of lines) {
    running += line.startsWith('start ') ? 1 : -1;
    most = Math.max(most, running);
  }
  return most;
}

function checkEventLog({ scratch }: Stage, { eventLog }: FireExpectation): readonly string[] {
  return eventLog === undefined
    ? []
    : differences(withoutBundled(readEventLog(scratch.state).at(-1)), eventLog, 'eventLog');
}

type HostExpectation = Exclude<FireExpectation['host'], undefined>;

/** The same event in the form of a real agent, and what that receives. */
async function judgeHost(
  stage: Stage,
  dispatch: Dispatch,
  event: string,
  payload: Json,
  wanted: HostExpectation,
): Promise<readonly string[]> {
  const native = isObject(payload) ? { hook_event_name: event, ...payload } : payload;
  const ended = await call(stage, dispatch, ['run', '--agent', 'claude-code'], native as Json);
  if (isObject(wanted) && 'stderr' in wanted) {
    return exactDifferences(
      { exit: ended.exit, stdout: ended.stdout, stderr: ended.stderr },
      { stdout: '', ...(wanted as object) },
      'host',
    );
  }
  const found = ended.stdout === '' ? '' : readJson(ended.stdout);
  return [...differences(ended.exit, 0, 'host exit'), ...exactDifferences(found, wanted as Wanted, 'host')];
}

function describeEnd({ exit, signal, stdout, stderr }: Ended): string {
  return `exit ${exit ?? signal}\n${stdout.slice(0, 6000)}\n${stderr.slice(0, 2000)}`;
}
