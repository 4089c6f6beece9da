import { Buffer } from 'node:buffer';
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { constants as osConstants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex, type Readable, type Writable } from 'node:stream';
import { type Isolation, isolate } from './isolation.ts';
import { MARKER_NAME, newMarker } from './process-group.ts';
import type { StartedChild } from './supervise.ts';

/** What is started: without a shell, in a group of its own. */
export interface Program {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** The whole environment; only `HOOK_RUN` is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: Buffer | string;
  /** Absent = it runs as we do. */
  readonly isolation?: Isolation | undefined;
}

/** The descriptor on which bubblewrap reports whether the program ran. */
export const STATUS_DESCRIPTOR = 3;

/** Starts a program. Rejects with an error that has a `code`: also what spawn throws, such as E2BIG. */
export async function startProgram(program: Program, marker: string): Promise<StartedChild> {
  const { stdin, isolation } = program;
  const bytes = typeof stdin === 'string' ? Buffer.from(stdin) : stdin;
  const stdinFile = openStdinFile(bytes);
  try {
    const stdio: Stdio = [stdinFile ?? 'pipe', 'pipe', 'pipe'];
    const child =
      isolation === undefined
        ? spawn(...spawnArguments(program, marker, stdio))
        : spawnIsolated(program, isolation, marker, [...stdio, 'pipe'], STATUS_DESCRIPTOR);
    child.on('error', () => {}); // later ones change nothing
    child.stdin?.on('error', () => {}); // EPIPE: the program does not read
    child.stdin?.end(bytes);
    if (!isStarted(child)) throw await spawnError(child);
    return child;
  } finally {
    if (stdinFile !== null) closeSync(stdinFile);
  }
}

type Stdio = readonly (number | 'ignore' | 'pipe')[];
type Start = Omit<Program, 'stdin' | 'isolation'>;

function spawnArguments(
  { argv: [program, ...rest], cwd, env }: Start,
  marker: string,
  stdio: Stdio,
): [string, string[], SpawnOptions] {
  return [program, rest, { cwd, env: { ...env, [MARKER_NAME]: marker }, detached: true, stdio: [...stdio] }];
}

function spawnIsolated(
  { argv, cwd, env }: Start,
  isolation: Isolation,
  marker: string,
  stdio: Stdio,
  status: number | null,
): ChildProcess {
  const command = isolate(argv, cwd, isolation, status);
  let nothing: number | null = null;
  const open = (): number => {
    nothing ??= openSync('/dev/null', 'r');
    return nothing;
  };
  try {
    const descriptors = [...stdio, ...coverInherited(stdio.length, open)];
    return spawn(...spawnArguments({ argv: command, cwd, env }, marker, descriptors));
  } finally {
    if (nothing !== null) closeSync(nothing);
  }
}

export interface Helper {
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: Buffer;
  /** It gets what we read from these as descriptors 3 and up; we read no more of them. */
  readonly pipes: readonly Readable[];
}

/**
 * Starts a HookMD process that outlives this one: a session of its own, no streams but those that are passed, `/` as its
 * directory, and stdin from an unnamed file. Returns why it could not be started; null = it runs.
 */
export async function startHelper({ argv, env, stdin, pipes }: Helper): Promise<string | null> {
  const stdinFile = openStdinFile(stdin);
  try {
    const child = spawn(argv[0], argv.slice(1), {
      cwd: '/',
      env,
      detached: true,
      stdio: [stdinFile ?? 'pipe', 'ignore', 'ignore', ...pipes],
    });
    child.on('error', () => {});
    if (child.pid === undefined) throw await spawnError(child);
    child.unref();
    if (child.stdin !== null) await writeAll(child.stdin, stdin);
    return null;
  } catch (error) {
    return nameSpawnError(error, '/');
  } finally {
    if (stdinFile !== null) closeSync(stdinFile);
  }
}

/**
 * Starts a HookMD process that ends when this one ends, even by SIGKILL: the channel between them closes, and it listens for that. It has
 * the lowest priority, no streams, and `/` as its directory. Returns what ends it; `ended` is called, once or twice, when it has ended or could
 * not be started.
 */
export function startCompanion(
  [program, ...rest]: readonly [string, ...string[]],
  env: Helper['env'],
  ended: () => void,
): () => void {
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const;
  const child = spawn(program, rest, { cwd: '/', env, stdio: [...stdio] });
  child.on('error', ended);
  child.on('close', ended);
  child.unref();
  child.channel?.unref();
  const { pid } = child;
  if (pid !== undefined) attempt(() => setPriority(pid, osConstants.priority.PRIORITY_LOW));
  return () => void child.kill();
}

/** A program that stays alive, and the socket that is its descriptor 3. */
export interface PersistentProgram {
  readonly child: StartedChild;
  readonly socket: Duplex;
}

/**
 * Starts a program that reads nothing from standard input and is spoken to through a socket. It does not hold its host
 * open. A string = why it could not be started.
 */
export async function startPersistent(
  program: Omit<Program, 'stdin'>,
  marker: string,
): Promise<PersistentProgram | string> {
  try {
    const { isolation } = program;
    const stdio: Stdio = ['ignore', 'pipe', 'pipe', 'pipe'];
    const child =
      isolation === undefined
        ? spawn(...spawnArguments(program, marker, stdio))
        : spawnIsolated(program, isolation, marker, stdio, null);
    child.on('error', () => {});
    const socket = child.stdio[3];
    if (!isStarted(child) || !(socket instanceof Duplex)) throw await spawnError(child);
    child.unref();
    for (const stream of [child.stdout, child.stderr, socket]) unref(stream);
    return { child, socket };
  } catch (error) {
    return nameSpawnError(error, program.cwd);
  }
}

/** A program that is spoken to line by line. Who started it ends it. */
export interface Spoken {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** It and what it started. */
  end(): void;
}

/** Starts a program of the user whose standard input stays open. A string = why it could not be started. */
export async function startSpoken(program: Start): Promise<Spoken | string> {
  try {
    const child = spawn(...spawnArguments(program, newMarker(), ['pipe', 'pipe', 'ignore']));
    child.on('error', () => {});
    const { pid, stdin, stdout } = child;
    if (pid === undefined || stdin === null || stdout === null) throw await spawnError(child);
    stdin.on('error', () => {}); // EPIPE: it ended
    return { stdin, stdout, end: () => endGroup(pid) };
  } catch (error) {
    return nameSpawnError(error, program.cwd);
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** The pipes of a process are sockets, which have `unref`; their type does not. */
function unref(stream: Readable | Duplex): void {
  (stream as { unref?(): void }).unref?.();
}

function writeAll(stream: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('error', reject);
    stream.end(bytes, resolve);
  });
}

/** Node leaves out `pid` and streams where it did not start. */
function isStarted(child: ChildProcess): child is ChildProcess & StartedChild {
  return child.pid !== undefined;
}

function spawnError(child: ChildProcess): Promise<Error> {
  return new Promise((resolve) => child.once('error', resolve));
}

/** The kernel reports ENOENT for the program if the directory is missing. */
export function nameSpawnError(error: unknown, cwd: string): string {
  const code = String((error as NodeJS.ErrnoException).code ?? 'UNKNOWN');
  const mayBeDirectory = code === 'ENOENT' || code === 'ENOTDIR';
  return mayBeDirectory && !isDirectory(cwd) ? 'CWD_MISSING' : code;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

// Linux's O_TMPFILE, which Node does not export. Elsewhere opening a directory for writing fails.
const O_TMPFILE = 0o20000000 | constants.O_DIRECTORY;

/**
 * A read-only descriptor, at position 0, of an unnamed file with `bytes`; null if there is no space or no directory for one.
 *
 * A file as stdin cannot fill up, cannot break with EPIPE, and `/dev/stdin` can be opened, which fails on the sockets that Node
 * uses as pipes. The caller closes the descriptor.
 */
export function openStdinFile(bytes: Buffer): number | null {
  return openNameless(bytes) ?? openUnlinked(bytes);
}

/** Linux: a file that never has a name, so nothing is left behind even by SIGKILL. */
export function openNameless(bytes: Buffer): number | null {
  if (process.platform !== 'linux') return null;
  try {
    const writer = openSync(tmpdir(), O_TMPFILE | constants.O_RDWR | constants.O_EXCL, 0o600);
    return fillAndReopen(writer, `/proc/self/fd/${writer}`, bytes);
  } catch {
    return null; // not on this file system, or no /proc
  }
}

/** Anywhere: a file in a private directory; both are removed when this returns. */
export function openUnlinked(bytes: Buffer): number | null {
  let directory: string;
  try {
    directory = mkdtempSync(join(tmpdir(), 'hookmd-'));
  } catch {
    return null;
  }
  const file = join(directory, 'stdin');
  try {
    return fillAndReopen(openSync(file, 'wx', 0o600), file, bytes);
  } catch {
    return null;
  } finally {
    attempt(() => unlinkSync(file));
    attempt(() => rmdirSync(directory));
  }
}

function fillAndReopen(writer: number, path: string, bytes: Buffer): number {
  try {
    // A full disk shows as a short write before it shows as an error.
    for (let at = 0; at < bytes.length; ) at += writeSync(writer, bytes, at, bytes.length - at, at);
    return openSync(path, 'r');
  } finally {
    closeSync(writer);
  }
}

function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // The file may never have come to be; the result does not depend on it.
  }
}

const CLOSES_ON_EXEC = 0o2000000;
/** Higher descriptors are not left open by mistake, and covering them would take longer than the program. */
const HIGHEST = 4096;

/**
 * Replacements for descriptors that HookMD's own parent left open and the program would inherit, for each from `first` on:
 * `nothing`, an open `/dev/null`, since `ignore` only covers the first three. Linux only.
 */
function coverInherited(first: number, nothing: () => number): readonly number[] {
  let last = first - 1;
  for (const name of descriptors()) {
    const number = Number(name);
    if (number > last && number <= HIGHEST && !closesOnExec(name)) last = number;
  }
  return last < first ? [] : new Array<number>(last + 1 - first).fill(nothing());
}

function descriptors(): readonly string[] {
  try {
    return readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
}

function closesOnExec(name: string): boolean {
  try {
    const [, flags = ''] =
      /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, 'latin1')) ?? [];
    return (Number.parseInt(flags, 8) & CLOSES_ON_EXEC) !== 0;
  } catch {
    return true; // the descriptor of the directory listing, closed by now
  }
}
