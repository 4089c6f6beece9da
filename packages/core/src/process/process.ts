import { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';
import { monotonicMs } from './clock.ts';
import { type Isolation, whyNotIsolated } from './isolation.ts';
import { newMarker, ProcessGroup } from './process-group.ts';
import { nameSpawnError, STATUS_DESCRIPTOR, startProgram } from './spawn.ts';
import { type Ending, type StartedChild, type StopReason, supervise, type Unwatched } from './supervise.ts';

export const MAX_STDOUT_BYTES: number = 1024 * 1024;
export const MAX_STDERR_BYTES: number = 64 * 1024;

const MAX_STATUS_LENGTH = 4096;

export interface ProcessRequest {
  /** Run as it is, without a shell. `argv[0]` is an absolute path. */
  argv: readonly [string, ...string[]];
  cwd: string;
  /** The whole environment; only `HOOK_RUN` is added. */
  env: Readonly<Record<string, string>>;
  stdin: Buffer | string;
  /** Above 0. */
  timeoutMs: number;
  /** Default 1 MiB. One byte more ends the run. */
  maxStdoutBytes?: number;
  /** Default 64 KiB. One byte more ends the run. */
  maxStderrBytes?: number;
  /** The program is a shell, and what it starts is held to what a handler module may use. Linux only. */
  limitsMemory?: boolean | undefined;
  /** Absent = it is not isolated. */
  isolation?: Isolation | undefined;
  /** Settles the run at once as `aborted`; the group still gets TERM, 300 ms, KILL. */
  signal?: AbortSignal;
  /** Ends it by `killGroupsOf`. */
  owner?: object;
  /** Default: one of its own. */
  marker?: string;
  /** Gets the leader of its process group at the start. */
  onStart?: (leader: number) => void;
}

export interface ProcessResult {
  /** The first cause. A run that exits while it is being stopped keeps the reason of the stop. */
  end: 'exit' | 'signal' | StopReason | 'spawn-error';
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** Of a spawn error: bubblewrap's message, the system's code (`ENOENT`, `EMFILE`, `E2BIG`), Node's (`ERR_INVALID_ARG_VALUE`), or `CWD_MISSING`. */
  errorCode: string | null;
  /** At most the cap; what came before the end. */
  stdout: Buffer;
  stderr: Buffer;
  /** Until the result, by the monotonic clock. */
  durationMs: number;
}

interface HandedPipes extends Pick<Unwatched, 'letGo'> {
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/** A program that continues in the background. */
export interface DetachedProcess extends Pick<Unwatched, 'printed'> {
  readonly end: 'detached';
  /** Leads its group. */
  readonly pid: number;
  readonly marker: string;
  readonly pipes: HandedPipes;
  /** Waits for its end, with a timeout from now on. */
  readonly finish: (limits: {
    readonly timeoutMs: number;
    readonly signal: AbortSignal | undefined;
  }) => Promise<ProcessResult>;
}

/** A program that may continue in the background. */
export interface DetachableRequest extends ProcessRequest {
  /** Whether it does, from its standard output so far; then it runs without limits and is returned. */
  readonly detachesOn: ((stdout: Buffer) => boolean) | undefined;
}

/**
 * Runs one program of a hook to its end. Never rejects and never throws.
 *
 * The program leads its own process group. The run settles at the exit, not at the end of output; after `timeoutMs` it
 * settles within 500 ms whatever happens. The group is killed after every run, and on Linux also what left the group
 * while holding HookMD's pipes or until a timeout.
 */
export async function runProcess(request: DetachableRequest): Promise<ProcessResult | DetachedProcess>;
export async function runProcess(request: ProcessRequest): Promise<ProcessResult>;
export async function runProcess(
  request: ProcessRequest & Partial<DetachableRequest>,
): Promise<ProcessResult | DetachedProcess> {
  const startedAt = monotonicMs();
  const finish = (outcome: Partial<ProcessResult> & Pick<ProcessResult, 'end'>): ProcessResult => ({
    exitCode: null,
    signal: null,
    errorCode: null,
    stdout: Buffer.alloc(0),
    stderr: Buffer.alloc(0),
    ...outcome,
    durationMs: monotonicMs() - startedAt,
  });

  if (request.signal?.aborted === true) return finish({ end: 'aborted' });
  const marker = request.marker ?? newMarker();
  let started: StartedChild;
  try {
    started = await startProgram(request, marker);
  } catch (error) {
    return finish({ end: 'spawn-error', errorCode: nameSpawnError(error, request.cwd) });
  }
  request.onStart?.(started.pid);
  const isolationStatus = request.isolation === undefined ? null : readStatus(started);
  const ended = ({ stopped, ...ending }: Ending): ProcessResult => {
    const end = stopped ?? (ending.signal === null ? 'exit' : 'signal');
    const failure =
      isolationStatus === null || end !== 'exit'
        ? null
        : whyNotIsolated(isolationStatus(), ending.stderr.toString('utf8'));
    if (failure === null) return finish({ end, ...ending });
    return finish({ end: 'spawn-error', errorCode: failure });
  };
  const supervised = await supervise(
    started,
    new ProcessGroup(started.pid, marker, request.owner, isolationStatus !== null),
    {
      timeoutMs: request.timeoutMs,
      maxStdoutBytes: request.maxStdoutBytes ?? MAX_STDOUT_BYTES,
      maxStderrBytes: request.maxStderrBytes ?? MAX_STDERR_BYTES,
      signal: request.signal,
      limitsMemory: request.limitsMemory,
      isIsolated: isolationStatus !== null,
      detachesOn: request.detachesOn,
    },
  );
  if (!('watchOn' in supervised)) return ended(supervised);
  const { printed, letGo, watchOn } = supervised;
  const { pid, stdout, stderr } = started;
  return {
    end: 'detached',
    pid,
    marker,
    pipes: { stdout, stderr, letGo },
    printed,
    finish: async (limits) => ended(await watchOn(limits)),
  };
}

/** The status that bubblewrap has reported so far. */
function readStatus(child: StartedChild): () => string {
  let text = '';
  const pipe = child.stdio[STATUS_DESCRIPTOR] as Readable;
  pipe.on('error', () => {}); // a read error ends it
  pipe.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('latin1')).slice(-MAX_STATUS_LENGTH);
  });
  return () => text;
}

export { killAllGroups, killGroupsOf } from './process-group.ts';
