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
  /** Absent = it runs as we do. */
  isolation?: Isolation | undefined;
  /** Settles the run at once as `aborted`; the group still gets TERM, 300 ms, KILL. */
  signal?: AbortSignal;
  /** Whoever can end it by `killGroupsOf`. */
  owner?: object;
  /** Default: one of its own. */
  marker?: string;
  /** Is told the leader of its group as soon as there is one. */
  onStart?: (leader: number) => void;
}

export interface ProcessResult {
  /** The first cause. A run that exits while it is being stopped keeps the reason of the stop. */
  end: 'exit' | 'signal' | StopReason | 'spawn-error';
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** Of a spawn error: what bubblewrap said, the system's code (`ENOENT`, `EMFILE`, `E2BIG`), Node's (`ERR_INVALID_ARG_VALUE`), or `CWD_MISSING`. */
  errorCode: string | null;
  /** At most the cap; what came before the end. */
  stdout: Buffer;
  stderr: Buffer;
  /** Until the result, by the monotonic clock. */
  durationMs: number;
}

/**
 * Runs one program of a hook to its end. Never rejects and never throws.
 *
 * The program leads its own process group. It settles on exit, not on end of output; after
 * `timeoutMs` it settles within 500 ms whatever happens. The group is killed after every run,
 * and on Linux also what escaped from it while holding our pipes or until a timeout.
 *
 * Source: design/security.md, "Running a process".
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  // Without `detachesOn` every run is awaited.
  return (await runDetachable(request)) as ProcessResult;
}

interface HandedPipes extends Pick<Unwatched, 'letGo'> {
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/** A program that goes on though nobody waits for it any more. */
export interface DetachedProcess extends Pick<Unwatched, 'printed'> {
  readonly end: 'detached';
  /** Leads its group. */
  readonly pid: number;
  readonly marker: string;
  readonly pipes: HandedPipes;
  /** Waits for it here after all, with a limit from now on. */
  readonly finish: (limits: {
    readonly timeoutMs: number;
    readonly signal: AbortSignal | undefined;
  }) => Promise<ProcessResult>;
}

/** As `runProcess`; where `detachesOn` says so of what the program printed so far, it goes on unlimited and is returned. */
export async function runDetachable(
  request: ProcessRequest,
  detachesOn?: (stdout: Buffer) => boolean,
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
    const refused =
      isolationStatus === null || end !== 'exit'
        ? null
        : whyNotIsolated(isolationStatus(), ending.stderr.toString('utf8'));
    if (refused === null) return finish({ end, ...ending });
    return finish({ end: 'spawn-error', errorCode: refused });
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
      detachesOn,
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

/** What bubblewrap says of the run, as far as it came. */
function readStatus(child: StartedChild): () => string {
  let text = '';
  const pipe = child.stdio[STATUS_DESCRIPTOR] as Readable;
  pipe.on('error', () => {}); // a read error ends it
  pipe.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('latin1')).slice(-MAX_STATUS_LENGTH);
  });
  return () => text;
}

/** Here too, so that whoever runs processes finds everything in one file. */
export { killAllGroups, killGroupsOf } from './process-group.ts';
