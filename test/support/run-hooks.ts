import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Scratch } from './scratch.ts';

/** The built command line: these tests know nothing but what a person can call. */
export const CLI: string = fileURLToPath(new URL('../../packages/cli/dist/hooks.cjs', import.meta.url));

/** Nothing of the developer's own environment reaches a test but where programs are. */
const pathOf = (): string => process.env.PATH ?? '/usr/bin:/bin';

/** A call that takes longer than this hangs. */
const LIMIT_MS = 60_000;
const WATCH_EVERY_MS = 20;

export interface Call {
  readonly stdin?: string | Uint8Array;
  /** Added to the clean environment; null takes a variable away. */
  readonly env?: Readonly<Record<string, string | null>>;
  readonly cwd?: string;
  /** Leave out `--home` and `--project`. */
  readonly bare?: boolean;
  /** Watch how much memory it holds (Linux). */
  readonly measuresMemory?: boolean;
  /** Called with the process as soon as it has been started. */
  readonly started?: (pid: number) => void;
}

export interface Ended {
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly elapsedMs: number;
  /** At most, in MiB; 0 where nobody watched. */
  readonly residentMiB: number;
}

/** Runs `hooks …` in a scratch place and waits for its end. */
export function runHooks(scratch: Scratch, words: readonly string[], call: Call = {}): Promise<Ended> {
  if (!existsSync(CLI)) throw new Error(`${CLI} is missing: run \`node scripts/build.mjs\` first.`);
  const places = call.bare ? [] : ['--home', scratch.home, '--project', scratch.project];
  return runNode(scratch, [CLI, ...words, ...places], call);
}

/** Runs a module of Node's in a scratch place, with nothing of the developer's environment, and waits for its end. */
export function runNode(scratch: Scratch, words: readonly string[], call: Call): Promise<Ended> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, words, {
    cwd: call.cwd ?? scratch.project,
    env: cleanEnvironment(scratch, call.env ?? {}),
    stdio: 'pipe',
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  // It may end without reading its payload: that is its business.
  child.stdin.on('error', () => {});
  child.stdin.end(call.stdin ?? '');
  if (child.pid !== undefined) call.started?.(child.pid);
  let residentMiB = 0;
  const watch = setInterval(() => {
    residentMiB = Math.max(residentMiB, readResidentMiB(child.pid));
  }, WATCH_EVERY_MS);
  if (!call.measuresMemory) clearInterval(watch);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit, signal) => {
      const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString('utf8');
      const elapsedMs = performance.now() - startedAt;
      clearInterval(watch);
      resolve({ exit, signal, stdout: text(stdout), stderr: text(stderr), elapsedMs, residentMiB });
    });
  });
}

/** The peak so far, which the kernel keeps. */
function readResidentMiB(pid: number | undefined): number {
  try {
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Math.round(Number(peak?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** The environment of a call: where programs are, the scratch place, and `extra`. */
export function cleanEnvironment(scratch: Scratch, extra: NonNullable<Call['env']>): NodeJS.ProcessEnv {
  const all: Record<string, string | null> = {
    PATH: pathOf(),
    HOME: scratch.home,
    TMPDIR: `${scratch.dir}/tmp`,
    LANG: 'C.UTF-8',
    LOG: scratch.log,
    ...extra,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as NodeJS.ProcessEnv;
}
