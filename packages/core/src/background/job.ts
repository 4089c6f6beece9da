import type { BackgroundFacts, BackgroundWork } from '../dispatch/result.ts';
import type { TraceIds } from '../event-log/ids.ts';
import type { HookEvent } from '../events/event.ts';
import type { ExecutorRequest, HandlerResult } from '../executors/executor.ts';
import { executors } from '../executors/index.ts';
import { startTime } from '../process/process-group.ts';

/** Where a dispatch was, for the records of what is left of it. */
export interface BackgroundOrigin {
  readonly ids: TraceIds;
  readonly stateDir: string;
  readonly projectDir: string;
}

/** What is left of one dispatch, with all that it takes to bring it to its end and to record it. */
export interface BackgroundJob
  extends BackgroundOrigin,
    Pick<BackgroundWork, 'begunMs' | 'removed' | 'concurrency'> {
  readonly runs: readonly BackgroundRun[];
}

/** One run, not started yet or running already. */
export interface BackgroundRun extends BackgroundFacts {
  /** Since the beginning of the dispatch; null = it is not started yet. */
  readonly startMs: number | null;
  readonly finish: (signal: AbortSignal) => Promise<HandlerResult>;
  /** Another process started it, so its exit code is unknown. */
  readonly isAdopted: boolean;
}

/** The job for this process. */
export function jobHere(origin: BackgroundOrigin, work: BackgroundWork): BackgroundJob {
  const { begunMs, removed, concurrency, starts, detached } = work;
  return {
    ...origin,
    begunMs,
    removed,
    concurrency,
    runs: [
      ...detached.map(
        ({ detached: process, ...run }): BackgroundRun => ({
          ...run,
          isAdopted: false,
          finish: (signal) => process.finish(run.timeoutMs, signal),
        }),
      ),
      ...starts.map((start) => toRun(start, start.request)),
    ],
  };
}

interface PackedRun extends Omit<BackgroundFacts, 'event'> {
  /** Its place in `events`: many hooks read the same. */
  readonly event: number;
  readonly start?: Omit<ExecutorRequest, 'stdin' | 'timeoutMs' | 'signal'> & {
    readonly stdin: number;
  };
  readonly rest?: {
    readonly startMs: number;
    readonly pid: number;
    readonly marker: string;
    readonly begun: number | null;
    /** What was read so far, in base64. */
    readonly stdout: string;
    readonly stderr: string;
  };
}

interface PackedJob extends Omit<BackgroundJob, 'runs'> {
  readonly events: readonly HookEvent[];
  readonly stdins: readonly string[];
  readonly runs: readonly PackedRun[];
}

/**
 * The job as bytes, for another HookMD process; the pipes of `work.detached` are passed beside it, stdout before stderr, in
 * their order.
 */
export function packJob(origin: BackgroundOrigin, work: BackgroundWork): Buffer {
  const { begunMs, removed, concurrency, starts, detached } = work;
  const events: HookEvent[] = [];
  const stdins: Buffer[] = [];
  const runs: PackedRun[] = [
    ...detached.map(({ detached: run, startMs, event, ...facts }): PackedRun => {
      const { pid, marker, printed } = run.process;
      const { stdout, stderr } = printed();
      const heads = { stdout: stdout.toString('base64'), stderr: stderr.toString('base64') };
      // Its number cannot be another's yet: it is our child.
      const rest = { startMs, pid, marker, begun: startTime(pid), ...heads };
      return { ...facts, event: placeIn(events, event), rest };
    }),
    // A model caller cannot be serialized, and API keys must not be.
    ...starts.map(({ request: { stdin, models: _, ...request }, event, ...facts }): PackedRun => {
      const start = { ...request, stdin: placeIn(stdins, stdin) };
      return { ...facts, event: placeIn(events, event), start };
    }),
  ];
  const texts = stdins.map((bytes) => bytes.toString('base64'));
  const job: PackedJob = { ...origin, begunMs, removed, concurrency, events, stdins: texts, runs };
  return Buffer.from(JSON.stringify(job));
}

/** The inverse of `packJob`; `firstPipe` is the descriptor of the first pipe, `models` calls the models of this process. */
export function unpackJob(
  bytes: Buffer,
  firstPipe: number,
  models: ExecutorRequest['models'],
): BackgroundJob {
  const { events, stdins, runs, ...job } = JSON.parse(bytes.toString('utf8')) as PackedJob;
  const shared = stdins.map((text) => Buffer.from(text, 'base64'));
  let pipe = firstPipe;
  return {
    ...job,
    runs: runs.map(({ start, rest, ...packed }): BackgroundRun => {
      const facts: BackgroundFacts = { ...packed, event: events[packed.event] as HookEvent };
      if (rest === undefined) {
        if (start === undefined) throw new Error('a run of the background has neither start nor rest');
        return toRun(facts, { ...start, models, stdin: shared[start.stdin] ?? Buffer.alloc(0) });
      }
      const { startMs, stdout, stderr, ...process } = rest;
      const outFd = pipe++;
      const errFd = pipe++;
      const { timeoutMs, hook } = facts;
      const { adopt } = executors[hook.mode];
      if (adopt === undefined) throw new Error(`a run of mode ${hook.mode} cannot be left to us`);
      return {
        ...facts,
        startMs,
        isAdopted: true,
        finish: (signal) =>
          adopt({
            ...process,
            stdout: { fd: outFd, head: Buffer.from(stdout, 'base64') },
            stderr: { fd: errFd, head: Buffer.from(stderr, 'base64') },
            timeoutMs,
            signal,
          }),
      };
    }),
  };
}

function toRun(
  facts: BackgroundFacts,
  request: Omit<ExecutorRequest, 'timeoutMs' | 'signal'>,
): BackgroundRun {
  const { hook, name, event, file, timeoutMs } = facts;
  return {
    ...{ hook, name, event, file, timeoutMs },
    startMs: null,
    isAdopted: false,
    finish: async (signal) => {
      const result = await executors[hook.mode].run({ ...request, timeoutMs, signal });
      if (result.kind === 'detached') throw new Error('a background run detached itself');
      return result;
    },
  };
}

function placeIn<T>(list: T[], item: T): number {
  const at = list.indexOf(item);
  return at >= 0 ? at : list.push(item) - 1;
}
