import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appendRecord } from '@hookmd/core/event-log';
import { CLI, cleanEnvironment, type Ended, runNode } from './run-hooks.ts';
import { makeScratch, type Scratch } from './scratch.ts';

export const FLEET: string = fileURLToPath(
  new URL('../../packages/fleet/dist/hooks-fleet.js', import.meta.url),
);

/** A resident `hooks fleet ship`. */
export interface RunningShipper {
  readonly child: ChildProcess;
  /** What it has written to standard error until now. */
  errors(): string;
  /** Milliseconds until it had ended. */
  end(signal: NodeJS.Signals): Promise<number>;
}

/** A developer's machine: a home with an event log, and `hooks` with `hooks-fleet` on its PATH. */
export class FleetMachine {
  readonly scratch: Scratch;
  readonly #bin: string;
  readonly #running = new Set<ChildProcess>();
  #events = 0;

  constructor(scratch: Scratch = makeScratch()) {
    this.scratch = scratch;
    this.#bin = join(scratch.dir, 'bin');
    mkdirSync(this.#bin, { recursive: true });
    // As npm does when it installs a package.
    chmodSync(FLEET, 0o755);
    symlinkSync(FLEET, join(this.#bin, 'hooks-fleet'));
  }

  get log(): string {
    return join(this.scratch.state, 'event-log');
  }

  /** Appends events to the log of a day, today by default; their ids. */
  append(count: number, now: Date = new Date(), facts: object = {}): readonly string[] {
    return Array.from({ length: count }, () => {
      const eventId = `e${this.#events++}`;
      const record = {
        schema: 'hookmd.trace/1',
        traceId: '5'.repeat(32),
        spanId: '5'.repeat(16),
        parentSpanId: null,
        time: now.toISOString(),
        event: 'PreToolUse',
        eventId,
        sessionId: 's',
        agent: 'claude-code',
        projectDir: this.scratch.project,
        tool: { kind: 'shell', name: 'Bash' },
        call: `echo ${'x'.repeat(500)}`,
        decision: 'none',
        reason: null,
        hooks: [],
        ...facts,
      };
      const issue = appendRecord(this.log, record, now);
      if (issue !== null) throw new Error(issue.message);
      return eventId;
    });
  }

  /** Runs `hooks fleet …` to its end. */
  fleet(...words: readonly string[]): Promise<Ended> {
    return runNode(this.scratch, [CLI, 'fleet', ...words], { env: { PATH: this.#path() } });
  }

  /** Starts `hooks fleet ship …`. */
  ship(...words: readonly string[]): RunningShipper {
    const child = spawn(process.execPath, [CLI, 'fleet', 'ship', ...words], {
      cwd: this.scratch.project,
      env: cleanEnvironment(this.scratch, { PATH: this.#path() }),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#running.add(child);
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString('utf8');
    });
    const ended = once(child, 'close');
    return {
      child,
      errors: () => errors,
      end: async (signal) => {
        const beganAt = performance.now();
        child.kill(signal);
        await ended;
        this.#running.delete(child);
        return performance.now() - beganAt;
      },
    };
  }

  /** Lines of the event log that are notes, by their kind. */
  notes(): readonly string[] {
    const lines = readdirSync(this.log).flatMap((name) =>
      readFileSync(join(this.log, name), 'utf8').split('\n'),
    );
    return lines.flatMap((line) => /^\{"schema":"hookmd\.note\/1".*"note":"([^"]*)"/.exec(line)?.[1] ?? []);
  }

  remove(): void {
    for (const child of this.#running) child.kill('SIGKILL');
    this.scratch.remove();
  }

  /** Node itself is found without the PATH. */
  #path(): string {
    return `${this.#bin}:${process.env.PATH ?? '/usr/bin:/bin'}`;
  }
}
