import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@hookmd/core/events';
import * as esbuild from 'esbuild';
import { encodeFrame, type Frame, FrameReader } from './warm.ts';

const SRC = join(import.meta.dirname, '..');

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A handler built as a build does it, in a folder of its own. */
export interface Built {
  /** A process for one event, or for what the argument asks. */
  run(input: JsonObject | string, argument?: string, env?: Readonly<Record<string, string>>): Run;
  /** A fresh process that is not waited for. */
  start(): ChildProcess;
  /** The same, by a shell script to which it is `"$0" "$1"`. */
  startBy(script: string): ChildProcess;
  warm(): WarmClient;
  remove(): void;
}

export async function buildModule(source: string, serving = ''): Promise<Built> {
  const directory = mkdtempSync(join(tmpdir(), 'hookmd-sdk-'));
  mkdirSync(join(directory, 'src'));
  writeFileSync(join(directory, 'src/handler.ts'), source);
  const contents = `
    import { serve } from '@hookmd/sdk/serve';
    import * as handler from './src/handler.ts';
    await serve(handler${serving});
  `;
  const file = join(directory, 'handler.mjs');
  await esbuild.build({
    stdin: { contents, resolveDir: directory, sourcefile: 'entry.mjs' },
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'external',
    conditions: ['hookmd-source'],
    alias: { '@hookmd/sdk/serve': join(SRC, 'serve.ts'), '@hookmd/sdk': join(SRC, 'index.ts') },
    logLevel: 'error',
  });
  const environment = { PATH: process.env['PATH'] };
  return {
    run(input, argument, env = {}) {
      const text = typeof input === 'string' ? input : JSON.stringify(input);
      const args = argument === undefined ? [file] : [file, argument];
      const environmentOfRun = { ...environment, ...env };
      const options = { input: text, encoding: 'utf8', env: environmentOfRun, maxBuffer: 2 ** 24 } as const;
      return spawnSync(process.execPath, args, options);
    },
    start: () => spawn(process.execPath, [file], { env: environment, stdio: ['pipe', 'pipe', 'pipe'] }),
    startBy: (script) => spawn('/bin/sh', ['-c', script, process.execPath, file], { env: environment }),
    warm: () => new WarmClient(spawn(process.execPath, [file, 'warm'], { env: environment, stdio: STDIO })),
    remove: () => rmSync(directory, { recursive: true }),
  };
}

const STDIO: ('ignore' | 'pipe')[] = ['ignore', 'pipe', 'pipe', 'pipe'];

/** What a warm process says: `header` parsed, `document` where there is a body. */
export interface Said {
  readonly header: JsonObject;
  readonly document: JsonObject | null;
}

/** The other side of a warm process, as small as it can be. */
export class WarmClient {
  readonly #process: ChildProcess;
  readonly #socket: Socket;
  readonly #waiting = new Map<string, (output: Said) => void>();
  readonly #early = new Map<string, Said>();
  /** What it writes where no run is to be told. */
  stderr = '';
  stdout = '';

  constructor(child: ChildProcess) {
    this.#process = child;
    this.#socket = child.stdio[3] as Socket;
    child.stdout?.on('data', (chunk) => {
      this.stdout += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      this.stderr += chunk;
    });
    const reader = new FrameReader();
    this.#socket.on('data', (chunk: Buffer) => {
      for (const frame of reader.read(chunk)) this.#take(frame);
    });
    this.#socket.on('error', () => {});
  }

  /** The next frame about a run, or the greeting. */
  said(about: number | 'ready'): Promise<Said> {
    const key = String(about);
    const early = this.#early.get(key);
    if (early !== undefined) return Promise.resolve(early);
    return new Promise((resolve) => this.#waiting.set(key, resolve));
  }

  ask(id: number, event: JsonObject | string, env: JsonObject = {}): Promise<Said> {
    const body = typeof event === 'string' ? event : JSON.stringify(event);
    this.send({ id, phase: 'guard', env }, body);
    return this.said(id);
  }

  send(header: JsonObject, body = ''): void {
    this.#socket.write(encodeFrame(JSON.stringify(header), body));
  }

  /** Closes its side, and waits for the exit status. */
  async end(): Promise<number | null> {
    this.#socket.end();
    return this.exit();
  }

  exit(): Promise<number | null> {
    if (this.#process.exitCode !== null) return Promise.resolve(this.#process.exitCode);
    return new Promise((resolve) => this.#process.on('close', resolve));
  }

  #take({ header: text, body }: Frame): void {
    const header = JSON.parse(text) as JsonObject;
    const document = body.length === 0 ? null : (JSON.parse(body.toString('utf8')) as JsonObject);
    const key = 'ready' in header ? 'ready' : String(header['id']);
    const result = { header, document };
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (waiting === undefined) this.#early.set(key, result);
    else waiting(result);
  }
}
