/** What agents hear when HookMD itself fails, in their own words; and a hook of another system under each of them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { agents, fill, recordedOf } from '../agents/every-agent.ts';
import { differences, exactDifferences } from '../conformance/compare.ts';
import type { Wanted } from '../conformance/row.ts';
import { readHookLog } from '../support/hook-log.ts';
import { type Json, writeHook, writeText } from '../support/hook-package.ts';
import { printedHook } from '../support/printed-hook.ts';
import { hasPrograms } from '../support/programs.ts';
import { runHooks } from '../support/run-hooks.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';

const made: Scratch[] = [];
afterAll(() => {
  for (const scratch of made) scratch.remove();
});

function scratchOf(): Scratch {
  const scratch = makeScratch();
  made.push(scratch);
  return scratch;
}

describe.each(agents)('$agent', ({ agent, silence, events, notice, rejection, beforeTool }) => {
  describe('when HookMD itself fails', () => {
    const run = (scratch: Scratch, stdin: string, words: readonly string[] = [beforeTool]) =>
      runHooks(scratch, ['run', ...words, '--agent', agent], { stdin });
    const payload = (scratch: Scratch): string => {
      const name = Object.entries(events).find(([, event]) => event === 'PreToolUse')?.[0] ?? '';
      return JSON.stringify(
        fill(JSON.parse(readFileSync(join(recordedOf(agent), `${name}.json`), 'utf8')), scratch),
      );
    };
    const enable = async (scratch: Scratch, front: Readonly<Record<string, Json>>): Promise<void> => {
      writeHook(scratch, { name: 'hook', front }, 'PreToolUse');
      expect((await runHooks(scratch, ['enable', 'hook', '--yes'])).exit).toBe(0);
    };
    const evaluate = (
      { exit, stdout, stderr }: Awaited<ReturnType<typeof run>>,
      wanted: Wanted,
      err: RegExp | '',
    ): void => {
      const found = stdout === '' ? '' : JSON.parse(stdout);
      const problems = [
        ...differences(exit, 0, 'exit'),
        ...exactDifferences(found, wanted, 'answer'),
        ...differences(stderr, err, 'stderr'),
      ];
      if (problems.length > 0) expect.fail(`${problems.join('\n')}\n\n${stdout}\n${stderr}`);
    };

    it('over a payload that nobody can read, it is told in its own words and goes on', async () => {
      const scratch = scratchOf();
      await enable(scratch, {});
      for (const stdin of ['garbage', '[]', '{"a":1}', ''])
        evaluate(await run(scratch, stdin), notice.stdout, notice.stderr);
    });

    it('over an event that nobody knows, it is told and goes on', async () => {
      const scratch = scratchOf();
      await enable(scratch, { onFailure: 'block' });
      evaluate(await run(scratch, payload(scratch), ['NoSuchEvent']), notice.stdout, notice.stderr);
    });

    it('over files that it compiled, it makes them anew and asks', async () => {
      const scratch = scratchOf();
      await enable(scratch, { onFailure: 'block' });
      const files = readdirSync(join(scratch.state, 'active'));
      expect(files).toContain('_.json');
      for (const file of files) writeFileSync(join(scratch.state, 'active', file), '{"schema":');
      evaluate(await run(scratch, payload(scratch)), silence, '');
      expect(readHookLog(scratch.log).runs).toHaveLength(1);
    });

    it('over a mistake in its own call, it is told and goes on', async () => {
      const scratch = scratchOf();
      await enable(scratch, {});
      evaluate(
        await run(scratch, payload(scratch), [beforeTool, '--budget', 'soon']),
        notice.stdout,
        notice.stderr,
      );
    });

    it('over places that it cannot use, it is told and goes on', async () => {
      const scratch = scratchOf();
      mkdirSync(join(scratch.state, '..'), { recursive: true });
      writeFileSync(scratch.state, '');
      const ended = await run(scratch, payload(scratch));
      expect(ended.exit).toBe(0);
      expect(ended.stdout).not.toMatch(/deny|block|cancel":true/);
    });

    it('and a guard must agree, the call is refused in its own words', async () => {
      const scratch = scratchOf();
      await enable(scratch, { onFailure: 'block' });
      for (const stdin of ['garbage', '{"a":1}']) evaluate(await run(scratch, stdin), rejection, '');
      evaluate(await run(scratch, payload(scratch), [beforeTool, '--budget', 'soon']), rejection, '');
    });
  });
});

describe.skipIf(!hasPrograms(['python3']))(
  'the guardrail that Kodelet’s documents print, as it stands there',
  () => {
    it.each(agents)('blocks what $agent sent', async ({ agent, events, rejection }) => {
      const scratch = scratchOf();
      const file = join(scratch.home, '.kodelet', 'hooks', 'guardrail');
      writeText(file, { text: printedHook('k1-security-guardrail.py'), mode: 0o755 });
      expect((await runHooks(scratch, ['enable', 'guardrail', '--yes'])).exit).toBe(0);
      const blocked = Object.keys(events).find((name) => name.endsWith('.blocked')) ?? '';
      const sent = fill(readFileSync(join(recordedOf(agent), `${blocked}.json`), 'utf8'), scratch);
      const words = ['run', blocked.split('.')[0] ?? '', '--agent', agent];
      const { exit, stdout, stderr } = await runHooks(scratch, words, { stdin: sent });
      const reason = "Security policy: 'rm -rf' is not allowed";
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
      expect(exactDifferences(JSON.parse(stdout), withReason(rejection, reason), 'answer')).toEqual([]);
    });
  },
);

/** A refusal with another reason: its only pattern. */
function withReason(rejection: Wanted, reason: string): Wanted {
  if (rejection instanceof RegExp) return reason;
  if (typeof rejection !== 'object' || rejection === null || Array.isArray(rejection)) return rejection;
  return Object.fromEntries(
    Object.entries(rejection).map(([key, value]) => [key, withReason(value, reason)]),
  );
}
