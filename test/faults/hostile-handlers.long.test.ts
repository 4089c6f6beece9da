import { describe, expect, it } from 'vitest';
import { offerBubblewrap } from '../support/bubblewrap.ts';
import { type HookSpec, writeHook } from '../support/hook-package.ts';
import { leftoverProcesses } from '../support/leftover-processes.ts';
import { runHooks } from '../support/run-hooks.ts';
import { makeScratch } from '../support/scratch.ts';

/** What the machine may add on two busy cores beside the limit of the hook and our own 500 ms. */
const NOISE_MS = 4_000;
const TIMEOUT_MS = 400;

interface Fault {
  readonly says: string;
  readonly hook: Omit<HookSpec, 'name'>;
  readonly cause: string;
  readonly outcome?: string;
  readonly payload?: string;
}

const bash = { tool_name: 'Bash', tool_input: { command: 'ls' } };
const large = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'x'.repeat(10 * 1024 * 1024) } });

/** Each is asked with `onFailure: block`: a guard that cannot be asked must not become an allow. */
const faults: readonly Fault[] = [
  { says: 'hangs', hook: { does: 'while :; do :; done' }, cause: 'TIMEOUT', outcome: 'canceled' },
  {
    says: 'ignores TERM',
    hook: { does: 'trap "" TERM; while :; do sleep 1; done' },
    cause: 'TIMEOUT',
    outcome: 'canceled',
  },
  { says: 'stops itself', hook: { does: 'kill -STOP $$' }, cause: 'TIMEOUT', outcome: 'canceled' },
  {
    says: 'hangs behind a child in another session',
    hook: { does: 'setsid sleep 60 & sleep 60' },
    cause: 'TIMEOUT',
    outcome: 'canceled',
  },
  { says: 'floods standard output', hook: { does: 'yes' }, cause: 'OUTPUT_LIMIT' },
  { says: 'floods standard error', hook: { does: 'yes >&2' }, cause: 'OUTPUT_LIMIT' },
  {
    says: 'prints two documents',
    hook: { prints: '{"decision":"allow"}{"decision":"block"}' },
    cause: 'BAD_OUTPUT',
  },
  { says: 'prints half a document', hook: { prints: '{"decision":"blo' }, cause: 'BAD_OUTPUT' },
  {
    says: 'prints a key twice',
    hook: { prints: '{"decision":"block","decision":"allow"}' },
    cause: 'BAD_OUTPUT',
  },
  { says: 'prints __proto__', hook: { prints: '{"__proto__":{"decision":"allow"}}' }, cause: 'BAD_OUTPUT' },
  { says: 'prints bytes that are no UTF-8', hook: { does: "printf '\\377\\376'" }, cause: 'BAD_OUTPUT' },
  { says: 'exits with 1', hook: { exits: 1 }, cause: 'EXIT' },
  { says: 'exits with 3', hook: { exits: 3 }, cause: 'EXIT' },
  { says: 'exits with 126', hook: { exits: 126 }, cause: 'EXIT' },
  { says: 'exits with 127', hook: { exits: 127 }, cause: 'EXIT' },
  { says: 'dies by a signal', hook: { does: 'kill -SEGV $$' }, cause: 'SIGNAL' },
  { says: 'is missing', hook: { front: { command: ['./none.sh'] } }, cause: 'NOT_RUNNABLE' },
  { says: 'is empty', hook: { files: { 'handler.sh': { text: '', mode: 0o755 } } }, cause: 'NOT_RUNNABLE' },
  {
    says: 'has no exec bit',
    hook: { files: { 'handler.sh': { text: '#!/bin/sh\n', mode: 0o644 } } },
    cause: 'NOT_RUNNABLE',
  },
  {
    says: 'has a missing interpreter',
    hook: { files: { 'handler.sh': { text: '#!/no/such/sh\nexit 0\n', mode: 0o755 } } },
    cause: 'NOT_RUNNABLE',
  },
  {
    says: 'has CR at the end of its first line',
    hook: { files: { 'handler.sh': { text: '#!/bin/sh\r\nexit 0\r\n', mode: 0o755 } } },
    cause: 'NOT_RUNNABLE',
  },
  {
    says: 'is a script that its interpreter cannot find',
    hook: { front: { command: ['sh', '/nowhere/missing.sh'] } },
    cause: 'NOT_RUNNABLE',
  },
];

const hasIsolation = offerBubblewrap();
/** bubblewrap ends with a status that says which signal ended its program. */
const isolated = faults.map((fault) => ({
  ...fault,
  says: `isolated, ${fault.says}`,
  hook: { ...fault.hook, front: { ...fault.hook.front, isolation: 'strict' } },
  cause: fault.cause === 'SIGNAL' ? 'EXIT' : fault.cause,
}));

describe.concurrent('a guard with `onFailure: block` whose handler', () => {
  it.each([...faults, ...(hasIsolation ? isolated : [])])(
    '$says blocks, with the true cause, in time, and leaves nothing behind',
    async (fault) => {
      const scratch = makeScratch();
      try {
        const front = { onFailure: 'block', timeout: `${TIMEOUT_MS}ms`, ...fault.hook.front };
        writeHook(scratch, { name: 'faulty', ...fault.hook, front }, 'PreToolUse');
        const stdin = fault.payload ?? JSON.stringify(bash);
        const ended = await runHooks(scratch, ['run', 'PreToolUse', '--json', '--dangerously-trust-all'], {
          stdin,
        });
        const decision = JSON.parse(ended.stdout) as {
          decision: string;
          hooks: { outcome: string; cause: string; durationMs: number | null }[];
          durationMs: number;
        };
        expect(decision.hooks[0]).toMatchObject({
          outcome: fault.outcome ?? 'non_blocking_error',
          cause: fault.cause,
        });
        expect(decision.decision).toBe('block');
        expect(ended.exit).toBe(1);
        expect(decision.durationMs).toBeLessThan(TIMEOUT_MS + 500 + NOISE_MS);
        expect(await leftoverProcesses(scratch.dir)).toEqual([]);
      } finally {
        scratch.remove();
      }
    },
  );
});

describe.concurrent('a handler that', () => {
  it.each([
    ['leaves a child holding standard output', 'sleep 60 & exit 2'],
    ['leaves a child in another session', 'setsid sleep 60 & echo no >&2; exit 2'],
    ['closes standard input on 10 MB', 'exec 0<&-; echo no >&2; exit 2'],
    ['never reads 10 MB', 'echo no >&2; exit 2'],
  ])('%s still has its answer counted', async (_, does) => {
    const scratch = makeScratch();
    try {
      // The log would read standard input.
      const text = `#!/bin/sh\n${does}\n`;
      writeHook(
        scratch,
        { name: 'odd', files: { 'handler.sh': { text, mode: 0o755 } }, front: { timeout: '30s' } },
        'PreToolUse',
      );
      const ended = await runHooks(scratch, ['run', 'PreToolUse', '--json', '--dangerously-trust-all'], {
        stdin: large,
      });
      const { decision, hooks } = JSON.parse(ended.stdout) as { decision: string; hooks: readonly object[] };
      expect(decision).toBe('block');
      expect(hooks[0]).toMatchObject({ outcome: 'blocking', exitCode: 2 });
      expect(ended.elapsedMs).toBeLessThan(20_000);
      expect(await leftoverProcesses(scratch.dir)).toEqual([]);
    } finally {
      scratch.remove();
    }
  });

  it('is interrupted with its caller leaves nothing behind', async () => {
    const scratch = makeScratch();
    try {
      writeHook(scratch, { name: 'slow', does: 'touch "$LOG/started"; sleep 60' }, 'PreToolUse');
      const { waitForFile } = await import('../support/wait-for-file.ts');
      const ended = await runHooks(scratch, ['run', 'PreToolUse', '--json', '--dangerously-trust-all'], {
        stdin: JSON.stringify(bash),
        started: (pid) =>
          void waitForFile(`${scratch.log}/started`, AbortSignal.timeout(20_000)).then(() =>
            process.kill(pid, 'SIGINT'),
          ),
      });
      expect(ended.exit).toBe(130);
      expect(await leftoverProcesses(scratch.dir)).toEqual([]);
    } finally {
      scratch.remove();
    }
  });
});
