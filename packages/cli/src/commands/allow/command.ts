import { userInfo } from 'node:os';
import { HookError } from '@hookmd/core/errors';
import {
  ALLOW_SCHEMA,
  type Allowance,
  type AllowRecord,
  appendRecord,
  clockNow,
  type EventLogRecord,
  isTrace,
  readAllowance,
  readEventLog,
  writeAllowance,
} from '@hookmd/core/event-log';
import { type ActiveHook, isAdministrators, loadHookIndex } from '@hookmd/core/hook-index';
import { mayLiftBlock } from '@hookmd/core/settings';
import { cleanLine } from '@hookmd/core/text';
import { allowText, callText, dispatchId } from '@hookmd/ui/words';
import type { Choices, Command, ExitCode } from '../../command-line/command.ts';
import { type Context, eventLogDir, placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { parseDuration, usage } from '../../command-line/usage.ts';
import { findRecord } from '../../event-log/find-record.ts';
import { describeAgo } from '../../ui/ago.ts';
import { wrap } from '../../ui/output.ts';
import { promptYes } from '../../ui/prompts.ts';

/** How long an allowance for once waits for its call. */
const ONCE_MS = 10 * 60_000;
const MAX_MS = 60 * 60_000;
const OFFERED = 10;

export const command: Command = {
  name: 'allow',
  usage: '<id>',
  about:
    'Let one blocked call through: exactly this call, once within 10 minutes, for the hooks that blocked it in the version that did. Then tell your agent to run it again.',
  changesTrust: true,
  options: [{ flags: '--for <time>', about: 'as often as it comes in this time, up to 60m' }],
  examples: ['hooks allow 4bf92f35', 'hooks allow 4bf92f35 --for 10m'],
  choices: offerBlocked,
  async run(context) {
    const eventLog = eventLogDir(placesOf(context));
    const record = findRecord(eventLog, context.words[0]);
    const allowance = await makeAllowance(context, record);
    if (!context.mayPrompt) throw new HookError('ALLOW_UNANSWERED', {});
    const now = new Date();
    const allowed: AllowRecord = {
      schema: ALLOW_SCHEMA,
      traceId: record.traceId,
      spanId: record.spanId,
      parentSpanId: record.parentSpanId,
      time: now.toISOString(),
      event: record.event,
      projectDir: record.projectDir,
      by: userName(),
      use: allowance.use,
      forMs: allowance.forMs,
      hooks: [],
    };
    showBlock(context, record, allowance);
    const isAllowed = await promptYes(
      context.err,
      `Allow exactly this call ${allowText(allowed).replace(/^.*?, /, '')}?`,
    );
    if (isAllowed !== true) {
      context.err.line('Nothing was allowed.');
      return isAllowed === null ? 130 : 1;
    }
    writeAllowance(placesOf(context).stateDir, { ...allowance, ...startOf() });
    const problem = appendRecord(eventLog, allowed, now);
    if (problem !== null) context.err.line(context.err.paint('yellow', problem.message));
    context.out.line(`allowed by ${allowText(allowed)}`);
    context.err.line('Tell your agent to run the same call again.');
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

function startOf(): Pick<Allowance, 'startedAt' | 'startedUptime'> {
  const { time, uptime } = clockNow();
  return { startedAt: time, startedUptime: uptime };
}

/** Throws ALLOW_NOTHING, ALLOW_POLICY and USAGE. */
async function makeAllowance(
  context: Context,
  record: EventLogRecord,
): Promise<Omit<Allowance, 'startedAt' | 'startedUptime'>> {
  const time = context.options.text('for');
  const forMs = time === undefined ? ONCE_MS : parseDuration(time);
  if (forMs <= 0 || forMs > MAX_MS) throw usage(`\`--for\` cannot be "${time}"`, 'Name a time of up to 60m.');
  const use = time === undefined ? 'once' : 'timed';
  const call = record.callDigest;
  const nothing = (detail: string, fix: string): HookError => new HookError('ALLOW_NOTHING', { detail, fix });
  if (!isStopped(record))
    throw nothing('no hook blocked it', 'Run `hooks log` to find the call that was blocked.');
  if (call === undefined)
    throw nothing(
      'it is no tool call, or the event log does not record calls (`eventLog.payloads: none`)',
      'Change the hook or its settings instead: `hooks trace` shows which one blocked.',
    );
  const { hooks, settings } = await stoppingHooks(context, record, call);
  if (hooks.length === 0)
    throw nothing('the hooks that blocked it do not run any more in that version', 'Run the call again.');
  const held = hooks.filter((hook) => !mayLiftBlock(settings, isAdministrators(hook), use));
  if (held.length > 0) {
    const names = held.map(({ qualifiedName }) => qualifiedName).join(', ');
    const fix =
      settings.allow === 'once'
        ? 'It lets you allow the call once: run `hooks allow` without `--for`.'
        : 'Ask the administrator of this machine to set `allow` in its policy.';
    throw new HookError('ALLOW_POLICY', { names, fix });
  }
  return { use, call, forMs, hooks: hooks.map(({ qualifiedName, digest }) => ({ qualifiedName, digest })) };
}

function isStopped({ decision, hooks }: EventLogRecord): boolean {
  return decision === 'block' || decision === 'ask' || hooks.some(({ allowed }) => allowed === true);
}

/** The hooks that blocked the call, and those that the user allows it already, where they still run in that version. */
async function stoppingHooks(context: Context, record: EventLogRecord, call: string) {
  const { decidedBy = [], hooks, projectDir } = record;
  const places = placesOf(context, { workDir: projectDir, project: projectDir });
  const { set } = await loadHookIndex(places, context.environment, 'approved');
  const stopped = [
    ...hooks.filter(({ qualifiedName, allowed }) => decidedBy.includes(qualifiedName) || allowed),
    // The block of another hook may have canceled them.
    ...(readAllowance(places.stateDir, call)?.hooks ?? []),
  ];
  const isOneOf = ({ qualifiedName, digest }: ActiveHook): boolean =>
    stopped.some((hook) => hook.qualifiedName === qualifiedName && hook.digest === digest);
  return { hooks: set.hooks.filter(isOneOf), settings: set.settings };
}

function showBlock({ err }: Context, record: EventLogRecord, { hooks }: Pick<Allowance, 'hooks'>): void {
  const names = hooks.map(({ qualifiedName }) => cleanLine(qualifiedName)).join(', ');
  const call = callText(record);
  err.line(call);
  // The user must not agree to an end that is not shown.
  if (call.endsWith('…'))
    err.line(err.paint('yellow', '  The call is longer: the event log has only this beginning of it.'));
  for (const line of wrap(`blocked by ${names}: ${cleanLine(record.reason ?? '')}`, err.width - 2))
    err.line(`  ${line}`);
}

/** The latest blocked calls. */
async function offerBlocked(context: Context): Promise<Choices> {
  const { entries } = readEventLog(eventLogDir(placesOf(context)), { last: 500 });
  const blocked = entries
    .filter(isTrace)
    .filter((record) => isStopped(record) && record.callDigest !== undefined);
  return {
    question: 'Allow which call?',
    isSeveral: false,
    options: blocked.slice(0, OFFERED).map((record) => ({
      value: dispatchId(record),
      label: `${callText(record)} (${describeAgo(Date.parse(record.time), Date.now())})`,
    })),
  };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
