import { Buffer } from 'node:buffer';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { basename } from 'node:path';
import type { StartedChild } from '../end-child.ts';
import { encodeFrame, type Frame, FrameReader } from '../frames.ts';
import { newMarker } from '../kill-marked.ts';
import type { ProcessRequest, RunTraits } from '../process.ts';
import { ProcessGroup } from '../process-group.ts';
import { startKept } from '../spawn.ts';
import type { SpawnerLink } from './link.ts';
import { asHeader, type FromSpawner, SPAWNER_FRAMES, type ToSpawner, toSend } from './messages.ts';
import { RemoteRun } from './remote-run.ts';

/** What a spawner is run from, as it is published; from sources there is none. A name that no program has in whose bundle this may end. */
const SPAWNER_PROGRAM: string = `${import.meta.dirname}/hookmd-spawner.js`;
/** From its start until it is ready; then the host starts programs itself. */
const READY_MS = 2000;
/** More is not sent: it would be copied twice. */
const MAX_STDIN_BYTES = 32 * 1024 * 1024;

/** The socket to one spawner that is a Node of its own. It does not hold its host open, but for the runs that somebody waits for. */
export class NodeLink implements SpawnerLink {
  isLost = false;
  /** False = it did not come up. */
  readonly ready: Promise<boolean>;

  readonly #child: StartedChild;
  readonly #socket: Socket;
  readonly #group: ProcessGroup;
  readonly #gone: Promise<void>;
  readonly #runs = new Map<number, RemoteRun>();
  readonly #reader = new FrameReader(SPAWNER_FRAMES);
  #lastId = 0;
  #answerReady: (isReady: boolean) => void = () => {};

  constructor(child: StartedChild, socket: Socket, group: ProcessGroup) {
    this.#child = child;
    this.#socket = socket;
    this.#group = group;
    this.#gone = new Promise((resolve) => child.once('exit', () => resolve()));
    void this.#gone.then(() => group.forget());
    const patience = setTimeout(() => this.lose(), READY_MS);
    this.ready = new Promise((resolve) => {
      this.#answerReady = (isReady) => {
        clearTimeout(patience);
        resolve(isReady);
      };
    });
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
    socket.on('error', () => {}); // its close says the rest
    socket.on('close', () => this.lose());
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  accepts({ stdin }: ProcessRequest): boolean {
    return stdin.length <= MAX_STDIN_BYTES;
  }

  ask(request: ProcessRequest, { mayDetach }: Pick<RunTraits, 'mayDetach'>): RemoteRun {
    this.#lastId += 1;
    const id = this.#lastId;
    const marker = newMarker();
    const stdin = typeof request.stdin === 'string' ? Buffer.from(request.stdin) : request.stdin;
    this.#tell({ run: id, request: toSend(request, marker), mayDetach }, stdin);
    const run = new RemoteRun(
      id,
      marker,
      request,
      (message) => this.#tell(message),
      () => this.lose(),
    );
    this.#runs.set(id, run);
    this.#socket.ref();
    return run;
  }

  async close(): Promise<void> {
    this.lose();
    this.#child.ref();
    await this.#gone;
  }

  /** It is gone or does not answer: what it looked after is ended from here. */
  lose(): void {
    this.isLost = true;
    this.#answerReady(false);
    this.#group.signal('SIGKILL');
    this.#socket.destroy();
    const runs = [...this.#runs.values()];
    this.#runs.clear();
    for (const run of runs) void run.lose();
  }

  #tell(message: ToSpawner, body: Buffer = Buffer.alloc(0)): void {
    if (!this.isLost) this.#socket.write(encodeFrame(asHeader(message), body));
  }

  #read(chunk: Buffer): void {
    const { frames, problem } = this.#reader.read(chunk);
    for (const frame of frames) this.#hear(frame);
    if (problem !== null) this.lose();
  }

  #hear(frame: Frame): void {
    const message = frame.header as unknown as FromSpawner;
    if (message.is === 'ready') this.#answerReady(true);
    else if (this.#runs.get(message.run)?.hear(message, frame)) this.#forget(message.run);
  }

  #forget(run: number): void {
    this.#runs.delete(run);
    if (this.#runs.size === 0) this.#socket.unref();
  }
}

/** Null = it could not be started, or never became ready. */
export async function openNodeLink(
  owner: object,
  program: string = SPAWNER_PROGRAM,
): Promise<NodeLink | null> {
  // What is no plain Node would start the host once more instead.
  if (!/^node(js)?[\d.-]*$/.test(basename(process.execPath)) || !existsSync(program)) return null;
  const marker = newMarker();
  // Where temporary files go. Handlers get what they are sent.
  const { TMPDIR } = process.env;
  const env = TMPDIR === undefined ? {} : { TMPDIR };
  const started = await startKept({ argv: [process.execPath, program], cwd: '/', env }, marker);
  if (typeof started === 'string') return null;
  const { child, socket } = started;
  const link = new NodeLink(child, socket as Socket, new ProcessGroup(child.pid, marker, owner));
  return (await link.ready) ? link : null;
}
