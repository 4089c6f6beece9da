/** The program that starts handlers for the resident runtime, as handlers and people see it. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HookSpec } from './support/hook-package.ts';
import { leftoverProcesses } from './support/leftover-processes.ts';
import { hasPrograms } from './support/programs.ts';
import { runHooks } from './support/run-hooks.ts';
import { bashCall, fireEvent, makeLauncher, until } from './support/runtime.ts';
import { runtimeScene } from './support/runtime-scene.ts';

const scene = runtimeScene();
const file = (): string => join(scene.scratch.dir, 'parents');
/** A guard that writes down who has started it. */
const guard = (): HookSpec => ({
  name: 'guard',
  does: `echo "$PPID $(cat /proc/$PPID/comm)" >> ${file()}`,
  exits: 2,
  stderr: 'no',
});
const parents = (): (readonly [number, string])[] =>
  readFileSync(file(), 'utf8')
    .trim()
    .split('\n')
    .map((line) => [Number.parseInt(line, 10), line.replace(/^\d+ /, '')]);
const fire = (): ReturnType<typeof fireEvent> => fireEvent(scene.scratch, bashCall(scene.scratch, 'ls'));

describe.runIf(process.platform === 'linux' && hasPrograms(['cc']))('handlers of a resident runtime', () => {
  it('are started by a small program, also when it was killed in between', async () => {
    await scene.enable(guard());
    await makeLauncher(scene.scratch);
    await scene.serve();
    expect((await fire()).stdout).toContain('deny');
    const [[first] = [0]] = parents();
    process.kill(first, 'SIGKILL');
    expect((await fire()).stdout).toContain('deny');
    expect(parents().map(([, name]) => name)).toEqual(['hooks-spawn', 'hooks-spawn']);
    expect((await scene.status()).nativeSpawner).toBe(true);
    expect((await runHooks(scene.scratch, ['status'])).stdout).toMatch(/programs +started by hooks-spawn/);
  });

  it('are started by the runtime where that program is not what was built', async () => {
    await scene.enable(guard());
    await makeLauncher(scene.scratch);
    appendFileSync(join(scene.scratch.state, 'bin/hooks-spawn'), 'x');
    await scene.serve();
    expect((await fire()).stdout).toContain('deny');
    expect(parents().map(([, name]) => name)).toEqual(['node']);
    expect((await scene.status()).nativeSpawner).toBe(false);
    expect((await runHooks(scene.scratch, ['status'])).stdout).toMatch(
      /programs +started by the runtime itself/,
    );
  });

  it('end with the runtime, even if it is killed', async () => {
    const up = join(scene.scratch.dir, 'up');
    await scene.enable({ name: 'slow', does: `sleep 1000 & echo up > ${up}; exec sleep 1000` });
    await makeLauncher(scene.scratch);
    const { child } = await scene.serve();
    const answered = fireEvent(scene.scratch, bashCall(scene.scratch, 'ls'), {
      started: (launcher) => {
        void until(() => existsSync(up)).then(() => {
          launcher.kill('SIGKILL');
          child.kill('SIGKILL');
        });
      },
    });
    await answered;
    expect(await leftoverProcesses(scene.scratch.dir)).toEqual([]);
  });
});
