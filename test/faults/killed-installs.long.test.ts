import { type FSWatcher, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  installedVersion,
  installLeftovers,
  lockedVersion,
  type Version,
  writeInstallable,
} from '../support/installable.ts';
import { runHooks } from '../support/run-hooks.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';

const LANES = 4;
const KILLS_OF_A_LANE = 50;

const versions: readonly Version[] = [
  { version: '1.0.0' },
  { version: '2.0.0', events: 'PreToolUse, Stop', extra: { 'notes.txt': 'x'.repeat(100_000) } },
];

/** A call, what stands there before and after it, and whether it was approved before. */
interface Attempt {
  readonly words: readonly string[];
  readonly before: string | null;
  readonly after: string | null;
}

/** What the next call is, from what stands there. */
function nextAttempt(hookmdDir: string, scratch: Scratch, turn: number): Attempt {
  const before = installedVersion(hookmdDir);
  const next = versions[turn % 2] as Version;
  if (before !== null && turn % 3 === 2) return { words: ['remove', 'guard'], before, after: null };
  const source = writeInstallable(scratch, next);
  if (before === null) return { words: ['install', source, '--yes'], before, after: next.version };
  return { words: ['update', '--yes'], before, after: next.version };
}

/** Kills after a time, or some ms after the call began to write beside the hooks directory: that is a small part of its time. */
function planKill(
  hookmdDir: string,
  at: number | 'while it writes',
): { readonly start: (pid: number) => void; readonly stop: () => void } {
  const timers: NodeJS.Timeout[] = [];
  let watcher: FSWatcher | undefined;
  return {
    start(pid) {
      const killIn = (ms: number): void => {
        timers.push(setTimeout(() => killIfRunning(pid), ms));
      };
      if (at !== 'while it writes') return killIn(at);
      watcher = watch(hookmdDir, (_, name) => {
        if (name?.startsWith('.install-') && timers.length === 0) killIn(Math.random() * 60);
      });
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
      watcher?.close();
    },
  };
}

/** It may have ended since the timer was set. */
function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** What an event says of `guard`: the version that runs, or null. */
async function runningVersion(scratch: Scratch): Promise<string | null> {
  const stdin = '{"tool_name":"Bash","tool_input":{}}';
  const { stdout } = await runHooks(scratch, ['run', 'PreToolUse', '--json'], { stdin });
  return /^no, says (.*)$/.exec(JSON.parse(stdout).reason ?? '')?.[1] ?? null;
}

async function playLane(lane: number): Promise<{ readonly killed: number; readonly left: number }> {
  const scratch = makeScratch();
  const hookmdDir = join(scratch.home, '.hookmd');
  const longest: Record<string, number> = { install: 600, update: 600, remove: 400 };
  let killed = 0;
  let left = 0;
  try {
    for (let turn = 0; killed < KILLS_OF_A_LANE && turn < KILLS_OF_A_LANE * 4; turn++) {
      const { words, before, after } = nextAttempt(hookmdDir, scratch, turn + lane);
      const [command = ''] = words;
      const isFirst = turn < 3;
      const atMs = isFirst ? 60_000 : Math.random() * (longest[command] ?? 0);
      const killer = planKill(hookmdDir, !isFirst && turn % 2 === 0 ? 'while it writes' : atMs);
      const ended = await runHooks(scratch, words, { started: killer.start });
      killer.stop();
      const wasKilled = ended.signal === 'SIGKILL';
      const story = `turn ${turn}: ${words.join(' ')} at ${atMs.toFixed(0)} of ${longest[command]} ms\n${ended.stderr}`;
      if (wasKilled) {
        killed += 1;
        if (installLeftovers(scratch, hookmdDir).length > 0) left += 1;
        // An approved hook is never off, and runs as it was or as it is to be.
        const running = await runningVersion(scratch);
        expect(command === 'install' ? [null] : [before, after], story).toContain(running);
      } else {
        expect(ended.exit, story).toBe(0);
        longest[command] = ended.elapsedMs * 1.05;
      }
      expect((await runHooks(scratch, ['list', '--json'])).exit, story).toBe(0);
      expect(installLeftovers(scratch, hookmdDir), story).toEqual([]);
      const found = installedVersion(hookmdDir);
      expect(wasKilled ? [before, after] : [after], story).toContain(found);
      if (wasKilled) {
        const again = await runHooks(scratch, words);
        const isDone = command === 'remove' && found === null && again.stderr.includes('NOT_INSTALLED');
        expect(isDone ? 0 : again.exit, `${story}\n${again.stderr}`).toBe(0);
      }
      expect([installedVersion(hookmdDir), lockedVersion(hookmdDir)], story).toEqual([after, after]);
      expect(installLeftovers(scratch, hookmdDir), story).toEqual([]);
      const listed = JSON.parse((await runHooks(scratch, ['list', '--json'])).stdout);
      const hook = listed.hooks.find((item: { name: string }) => item.name === 'guard');
      expect(hook?.version ?? null, story).toBe(after);
      // Approved stays approved, with the new bytes; what is removed is forgotten, and installed anew unapproved.
      expect(hook?.state, story).toBe(after === null ? undefined : before === null ? 'unapproved' : 'ready');
      expect(listed.issues, story).toEqual([]);
      if (hook?.state === 'unapproved')
        expect((await runHooks(scratch, ['enable', 'guard', '--yes'])).exit).toBe(0);
    }
    const check = await runHooks(scratch, ['doctor', '--json']);
    const codes = JSON.parse(check.stdout).findings.map(({ code }: { code: string }) => code);
    expect(codes.filter((code: string) => /^(LOCK|INSTALL|STATE)/.test(code))).toEqual([]);
  } finally {
    rmSync(scratch.dir, { recursive: true, force: true });
  }
  return { killed, left };
}

describe('install, update and remove that are killed', () => {
  it('leave the old or the new, never an approved hook off, and the same call again does the rest', {
    timeout: 600_000,
  }, async () => {
    const lanes = await Promise.all(Array.from({ length: LANES }, (_, lane) => playLane(lane)));
    const sum = (key: 'killed' | 'left'): number => lanes.reduce((all, item) => all + item[key], 0);
    expect(sum('killed')).toBe(LANES * KILLS_OF_A_LANE);
    // Some of them were killed while they wrote.
    expect(sum('left')).toBeGreaterThan(LANES * 4);
  });
});

describe('many installs of one package at once', () => {
  it('end well, with one copy', { timeout: 200_000 }, async () => {
    const scratch = makeScratch();
    const hookmdDir = join(scratch.home, '.hookmd');
    try {
      const source = writeInstallable(scratch, { version: '1.0.0' });
      const all = await Promise.all(
        Array.from({ length: 20 }, () => runHooks(scratch, ['install', source, '--yes'])),
      );
      expect(all.map(({ exit, stderr }) => (exit === 0 ? 0 : stderr))).toEqual(all.map(() => 0));
      expect([installedVersion(hookmdDir), lockedVersion(hookmdDir)]).toEqual(['1.0.0', '1.0.0']);
      expect(installLeftovers(scratch, hookmdDir)).toEqual([]);
      expect((await runHooks(scratch, ['check', 'guard'])).exit).toBe(0);
    } finally {
      scratch.remove();
    }
  });
});
