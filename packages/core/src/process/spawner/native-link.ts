import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { getSystemErrorName } from 'node:util';
import type { StartedChild } from '../end-child.ts';
import { MARKER_NAME, newMarker } from '../kill-marked.ts';
import {
  type DetachedProcess,
  type ProcessRequest,
  type ProcessResult,
  type RunTraits,
  starterBy,
} from '../process.ts';
import { ProcessGroup } from '../process-group.ts';
import { type Program, startKept } from '../spawn.ts';
import type { AskedRun, RemoteEnd, SpawnerLink } from './link.ts';
import { NativeChild } from './native-child.ts';
import { canSend, closeMessage, NativeReader, type Said, startMessage } from './native-messages.ts';

/** One that has not started a program by then is stopped, or as good as that. */
const START_MS = 2000;
const MAX_STDIN_BYTES = 32 * 1024 * 1024;

/** Of a run whose leader is not known: nothing is signalled by it. */
const UNKNOWN = 0;
const LOST_START = 'LOST_START';

/** It has no more room than it has; we may. */
const EXHAUSTED: ReadonlySet<string> = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM']);

/** Nobody knows whether it was started, or it was not. */
class LostStart extends Error {
  readonly code = LOST_START;
}

interface Starting {
  readonly resolve: (child: NativeChild) => void;
  readonly reject: (error: Error) => void;
  readonly marker: string;
  readonly owner: object | undefined;
}

/**
 * The socket to one `hooks-spawn`, which only starts programs and says what they print and how they end: limits and the way to their
 * end are those of every run of this process. Source: docs/decisions/0052.
 */
export class NativeLink implements SpawnerLink {
  isLost = false;

  readonly #child: StartedChild;
  readonly #socket: Socket;
  readonly #group: ProcessGroup;
  readonly #gone: Promise<void>;
  readonly #starting = new Map<number, Starting>();
  readonly #children = new Map<number, NativeChild>();
  readonly #reader = new NativeReader();
  #lastRun = 0;

  constructor(child: StartedChild, socket: Socket, group: ProcessGroup) {
    this.#child = child;
    this.#socket = socket;
    this.#group = group;
    this.#gone = new Promise((resolve) => child.once('exit', () => resolve()));
    void this.#gone.then(() => group.forget());
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
    socket.on('error', () => {}); // its close says the rest
    socket.on('close', () => this.#lose());
    socket.on('data', (chunk: Buffer) => {
      try {
        for (const [run, said] of this.#reader.read(chunk)) this.#hear(run, said);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error; // what it says is cut off: it is not itself any more
        this.#lose();
      }
    });
  }

  /** Bubblewrap has a descriptor of its own to tell us by. */
  accepts(request: ProcessRequest): boolean {
    return request.isolation === undefined && request.stdin.length <= MAX_STDIN_BYTES && canSend(request);
  }

  ask(request: ProcessRequest, traits: Pick<RunTraits, 'mayDetach'>): AskedRun {
    const run = new NativeRun();
    const start = starterBy(async (program, marker) => {
      run.child = await this.#start(program, marker, request.owner);
      return run.child;
    });
    run.result = start(request, traits).then((end) => run.judge(end));
    return run;
  }

  async close(): Promise<void> {
    this.#lose();
    this.#child.ref();
    await this.#gone;
  }

  #start(program: Program, marker: string, owner: object | undefined): Promise<NativeChild> {
    this.#lastRun += 1;
    const run = this.#lastRun;
    const { stdin } = program;
    const env = { ...program.env, [MARKER_NAME]: marker };
    this.#tell(
      startMessage(run, { ...program, env }, typeof stdin === 'string' ? Buffer.from(stdin) : stdin),
    );
    const silence = setTimeout(() => setImmediate(() => this.#starting.has(run) && this.#lose()), START_MS);
    return new Promise<NativeChild>((resolve, reject) => {
      this.#starting.set(run, { resolve, reject, marker, owner });
      if (this.isLost) this.#lose();
    }).finally(() => clearTimeout(silence));
  }

  #hear(run: number, said: Said): void {
    const starting = this.#starting.get(run);
    this.#starting.delete(run);
    if (said.is === 'started') {
      const child = new NativeChild(said.leader, (output) => this.#tell(closeMessage(run, output)));
      this.#children.set(run, child);
      child.once('close', () => this.#children.delete(run));
      starting?.resolve(child);
    } else if (said.is === 'failed') {
      const code = getSystemErrorName(-said.errno);
      starting?.reject(EXHAUSTED.has(code) ? new LostStart() : Object.assign(new Error(), { code }));
    } else {
      this.#children.get(run)?.hear(said);
    }
  }

  #tell(message: Buffer): void {
    if (!this.isLost) this.#socket.write(message);
  }

  /** It is gone or does not answer: what it started is ended by whoever waits for it, what it may have started from here. */
  #lose(): void {
    this.isLost = true;
    this.#group.signal('SIGKILL');
    this.#socket.destroy();
    for (const child of this.#children.values()) child.lose();
    for (const { reject, marker, owner } of this.#starting.values()) {
      const group = new ProcessGroup(UNKNOWN, marker, owner);
      void group.endEscaped().finally(() => group.forget());
      reject(new LostStart());
    }
    this.#starting.clear();
  }
}

/** One run that is asked for. */
class NativeRun implements AskedRun {
  child: NativeChild | null = null;
  result: Promise<RemoteEnd> = Promise.resolve('lost');
  #ended: ProcessResult | null = null;

  get isStarted(): boolean {
    return this.child !== null;
  }

  judge(end: ProcessResult | DetachedProcess): RemoteEnd {
    // Its outputs are no descriptors of ours.
    if (end.end === 'detached') return { ...end, pipes: null };
    this.#ended = end;
    // What we ended ourselves is known all the same.
    const isLost = this.child?.isLost === true && (end.end === 'signal' || end.end === 'exit');
    return isLost || end.errorCode === LOST_START ? 'lost' : end;
  }

  killed(): ProcessResult {
    if (this.#ended === null) throw new Error('It goes on.');
    return { ...this.#ended, end: 'signal', signal: 'SIGKILL', errorCode: null };
  }
}

/** Null = it could not be started. */
export async function openNativeLink(owner: object, program: string): Promise<NativeLink | null> {
  const marker = newMarker();
  const started = await startKept({ argv: [program], cwd: '/', env: {} }, marker);
  if (typeof started === 'string') return null;
  const { child, socket } = started;
  return new NativeLink(child, socket as Socket, new ProcessGroup(child.pid, marker, owner));
}
