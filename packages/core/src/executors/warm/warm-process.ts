import { Buffer } from 'node:buffer';
import type { Duplex } from 'node:stream';
import type { JsonValue } from '../../events/json.ts';
import type { Argv } from '../../launch/launch.ts';
import { startTimer } from '../../process/clock.ts';
import { encodeFrame, type Frame, FrameReader } from '../../process/frames.ts';
import type { Isolation } from '../../process/isolation.ts';
import { newMarker, ProcessGroup } from '../../process/process-group.ts';
import { startPersistent } from '../../process/spawn.ts';
import {
  CappedOutput,
  daemonBytes,
  Escalation,
  MAX_HEAP_MEGABYTES,
  MEMORY_REASON,
  type StartedChild,
  type StopReason,
  watchMemory,
} from '../../process/supervise.ts';
import type { ExecutorRequest, HandlerResult } from '../executor.ts';
import { lastMessage } from '../handler.ts';

/** The version of the protocol on the socket; a handler that was built for another one must be built again. */
const PROTOCOL = 1;
/** A handler that kills its parent gets this shell, which lets go of the socket and is in the handler's group. */
const SHELL = ['/bin/sh', '-c', '"$@" & exec 3>&-; wait $!', 'hook'] as const;
/** V8's young generation would use 20 MB more in each busy process, and there are many. */
const MAX_YOUNG_MEGABYTES = 2;
/** How long a canceled run may take to report its end; then its process gets no more events. */
const GRACE_MS = 300;
/** Written past the SDK, which keeps what a handler prints for the run that printed it. */
const MAX_STRAY_BYTES = 1024 * 1024;
const STDERR_TAIL_BYTES = 64 * 1024;
const nothing = Buffer.alloc(0);

type Failure = Extract<HandlerResult, { kind: 'failed' }>;

interface Run {
  readonly settle: (result: HandlerResult) => void;
  /** Its output is not needed any more; only its end. */
  isAbandoned: boolean;
}

/** What a process is started with; it stays so for all its life. */
export interface WarmStart {
  /** `node` and the built handler. */
  readonly argv: Argv;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly owner: object;
  readonly isolation?: Isolation | undefined;
}

/** The request of one event. */
export type WarmRequest = Pick<ExecutorRequest, 'stdin' | 'environment' | 'phase' | 'timeoutMs' | 'signal'>;

/**
 * A process that runs one event after another, several at a time if they arrive so.
 *
 * All limits of a command apply: environment, directory, group, time, output. If it exceeds one, its runs fail and it is
 * killed; it never affects other events (decision 0024).
 */
export class WarmProcess {
  /** No event is sent to it any more. */
  isRetired = false;
  hasResponded = false;
  readonly ended: Promise<void>;

  readonly #child: StartedChild;
  readonly #isIsolated: boolean;
  readonly #socket: Duplex;
  readonly #escalation: Escalation;
  readonly #exited: Promise<void>;
  readonly #runs = new Map<number, Run>();
  readonly #reader = new FrameReader();
  #stderr = new CappedOutput(STDERR_TAIL_BYTES);
  #strayBytes = 0;
  #lastId = 0;
  #isReady = false;
  #cut: Failure | null = null;

  constructor(child: StartedChild, socket: Duplex, group: ProcessGroup, isIsolated = false) {
    this.#isIsolated = isIsolated;
    this.#child = child;
    this.#socket = socket;
    this.#escalation = new Escalation(child, group);
    this.#exited = new Promise((resolve) => child.once('exit', () => resolve()));
    socket.on('error', () => {}); // the end of the process reports the rest
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    // What it had sent before its end is still in the socket at its exit.
    socket.once('close', () => this.#fail());
    child.stdout.on('data', (chunk: Buffer) => this.#countStray(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr.append(chunk);
      this.#countStray(chunk);
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('error', () => {});
    const unwatch = watchMemory(
      child.pid,
      () => this.#stop('memory-limit', failed('MEMORY_LIMIT', MEMORY_REASON)),
      isIsolated,
    );
    void this.#escalation.finish();
    this.ended = this.#escalation.settled.then(() => {
      unwatch();
      socket.destroy();
      this.#fail();
    });
  }

  /** Sends it one event. Settles at its output or its timeout, whatever the process does. Never rejects. */
  exchange({ stdin, environment, phase, timeoutMs, signal }: WarmRequest): Promise<HandlerResult> {
    if (signal.aborted) return Promise.resolve(failed('ABORTED', 'canceled'));
    const id = ++this.#lastId;
    if (this.#runs.size === 0) this.#strayBytes = 0;
    return new Promise((resolve) => {
      // Keeps the host alive while an event runs; the process itself does not.
      const timer = startTimer(timeoutMs, () =>
        setImmediate(() => this.#abandon(id, failed('TIMEOUT', `no result within ${timeoutMs} ms`))),
      );
      const onAbort = (): void => this.#abandon(id, failed('ABORTED', 'canceled'));
      signal.addEventListener('abort', onAbort, { once: true });
      const settle = (result: HandlerResult): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        resolve(result);
      };
      this.#runs.set(id, { settle, isAbandoned: false });
      // Events that arrive together are one write, because each write wakes the process.
      this.#socket.cork();
      this.#socket.write(encodeFrame({ id, phase, env: environment }, stdin));
      process.nextTick(() => this.#socket.uncork());
    });
  }

  /** Sends it no more events; it ends after its last run. */
  retire(): void {
    this.isRetired = true;
    if ([...this.#runs.values()].every((run) => run.isAbandoned)) this.#escalation.stop('aborted');
  }

  isIdle(): boolean {
    return this.#runs.size === 0;
  }

  daemonBytes(): number {
    return daemonBytes(this.#child.pid, this.#isIsolated) ?? 0;
  }

  /** Settles the run and notifies the handler. A timeout ends the process, a cancel only if the handler does not react. */
  #abandon(id: number, result: Failure): void {
    const run = this.#runs.get(id);
    if (run === undefined || run.isAbandoned) return;
    run.isAbandoned = true;
    run.settle(result);
    this.#socket.write(encodeFrame({ cancel: id }, nothing));
    if (result.cause === 'TIMEOUT') this.retire();
    else
      setTimeout(() => {
        if (this.#runs.has(id)) this.retire();
      }, GRACE_MS).unref();
  }

  #read(chunk: Buffer): void {
    const { frames, problem } = this.#reader.read(chunk);
    for (const frame of frames) this.#receive(frame);
    if (problem === 'too-large')
      this.#stop('stdout-limit', failed('OUTPUT_LIMIT', 'its result is larger than 1 MiB'));
    if (problem === 'no-frame')
      this.#stop('stdout-limit', failed('BAD_OUTPUT', 'wrote to the socket of HookMD'));
  }

  #receive({ header, body }: Frame): void {
    const { ready, id } = header;
    if (ready !== undefined) {
      this.#isReady = true;
      if (ready === PROTOCOL) return;
      const reason =
        'it was built for another version of HookMD; run `hooks approve` for it, or build it again';
      this.#stop('aborted', failed('NOT_RUNNABLE', reason));
      return;
    }
    const run = typeof id === 'number' ? this.#runs.get(id) : undefined;
    if (run === undefined) return;
    this.#runs.delete(id as number);
    this.hasResponded = true;
    if (!run.isAbandoned) run.settle(readOutput(header, body));
    if (this.isRetired) this.retire();
  }

  #countStray(chunk: Buffer): void {
    this.#strayBytes += chunk.length;
    if (this.#strayBytes > MAX_STRAY_BYTES)
      this.#stop('stdout-limit', failed('OUTPUT_LIMIT', 'printed more than 1 MiB'));
  }

  /** Kills it; its runs end with `result`. */
  #stop(reason: StopReason, result: Failure): void {
    this.isRetired = true;
    this.#cut ??= result;
    this.#fail();
    this.#escalation.cut(reason);
  }

  /** It has ended, or nearly: no run gets an output any more. */
  #fail(): void {
    this.isRetired = true;
    if (this.#runs.size === 0) return;
    const runs = [...this.#runs.values()];
    this.#runs.clear();
    // The exit is known a moment after the end of the socket; one that only closed its end is stopped.
    const settle = (): void => {
      const result = this.#cut ?? this.#describeEnd();
      for (const run of runs) if (!run.isAbandoned) run.settle(result);
    };
    if (this.#cut !== null) {
      settle();
      return;
    }
    const stop = setTimeout(() => this.#escalation.stop('aborted'), GRACE_MS);
    // A process that the kernel holds never exits: then escalation gives up.
    void Promise.race([this.#exited, this.#escalation.settled]).then(() => {
      clearTimeout(stop);
      settle();
    });
  }

  #describeEnd(): Failure {
    const { exitCode } = this.#child;
    const stderr = this.#stderr.bytes().toString('utf8');
    const last = lastMessage(stderr);
    const how = exitCode === null ? 'was killed' : `exited with code ${exitCode}`;
    const reason = this.#isReady
      ? `its process ${how} before it returned a result`
      : `it could not be loaded: ${last === '' ? `its process ${how}` : last}`;
    return { kind: 'failed', cause: 'EXIT', reason, exitCode, stderr };
  }
}

/** Starts the process of one handler, which accepts events while it still loads. A string = why it could not be started. */
export async function startWarm({
  argv,
  cwd,
  environment,
  owner,
  isolation,
}: WarmStart): Promise<WarmProcess | string> {
  const marker = newMarker();
  const [node, ...rest] = argv;
  const heap = [
    `--max-old-space-size=${MAX_HEAP_MEGABYTES}`,
    `--max-semi-space-size=${MAX_YOUNG_MEGABYTES}`,
  ] as const;
  const words = [...SHELL, node, ...heap, ...rest, 'warm'] as const;
  const started = await startPersistent({ argv: words, cwd, env: environment, isolation }, marker);
  if (typeof started === 'string') return started;
  const { child, socket } = started;
  const isIsolated = isolation !== undefined;
  const group = new ProcessGroup(child.pid, marker, owner, isIsolated);
  return new WarmProcess(child, socket, group, isIsolated);
}

function readOutput(header: Frame['header'], body: Buffer): HandlerResult {
  const stderr = text(header['stderr']);
  if (header['stderrOverflow'] === true)
    return { ...failed('OUTPUT_LIMIT', 'printed more than 64 KiB'), stderr };
  const { error } = header;
  if (error !== undefined) return { ...failed('THROWN', text(error)), stderr };
  if (body.length === 0) return { ...failed('BAD_OUTPUT', 'returned no JSON'), stderr };
  return { kind: 'ended', exitCode: 0, stdout: body, stderr };
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function failed(cause: Failure['cause'], reason: string): Failure {
  return { kind: 'failed', cause, reason, exitCode: null, stderr: '' };
}
