import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { launcherPath } from '../../packages/cli/src/launcher/launcher-command.ts';
import { ownPlace, PROTOCOL } from '../../packages/cli/src/serve/frames.ts';
import { type HookSpec, writeHook } from './hook-package.ts';
import { CLI, type Ended, runHooks } from './run-hooks.ts';
import type { Scratch } from './scratch.ts';

const PATH = process.env.PATH ?? '/usr/bin:/bin';

export const socketPath = ({ state }: Scratch): string => join(state, 'run', 'socket');

/** A resident runtime of a scratch place, in the foreground. */
export interface RunningRuntime {
  readonly child: ChildProcess;
  readonly pid: number;
  /** How it ended; settles when it has. */
  readonly ended: Promise<number | null>;
}

/** Settles when it takes events. `program` instead of the built command. */
export async function startRuntime(
  scratch: Scratch,
  words: readonly string[] = [],
  program: string = CLI,
): Promise<RunningRuntime> {
  const argv = [program, 'daemon', '--home', scratch.home, '--state', scratch.state, ...words];
  const child = spawn(process.execPath, argv, {
    cwd: scratch.dir,
    env: { PATH, HOME: scratch.home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit').then(([exit]) => exit as number | null);
  await Promise.race([once(child.stderr, 'data'), ended]);
  if (child.pid === undefined || child.exitCode !== null) throw new Error('the runtime did not start');
  return { child, pid: child.pid, ended };
}

/** Makes the launcher of a scratch place; its path. */
export async function makeLauncher(scratch: Scratch): Promise<string> {
  const { exit, stderr } = await runHooks(scratch, ['daemon', '--launcher', '--state', scratch.state]);
  if (exit !== 0 || stderr !== '') throw new Error(`no launcher was made: ${stderr}`);
  return launcherPath({ stateDir: scratch.state });
}

export interface Dispatch {
  /** In whose settings the launcher stands. Default: Claude Code's. */
  readonly agent?: string;
  readonly event?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly uid?: number;
  readonly started?: (child: ChildProcess) => void;
  /** Started instead of the launcher of the scratch place. */
  readonly program?: readonly [string, ...string[]];
}

/** Fires one event as an agent does, by the launcher. */
export function fireEvent(
  scratch: Scratch,
  payload: unknown,
  {
    agent = 'claude-code',
    event = 'PreToolUse',
    env = {},
    cwd = scratch.project,
    uid,
    started,
    program,
  }: Dispatch = {},
): Promise<Omit<Ended, 'residentMiB'>> {
  const [file, ...words] = program ?? [launcherPath({ stateDir: scratch.state })];
  const startedAt = performance.now();
  const child = spawn(file, [...words, agent, event], {
    cwd,
    env: { PATH, HOME: scratch.home, LOG: scratch.log, ...env },
    stdio: 'pipe',
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(Buffer.isBuffer(payload) ? payload : JSON.stringify(payload));
  started?.(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit, signal) =>
      resolve({
        exit,
        signal,
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
        elapsedMs: performance.now() - startedAt,
      }),
    );
  });
}

/** The bytes of a request as a launcher writes them. */
export function eventBytes(
  scratch: Scratch,
  payload: unknown,
  {
    event = 'PreToolUse',
    dispatchId = '0'.repeat(32),
    protocol = PROTOCOL,
  }: { readonly event?: string; readonly dispatchId?: string; readonly protocol?: number } = {},
): Buffer {
  const environment = `PATH=${PATH}\0HOME=${scratch.home}\0LOG=${scratch.log}\0`;
  const location = ownPlace();
  const fields = [
    dispatchId,
    'claude-code',
    event,
    scratch.project,
    location,
    environment,
    JSON.stringify(payload),
  ];
  const bytes = fields.map((field) => Buffer.from(field));
  const lengths = bytes.map((field) => uint32(field.length));
  return requestBytes(Buffer.concat([...lengths, ...bytes]), { protocol, kind: 0 });
}

export function requestBytes(
  body: Buffer,
  {
    protocol = PROTOCOL,
    kind = 0,
    length = body.length,
  }: { readonly protocol?: number; readonly kind?: number; readonly length?: number } = {},
): Buffer {
  return Buffer.concat([Buffer.from('HKMD'), Buffer.from([protocol, kind, 0, 0]), uint32(length), body]);
}

function uint32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

/** A client that is no launcher: connected, and silent until it writes. */
export interface RawClient {
  readonly socket: Socket;
  /** The kinds of the answers so far, in their order: `A`, `R`, `N`, `S`. */
  readonly kinds: () => string;
  readonly text: () => string;
  readonly closed: Promise<void>;
}

export async function connectRaw(scratch: Scratch): Promise<RawClient> {
  const chunks: Buffer[] = [];
  const socket = connect(socketPath(scratch));
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await Promise.race([once(socket, 'connect'), closed]);
  const text = (): string => Buffer.concat(chunks).toString('latin1');
  return { socket, text, closed, kinds: () => kindsOf(Buffer.concat(chunks)) };
}

function kindsOf(bytes: Buffer): string {
  let kinds = '';
  for (let at = 0; at + 5 <= bytes.length; at += 5 + bytes.readUInt32BE(at + 1))
    kinds += bytes.toString('latin1', at, at + 1);
  return kinds;
}

/** A call of the shell, as Claude Code tells of it. */
export function bashCall({ project }: Scratch, command: string): Record<string, unknown> {
  return {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: project,
    tool_name: 'Bash',
    tool_input: { command },
  };
}

/** Writes hooks that are asked before a tool call, and enables them. */
export async function enableHooks(scratch: Scratch, hooks: readonly HookSpec[]): Promise<void> {
  for (const hook of hooks) writeHook(scratch, hook, 'PreToolUse');
  const { exit, stderr } = await runHooks(scratch, ['enable', ...hooks.map(({ name }) => name), '--yes']);
  if (exit !== 0) throw new Error(`not enabled: ${stderr}`);
}

/** What `hooks status --json` says. */
export interface Status {
  readonly running: boolean;
  readonly pid: number;
  readonly dispatched: number;
  readonly rejected: number;
  readonly inProgress: number;
  readonly waiting: number;
}

export async function runtimeStatus(scratch: Scratch): Promise<Status> {
  return JSON.parse((await runHooks(scratch, ['status', '--json'])).stdout);
}

/** Looks again and again until it holds; throws where it never does. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 20_000;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error('it did not come to that');
    await delay(5);
  }
}
