import { afterEach, beforeEach } from 'vitest';
import { readHookLog } from './hook-log.ts';
import type { HookSpec } from './hook-package.ts';
import { endProcesses } from './leftover-processes.ts';
import { enableHooks, type RunningRuntime, runtimeStatus, type Status, startRuntime } from './runtime.ts';
import { makeScratch, type Scratch } from './scratch.ts';

/** A scratch place for each test of a file, and the runtimes that a test starts in it: they end with the test. */
export interface RuntimeScene {
  /** Of the present test. */
  readonly scratch: Scratch;
  readonly enable: (...hooks: readonly HookSpec[]) => Promise<void>;
  readonly status: () => Promise<Status>;
  readonly serve: (words?: readonly string[], program?: string) => Promise<RunningRuntime>;
  /** How often a hook was started. */
  readonly starts: (name: string) => number;
}

export function runtimeScene(): RuntimeScene {
  let scratch: Scratch;
  const runtimes: RunningRuntime[] = [];
  beforeEach(() => {
    scratch = makeScratch();
  });
  afterEach(async () => {
    for (const { child, ended } of runtimes.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
    await endProcesses(scratch.dir);
    scratch.remove();
  });
  return {
    get scratch() {
      return scratch;
    },
    enable: (...hooks) => enableHooks(scratch, hooks),
    status: () => runtimeStatus(scratch),
    async serve(words = [], program) {
      const runtime = await startRuntime(scratch, words, program);
      runtimes.push(runtime);
      return runtime;
    },
    starts: (name) => readHookLog(scratch.log).lines.filter((line) => line === `start ${name}`).length,
  };
}
