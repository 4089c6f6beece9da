import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

const LANES = 4;
const KILLS = 40;

/** An agent with a document that others write, and one with a plugin beside it. */
const agents = [
  { agent: 'codex', file: '.codex/hooks.json' },
  { agent: 'openclaw', file: '.openclaw/openclaw.json' },
];
const before = '{\n  "hooks": { "Stop": [{ "hooks": [] }] },\n  "other": 1\n}\n';
// Without a compiler the launcher is a script: more of the time is that of the settings.
const env = { PATH: '/nowhere' };

async function killedAfter(scratch: Scratch, words: readonly string[], ms: number): Promise<boolean> {
  const { signal } = await runHooks(scratch, words, {
    env,
    started: (pid) =>
      void delay(ms).then(() => {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It had ended before.
        }
      }),
  });
  return signal === 'SIGKILL';
}

/** What is left of a killed writer, which the next ones clear away after an hour. */
const isTemporary = (name: string): boolean => name.endsWith('.tmp');

it('attach and detach, killed at any instant, leave the old settings or the new, and detach undoes both', async () => {
  const play = async (lane: number): Promise<number> => {
    const { agent, file } = agents[lane % agents.length] as (typeof agents)[number];
    const scratch = makeScratch();
    const path = join(scratch.home, file);
    const directories = dirname(path);
    let killed = 0;
    try {
      mkdirSync(directories, { recursive: true });
      writeFileSync(path, before);
      await runHooks(scratch, ['attach', agent, '--yes'], { env });
      const after = readFileSync(path, 'utf8');
      expect(after).not.toBe(before);
      for (let turn = 0; killed < KILLS && turn < KILLS * 6; turn++) {
        const command = turn % 2 === 0 ? 'detach' : 'attach';
        // The end of a call is where it writes.
        const wasKilled = await killedAfter(scratch, [command, agent, '--yes'], 40 + Math.random() * 260);
        killed += Number(wasKilled);
        expect([before, after]).toContain(readFileSync(path, 'utf8'));
        if (turn % 5 !== 4) continue;
        expect((await runHooks(scratch, ['detach', agent, '--yes'], { env })).exit).toBe(0);
        expect(readFileSync(path, 'utf8')).toBe(before);
        const left = readdirSync(directories, { recursive: true, encoding: 'utf8' });
        expect(left.filter((name) => !isTemporary(name) && name !== 'hookmd-plugin')).toEqual([
          file.split('/').at(-1),
        ]);
        const cached = join(scratch.state, 'attached');
        if (existsSync(cached))
          expect(readdirSync(cached).filter((name) => name.endsWith('.json'))).toEqual([]);
      }
      return killed;
    } finally {
      scratch.remove();
    }
  };
  const all = await Promise.all(Array.from({ length: LANES }, (_, lane) => play(lane)));
  expect(all.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(LANES * 10);
});
