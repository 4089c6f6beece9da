import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { HookError } from '@hookmd/core/errors';
import { makeDirectory, monotonicMs, type Places, resolvePlaces, tryLock } from '@hookmd/core/system';
import { counted } from '@hookmd/core/text';
import type { Action, ActionContext } from '../action.ts';
import { type FleetSettings, natsOptions, otlpOptions, placeOptions, readSettings } from '../settings.ts';
import { NatsSink } from '../sinks/nats.ts';
import { OtlpSink } from '../sinks/otlp.ts';
import { type Sink, SinkError } from '../sinks/sink.ts';
import { fleetDir } from './cursor.ts';
import { forgetCopiedLocks, LogLock, SHIPPER_LOCK } from './log-lock.ts';
import { Shipper } from './shipper.ts';
import { Spool } from './spool.ts';
import { describeMachine, type SinkState } from './state.ts';

const REPORT_MS = 60_000;
const CLOCK_CHECK_MS = 5_000;
const CLOCK_JUMP_MS = 60_000;

export const action: Action = {
  usage: '',
  about:
    'Send the event log of this user to the receivers that the policy names. Nothing is lost while they are away.',
  options: [
    { flags: '--once', about: 'send what is there and end, for cron' },
    ...natsOptions,
    ...otlpOptions,
    ...placeOptions,
  ],
  examples: [
    'hooks fleet ship',
    'hooks fleet ship --once',
    'hooks fleet ship --once --nats nats://127.0.0.1:4222',
  ],
  async run(context) {
    const places = resolvePlaces({
      home: context.text('home'),
      state: context.text('state'),
      cwd: context.cwd,
      workDir: '/',
      environment: context.environment,
    });
    const sinks = openSinks(await readSettings(context, places.managedDir));
    makeDirectory(fleetDir(places.stateDir));
    forgetCopiedLocks(places.stateDir);
    const unlock = tryLock(join(fleetDir(places.stateDir), SHIPPER_LOCK));
    if (unlock === null) {
      if (context.has('once')) return alreadySent(context);
      throw new HookError('SHIPPER_RUNS', { dir: places.stateDir });
    }
    try {
      // Whatever is under way can be cut off: what was not acknowledged is sent again.
      return await Promise.race([ship(context, places, sinks), ended(context.signal)]);
    } finally {
      await Promise.all(sinks.map((sink) => sink.close()));
      unlock();
    }
  },
};

async function ended(signal: AbortSignal): Promise<0> {
  if (!signal.aborted) await once(signal, 'abort');
  return 0;
}

function alreadySent(context: ActionContext): 0 {
  if (context.isJson) context.print({ schema: 'hookmd.shipping/1', sent: 0, running: true });
  else context.out('Another shipper is sending already.');
  return 0;
}

function openSinks({ nats, otlp }: FleetSettings): readonly Sink[] {
  const sinks = [nats === null ? [] : new NatsSink(nats), otlp === null ? [] : new OtlpSink(otlp)].flat();
  if (sinks.length > 0) return sinks;
  const keys = '`fleet.nats.servers` and no `fleet.otlp.url`';
  throw new HookError('NO_RECEIVER', { receiver: 'receiver', keys, options: '`--nats URL` or `--otlp URL`' });
}

/** What sends to one sink. */
interface SinkShipper {
  readonly sink: Sink;
  readonly spool: Spool;
  readonly shipper: Shipper;
}

async function ship(context: ActionContext, places: Places, sinks: readonly Sink[]): Promise<0 | 1> {
  let sent = 0;
  const lock = new LogLock(places.stateDir);
  const shippers = sinks.map((sink): SinkShipper => {
    const spool = new Spool(places.stateDir, sink.name);
    let last = '';
    const problem = (error: SinkError): void => {
      // A receiver that is away for a day is one line, not a thousand.
      if (error.message !== last) context.err(`${sink.name}: ${error.message} ${error.remedy}`);
      last = error.message;
    };
    const count = (records: number): void => {
      sent += records;
      if (last !== '') context.err(`${sink.name}: the receiver takes records again.`);
      last = '';
    };
    return { sink, spool, shipper: new Shipper(sink, spool, lock, { sent: count, problem }) };
  });
  noteClockBehind(shippers);
  if (!context.has('once')) {
    await together(context.signal, (signal) => [
      ...shippers.map(({ shipper }) => shipper.run(signal)),
      report({ ...context, signal }, places, shippers),
      watchClock(signal, shippers),
    ]);
    return 0;
  }
  const results = await Promise.allSettled(shippers.map(({ shipper }) => shipper.once(context.signal)));
  const failures = results.flatMap((result): readonly unknown[] =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  if (failures.length < shippers.length) await reportOnce(context, places, shippers).catch(() => {});
  const [cause] = failures;
  if (cause instanceof SinkError)
    throw new HookError('NOT_SENT', { detail: cause.message, fix: cause.remedy }, { cause });
  if (failures.length > 0) throw cause;
  if (context.isJson) context.print({ schema: 'hookmd.shipping/1', sent, running: false });
  else context.out(`${counted(sent, 'record')} sent`);
  return 0;
}

/** Ends all tasks when one fails: a machine that only reports would look as if it were fine. */
async function together(
  signal: AbortSignal,
  start: (signal: AbortSignal) => readonly Promise<void>[],
): Promise<void> {
  const failed = new AbortController();
  const tasks = start(AbortSignal.any([signal, failed.signal]));
  try {
    await Promise.all(tasks);
  } finally {
    failed.abort();
    await Promise.allSettled(tasks);
  }
}

async function report(
  context: ActionContext,
  places: Places,
  shippers: readonly SinkShipper[],
): Promise<void> {
  while (!context.signal.aborted) {
    // Its receiver is away: the next report comes with the next attempt.
    await reportOnce(context, places, shippers).catch(() => {});
    await delay(REPORT_MS, undefined, { signal: context.signal }).catch(() => {});
  }
}

async function reportOnce(
  context: ActionContext,
  places: Places,
  shippers: readonly SinkShipper[],
): Promise<void> {
  const sinks = Object.fromEntries(
    shippers.map(({ sink, spool, shipper }): [string, SinkState] => {
      const { last, dropped, rejected, notes = {} } = spool.cursor;
      const problem = shipper.problem?.message ?? null;
      return [
        sink.name,
        { sequence: last.sequence, waiting: spool.waiting(), dropped, rejected, problem, notes },
      ];
    }),
  );
  const cursors = shippers.map(({ spool }) => spool.cursor);
  const state = await describeMachine(places, cursors, sinks, context);
  await Promise.all(shippers.map(({ sink, spool }) => sink.report(spool.cursor.machine, state)));
}

/**
 * The order of records does not depend on clocks, but their times do, so a clock that was set back is reported. One
 * that is ahead may have slept.
 */
async function watchClock(signal: AbortSignal, shippers: readonly SinkShipper[]): Promise<void> {
  let wall = Date.now();
  let steady = monotonicMs();
  while (!signal.aborted) {
    await delay(CLOCK_CHECK_MS, undefined, { signal }).catch(() => {});
    const backMs = wall - Date.now() + (monotonicMs() - steady);
    wall = Date.now();
    steady = monotonicMs();
    if (backMs > CLOCK_JUMP_MS) noteJump(shippers, backMs);
  }
}

/** The clock was set back while no shipper ran. */
function noteClockBehind(shippers: readonly SinkShipper[]): void {
  const times = shippers.flatMap(({ spool }) => spool.cursor.lastEvent ?? []);
  const behindMs = Math.max(0, ...times.map((time) => Date.parse(time) - Date.now()));
  if (behindMs > CLOCK_JUMP_MS) noteJump(shippers, behindMs);
}

function noteJump(shippers: readonly SinkShipper[], ms: number): void {
  shippers[0]?.spool.note('clock-jumped', `the clock went back by ${Math.round(ms / 1_000)} seconds`);
}
