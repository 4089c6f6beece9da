import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cleanPath, isDroppedName } from '@hookmd/core/hook-types';
import { findProgram } from '@hookmd/core/system';
import { execa } from 'execa';

/** What every program gets of the user's environment: nothing that makes it start or trust another program. */
const BASE_NAMES = ['HOME', 'USER', 'LOGNAME', 'LANG', 'TZ', 'TMPDIR'];
const SYSTEM_PATH = '/usr/bin:/bin';
const DEFAULT_OUTPUT_BYTES = 1024 * 1024;
const MAX_STDERR_BYTES = 64 * 1024;
const DEFAULT_KILL_AFTER_MS = 300;
/** A program that left its group may hold the pipes after its parent has exited. */
const PIPES_CLOSE_AFTER_MS = 500;
const SIZE_CHECK_MS = 100;

export interface ProgramRequest {
  /** An absolute path, or a name that is looked up in the absolute directories of PATH. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The user's environment, of which the program gets PATH, a few common names, and `passes`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** More names to take from `environment`, set or not. Names that change what a program runs are never passed. */
  readonly passes?: readonly string[];
  /** Variables of HookMD's, in place of the user's. */
  readonly sets?: Readonly<Record<string, string>>;
  /** Default: none; the program never has a terminal. */
  readonly stdin?: string | Uint8Array;
  /** The program and its process group are killed afterwards. */
  readonly timeoutMs: number;
  /** Of stdout; default 1 MiB. One byte more ends the program. */
  readonly maxOutputBytes?: number;
  /** A directory that the program fills, for programs that limit no download. A larger one ends it like too much output. */
  readonly fills?: { readonly dir: string; readonly maxBytes: number };
  /** The memory limit of the program checked on Linux. More ends it like too much output. */
  readonly maxMemoryBytes?: number;
  readonly signal?: AbortSignal | undefined;
  /** Time to clean up after SIGTERM, which comes at the timeout and where `signal` aborts. Default: 300 ms. */
  readonly killAfterMs?: number;
}

export interface ProgramResult {
  /** `missing`: there is no such program, or it cannot be started. */
  readonly end: 'exit' | 'signal' | 'timeout' | 'aborted' | 'output-limit' | 'missing';
  readonly exitCode: number | null;
  /** The system's code of a program that did not start, such as `ENOENT` or `EACCES`. */
  readonly errorCode: string | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly durationMs: number;
}

/**
 * Runs a program that is no handler (git, npm, a compiler, an agent's own) to its end: without a shell, a terminal or the
 * user's whole environment, limited in time and output. Never rejects.
 */
export async function runProgram(request: ProgramRequest): Promise<ProgramResult> {
  const { program, args, cwd, stdin, timeoutMs, maxOutputBytes = DEFAULT_OUTPUT_BYTES } = request;
  const { fills, maxMemoryBytes, signal, killAfterMs = DEFAULT_KILL_AFTER_MS } = request;
  const environment = programEnvironment(request);
  const path = program.startsWith('/') ? program : findProgram(program, environment.PATH ?? '');
  if (path === null) return notStarted('missing', 'ENOENT');
  if (signal?.aborted === true) return notStarted('aborted');
  const tooLarge = new AbortController();
  const signals = signal === undefined ? [tooLarge.signal] : [tooLarge.signal, signal];
  const running = execa(path, args, {
    cwd,
    env: environment,
    extendEnv: false,
    // A session of its own: without a controlling terminal nothing can prompt for a password.
    detached: true,
    ...(stdin === undefined ? { stdin: 'ignore' } : { input: stdin }),
    encoding: 'buffer',
    stripFinalNewline: false,
    maxBuffer: { stdout: maxOutputBytes, stderr: MAX_STDERR_BYTES },
    timeout: timeoutMs,
    forceKillAfterDelay: killAfterMs,
    cancelSignal: AbortSignal.any(signals),
    reject: false,
  });
  const sizeCheck = setInterval(() => {
    if (fills !== undefined && sizeOf(fills.dir) > fills.maxBytes) tooLarge.abort();
    if (maxMemoryBytes !== undefined && memoryOf(running.pid) > maxMemoryBytes) tooLarge.abort();
  }, SIZE_CHECK_MS);
  running.once('exit', () => {
    killGroup(running.pid);
    setTimeout(() => {
      running.stdout?.destroy();
      running.stderr?.destroy();
    }, PIPES_CLOSE_AFTER_MS).unref();
  });
  const result = await running;
  clearInterval(sizeCheck);
  const { exitCode = null, code = null, durationMs } = result;
  return {
    end: tooLarge.signal.aborted ? 'output-limit' : endOf(result),
    exitCode,
    errorCode: code,
    stdout: Buffer.from(result.stdout ?? []),
    stderr: Buffer.from(result.stderr ?? []),
    durationMs,
  };
}

function programEnvironment({ environment, passes = [], sets = {} }: ProgramRequest): Record<string, string> {
  const passed = [...BASE_NAMES, ...passes].flatMap((name) => {
    const value = environment[name];
    return value === undefined || isDroppedName(name) ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(passed),
    PATH: cleanPath(environment.PATH ?? '') || SYSTEM_PATH,
    ...sets,
  };
}

function endOf(result: {
  readonly timedOut: boolean;
  readonly isCanceled: boolean;
  readonly isMaxBuffer: boolean;
  readonly exitCode?: number;
  readonly signal?: string;
}): ProgramResult['end'] {
  if (result.timedOut) return 'timeout';
  if (result.isCanceled) return 'aborted';
  if (result.isMaxBuffer) return 'output-limit';
  if (result.exitCode !== undefined) return 'exit';
  return result.signal === undefined ? 'missing' : 'signal';
}

function sizeOf(dir: string): number {
  try {
    return readdirSync(dir, { recursive: true, encoding: 'utf8' }).reduce(
      (sum, name) => sum + (statSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  } catch {
    return 0; // the program moved something meanwhile
  }
}

/** Zero where the system does not report it in `/proc`. */
function memoryOf(pid: number | undefined): number {
  try {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** What the program left running must not outlive it. */
function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The group is empty.
  }
}

function notStarted(end: ProgramResult['end'], errorCode: string | null = null): ProgramResult {
  return { end, exitCode: null, errorCode, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0), durationMs: 0 };
}
