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

/** Kills after a time, or some ms after the call wrote down what it is about to do: that is a small part of its time. */
function planKill(
  { state }: Scratch,
  at: number | 'once it decided',
): { readonly start: (pid: number) => void; readonly stop: () => void } {
  const timers: NodeJS.Timeout[] = [];
  let watcher: FSWatcher | undefined;
  return {
    start(pid) {
      const killIn = (ms: number): void => {
        timers.push(setTimeout(() => process.kill(pid, 'SIGKILL'), ms));
      };
      if (at !== 'once it decided') return killIn(at);
      let records = 0;
      watcher = watch(join(state, 'installs'), (_, name) => {
        if (name === null || name.startsWith('.') || !name.endsWith('.json')) return;
        records += 1;
        if (records === 2) killIn(Math.random() * 12);
      });
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
      watcher?.close();
    },
  };
}

async function playLane(lane: number): Promise<{ readonly killed: number; readonly finished: number }> {
  const scratch = makeScratch();
  const hookmdDir = join(scratch.home, '.hookmd');
  const longest: Record<string, number> = { install: 600, update: 600, remove: 400 };
  let killed = 0;
  let finished = 0;
  try {
    for (let turn = 0; killed < KILLS_OF_A_LANE && turn < KILLS_OF_A_LANE * 4; turn++) {
      const { words, before, after } = nextAttempt(hookmdDir, scratch, turn + lane);
      const [command = ''] = words;
      const isFirst = turn < 3;
      const atMs = isFirst ? 60_000 : Math.random() * (longest[command] ?? 0);
      const killer = planKill(scratch, !isFirst && turn % 2 === 0 ? 'once it decided' : atMs);
      const ended = await runHooks(scratch, words, { started: killer.start });
      killer.stop();
      const wasKilled = ended.signal === 'SIGKILL';
      if (wasKilled) killed += 1;
      else {
        expect(ended.exit, `${words.join(' ')}\n${ended.stderr}`).toBe(0);
        longest[command] = ended.elapsedMs * 1.05;
      }
      const next = await runHooks(scratch, ['list', '--json']);
      if (next.stderr.includes('Finished')) finished += 1;
      const story = `turn ${turn}: ${words.join(' ')} at ${atMs.toFixed(0)} of ${longest[command]} ms\n${next.stderr}`;
      const found = installedVersion(hookmdDir);
      expect(wasKilled ? [before, after] : [after], story).toContain(found);
      expect(lockedVersion(hookmdDir), story).toBe(found);
      expect(installLeftovers(scratch, hookmdDir), story).toEqual([]);
      const listed = JSON.parse(next.stdout);
      const hook = listed.hooks.find((one: { name: string }) => one.name === 'guard');
      expect(hook?.version ?? null, story).toBe(found);
      // Approved stays approved, with the bytes that stand there; what is removed is forgotten, and installed anew untrusted.
      expect(hook?.state, story).toBe(found === null ? undefined : before === null ? 'untrusted' : 'ready');
      expect(listed.issues, story).toEqual([]);
      if (hook?.state === 'untrusted')
        expect((await runHooks(scratch, ['enable', 'guard', '--yes'])).exit).toBe(0);
    }
    const check = await runHooks(scratch, ['doctor', '--json']);
    const codes = JSON.parse(check.stdout).findings.map(({ code }: { code: string }) => code);
    expect(codes.filter((code: string) => /^(LOCK|INSTALL|STATE)/.test(code))).toEqual([]);
  } finally {
    rmSync(scratch.dir, { recursive: true, force: true });
  }
  return { killed, finished };
}

describe('install, update and remove that are killed', () => {
  it('leave the old or the new, and the next command clears the rest away', {
    timeout: 400_000,
  }, async () => {
    const lanes = await Promise.all(Array.from({ length: LANES }, (_, lane) => playLane(lane)));
    const sum = (key: 'killed' | 'finished'): number => lanes.reduce((all, one) => all + one[key], 0);
    expect(sum('killed')).toBe(LANES * KILLS_OF_A_LANE);
    // Some of them had decided already: else the journal was never asked.
    expect(sum('finished')).toBeGreaterThan(LANES * 4);
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
