import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { CLI, runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

/** `hooks log --follow` beside the hooks that run: each line is awaited, nothing is timed. */

interface Following {
  readonly next: () => Promise<string>;
  readonly interrupt: () => void;
  /** Stops reading: its next line meets a closed pipe. */
  readonly goAway: () => void;
  readonly ended: Promise<number | null>;
}

async function following(
  words: readonly string[],
  check: (scratch: Scratch, log: Following) => Promise<void>,
): Promise<void> {
  const scratch = makeScratch();
  const places = ['--home', scratch.home, '--project', scratch.project];
  const child = spawn(process.execPath, [CLI, 'log', '--follow', ...words, ...places], {
    cwd: scratch.project,
    env: { PATH: process.env['PATH'], HOME: scratch.home, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ended = once(child, 'exit').then(([exit]) => exit as number | null);
  try {
    await check(scratch, {
      next: async () => String((await lines.next()).value),
      interrupt: () => child.kill('SIGINT'),
      goAway: () => child.stdout.destroy(),
      ended,
    });
  } finally {
    child.kill('SIGKILL');
    await ended;
    scratch.remove();
  }
}

const fire = (scratch: Scratch, event: string): Promise<unknown> =>
  runHooks(scratch, ['run', event], { stdin: '{}' });

describe.concurrent('hooks log --follow', () => {
  it('waits for an event log that is not there yet, and shows each dispatch until it is interrupted', () =>
    following([], async (scratch, log) => {
      await fire(scratch, 'Stop');
      expect(await log.next()).toMatch(/Stop .*proceeded$/);
      await fire(scratch, 'SessionEnd');
      expect(await log.next()).toMatch(/SessionEnd .*proceeded$/);
      log.interrupt();
      expect(await log.ended).toBe(130);
    }));

  it('shows records as they stand in the event log, of one event only, also of days that begin and files that go', () =>
    following(['--json', '--event', 'Stop'], async (scratch, log) => {
      await fire(scratch, 'Stop');
      const first = JSON.parse(await log.next());
      expect(first).toMatchObject({ schema: 'hookmd.trace/1', event: 'Stop' });
      await fire(scratch, 'SessionEnd');
      const eventLog = join(scratch.state, 'event-log');
      const day = join(eventLog, '2999-01-01.jsonl');
      const line = JSON.stringify({ ...first, eventId: 'new day' });
      appendFileSync(day, line.slice(0, 100));
      appendFileSync(day, `${line.slice(100)}\n`);
      expect(JSON.parse(await log.next())).toMatchObject({ eventId: 'new day' });
      rmSync(eventLog, { recursive: true });
      mkdirSync(eventLog);
      appendFileSync(day, `${JSON.stringify({ ...first, eventId: 'begun anew' })}\n`);
      expect(JSON.parse(await log.next())).toMatchObject({ eventId: 'begun anew' });
    }));

  it('ends quietly when nobody reads it any more', () =>
    following([], async (scratch, log) => {
      await fire(scratch, 'Stop');
      await log.next();
      log.goAway();
      await fire(scratch, 'Stop');
      expect(await log.ended).toBe(0);
    }));
});
