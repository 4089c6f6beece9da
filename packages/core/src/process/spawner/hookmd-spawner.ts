/** The process that starts programs for a large host: descriptor 3 is the socket to it, and ends with it. */
import { Buffer } from 'node:buffer';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { encodeFrame, type Frame, FrameReader } from '../frames.ts';
import { type DetachedProcess, killAllGroups, type ProcessResult, startHere } from '../process.ts';
import { asHeader, bothOutputs, type FromSpawner, SPAWNER_FRAMES, type ToSpawner } from './messages.ts';

const BETWEEN_SWEEPS_MS = 50;

const host = new Socket({ fd: 3, readable: true, writable: true });
const reader = new FrameReader(SPAWNER_FRAMES);
const stops = new Map<number, AbortController>();
const left = new Map<number, DetachedProcess>();

host.on('error', () => {}); // its close says the rest
host.on('close', () => void endAll());
host.on('data', (chunk: Buffer) => {
  const { frames, problem } = reader.read(chunk);
  for (const frame of frames) hear(frame);
  if (problem !== null) host.destroy();
});
say({ is: 'ready' });

function hear({ header, body }: Frame): void {
  const message = header as unknown as ToSpawner;
  if ('run' in message) void run(message, body);
  else if ('watch' in message) void watch(message);
  else stops.get(message.stop)?.abort();
}

async function run(
  { run: id, request, mayDetach }: Extract<ToSpawner, { run: number }>,
  stdin: Buffer,
): Promise<void> {
  const result = await startHere(
    { ...request, stdin, signal: signalOf(id), onStart: (leader) => say({ is: 'started', run: id, leader }) },
    { mayDetach, mayRepeat: false },
  );
  if (result.end !== 'detached') return tellEnd(id, result);
  left.set(id, result);
  const printed = result.printed();
  say({ is: 'left', run: id, stdoutBytes: printed.stdout.length }, bothOutputs(printed));
}

async function watch({ watch: id, timeoutMs }: Extract<ToSpawner, { watch: number }>): Promise<void> {
  const result = await left.get(id)?.finish({ timeoutMs, signal: signalOf(id) });
  left.delete(id);
  if (result !== undefined) tellEnd(id, result);
}

function tellEnd(id: number, { stdout, stderr, ...result }: ProcessResult): void {
  stops.delete(id);
  say({ is: 'ended', run: id, result, stdoutBytes: stdout.length }, bothOutputs({ stdout, stderr }));
}

function signalOf(id: number): AbortSignal {
  const stop = new AbortController();
  stops.set(id, stop);
  return stop.signal;
}

function say(message: FromSpawner, body: Buffer = Buffer.alloc(0)): void {
  host.write(encodeFrame(asHeader(message), body));
}

/** The host is gone, however it ended. Twice, as after every run: a process in the middle of exec shows no mark. */
async function endAll(): Promise<void> {
  killAllGroups();
  await delay(BETWEEN_SWEEPS_MS);
  killAllGroups();
  process.exit();
}
